import { fold } from '../../characters.ts';
import type { TextView } from '../../recognizer.ts';

/**
 * Legal forms of the five languages' countries and their neighbours, as folded words; marks between the words are left out, so
 * "S. p. A.", "S.p.A." and "SpA" are three entries. Letters before a full stop count as words: "s r l".
 */
const FORMS = [
  // Germany, Austria, Switzerland, Liechtenstein
  'gmbh & co kg|gmbh & co kgaa|gmbh & co ohg|gmbh u co kg|gmbh und co kg|ag & co kg|ag & co kgaa|se & co kgaa|se & co kg|ug & co kg|ug haftungsbeschrankt & co kg|co kg|kg',
  'gmbh|ggmbh|mbh|g mbh|gesmbh|ges m b h|m b h|ges mbh|ug haftungsbeschrankt|ug haftungs beschrankt|gug|ug|ag|gag|se|kgaa|ohg|gbr|egbr|e v|ev|eg|e g|e k|ek|e kfm|e kfr|e u|eu|og|partnerschaft mbb|partnerschaftsgesellschaft mbb|partg mbb|partgmbb|part g mbb|partg|part g|rechtsanwaltsgesellschaft mbh|steuerberatungsgesellschaft mbh|genossenschaft mbb|vvag|anstalt|stiftung|sarl|reg gen m b h|reg genossenschaft|kdo r|kdor',
  // France, Belgium, Luxembourg, Romandy
  'sa|s a|sas|s a s|sasu|s a s u|sarl|s a r l|eurl|e u r l|sci|s c i|scp|s c p|selarl|selas|selafa|scm|snc|s n c|scop|scic|efc|e f c|gie|gaec|earl|scea|asbl|a s b l|srl|sprl|s p r l|scrl|nv|bv|bvba|vzw|ei|eirl|sca|sem|spl|societe cooperative|societe simple',
  // Spain, Latin America
  's l|sl|s l u|slu|s l l|sll|s l p|slp|s a u|sau|s a l|sal|s c|s coop|s coop v|s coop mad|s coop and|coop v|s c p|c b|cb|s a de c v|sa de cv|s de r l|s r l de c v|srl de cv|s en c|e i r l|s a c|sac|s a s|ltda|limitada|a c|aie|s l n e|slne|s c a|s a t|spa|s p a',
  // Italy, Ticino
  's p a|spa|s r l|srl|s r l s|srls|s r l u|sagl|s n c|snc|s a s|sas|s s|s a p a|s c a r l|scarl|s c r l|scrl|soc coop|soc coop a r l|soc coop agr|societa cooperativa|soc coop sociale|s c|s c s|onlus|a s d|asd|s s d|ssd|ssd a r l|aps|a p s|odv|o d v|ets|s t p|stp|societa semplice|coop|s a',
  // United Kingdom, Ireland, United States, Canada, Australia
  'ltd|limited|llp|l l p|plc|p l c|inc|incorporated|llc|l l c|cic|c i c|cio|lp|corp|corporation|pllc|pty ltd|pty|dac|clg|limited partnership|co ltd|company limited|pc|p c|co|company',
  // Neighbours
  'b v|n v|oy|oyj|ab|as|a s|aps|a s|sp z o o|spolka z o o|s r o|sro|d o o|doo|kft|zrt|eood|ood|lda|unipessoal lda|sp j|sp k',
];

/** Forms that are ordinary words or abbreviations as well and need a capitalised name directly before them. */
const WEAK = new Set(
  'se as ab ag sa co sal pc ei sem sac cb coop company corporation limited anstalt stiftung limitada aps ets s_c p_c a_c a_s c_b eg ek ev lp eu og ug spl spa coop stp ood nv bv'
    .split(' ')
    .map((form) => form.replaceAll('_', ' ')),
);
/** Forms that count only as they are written in capitals, because in small letters they are words. */
const CAPITALS_ONLY = new Set('se as ab ag sa sal pc ei sem sac cb co spa og eu ug nv bv sci cic earl gie'.split(' '));

export interface LegalForm {
  /** Last token of the form, inclusive. */
  readonly last: number;
  readonly weak: boolean;
}

interface Node {
  readonly next: Map<string, Node>;
  form: string | undefined;
}

function build(): Node {
  const root: Node = { next: new Map(), form: undefined };
  for (const form of FORMS.join('|').split('|')) {
    let node = root;
    for (const word of form.split(' ')) {
      let child = node.next.get(fold(word));
      if (child === undefined) node.next.set(fold(word), (child = { next: new Map(), form: undefined }));
      node = child;
    }
    node.form = form;
  }
  return root;
}

const ROOT = build();
const SKIPPED = new Set(['.', '(', ')']);

/** The legal form that begins at token `index`; undefined when none does. The longest one wins. */
export function readLegalForm({ tokens, folded, text }: TextView, index: number): LegalForm | undefined {
  let node: Node | undefined = ROOT;
  let best: LegalForm | undefined;
  for (let at = index; at < tokens.length && at < index + 14; at += 1) {
    const token = tokens[at]!;
    if (token.kind === 'break') break;
    if (SKIPPED.has(token.text) && at > index) continue;
    node = node.next.get(folded[at]!);
    if (node === undefined) break;
    if (node.form === undefined) continue;
    const written = text.slice(tokens[index]!.start, token.end);
    if (CAPITALS_ONLY.has(node.form) && written !== written.toUpperCase()) continue;
    if (!written.includes('.') && written.length > 1 && written === written.toLowerCase() && WEAK.has(node.form))
      continue;
    const closes = tokens[at + 1];
    const isStop = closes?.text === '.' && node.form.includes(' ') && closes.start === token.end;
    const isBracket = closes?.text === ')' && written.includes('(');
    best = { last: isStop || isBracket ? at + 1 : at, weak: WEAK.has(node.form) };
  }
  return best;
}
