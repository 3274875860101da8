import { join } from 'node:path';
import type { DocumentPass, Likelihood, Recognizer, SpanProposer } from './recognizer.ts';
import { createDocumentPass } from './document/index.ts';
import { createEngine } from './engine.ts';
import { loadGazetteers, type Gazetteers } from './gazetteers/index.ts';
import { createLexiconSource, type LexiconSource } from './gazetteers/lexicon.ts';
import { createThingReader, type ThingReader } from './gazetteers/things.ts';
import { createLanguageDetector } from './language.ts';
import { createAddressesOfNobodyPass } from './passes/addressesOfNobody.ts';
import { createAgesBesidePersonsPass } from './passes/agesBesidePersons.ts';
import { createAgesOfThingsPass } from './passes/agesOfThings.ts';
import { createAnimalsAreNoNamesPass } from './passes/animalsAreNoNames.ts';
import { createDatesBesidePersonsPass } from './passes/datesBesidePersons.ts';
import { createDepartmentsAreNoNamesPass } from './passes/departmentsAreNoNames.ts';
import { createFunctionWordsPass } from './passes/functionWords.ts';
import { createGoodsAreNoNamesPass } from './passes/goodsAreNoNames.ts';
import { createKnownThingsAreNoNamesPass } from './passes/knownThingsAreNoNames.ts';
import { createLabelsAreNoNamesPass } from './passes/labelsAreNoNames.ts';
import { createLawsAreNoReferencesPass } from './passes/lawsAreNoReferences.ts';
import { createModelsAreNoNumbersPass } from './passes/modelsAreNoNumbers.ts';
import { createNumbersAreNoAddressesPass } from './passes/numbersAreNoAddresses.ts';
import { createOrdinaryWordsPass } from './passes/ordinaryWords.ts';
import { createPlaceholdersAreNoValuesPass } from './passes/placeholdersAreNoValues.ts';
import { createProductsAreNoNamesPass } from './passes/productsAreNoNames.ts';
import { createProgramsAreNoNamesPass } from './passes/programsAreNoNames.ts';
import { createRequestsAreNoNamesPass } from './passes/requestsAreNoNames.ts';
import { createRolesAreNoNamesPass } from './passes/rolesAreNoNames.ts';
import { createTermsAreNoNamesPass } from './passes/termsAreNoNames.ts';
import { createThingsAreNoNamesPass } from './passes/thingsAreNoNames.ts';
import { createWordsAreNoNumbersPass } from './passes/wordsAreNoNumbers.ts';
import { createContactRecognizers } from './recognizers/contact/index.ts';
import { createDateRecognizers } from './recognizers/dates/index.ts';
import { createFinanceRecognizers } from './recognizers/finance/index.ts';
import { createIdentityRecognizers } from './recognizers/identity/index.ts';
import { createNameFamilies } from './recognizers/names/families.ts';
import { createReferenceRecognizers } from './recognizers/references/index.ts';
import { createTechnicalRecognizers } from './recognizers/technical/index.ts';
import { createLabelledRecognizer } from './recognizers/labelled/index.ts';
import { createTagger, loadTaggerModel, type Tagger } from './tagger/index.ts';
import type { DetectionEngine } from './types.ts';
import { DETECTOR_VERSION } from './version.ts';

/** Recognizers of values with a shape or a label; they need no data files. */
export function createStructuredRecognizers(): readonly Recognizer[] {
  return [
    createLabelledRecognizer(),
    ...createFinanceRecognizers(),
    ...createIdentityRecognizers(),
    ...createContactRecognizers(),
    ...createTechnicalRecognizers(),
    ...createDateRecognizers(),
    ...createReferenceRecognizers(),
  ];
}

/** What looks at a whole document after its finds have been resolved, in this order. @param likelihood - the tagger's, if there is one */
export function createPasses(
  lexicon: LexiconSource,
  things: ThingReader,
  likelihood?: Likelihood,
): readonly DocumentPass[] {
  return [
    createLabelsAreNoNamesPass(),
    createTermsAreNoNamesPass(lexicon),
    createKnownThingsAreNoNamesPass(lexicon, things),
    createOrdinaryWordsPass(lexicon),
    createFunctionWordsPass(lexicon),
    createDepartmentsAreNoNamesPass(lexicon),
    createGoodsAreNoNamesPass(lexicon),
    createProgramsAreNoNamesPass(lexicon),
    createProductsAreNoNamesPass(lexicon),
    createThingsAreNoNamesPass(lexicon),
    createAnimalsAreNoNamesPass(lexicon),
    createRolesAreNoNamesPass(lexicon),
    createRequestsAreNoNamesPass(lexicon),
    createLawsAreNoReferencesPass(),
    createModelsAreNoNumbersPass(),
    createAddressesOfNobodyPass(),
    createNumbersAreNoAddressesPass(),
    createWordsAreNoNumbersPass(lexicon),
    createDocumentPass(lexicon, likelihood),
    createAgesBesidePersonsPass(lexicon),
    createAgesOfThingsPass(),
    createDatesBesidePersonsPass(),
    createPlaceholdersAreNoValuesPass(),
  ];
}

export interface DefaultEngineOptions {
  /** The folder resources/ of the installation. */
  readonly resourcesDir: string;
  /** Plugged detectors; they run after those that ship. */
  readonly plugged?: readonly SpanProposer[];
}

/** Recognizers of names and places: by word lists, confirmed by the tagger, and the tagger itself. */
export function createNameRecognizers(
  gazetteers: Gazetteers,
  lexicon: LexiconSource,
  tagger: Tagger,
): readonly Recognizer[] {
  return [...createNameFamilies(gazetteers, lexicon).map(tagger.confirm), tagger.recognizer];
}

/** The engine of the product with every recognizer. @throws when the word lists or the tagger's model are missing or damaged */
export function createDefaultEngine({ resourcesDir, plugged = [] }: DefaultEngineOptions): DetectionEngine {
  const gazetteers = loadGazetteers(join(resourcesDir, 'gazetteers'));
  const lexicon = createLexiconSource(gazetteers);
  const tagger = createTagger(loadTaggerModel(join(resourcesDir, 'tagger')), gazetteers, lexicon);
  return createEngine({
    recognizers: [...createStructuredRecognizers(), ...createNameRecognizers(gazetteers, lexicon, tagger)],
    passes: createPasses(lexicon, createThingReader(gazetteers.things), tagger.likelihood),
    proposers: plugged,
    version: DETECTOR_VERSION,
    detectLanguage: createLanguageDetector(gazetteers.words),
  });
}
