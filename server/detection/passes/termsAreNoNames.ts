import { fold } from '../characters.ts';
import type { Lexicon, LexiconSource } from '../gazetteers/lexicon.ts';
import type { Candidate, DocumentPass, TextView } from '../recognizer.ts';
import { restsOnLooks, restsOnLooksOrKinds } from './certainty.ts';
import { NAMES } from './names.ts';

/** Words around which a name is that of a disease, a scale, a sign or a theorem: "Morbus Crohn", "Braden-Skala", "Epworth scale". */
const TERM_WORDS = new Set(
  'morbus syndrom syndrome sindrome síndrome maladie enfermedad malattia morbo disease krankheit erkrankung tiroidite thyreoiditis tiroiditis skala échelle escala scala scale score index indice índice klassifikation classification clasificación classificazione zeichen signe signo segno fraktur fracture fractura frattura corea chorea œdème oedem edema theorem théorème teorema correction effekt effet effetto critères criterios criteri kriterien phénomène phänomen fenomeno fenómeno maniobra manovra manœuvre maneuver manoeuvre divertikel diverticule divertículo diverticolo hernie hernia ernia drain drenaje drenaggio drainage sphincter sfintere esfínter papille papilla ampulle ampoule ampolla triade triad tríada protein protéine proteína proteina ulkus ulcère úlcera ulcera zyste kyste quiste cisti entorse esguince distorsion distorsione distorsión luxation luxación lussazione'
    .split(' ')
    .map(fold),
);
const SCORES: ReadonlySet<string> = new Set(['score', 'scale', 'index', 'skala']);
/** Words for a way to do something: with "of" before a name only, because departments are called so too ("Technik Meulen"). */
const WAYS = new Set('technik technique técnica tecnica methode méthode método metodo'.split(' ').map(fold));
/** Kinds of examinations and operations, behind which "nach X", "selon X", "secondo X" names a method; "the test according to X" names who says so. */
const PROCEDURE =
  /(?:gra(?:ph|f)i[aeé]|s[ck]opi[aeé]|tomi[aeé]|stomi[aeé]|plasti[aekc]{1,3}|plastie|metri[aeé]|resektion|résection|resección|resezione|punktion|ponction|punción|fraktur|fracture?|fractura|frattura|klassifikation|classification|clasificación|classificazione|muskelentspannung|muskelrelaxation)$/iu;
/** Operations on what bears a name: "papillosfinterotomia di Oddi". */
const PROCEDURE_OF = /(?:sphinkter|sphincter|sfinter|esfinter|papill)\p{L}{0,40}(?:tomi|plasti)(?:a|e|k)$/u;
const METHOD_JOINTS: ReadonlySet<string> = new Set(['nach', 'secondo', 'sec', 'selon', 'según'].map(fold));
/** "Lown IVa", "Fontaine IIb": the degree of a disease. In schools such numbers stand behind names of pupils. */
const DEGREE =
  /^(?:Lown|Fontaine|Rutherford|Forrest|Forrester|Killip|Clavien|Gustilo|Tscherne|Outerbridge|Bismuth|Leriche)[ ](?:I{1,3}|IV|V|VI{0,3})[a-d]$/;
/** Words for what bears the name of its discoverer, also a full one: "Bence Jones protein". */
const NAMED_AFTER = new Set(
  'syndrome syndrom disease protein proteine criteria classification classifikation eiweiß'.split(' ').map(fold),
);
/** Names that nearly always mean the disease, the scale or the unit. */
const TERMS = new Set(
  'parkinson alzheimer crohn hashimoto basedow bechterew dupuytren sudeck raynaud hodgkin cushing addison asperger tourette ménière scheuermann perthes glasgow apgar barthel braden tinetti romberg charlson virchow lasègue babinski quincke'
    .split(' ')
    .map(fold),
);

/** Endings of international nonproprietary names (WHO, "Use of stems in the selection of INN"). */
const MEDICINE_END =
  /.{3}(?:[aio]lol|[aei]pril|sartan|sart[aá]n|vastatine?|vastatina|prazole?|prazol|cillin[ae]?|mycin[ae]?|floxacine?|floxacino|zepam|zolam|gliptine?|gliptina|gliflozine?|parine?|dipine?|dipino|oxetine?|oxetina|setrone?|tidine?|semide?|thiazide?|tiazide?|cort(?:ene|isone)|triptan|caine|fenac|profene?|profeno|coxib|mab|tinib|vir)$/;
