import { documentError } from '../../failures.ts';
import type { Report } from '../report.ts';
import { createSourceText, type SourceText, type SourceUnit } from '../source/sourceText.ts';
import { createEdits, type Edits } from '../text/edits.ts';
import type { CleanedKind, TextPlace } from '../types.ts';
import { decoderOf } from '../text/codePages.ts';
import { isGivenName } from '../text/styleWords.ts';
import { rtfTokens } from './tokens.ts';
import { BREAKS, CHARACTERS, destination, pageOfCharset, type Destination } from './destinations.ts';
import { createPictureCollector, type PictureCollector, type RtfPicture } from './pictures.ts';
import { gap, nameAt, wordsAt } from './write.ts';

const MOST_DEPTH = 1_000;
/** Kinds that go because nobody has looked into them. */
const UNREAD: ReadonlySet<CleanedKind> = new Set(['embedded_object']);

interface Group {
  readonly start: number;
  destination: Destination;
  place: TextPlace['part'];
  flow: Flow;
  /** Characters that follow `\u` for programs without Unicode. */
  fallback: number;
  font: number | null;
  deleted: boolean;
  optional: boolean;
  begun: boolean;
  /** Of the group that is a picture; null in groups inside of it. */
  picture: PictureCollector | null;
}

/** A stream of text: the body, a note, a header. */
interface Flow {
  readonly place: TextPlace['part'];
  readonly units: Unit[];
  /** A name in a table, in which there are no groups. */
  readonly isName?: true;
}
type Unit = SourceUnit & { readonly separates: boolean };

export interface ScannedRtf {
  readonly placed: SourceText;
  readonly edits: Edits;
  /** Those that can be looked into, in the order of the source. */
  readonly pictures: readonly RtfPicture[];
  /** Names of fonts, one on each line. */
  readonly fonts: SourceText;
  /** Names that programs give to styles, one on each line: no text, but a word of one may be a value. */
  readonly givenNames: SourceText;
}

/**
 * Reads RTF: its text with where it stands, and what is to be cleaned.
 * @param report - null where nothing is cleaned
 * @param everything - reads tables and unknown groups as text too, to look for what is left
 */
