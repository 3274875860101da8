import { SHAPE, type Lexicon } from '../../gazetteers/lexicon.ts';
import { ROLE } from '../../gazetteers/vocabulary/roles.ts';
import type { Candidate, TextView } from '../../recognizer.ts';
import { leftExtent, rightExtent } from './extent.ts';
import { FURTHER_KINDS } from './kinds.ts';
import { readLegalForm } from './legalForms.ts';

/** Finds names of companies, practices, schools, associations. One pass over the tokens with bounded look-around. */
export function findOrganizations(view: TextView, lexicon: Lexicon): Candidate[] {
  const found: Candidate[] = [];
  const { tokens } = lexicon;
  const emit = (first: number, last: number, source: string, confidence: number, priority: number): void => {
    found.push({
      start: tokens[first]!.start,
      end: tokens[last]!.end,
      category: 'organization',
      confidence,
      sources: [source],
      priority,
    });
  };
  let sequenceEnd = -1;
  for (let at = 0; at < tokens.length; at += 1) {
    if (tokens[at]!.kind !== 'word') {
      if (tokens[at]!.text === '&') byAmpersand(lexicon, at, emit);
      continue;
    }
    const form = readLegalForm(view, at);
    if (form !== undefined && byLegalForm(lexicon, at, form, emit)) {
      at = form.last;
      continue;
    }
    if (isHead(view, lexicon, at)) byHead(lexicon, at, emit);
    if (SUCCESSORS.has(view.folded[at]!)) bySuccessors(lexicon, at, emit);
    if (lexicon.has(at, ROLE.organizationTail)) byTail(lexicon, at, emit);
    if (lexicon.has(at, ROLE.organizationLabel)) byLabel(lexicon, at, emit);
    if (lexicon.has(at, ROLE.authority)) byAuthority(lexicon, at, emit);
    if (
      lexicon.language !== 'de' &&
      at > sequenceEnd &&
      isSequenceWord(lexicon, at) &&
      !isSequenceWord(lexicon, at - 1)
    ) {
      sequenceEnd = bySequence(lexicon, at, emit);
    }
  }
  return found;
}

type Emit = (first: number, last: number, source: string, confidence: number, priority: number) => void;

function byLegalForm(lexicon: Lexicon, at: number, form: { last: number; weak: boolean }, emit: Emit): boolean {
  // A form at the beginning of the name: "SCI Les Tilleuls", "A.S.D. Virtus", "SARL Dupont".
  const first = leftExtent(lexicon, at);
  if (first >= 0 && (lexicon.isSpaced(at) || lexicon.isGlued(at) || lexicon.tokens[at - 1]!.text === ',')) {
    if (form.weak && !isNameLike(lexicon, first, at - 1)) return false;
    emit(
      first,
      withPartners(lexicon, extendAfterForm(lexicon, form.last)),
      'organizations:legal-form',
      form.weak ? 0.85 : 0.95,
      52,
    );
    return true;
  }
  const isLeading =
    lexicon.shape[at] !== SHAPE.small && lexicon.isSpaced(form.last + 1) && lexicon.isCapital(form.last + 1);
  if (!isLeading || form.weak || lexicon.tokens[at]!.text.length + form.last - at < 3) return false;
  emit(at, rightExtent(lexicon, form.last + 1), 'organizations:legal-form', 0.85, 50);
  return true;
}

/** "GmbH & Co. KG" is one form; "X S.L. Unipersonal", "X GmbH Niederlassung Wien" end at the form. */
function extendAfterForm(lexicon: Lexicon, last: number): number {
  const { tokens } = lexicon;
  const next = tokens[last + 1];
  return next?.kind === 'word' && /^(?:i\.?l|unipersonal|sociale|onlus)$/i.test(next.text) && lexicon.isSpaced(last + 1)
    ? last + 1
    : last;
}

/** Italian partnerships, whose names must hold that of a partner (arts. 2292 and 2314 Codice civile): "Vela s.n.c. di Pastrengo e Dal Corso". */
const PARTNERSHIP = /(?:s\.?[ ]?n\.?[ ]?c|s\.?[ ]?a\.?[ ]?s)\.?$/i;
const FORM_REACH = 8;

function withPartners(lexicon: Lexicon, last: number): number {
  const { tokens, text, language } = lexicon;
  const next = last + 1;
  if (language !== 'it' || tokens[next]?.text !== 'di' || !lexicon.isSpaced(next + 1)) return last;
  const { end } = tokens[last]!;
  if (!PARTNERSHIP.test(text.slice(Math.max(0, end - FORM_REACH), end))) return last;
  return next + 1 < tokens.length && lexicon.isCapital(next + 1) ? rightExtent(lexicon, next + 1) : last;
}

