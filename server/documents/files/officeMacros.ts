import type { CompoundFile } from '../compound/openCompound.ts';

/** Storages and streams of VBA projects (MS-OVBA 2.2.1, MS-XLS 2.1.7.15, MS-DOC 2.1.9). */
const VBA_NAMES = /^(?:_VBA_PROJECT.*|VBA|Macros)$/i;
/** BIFF8 (MS-XLS): a sheet of the workbook, and its kind for Excel 4.0 macros (2.4.28). */
const BOUND_SHEET = 0x0085;
const MACRO_SHEET = 1;
const RECORD_HEADER_BYTES = 4;
/** MS-PPT 2.4.10 and 2.4.11: headers of VBAInfoContainer and the VBAInfoAtom in it; after a reference of four bytes follows whether there are macros. */
const VBA_INFO = Buffer.from('1f00ff0314000000020000040c000000', 'hex');
const HAS_MACROS_AT = VBA_INFO.length + 4;

/** Content types of macros and of documents that may carry them, in lower case (MS-OFFMACRO2, ECMA-376 part 1, 12.3.22 and 18.17). */
const MACRO_CONTENT_TYPES = /vbaproject|macroenabled|macrosheet/;

/** True when a compound file of Word, Excel or PowerPoint carries macros. */
export function hasMacros(file: CompoundFile): boolean {
  if (file.names.some((name) => VBA_NAMES.test(name))) return true;
  const workbook = file.read('Workbook') ?? file.read('Book');
  if (workbook !== null && hasMacroSheet(workbook)) return true;
  const slides = file.read('PowerPoint Document');
  return slides !== null && saysItHasMacros(slides);
}

/** True when an Office Open XML package declares macros. */
export function declaresMacros(contentTypes: ReadonlySet<string>, names: ReadonlySet<string>): boolean {
  return (
    [...contentTypes].some((type) => MACRO_CONTENT_TYPES.test(type)) ||
    [...names].some((name) => /(?:^|\/)(?:vbaProject\.bin$|macrosheets\/.)/i.test(name))
  );
}

function hasMacroSheet(workbook: Buffer): boolean {
  for (let at = 0; at + RECORD_HEADER_BYTES <= workbook.length;) {
    const type = workbook.readUInt16LE(at);
    const size = workbook.readUInt16LE(at + 2);
    const kindAt = at + RECORD_HEADER_BYTES + 5;
    if (type === BOUND_SHEET && kindAt < workbook.length && workbook[kindAt] === MACRO_SHEET) return true;
    at += RECORD_HEADER_BYTES + size;
  }
  return false;
}

function saysItHasMacros(slides: Buffer): boolean {
  for (let at = slides.indexOf(VBA_INFO); at >= 0; at = slides.indexOf(VBA_INFO, at + 1)) {
    if (at + HAS_MACROS_AT + 4 <= slides.length && slides.readUInt32LE(at + HAS_MACROS_AT) !== 0) return true;
  }
  return false;
}
