import { fileTypeFromBuffer } from 'file-type';
import type { ContentCheck } from '../../contract/formats.ts';
import { AppError } from '../../core/errors.ts';
import { parseJsonInTurns } from '../../core/json/parseInTurns.ts';
import { documentError } from '../failures.ts';
import { contentTypes } from '../identify/packageFormat.ts';
import { openZip } from '../package/zip.ts';
import { decodeTextInTurns } from '../text/decode.ts';
import { openCompound } from '../compound/openCompound.ts';
import { BLOCKED_EXTENSIONS, FILE_TYPES, type KnownType } from './fileTypes.ts';
import { declaresMacros, hasMacros } from './officeMacros.ts';

/** What a stored file is. */
export type InspectedType = Pick<KnownType, 'mimeType' | 'kind'>;

/** Tells and checks the types of files that are to be stored. */
export interface FileInspector {
  /** Type of a name alone. @throws AppError BLOCKED_TYPE, UNSUPPORTED_TYPE */
  typeOfName(name: string): InspectedType;
  /**
   * Type of a file whose content fits its name. An empty file fits every text type.
   * @param present - MIME type that the file has, which a name without a known extension keeps
   * @throws AppError BLOCKED_TYPE, UNSUPPORTED_TYPE, CONTENT_MISMATCH, ZIP_RATIO_SUSPICIOUS
   */
  inspect(bytes: Uint8Array, name: string, present?: string): Promise<InspectedType>;
  /** The kind of a picture for the web by its leading bytes; null for every other content. */
  imageOf(bytes: Uint8Array): Promise<'png' | 'jpg' | 'gif' | 'webp' | null>;
}

/** Leading bytes of programs: DOS and Windows, ELF, Mach-O and Java, Windows shortcuts. */
const PROGRAMS = Object.freeze([
  [0x4d, 0x5a],
  [0x7f, 0x45, 0x4c, 0x46],
  [0xca, 0xfe, 0xba, 0xbe],
  [0xfe, 0xed, 0xfa, 0xce],
  [0xfe, 0xed, 0xfa, 0xcf],
  [0xce, 0xfa, 0xed, 0xfe],
  [0xcf, 0xfa, 0xed, 0xfe],
  [0x4c, 0x00, 0x00, 0x00, 0x01, 0x14, 0x02, 0x00],
]);
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ZIPS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
];
/** Stream of an encrypted Office Open XML package (MS-OFFCRYPTO 2.3.4.4): whatever is in it, it is no document of Office 97. */
const ENCRYPTED_PACKAGE = 'EncryptedPackage';
/** Entry of an OpenDocument file that is encrypted as a whole: nothing of what is in it can be checked. */
const ENCRYPTED_ODF = 'encrypted-package';
const PDF_HEADER = Buffer.from('%PDF-');
const PDF_HEADER_WITHIN = 1024;
const ODF_MIMETYPE_BYTES = 200;
/** That JSON of a file may nest: no program writes more. */
const MOST_LEVELS = 5_000;
const MAX_FIRST_LINE = 256;

/** Pictures for the web, by the extension that the library file-type gives to them. */
const WEB_PICTURES: Readonly<Record<string, 'png' | 'jpg' | 'gif' | 'webp'>> = Object.freeze({
  png: 'png',
  apng: 'png',
  jpg: 'jpg',
  gif: 'gif',
  webp: 'webp',
});

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);
const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const blocked = (): AppError => new AppError('BLOCKED_TYPE', 'Programs, scripts and files with macros are not stored.');

function knownType(name: string, present?: string): KnownType {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  if (extension !== undefined && BLOCKED_EXTENSIONS.has(extension)) throw blocked();
  if (extension !== undefined && Object.hasOwn(FILE_TYPES, extension)) return FILE_TYPES[extension]!;
  const kept = Object.values(FILE_TYPES).find(({ mimeType }) => mimeType === present);
  if (kept === undefined) throw documentError('UNSUPPORTED_TYPE');
  return kept;
}

/** What may stand before the root of markup: white space, the XML declaration and other instructions, comments. */
const PROLOG = /^(?:\s+|<\?xml[^>]*>|<!--[^]*?-->)*/i;
/** Markup that a browser runs, by its root with or without a prefix, and scripts that tell themselves. */
const ACTIVE = [
  /^<!DOCTYPE\s{1,256}(?:[\w.-]{1,256}:)?(?:html|svg)\b/i,
  /^<(?:[\w.-]{1,256}:)?(?:html|svg|script|stylesheet|transform)\b/i,
  /^(?:<\?php|@echo\s{1,256}o)/i,
];

