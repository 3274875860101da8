import type { Sweeper } from '../sweep/createSweeper.ts';
import { reachable, type PdfDocument } from './syntax/document.ts';
import { decodeText, encodeText } from './syntax/text.ts';
import { isDict, isKind, nameOf, type PdfArray, type PdfDict, type PdfValue } from './syntax/values.ts';

/** Dictionaries whose keys are names that the maker of a file has chosen. */
const CATEGORIES = Object.freeze([
  'Font',
  'XObject',
  'ExtGState',
  'ColorSpace',
  'Pattern',
  'Shading',
  'Properties',
  'RoleMap',
  'ClassMap',
  // Appearances of a button by the values it can have.
  'N',
]);

/** Entries that are names of fonts. */
const FONT_NAMES = Object.freeze(['BaseFont', 'FontName', 'CMapName']);
/** Colour spaces that name inks (ISO 32000-2, 8.6.6.4, 8.6.6.5). */
const INKS: ReadonlySet<string> = new Set(['Separation', 'DeviceN']);

/**
 * Names that carry forbidden values (styles of a word processor become names of structure types), with others that stand in for them.
 * @param inFonts - for names of fonts, which may sound like people
 */
export function carryingNames(document: PdfDocument, sweeper: Sweeper, inFonts: Sweeper): Map<string, string> {
  const names = new Map<string, string>();
  const add = (name: PdfValue | undefined, by: Sweeper) => {
    if (!isKind(name ?? null, 'name')) return;
    const { name: key } = name as Extract<PdfValue, { kind: 'name' }>;
    if (!names.has(key) && by.leaksText(readable(key))) names.set(key, `Name${names.size + 1}`);
  };
  for (const value of reachable(document).order) {
    forEachArray(value, (array) => {
      const [kind, inks] = array;
      if (!isKind(kind ?? null, 'name') || !INKS.has((kind as Extract<PdfValue, { kind: 'name' }>).name)) return;
      const list = document.resolve(inks);
      for (const ink of Array.isArray(list) ? list : [list]) add(ink, sweeper);
    });
    forEachDict(value, (dict) => {
      for (const key of FONT_NAMES) add(document.resolve(dict.get(key)), inFonts);
      for (const category of CATEGORIES) {
        for (const key of document.dict(dict.get(category))?.keys() ?? []) {
          add(nameOf(key), sweeper);
        }
      }
    });
  }
  return names;
}

/** Names are UTF-8 by convention. */
function readable(name: string): string {
  return Buffer.from(name, 'latin1').toString('utf8').normalize('NFC');
}

/** Replaces names everywhere but in the content of pages. */
export function renameAll(document: PdfDocument, names: ReadonlyMap<string, string>): void {
  if (names.size === 0) return;
  const renamed = (value: PdfValue): PdfValue => {
    if (isKind(value, 'name')) return names.has(value.name) ? nameOf(names.get(value.name)!) : value;
    return Array.isArray(value) ? value.map(renamed) : value;
  };
  for (const value of reachable(document).order) {
    forEachDict(value, (dict) => {
      for (const [key, entry] of [...dict]) {
        dict.delete(key);
        dict.set(names.get(key) ?? key, renamed(entry));
      }
    });
  }
}

/** Replaces forbidden values in all strings that are no text of the document: default appearances, field names, … */
export function sweepStrings(document: PdfDocument, sweeper: Sweeper): void {
  const swept = (value: PdfValue): PdfValue => {
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        value[index] = swept(item);
      });
      return value;
    }
    if (!isKind(value, 'string')) return value;
    const text = decodeText(value);
    const edits = sweeper.extend(text, []);
    if (edits.length === 0) return value;
    let result = '';
    let at = 0;
    for (const { start, end, text: replacement } of edits) {
      result += text.slice(at, start) + replacement;
      at = end;
    }
    return encodeText(result + text.slice(at));
  };
  for (const [id, value] of document.objects) document.objects.set(id, swept(value));
  for (const value of reachable(document).order) {
    forEachDict(value, (dict) => {
      for (const [key, entry] of dict) dict.set(key, swept(entry));
    });
  }
}

function forEachDict(value: PdfValue, visit: (dict: PdfDict) => void): void {
  if (Array.isArray(value)) for (const item of value) forEachDict(item, visit);
  const dict = isKind(value, 'stream') ? value.dict : isDict(value) ? value : null;
  if (dict === null) return;
  visit(dict);
  for (const item of dict.values()) forEachDict(item, visit);
}

function forEachArray(value: PdfValue, visit: (array: PdfArray) => void): void {
  if (Array.isArray(value)) {
    visit(value);
    for (const item of value) forEachArray(item, visit);
  }
  const dict = isKind(value, 'stream') ? value.dict : isDict(value) ? value : null;
  for (const item of dict?.values() ?? []) forEachArray(item, visit);
}
