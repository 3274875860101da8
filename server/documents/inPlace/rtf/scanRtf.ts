import { documentError } from '../../failures.ts';
import type { Report } from '../package/scan.ts';
import { createSourceText, type SourceText, type SourceUnit } from '../source/sourceText.ts';
import { createEdits, type Edits } from '../text/edits.ts';
import type { CleanedKind, TextPlace } from '../types.ts';
import { decoderOf } from '../text/codePages.ts';
import { rtfTokens } from './tokens.ts';
import { BREAKS, CHARACTERS, destination, pageOfCharset, type Destination } from './destinations.ts';

const MOST_DEPTH = 1_000;
/** Kinds that go because nobody has looked into them. */
const UNREAD: ReadonlySet<CleanedKind> = new Set(['embedded_object', 'image_text']);

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
}

/** A stream of text: the body, a note, a header. */
interface Flow {
  readonly place: TextPlace['part'];
  readonly units: (SourceUnit & { readonly separates: boolean })[];
}

export interface ScannedRtf {
  readonly placed: SourceText;
  readonly edits: Edits;
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
    ...{ deleted: false, optional: false, begun: true },
  };

  const reads = () => everything || group.destination.do === 'text';
  const isDeleted = () => group.deleted && !everything;
  const removeDeleted = (start: number, end: number) => {
    if (report !== null) edits.replace(start, end, gap(source, start));
  };
  function add(text: string, start: number, end: number, separates = false): void {
    if (skipped > 0 && !separates) {
      // The fallback of a character belongs to it.
      const last = group.flow.units.at(-1);
      const length = Math.min(skipped, text.length);
      skipped -= length;
      const until = text.length === end - start ? start + length : end;
      if (isDeleted()) removeDeleted(start, until);
      else if (last !== undefined && reads()) group.flow.units[group.flow.units.length - 1] = { ...last, end: until };
      if (length < text.length) add(text.slice(length), until, end);
      return;
    }
    if (!reads() || text === '') return;
    // What somebody deleted with changes tracked is never text, so that offsets are the same for every purpose.
    if (isDeleted() && !separates) {
      removeDeleted(start, end);
      report?.cleaned('tracked_changes');
    } else group.flow.units.push({ text, start, end, separates });
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
    if (wanted.do === 'text' && group.destination.do === 'text') {
      group.place = { kind: wanted.kind };
      group.flow = { place: group.place, units: [] };
      flows.push(group.flow);
    }
    group.destination = wanted;
  }
  function leave(end: number): void {
    const parent = stack.at(-1)!;
    const { destination: left, start } = group;
    if (report !== null && left !== parent.destination) {
      if (left.do === 'remove') {
        edits.replace(start, end, '{}');
        if (UNREAD.has(left.kind)) report.removed(left.kind);
        else report.cleaned(left.kind);
      }
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
      if (known !== null && !reads()) fonts.set(definedFont, known);
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
  for (const { kind, name, value, start, end } of rtfTokens(source)) {
    at = end;
    if (kind !== 'byte' && kind !== 'text') pending.values = [];
    if (kind === 'open') {
      stack.push(group);
      if (stack.length > MOST_DEPTH) throw documentError('UNREADABLE_FILE');
      group = { ...group, start, optional: false, begun: false };
      skipped = 0;
    } else if (kind === 'close') {
      if (stack.length === 0) break;
      leave(end);
      group = stack.pop()!;
      skipped = 0;
      // What follows the document is none of it.
      if (stack.length === 0) break;
    } else if (kind === 'word') word(name, value, start, end);
    else if (kind === 'byte') addByte(value!, start, end);
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
  return { placed: join(source, flows), edits };
}

/** RTF ends a control word where something else begins: nothing may come to stand behind one that would be read as part of it. */
const gap = (source: string, start: number): string => (/[A-Za-z0-9-]/.test(source[start - 1] ?? '') ? '{}' : '');

function join(source: string, flows: readonly Flow[]): SourceText {
  const text = createSourceText();
  for (const { place, units } of flows) {
    // Measures of shapes.
    if (place.kind === 'property' && units.every((unit) => /^[\d;(),.\s-]*$/.test(unit.text))) continue;
    text.part(place);
    const first = units.findIndex(({ separates }) => !separates);
    const last = units.findLastIndex(({ separates }) => !separates);
    for (let index = Math.max(0, first); index <= last; index += 1) {
      const unit = units[index]!;
      if (unit.separates) text.separator(unit.text);
      else text.unit(unit, (value) => (value === '' ? gap(source, unit.start) : `{${escapeRtf(value)}}`));
    }
  }
  return text.finish();
}

const escapeRtf = (value: string): string =>
  value
    .replace(/[\\{}]/g, String.raw`\$&`)
    .replace(/\r\n|\r|\n/g, String.raw`\line `)
    .replaceAll('\t', String.raw`\tab `)
    .replace(/[^\x20-\x7E]/g, (character) => `{\\uc1\\u${String((character.charCodeAt(0) << 16) >> 16)} ?}`);