/** At least one word before a weak form must not be an ordinary word. */
function isNameLike(lexicon: Lexicon, first: number, last: number): boolean {
  for (let i = first; i <= last; i += 1) {
    if (lexicon.tokens[i]!.text === '&') return true;
    if (lexicon.isCapital(i) && (lexicon.common[i]! <= 2 || lexicon.surname[i]! >= 3)) return true;
  }
  return false;
}

/** Kin and heirs who carry on a business under the founder's name: "Hijos de Pura Cazorla", "Gebrüder Haas", "Fratelli Rossi". */
const SUCCESSORS = new Set(
  'hijos hijas hermanos hermanas herederos sucesores viuda hnos gebruder gebr geschwister fratelli eredi fils heritiers freres'.split(
    ' ',
  ),
);

function bySuccessors(lexicon: Lexicon, at: number, emit: Emit): void {
  const { tokens } = lexicon;
  if (!lexicon.isCapital(at)) return;
  const stop = tokens[at + 1]?.text === '.' ? at + 2 : at + 1;
  const start = /^(?:de|di|von)$/.test(tokens[stop]?.text ?? '') ? stop + 1 : stop;
  if (start >= tokens.length || !lexicon.isSpaced(start) || !lexicon.isCapital(start)) return;
  if (lexicon.surname[start] === 0 && lexicon.given[start] === 0) return;
  const last = rightExtent(lexicon, start);
  emit(at, last, 'organizations:keyword', 0.75, 49);
}

const GERMAN_HEAD =
  /.(?:gasthof|gasthaus|kanzlei|praxis|klinik|cafe|hotel|schule|apotheke|backerei|metzgerei|kaffeehaus|kirchengemeinde|betrieb|buro|stiftung|verein|werkstatt|gartnerei|kasse|bank|genossenschaft|zentrum|heim|geschaft|gilde|werft|laden|bundnis|initiative|jugend|arzte|medizin|schneiderei|schusterei|sattlerei|bruderschaft|gemeinschaft)$/;

/** German compounds that end in a kind of organization: "Berggasthof", "Tierarztpraxis". */
function isGermanHead({ folded, language }: TextView, lexicon: Lexicon, at: number): boolean {
  return language === 'de' && lexicon.isCapital(at) && folded[at]!.length > 7 && GERMAN_HEAD.test(folded[at]!);
}

function isHead(view: TextView, lexicon: Lexicon, at: number): boolean {
  const isKnown = lexicon.has(at, ROLE.organizationHead) || FURTHER_KINDS[view.language].has(view.folded[at]!);
  return isKnown || isGermanHead(view, lexicon, at);
}

