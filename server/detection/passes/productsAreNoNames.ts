import { fold } from '../characters.ts';
import { SHAPE, type Lexicon, type LexiconSource } from '../gazetteers/lexicon.ts';
import { ROLE } from '../gazetteers/vocabulary/roles.ts';
import type { Candidate, DocumentPass, TextView } from '../recognizer.ts';
import { CERTAIN, isFullName, restsOnLooksOrKinds } from './certainty.ts';
import { exceptStrict } from './exceptStrict.ts';
import { NAMES } from './names.ts';
import { ANIMALS } from './things.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' ').map(fold));
/** Words behind which one product is named, in the five languages. */
const ONE_PRODUCT = words(
  'marke marque marca marchio brand trademark software logiciel progiciel programmiersprache treiber firmware plugin baureihe gamme rebsorte cépage vitigno cultivar apfelsorte kartoffelsorte variété variedad varietà',
);
/** Words behind which one or several are. */
const PRODUCTS = words(
  'marken marques marcas marchi brands trademarks logiciels progiciels rebsorten cépages vitigni variétés variedades',
);
/** The same words as for the mannequins of fashion, who bear given names. */
const MODELS = words('modell modelle modèle modèles modelo modelos modello modelli');
/** Words behind which something is named where the name stands in quotation marks. */
const QUOTED_WORDS = words(
  'film filme films películas película pellicola serie serien série séries series buch bücher book books livre livres libro libros libri roman romans novela romanzo lied lieder song songs chanson chansons canción canciones canzone canzoni stück theaterstück play pièce obra commedia spettacolo spectacle oper opera opéra ópera musical festival ausstellung exhibition exposition exposición mostra schiff schiffs ship boot boat navire bateau voilier barco buque velero nave barca yacht zug train tren treno vino vinos vini vin vins wein weine weines wine wines bier beer bière cerveza birra sorte kollektion collection colección collezione linie range line gamma gama línea linea ligne stoff tessuto tessuti tissu tejido kampagne campaign campagne campaña campagna projekt project projet proyecto progetto profil profile profilo perfil pokal cup trophy coupe copa coppa teddy teddybär puppe doll peluche doudou poupée osito muñeca orsetto bambola rose rosier rosal rosa',
);
/** German compounds of them: "Anfängerboot", "Wanderpokal". */
const QUOTED_COMPOUND = /.(?:boot|schiff|pokal|film|buch|lied|stuck|linie|reihe|kollektion|kampagne|projekt)e?s?$/;
/** What English names behind the quotation: 'the "Harlow" range'. */
const QUOTED_BEFORE = words(
  'range line series collection profile model brand campaign project edition album programme program',
);
/** Labels of fields whose value is a thing or a property. */
const THING_LABELS = words(
  'marke brand marque marca modell model modèle modelo modello typ type tipo farbe colour color couleur colore kraftstoff fuel carburant carburante combustible alimentazione antrieb rasse breed race raza razza sorte betriebssystem browser sprache sprachen language languages langue langues idioma idiomas lingua lingue muttersprache',
);
/** Behind these a name is that of somebody, whatever stands before. */
const SOMEBODY = ROLE.title | ROLE.relation | ROLE.label | ROLE.greeting | ROLE.naming;