/** "Madopar 100+25", "Plavix 75 mg", "metformina 500 x 2", "Sinemet ½-½-½", "Modopar 1-0-1". */
const DOSE =
  /^[ ]\(?\d{1,4}(?:[.,/+]\d{1,4}){0,2}[ ]?(?:mg|g|ml|µg|μg|mcg|ug|mmol|i\.?e\.?|u\.?i\.?|cps?r?|cp|tbl|tabl|tabs?|gtt|gouttes|gotas|gocce|tropfen|x[ ]?\d|\/(?:die|d|j|Tag))(?!\p{L})|^[ ]\d{2,4}\+\d{2,4}(?!\d)|^[ ]\d{1,4}(?:[/+]\d{1,4})?:?[ ][\d½¼]-[\d½¼]-[\d½¼]|^[ ]\(?[\d½¼](?:[,.]5)?-[\d½¼](?:[,.]5)?-[\d½¼]/iu;
const DOSE_REACH = 24;
/** Between the kind of term and its name: "maladie de Parkinson". */
const JOINTS: ReadonlySet<string> = new Set(
  ['de', 'di', 'du', 'of', 'von', 'nach', 'secondo', 'selon', 'según'].map(fold),
);
const FREQUENT_NAME = 3;
/** Signs and tests by the name of who described them; given names are not among them. */
const SIGNS = new Set(
  'lachman mcmurray tinel phalen homans kussmaul murphy blumberg rovsing mcburney kernig brudzinski trendelenburg duchenne hoffmann hoffman trömner drehmann steinmann apley payr jobe hawkins yergason finkelstein froment unterberger giordano cullen chvostek trousseau bragard fabere mingazzini barré'
    .split(' ')
    .map(fold),
);
/** What is said of a sign: "Lachman négatif". Of a person it is said that he was tested so. */
const RESULT =
  /^(?:-(?:Test|Zeichen))?:?[ ](?:beidseits[ ]|bilateral[ ]|rechts[ ]|links[ ])?(?:negativ|positiv|négatif|positif|douteux|negative|positive|negativo|positivo|dudoso|dubbio)(?!\p{L})(?![ ](?:getestet|tested|testée?|auf|for|au|à|al|a|en)(?!\p{L}))/iu;
const RESULT_REACH = 40;
/** Languages in which the name stands before the kind of term. */
const GERMANIC: ReadonlySet<string> = new Set(['de', 'en']);

/** Takes back finds that name a disease, a scale or a medicine, where nothing but a list or a model speaks for a name. */
export function createTermsAreNoNamesPass(lexiconOf: LexiconSource): DocumentPass {
  return (view, winners) => {
    const lexicon = lexiconOf(view);
    const dosed = dosedWords(view, lexicon);
    return winners.filter(
      (find) =>
        !NAMES.has(find.category) ||
        !(restsOnLooks(find)
          ? isTerm(view, lexicon, find) || dosed.has(view.folded[view.tokenAt(find.start)]!)
          : restsOnLooksOrKinds(find) && isNamedAfter(view, lexicon, find)),
    );
  };
}

/** Capitalised words that a dose stands behind somewhere and that no list knows as names: medicines in the rest of the text as well. */
function dosedWords(view: TextView, lexicon: Lexicon): ReadonlySet<string> {
  const { tokens, folded } = view;
  const dosed = new Set<string>();
  for (const [at, { end }] of tokens.entries()) {
    const isUnknown = lexicon.isCapital(at) && lexicon.given[at] === 0 && lexicon.surname[at] === 0;
    const kind = tokens[at + 1]?.kind;
    if (isUnknown && (kind === 'number' || kind === 'mixed') && DOSE.test(view.after(end, DOSE_REACH)))
      dosed.add(folded[at]!);
  }
  return dosed;
}

function isTerm(view: TextView, lexicon: Lexicon, { start, end, category }: Candidate): boolean {
  const { tokens } = lexicon;
  const { folded } = view;
  const first = view.tokenAt(start);
  const last = view.tokenAt(end - 1);
  if (DOSE.test(view.after(end, DOSE_REACH))) return true;
  if (first === last) {
    const word = folded[first]!;
    if (category !== 'location' && TERMS.has(word)) return true;
    if (SIGNS.has(word) && RESULT.test(view.after(end, RESULT_REACH))) return true;
    const isName = lexicon.given[first]! > 0 || lexicon.surname[first]! >= FREQUENT_NAME;
    if (!isName && MEDICINE_END.test(word)) return true;
  }
  // "sec. Bassini"
  const joint = tokens[first - 1]?.text === '.' && lexicon.isGlued(first - 1) ? first - 2 : first - 1;
  // "Nach der Punktion nach Lübeck": the way to a town.
  const isMethod = category !== 'location' && METHOD_JOINTS.has(folded[joint] ?? '');
  if (isMethod && PROCEDURE.test(folded[joint - 1] ?? '')) return true;
  const isJoint = isMethod || JOINTS.has(folded[joint] ?? '');
  const back = isJoint ? joint - 1 : first - 1;
  const isWay = tokens[back]?.kind === 'word' && (WAYS.has(folded[back]!) || PROCEDURE_OF.test(folded[back]!));
  if (isJoint && isWay) return true;
  if (tokens[back]?.kind === 'word' && TERM_WORDS.has(folded[back]!)) return true;
  const isJoined = tokens[last + 1]?.text === '-' && lexicon.isGlued(last + 1);
  // Romance languages put the name behind; before "signe" it is who signs.
  const isBefore = GERMANIC.has(lexicon.language) && lexicon.isSpaced(last + 1);
  const next = isJoined ? last + 2 : last + 1;
  if (!isJoined && !isBefore) return false;
  // "Harris Hip Score": what is scored may stand between.
  const isTerm = (index: number): boolean => tokens[index]?.kind === 'word' && TERM_WORDS.has(folded[index]!);
  return isTerm(next) || (isBefore && SCORES.has(folded[next + 1] ?? '') && lexicon.isCapital(next + 1));
}

/** A degree of a disease, or a name with the word for what bears it. */
function isNamedAfter(view: TextView, lexicon: Lexicon, { start, end }: Candidate): boolean {
  const { folded, text } = view;
  const next = view.tokenAt(end - 1) + 1;
  return DEGREE.test(text.slice(start, end)) || (lexicon.isSpaced(next) && NAMED_AFTER.has(folded[next] ?? ''));
}