/** "Kanzlei Weber", "Clínica San Rafael": a kind of organization, then its name. */
function byHead(lexicon: Lexicon, at: number, emit: Emit): void {
  const { tokens } = lexicon;
  const isSmall = lexicon.shape[at] === SHAPE.small;
  let start = afterKind(lexicon, at);
  const next = tokens[start];
  if (next === undefined) return;
  const hasQuote = /^[„“"«]$/.test(next.text);
  const titled = next.kind === 'word' && lexicon.has(start, ROLE.title) && tokens[start + 1]?.text === '.';
  if (titled) start += 2;
  if (!hasQuote && !lexicon.isSpaced(start)) return;
  if (isSmall && lexicon.shape[start] === SHAPE.small && bySmallHead(lexicon, at, start, emit)) return;
  if (!hasQuote && !titled && !isNameStart(lexicon, start)) return;
  const last = rightExtent(lexicon, hasQuote ? start - 1 : start);
  if (last <= at) return;
  if (!hasQuote && !titled && !hasDistinctive(lexicon, at + 1, last)) return;
  const first = isSmall ? at : withBefore(lexicon, at);
  emit(first, last, 'organizations:keyword', isSmall ? 0.7 : 0.82, 47);
}

/** "cabinet lefort", "kanzlei meulen": in messages without capitals only names and words that no list knows follow. */
function bySmallHead(lexicon: Lexicon, at: number, start: number, emit: Emit): boolean {
  const { tokens, common, given, surname } = lexicon;
  let last = at;
  for (let next = start; next < start + SMALL_WORDS_MAX && lexicon.shape[next] === SHAPE.small; next += 1) {
    const isName = common[next] === 0 || (common[next]! <= 1 && (given[next]! > 0 || surname[next]! >= 3));
    if (!lexicon.isSpaced(next) || tokens[next]!.text.length < 3 || !isName || lexicon.roles[next] !== 0) break;
    last = next;
  }
  if (last === at) return false;
  emit(at, last, 'organizations:keyword', 0.62, 44);
  return true;
}

const SMALL_WORDS_MAX = 3;

/** Adjectives between the kind of an organization and its name, in the languages that put them there. */
const KIND =
  /^(?:veterinari|veterinar|vétérinaire|dentaire|dental|dentistic|medic|médic|médical|légal|legal|notarial|privé|privad|privat|communal|comunal|municipal|primaire|primari|maternel|elementar|matern|medi|superior|superieur|infantil|social|sportiv|sportif|deportiv|cultur|culturel|parroquial|parrocchial|paroissial|canin|felin|técnic|tecnic|agricol|agrícol|musical|mixte|funéraire|funerari|funèbre|funebr|indépendant|réformé|protestant|catholique|católic|cattolic)(?:e|es|s|a|as|o|os|i|x|aux|le|les)?$/i;
const FIELD_LINK = /^(?:de|di|d|del|della|des)$/i;

/** The token after the head and what describes it: "clinique vétérinaire", "cabinet de cardiologie". */
function afterKind(lexicon: Lexicon, at: number): number {
  const { tokens, shape, isSpaced, language } = lexicon;
  if (language === 'de' || language === 'en') return at + 1;
  const next = tokens[at + 1];
  if (next?.kind !== 'word' || !isSpaced(at + 1)) return at + 1;
  if (KIND.test(next.text) && (shape[at + 1] === SHAPE.small || isNameStart(lexicon, at + 2))) return at + 2;
  // "Cabinet de cardiologie du Bourg-Neuf": a field in small letters, then a particle and a name.
  const isField =
    FIELD_LINK.test(next.text) && shape[at + 2] === SHAPE.small && tokens[at + 2]!.text.length > 4 && isSpaced(at + 3);
  return isField && SMALL_JOINTS.has(tokens[at + 3]?.text.toLowerCase() ?? '') ? at + 3 : at + 1;
}

/** "St.-Anna-Klinik Musterstadt", "Freie Schule Elbtal": capitalised words directly before the head belong to the name. */
function withBefore(lexicon: Lexicon, at: number): number {
  const isHyphenated = lexicon.tokens[at - 1]?.text === '-' && lexicon.isGlued(at);
  return isHyphenated ? Math.max(leftExtent(lexicon, at), 0) : at;
}

const SMALL_JOINTS = new Set([
  'de',
  'del',
  'della',
  'du',
  'des',
  'di',
  'la',
  'le',
  'les',
  'los',
  'las',
  'el',
  'am',
  'an',
  'im',
  'zum',
  'zur',
  'of',
  'dell',
  'dei',
  'delle',
  'al',
  'alla',
  'l',
  'dal',
  'nel',
  'chez',
  'au',
  'aux',
  'a',
  'à',
  'für',
  'saint',
]);

function isNameStart(lexicon: Lexicon, at: number): boolean {
  const word = lexicon.tokens[at];
  const isArticle = SMALL_JOINTS.has(word?.text.toLowerCase() ?? '');
  if (lexicon.isCapital(at) && !isArticle) return !lexicon.has(at, ROLE.never | ROLE.relation | ROLE.label);
  if (word?.kind !== 'word' || !isArticle) return false;
  for (let next = at + 1; next <= at + 3; next += 1) {
    if (lexicon.isCapital(next) && next < lexicon.tokens.length) return true;
    const text = lexicon.tokens[next]?.text ?? '';
    if (!SMALL_JOINTS.has(text.toLowerCase()) && !/^['’-]$/.test(text)) return false;
  }
  return false;
}

/** A word that is a name or no common word. */
function hasDistinctive(lexicon: Lexicon, first: number, last: number): boolean {
  for (let i = first; i <= last; i += 1) {
    if (!lexicon.isCapital(i)) continue;
    if (lexicon.common[i]! <= 2 || lexicon.surname[i]! >= 3 || lexicon.given[i]! >= 4) return true;
    if (lexicon.language !== 'de' && lexicon.opens[i] === 0 && lexicon.capsLine[i] === 0) return true;
  }
  return false;
}

/** "Brüning Seifert & Kollegen", "Garside Solicitors", "Peel Dental Practice". */
function byTail(lexicon: Lexicon, at: number, emit: Emit): void {
  if (!lexicon.isCapital(at)) return;
  const first = leftExtent(lexicon, at);
  if (first < 0) return;
  const hasAmpersand =
    lexicon.tokens[at - 1]?.text === '&' || /^(?:und|et|and|y|e)$/.test(lexicon.tokens[at - 1]?.text ?? '');
  const isMidSentence = lexicon.language !== 'de' && lexicon.opens[first] === 0 && lexicon.capsLine[first] === 0;
  if (isEveryday(lexicon, first, at - 1) || (!isMidSentence && !isDistinct(lexicon, first, at - 1))) return;
  // German tails are ordinary nouns: only with "&" or a surname before.
  if (lexicon.language === 'de' && !hasAmpersand && !hasName(lexicon, first, at - 1)) return;
  emit(first, rightExtent(lexicon, at), 'organizations:keyword', hasAmpersand ? 0.88 : 0.75, 48);
}

/** "National Insurance": nothing but everyday words before the tail. */
function isEveryday(lexicon: Lexicon, first: number, last: number): boolean {
  for (let i = first; i <= last; i += 1) {
    if (
      lexicon.tokens[i]!.kind !== 'word' ||
      (lexicon.isCapital(i) && (lexicon.common[i]! <= 5 || lexicon.surname[i]! >= 4))
    )
      return false;
  }
  return true;
}

function isDistinct(lexicon: Lexicon, first: number, last: number): boolean {
  for (let i = first; i <= last; i += 1) {
    if (
      lexicon.isCapital(i) &&
      !(lexicon.opens[i] === 1 && lexicon.common[i]! >= 5) &&
      (lexicon.common[i]! <= 4 || lexicon.surname[i]! >= 4)
    )
      return true;
  }
  return false;
}

function hasName(lexicon: Lexicon, first: number, last: number): boolean {
  for (let i = first; i <= last; i += 1) if (lexicon.isCapital(i) && lexicon.common[i]! <= 1) return true;
  return false;
}

/** "Garside & Peel": two names joined by an ampersand. */
function byAmpersand(lexicon: Lexicon, at: number, emit: Emit): void {
  const { tokens } = lexicon;
  if (!lexicon.isCapital(at - 1) && lexicon.tokens[at - 1]?.text !== '.') return;
  const right = lexicon.has(at + 1, ROLE.particle) && !lexicon.isCapital(at + 1) ? at + 2 : at + 1;
  if (right >= tokens.length || !lexicon.isCapital(right)) return;
  const first = leftExtent(lexicon, at);
  if (first < 0) return;
  const last = rightExtent(lexicon, right);
  const isName = isNameWord(lexicon, at - 1) || isNameWord(lexicon, right);
  if (!isName) return;
  emit(
    first,
    last,
    'organizations:ampersand',
    isNameWord(lexicon, at - 1) && isNameWord(lexicon, right) ? 0.8 : 0.65,
    46,
  );
}

function isNameWord(lexicon: Lexicon, index: number): boolean {
  return lexicon.isCapital(index) && (lexicon.common[index]! <= 2 || lexicon.surname[index]! >= 4);
}

/** "Firma: Elektro Huber", "empresa Talleres Ruiz": a label or a noun, then a name. */
function byLabel(lexicon: Lexicon, at: number, emit: Emit): void {
  const { tokens } = lexicon;
  const hasColon = tokens[at + 1]?.text === ':';
  const start = hasColon ? at + 2 : at + 1;
  if (start >= tokens.length || !lexicon.isCapital(start) || tokens[start - 1]?.kind === 'break') return;
  if (!hasColon && (!lexicon.isSpaced(start) || lexicon.opens[start] === 1)) return;
  if (lexicon.has(start, ROLE.title | ROLE.never | ROLE.label)) return;
  const last = rightExtent(lexicon, start);
  if (!hasDistinctive(lexicon, start, last)) return;
  const isPersonToo = lexicon.has(at, ROLE.label | ROLE.relation);
  emit(start, last, 'organizations:label', isPersonToo ? 0.55 : 0.72, isPersonToo ? 30 : 43);
}

const SEQUENCE_MAX = 5;

/** Two or more capitalised words in the middle of a sentence, where the language writes only names so: "Bluebell Catering". */
function bySequence(lexicon: Lexicon, at: number, emit: Emit): number {
  let last = at;
  let rare = 0;
  for (
    let next = at;
    next < at + SEQUENCE_MAX && isSequenceWord(lexicon, next) && (next === at || lexicon.isSpaced(next));
    next += 1
  ) {
    last = next;
    if (lexicon.common[next]! <= 3) rare += 1;
  }
  if (last > at && rare > 0 && !isSequenceWord(lexicon, last + 1)) emit(at, last, 'organizations:sequence', 0.5, 12);
  return last;
}

function isSequenceWord(lexicon: Lexicon, index: number): boolean {
  return (
    index < lexicon.tokens.length &&
    lexicon.shape[index] === SHAPE.capitalised &&
    lexicon.opens[index] === 0 &&
    !lexicon.has(index, NOT_IN_SEQUENCE)
  );
}

const NOT_IN_SEQUENCE = ROLE.never | ROLE.title | ROLE.authority | ROLE.greeting | ROLE.label | ROLE.relation;

/** Courts and authorities: need not be masked, so only the strict level does. */
function byAuthority(lexicon: Lexicon, at: number, emit: Emit): void {
  if (!lexicon.isCapital(at) || !lexicon.isSpaced(at + 1)) return;
  const last = rightExtent(lexicon, at);
  if (last > at) emit(at, last, 'organizations:authority', 0.4, 20);
}