/** From an opening double quotation mark to the end, with no other in between. */
const OPEN_QUOTE = /(?:^|[\s(])(?<inside>(?:["„“”»‹›](?![ ])|«[ ]?)[^"“”„«»‹›\n]{0,40})$/u;
const CLOSED_QUOTE = /^[^"“”„«»‹›\n]{0,40}["“”«»‹›]/u;
const QUOTE_REACH = 48;
const QUOTES: ReadonlySet<string> = new Set(['"', '“', '”', '„', '«', '»', '‹', '›']);

/** Tokens between the word for several and the name at most: other names of the same kind before it. */
const BACK_MAX = 20;
/** Tokens between a word for one thing and the last word of its name at most. */
const NAME_MAX = 3;

/**
 * Takes back names that stand where a product or a work is named ("Marke Zebra", "logiciels Rodrigue, Orfeo", "the play “Lady Alma”"), where nothing but
 * their look speaks for a person, a company or a place. Behind "of" and the like stands who owns it, and behind a comma who comes next. The strict level keeps all.
 */
export function createProductsAreNoNamesPass(lexiconOf: LexiconSource): DocumentPass {
  return exceptStrict((view, winners) => {
    const lexicon = lexiconOf(view);
    return winners.filter(
      (find) =>
        !NAMES.has(find.category) ||
        find.confidence >= CERTAIN.product ||
        !restsOnLooksOrKinds(find) ||
        !isProduct(view, lexicon, find),
    );
  });
}

/** Goes back over the words of the name, and over others of the same kind, to the word that says what is named. */
function isProduct(view: TextView, lexicon: Lexicon, find: Candidate): boolean {
  const { folded } = view;
  const { tokens, shape } = lexicon;
  const opening = openingQuote(view, find);
  const isQuoted = opening >= 0;
  if (!isQuoted && isFullName(view, lexicon, find)) return false;
  const from = isQuoted ? view.tokenAt(opening) - 1 : view.tokenAt(find.start) - 1;
  if (isQuoted && isNamedBehind(view, find)) return true;
  let isListed = false;
  let isInside = false;
  for (let at = from; at >= 0 && from - at < BACK_MAX; at -= 1) {
    const { kind, text } = tokens[at]!;
    if (isQuoted && kind === 'mark' && QUOTES.has(text)) isInside = !isInside;
    // "Vinos «Dama de Hierro», «Cuatro Leguas»": what another quotation holds names its like.
    if (isInside) continue;
    const isNear = !isListed && from - at <= NAME_MAX;
    if (kind === 'word') {
      const word = folded[at]!;
      if (PRODUCTS.has(word)) return !isListed || find.category !== 'location';
      if (ONE_PRODUCT.has(word)) return isNear;
      if (MODELS.has(word)) return isNear && (isQuoted || !isGivenName(view, lexicon, find));
      if (isQuoted && isQuotedKind(view, word)) return true;
      if (lexicon.has(at, SOMEBODY)) return false;
      if (shape[at] !== SHAPE.small) continue;
      if (!lexicon.has(at, ROLE.conjunction)) return false;
      isListed = true;
    } else if (text === ':') return isNear && THING_LABELS.has(folded[at - 1] ?? '');
    else if (text === ',') isListed = true;
    else if (kind === 'mark' && QUOTES.has(text)) {
      // 'Marke "Zebra" Schmidt': the product has been named.
      if (!isQuoted && !isListed) return false;
    } else if (kind === 'break' || (kind === 'mark' && text !== '-')) return false;
  }
  return false;
}

function isGivenName(view: TextView, lexicon: Lexicon, { start, category }: Candidate): boolean {
  return category === 'person' && lexicon.given[view.tokenAt(start)]! > 0;
}

function isQuotedKind({ language }: TextView, word: string): boolean {
  return QUOTED_WORDS.has(word) || ANIMALS[language].has(word) || (language === 'de' && QUOTED_COMPOUND.test(word));
}

function isNamedBehind(view: TextView, { end }: Candidate): boolean {
  const behind = /^[^"“”„«»‹›\n]{0,40}["“”»‹›][ ](?<kind>\p{Ll}+)/u.exec(view.after(end, QUOTE_REACH))?.groups?.[
    'kind'
  ];
  return view.language === 'en' && behind !== undefined && QUOTED_BEFORE.has(behind);
}

/** Where the quotation begins that a find stands in; -1 when it stands in none. */
function openingQuote(view: TextView, { start, end }: Candidate): number {
  const inside = OPEN_QUOTE.exec(view.before(start, QUOTE_REACH))?.groups?.['inside'];
  return inside !== undefined && CLOSED_QUOTE.test(view.after(end, QUOTE_REACH)) ? start - inside.length : -1;
}