export function scanRtf(source: string, report: Report | null, everything = false): ScannedRtf {
  const edits = createEdits();
  const body: Flow = { place: { kind: 'body' }, units: [] };
  const flows: Flow[] = [body];
  const pictures: RtfPicture[] = [];
  const names = { styles: [] as Unit[], fonts: [] as Unit[] };
  const fonts = new Map<number, number>();
  const decoders = new Map<number, ReturnType<typeof decoderOf>>();
  let page = 1252;
  let definedFont: number | null = null;
  let skipped = 0;
  /** Bytes of a character that is not complete. */
  const pending: { values: number[]; start: number } = { values: [], start: 0 };
  const stack: Group[] = [];
  let group: Group = {
    ...{ start: 0, destination: { do: 'text', kind: 'body' }, place: body.place, flow: body, fallback: 1, font: null },
    ...{ deleted: false, optional: false, begun: true, picture: null },
  };

  const reads = () => everything || group.destination.do === 'text';
  /** Where the text of the group goes; null: it is none. */
  const target = (): Unit[] | null => {
    const { destination: where, flow } = group;
    if (where.do === 'names') return names[where.of];
    return reads() ? flow.units : null;
  };
  const isDeleted = () => group.deleted && !everything;
  const removeDeleted = (start: number, end: number) => {
    if (report !== null) edits.replace(start, end, gap(source, start));
  };
  function add(text: string, start: number, end: number, separates = false): void {
    const units = target();
    if (skipped > 0 && !separates) {
      // The fallback of a character belongs to it.
      const last = units?.at(-1);
      const length = Math.min(skipped, text.length);
      skipped -= length;
      const until = text.length === end - start ? start + length : end;
      if (isDeleted()) removeDeleted(start, until);
      else if (units !== null && last !== undefined) units[units.length - 1] = { ...last, end: until };
      if (length < text.length) add(text.slice(length), until, end);
      return;
    }
    if (units === null || text === '') return;
    // What somebody deleted with changes tracked is never text, so that offsets are the same for every purpose.
    if (isDeleted() && !separates) {
      removeDeleted(start, end);
      report?.cleaned('tracked_changes');
    } else units.push({ text, start, end, separates });
  }
  function decoder(): ReturnType<typeof decoderOf> {
    const wanted = group.font === null ? page : (fonts.get(group.font) ?? page);
    const known = decoders.get(wanted) ?? decoderOf(wanted);
    decoders.set(wanted, known);
    return known;
  }
  function addByte(value: number, start: number, end: number): void {
    if (pending.values.length === 0) pending.start = start;
    pending.values.push(value);
    let text = '\ufffd';
    try {
      text = decoder()(Uint8Array.from(pending.values));
    } catch {
      // The first byte of a character of several, of which none has more than four.
      if (pending.values.length < 4) return;
    }
    pending.values = [];
    add(text, pending.start, end);
  }
  function enter(word: string): void {
    const wanted = destination(word, group.optional);
    group.begun = true;
    if (wanted === null || group.destination.do === 'remove') return;
    if (wanted.do === 'text' && (group.destination.do === 'text' || group.destination.do === 'picture')) {
      group.place = { kind: wanted.kind };
      group.flow = { place: group.place, units: [] };
      flows.push(group.flow);
    }
    group.destination = wanted;
    if (wanted.do === 'picture') group.picture = createPictureCollector(source);
  }
  function leave(end: number): void {
    const parent = stack.at(-1)!;
    const { destination: left, start, picture } = group;
    const found = picture?.finish() ?? null;
    if (found !== null) pictures.push(found);
    if (report === null || left === parent.destination) return;
    if (left.do === 'remove') {
      edits.replace(start, end, '{}');
      if (UNREAD.has(left.kind)) report.removed(left.kind);
      else report.cleaned(left.kind);
    } else if (picture !== null && found === null) {
      edits.replace(start, end, '{}');
      report.removed('image_text');
    }
  }
  function word(name: string, value: number | null, start: number, end: number): void {
    if (!group.begun) enter(name);
    const character = CHARACTERS.get(name);
    const separator = BREAKS.get(name);
    if (name !== 'u') skipped = 0;
    if (character !== undefined) add(character, start, end);
    else if (separator !== undefined) add(separator, start, end, true);
    else if (name === 'u' && value !== null) {
      skipped = 0;
      add(String.fromCharCode(value & 0xffff), start, end);
      skipped = group.fallback;
    } else if (name === 'uc' && value !== null) group.fallback = Math.max(0, Math.min(value, 16));
    else if (name === 'ansicpg' && value !== null) page = value;
    else if (name === 'mac') page = 10000;
    else if (name === 'deleted') group.deleted = value !== 0;
    else if (name === 'plain') group.deleted = false;
    else if (name === 'f' && value !== null) {
      group.font = value;
      definedFont = value;
    } else if (name === 'fcharset' && value !== null && definedFont !== null) {
      const known = pageOfCharset(value);
      if (known !== null && group.destination.do === 'names') fonts.set(definedFont, known);
    }
  }
  function symbol(sign: string, start: number, end: number): void {
    if (sign === '*') group.optional = true;
    else if (sign === '~') add('\u00a0', start, end);
    else if (sign === '_') add('-', start, end);
    else if (sign === '\n' || sign === '\r') add('\n', start, end, true);
    else if (sign === '\\' || sign === '{' || sign === '}') add(sign, start, end);
  }

  let at = 0;
  for (const token of rtfTokens(source)) {
    const { kind, name, value, start, end } = token;
    at = end;
    if (kind !== 'byte' && kind !== 'text') pending.values = [];
    if (kind === 'open') {
      stack.push(group);
      if (stack.length > MOST_DEPTH) throw documentError('UNREADABLE_FILE');
      group.picture?.group();
      group = { ...group, start, optional: false, begun: false, picture: null };
      skipped = 0;
    } else if (kind === 'close') {
      if (stack.length === 0) break;
      leave(end);
      group = stack.pop()!;
      skipped = 0;
      // What follows the document is none of it.
      if (stack.length === 0) break;
    } else if (kind === 'text' && group.picture !== null) group.picture.digits(token);
    else if (kind === 'word') {
      group.picture?.word(token);
      word(name, value, start, end);
    } else if (kind === 'byte') addByte(value!, start, end);
    else if (kind === 'symbol') symbol(name, start, end);
    else if (kind === 'text') {
      group.begun = true;
      const text = source.slice(start, end);
      // Bytes above ASCII that are not escaped, as some programs write them.
      if (/^[\x00-\x7F]*$/.test(text) && pending.values.length === 0) add(text, start, end);
      else
        for (let index = 0; index < text.length; index += 1)
          addByte(text.charCodeAt(index), start + index, start + index + 1);
    }
  }
  if (report !== null && source.slice(at).trim() !== '') {
    edits.remove(at, source.length);
    report.cleaned('hidden_content');
  }
  const fontNames = namesOf(names.fonts);
  const styleNames = namesOf(names.styles);
  // Names that programs give tell nothing.
  const read = everything ? [...styleNames, ...fontNames] : styleNames.filter(isOwnName);
  for (const name of read) flows.push(nameFlow(name));
  const given = styleNames.filter((name) => !isOwnName(name));
  return {
    ...{ placed: join(source, flows), edits, pictures },
    ...{ fonts: joinNames(source, fontNames), givenNames: joinNames(source, given) },
  };
}

const joinNames = (source: string, names: readonly Unit[][]): SourceText => join(source, names.map(nameFlow));

const nameFlow = (units: readonly Unit[]): Flow => ({
  ...{ place: { kind: 'property' }, units: [...units], isName: true },
});

/** Names that end with semicolons. */
function namesOf(units: readonly Unit[]): Unit[][] {
  const found: Unit[][] = [[]];
  for (const unit of units) {
    const exact = unit.text.length === unit.end - unit.start;
    let at = 0;
    for (const { 0: text, index } of unit.text.matchAll(/[^;]+/g)) {
      for (let sign = at; sign < index; sign += 1) found.push([]);
      found
        .at(-1)!
        .push(exact ? { ...unit, text, start: unit.start + index, end: unit.start + index + text.length } : unit);
      at = index + text.length;
    }
    for (let sign = at; sign < unit.text.length; sign += 1) found.push([]);
  }
  return found.filter((name) => name.length > 0);
}

const isOwnName = (name: readonly Unit[]): boolean => !isGivenName(name.map(({ text }) => text).join(''));

function join(source: string, flows: readonly Flow[]): SourceText {
  const text = createSourceText();
  for (const { place, units, isName } of flows) {
    // Measures of shapes.
    if (place.kind === 'property' && units.every((unit) => /^[\d;(),.\s-]*$/.test(unit.text))) continue;
    text.part(place);
    const first = units.findIndex(({ separates }) => !separates);
    const last = units.findLastIndex(({ separates }) => !separates);
    for (let index = Math.max(0, first); index <= last; index += 1) {
      const unit = units[index]!;
      if (unit.separates) text.separator(unit.text);
      else text.unit(unit, (value) => (isName ? nameAt : wordsAt)(source, unit.start, value));
    }
  }
  return text.finish();
}
