import { fold } from '../characters.ts';
import { SHAPE, type Lexicon, type LexiconSource } from '../gazetteers/lexicon.ts';
import { ROLE } from '../gazetteers/vocabulary/roles.ts';
import type { Candidate, DocumentPass, TextView } from '../recognizer.ts';
import { CERTAIN, restsOnLooksOrKinds } from './certainty.ts';

const NAMES: ReadonlySet<string> = new Set(['person', 'organization', 'location']);

const words = (list: string): ReadonlySet<string> => new Set(list.split(' ').map(fold));
/** Words behind which a product is named, in the five languages. */
const PRODUCT_WORDS = words(
  'marke marken marque marques marca marcas marchio marchi brand brands trademark trademarks modell modelle modells modèle modèles modelo modelos modello modelli software logiciel logiciels progiciel programmiersprache treiber firmware plugin baureihe gamme rebsorte rebsorten cépage cépages vitigno vitigni cultivar apfelsorte kartoffelsorte variété variedad varietà',
);
/** Words behind which something is named where the name stands in quotation marks. */
const QUOTED_WORDS = words(
  'film filme films película pellicola serie serien série séries buch bücher buches book books livre livres libro libros libri roman romans novela romanzo lied lieder song songs chanson chansons canción canciones canzone canzoni stück theaterstück play pièce obra commedia spettacolo spectacle show oper opera opéra ópera musical festival ausstellung exhibition exposition exposición mostra schiff schiffs ship boat navire bateau barco buque nave barca vino vinos vini vin vins wein weine weines wine wines bier beer bière cerveza birra sorte linie línea linea linee líneas ligne kollektion collection colección collezione stoff tessuto tessuti tissu tejido thema thème tema titel title titre título titolo motto aktion kampagne campaign campagne campaña campagna rosier rosa rose',
);
/** Labels of fields whose value is a thing or a property. */
const THING_LABELS = words(
  'marke make brand marque marca modell model modèle modelo modello typ type tipo farbe colour color couleur colore kraftstoff fuel carburant carburante combustible alimentazione antrieb material matériau materiale gerät device appareil apparecchio dispositivo rasse breed race raza razza sorte betriebssystem browser sprache sprachen language languages langue langues idioma idiomas lingua lingue muttersprache',
);
/** Software in the other languages, somebody at the wheel in English. */
const DRIVER = 'driver';
const QUOTES_OPEN: ReadonlySet<string> = new Set(['"', '“', '„', '«', '»', '‹', '›', "'", '‘', '‚']);
/** Tokens between the word and the name at most: other names of the same kind before it. */
const BACK_MAX = 14;

/**
 * Takes back names that stand where a product, a work or a project is named ("Marke Zebra", "logiciels Rodrigue, Orfeo", "the play “Lady Alma”"), where nothing but
 * their look speaks for a person, a company or a place. The strict level keeps them.
 */
export function createProductsAreNoNamesPass(lexiconOf: LexiconSource): DocumentPass {
  return (view, winners, { level }) => {
    if (level === 'strict') return winners;
    const lexicon = lexiconOf(view);
    return winners.filter(
      (find) =>
        !NAMES.has(find.category) ||
        find.confidence >= CERTAIN.product ||
        !restsOnLooksOrKinds(find) ||
        !isProduct(view, lexicon, find),
    );
  };
}

/** Goes back over names of the same kind and what joins them to the word that says what is named. */
function isProduct({ folded, language, tokenAt }: TextView, lexicon: Lexicon, { start, category }: Candidate): boolean {
  const { tokens, shape } = lexicon;
  let quoted = false;
  for (let at = tokenAt(start) - 1, steps = 0; at >= 0 && steps < BACK_MAX; at -= 1, steps += 1) {
    const { kind, text } = tokens[at]!;
    if (kind === 'word') {
      if (PRODUCT_WORDS.has(folded[at]!) || (folded[at] === DRIVER && language !== 'en')) return true;
      if (quoted && QUOTED_WORDS.has(folded[at]!)) return true;
      const isJoint = lexicon.has(at, ROLE.conjunction | ROLE.particle | ROLE.article);
      if (shape[at] === SHAPE.small && !isJoint) return false;
      if (lexicon.has(at, ROLE.title | ROLE.relation | ROLE.label)) return false;
    } else if (text === ':') return THING_LABELS.has(folded[at - 1] ?? '');
    else if (QUOTES_OPEN.has(text)) quoted = true;
    else if (kind === 'mixed' || kind === 'number') continue;
    else if (text !== '-' && (text !== ',' || category === 'location')) return false;
  }
  return false;
}