/** A script or active markup under the name of a harmless text. */
function isScript(text: string, interpreter?: RegExp): boolean {
  const [firstLine = ''] = text.slice(0, MAX_FIRST_LINE).trimStart().split('\n', 1);
  if (firstLine.startsWith('#!')) return interpreter?.test(firstLine) !== true;
  const prolog = PROLOG.exec(text)?.[0].length ?? 0;
  const start = text.slice(prolog, prolog + MAX_FIRST_LINE);
  return ACTIVE.some((pattern) => pattern.test(start));
}

async function fitsPackage(bytes: Uint8Array, mainPart: string): Promise<boolean> {
  if (!ZIPS.some((signature) => startsWith(bytes, signature))) return false;
  const zip = await openZip(bytes);
  const types = await contentTypes(zip);
  if (declaresMacros(types, zip.names)) throw blocked();
  return types.has(mainPart);
}

/** OpenDocument 1.3 part 2, 3.3: the entry `mimetype` names the type; macros lie in the folders Basic and Scripts. */
async function fitsOdf(bytes: Uint8Array, mimeType: string): Promise<boolean> {
  if (!ZIPS.some((signature) => startsWith(bytes, signature))) return false;
  const zip = await openZip(bytes);
  if (zip.names.has(ENCRYPTED_ODF)) return false;
  if ([...zip.names].some((name) => /^(?:Basic|Scripts)\/.*[^/]$/i.test(name))) throw blocked();
  return (await zip.read('mimetype', ODF_MIMETYPE_BYTES))?.toString('latin1').trim() === mimeType;
}

function fitsCompound(bytes: Uint8Array, streams: readonly string[]): boolean {
  if (!startsWith(bytes, COMPOUND)) return false;
  const file = openCompound(bytes);
  if (hasMacros(file)) throw blocked();
  return !file.names.includes(ENCRYPTED_PACKAGE) && streams.some((name) => file.names.includes(name));
}

/** Readers look for the header within the first 1,024 bytes; what stands before it must not make another file of it. */
function fitsPdf(buffer: Buffer): boolean {
  const at = buffer.subarray(0, PDF_HEADER_WITHIN).indexOf(PDF_HEADER);
  if (
    at > 0 &&
    (ZIPS.some((signature) => startsWith(buffer, signature)) || isScript(buffer.toString('latin1', 0, at)))
  ) {
    throw blocked();
  }
  return at >= 0;
}

async function fits(bytes: Uint8Array, check: ContentCheck, mimeType: string): Promise<boolean> {
  const buffer = asBuffer(bytes);
  switch (check.by) {
    case 'package':
      return fitsPackage(bytes, check.mainPart);
    case 'odf':
      return fitsOdf(bytes, mimeType);
    case 'compound':
      return fitsCompound(bytes, check.streams);
    case 'signature': {
      const found = await fileTypeFromBuffer(bytes);
      return found !== undefined && check.extensions.includes(found.ext);
    }
    case 'pdf':
      return fitsPdf(buffer);
    case 'rtf':
      return buffer.subarray(0, 5).toString('latin1') === '{\\rtf';
    case 'json':
    case 'text': {
      const text = await decodeTextInTurns(bytes);
      if (text === null) return false;
      if (isScript(text, check.by === 'text' ? check.interpreter : undefined)) throw blocked();
      return check.by === 'text' || (await isJsonObject(text));
    }
    // Files of such types are read, never stored.
    case 'archive':
    case 'message':
      return false;
  }
}

async function isJsonObject(text: string): Promise<boolean> {
  try {
    const value = await parseJsonInTurns(text, MOST_LEVELS);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

export function createFileInspector(): FileInspector {
  return {
    async imageOf(bytes) {
      const found = await fileTypeFromBuffer(bytes);
      return found !== undefined && Object.hasOwn(WEB_PICTURES, found.ext) ? WEB_PICTURES[found.ext]! : null;
    },
    typeOfName(name) {
      const { mimeType, kind } = knownType(name);
      return { mimeType, kind };
    },
    async inspect(bytes, name, present) {
      const { mimeType, kind, check } = knownType(name, present);
      const isProgram = PROGRAMS.some((signature) => startsWith(bytes, signature));
      if (isProgram && (await decodeTextInTurns(bytes)) === null) throw blocked();
      try {
        if (await fits(bytes, check, mimeType)) return { mimeType, kind };
      } catch (error) {
        // A package that cannot be opened is not what its name says.
        if (error instanceof AppError && (error.code === 'UNREADABLE_FILE' || error.code === 'PASSWORD_PROTECTED')) {
          throw documentError('CONTENT_MISMATCH', error);
        }
        throw error;
      }
      throw documentError('CONTENT_MISMATCH');
    },
  };
}
