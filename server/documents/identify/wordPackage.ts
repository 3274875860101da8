import { documentError } from '../failures.ts';
import { attribute, decodeXml, parseXml } from '../package/xml.ts';
import { openZip, type ZipPackage } from '../package/zip.ts';

const CONTENT_TYPES_PART = '[Content_Types].xml';
const CONTENT_TYPES_BYTES = 1024 * 1024;
const WORD_MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const MACROS = 'application/vnd.ms-office.vbaproject';

/** ECMA-376 part 2: the content types a package declares, in lower case. Throws AppError UNREADABLE_FILE. */
export async function contentTypes(zip: ZipPackage): Promise<ReadonlySet<string>> {
  const part = await zip.read(CONTENT_TYPES_PART, CONTENT_TYPES_BYTES);
  const types = new Set<string>();
  if (part === null) return types;
  parseXml(decodeXml(part), {
    open(tag) {
      const type = tag.local === 'Override' || tag.local === 'Default' ? attribute(tag, 'ContentType') : undefined;
      if (type !== undefined) types.add(type.toLowerCase());
    },
  });
  return types;
}

/**
 * True when a zip file is a Word document without macros; other packages (spreadsheets, presentations, OpenDocument, templates, Java archives, plain
 * zip files) are false. Throws AppError UNREADABLE_FILE, PASSWORD_PROTECTED or ZIP_RATIO_SUSPICIOUS.
 */
export async function isWordPackage(bytes: Uint8Array): Promise<boolean> {
  const zip = await openZip(bytes);
  const types = await contentTypes(zip);
  const macros = types.has(MACROS) || [...zip.names].some((name) => /(^|\/)vbaProject\.bin$/i.test(name));
  return types.has(WORD_MAIN) && !macros;
}

/** Name by which an OLE compound file (MS-CFB) shows that it holds an encrypted OOXML package (MS-OFFCRYPTO 2.3.4.4). */
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

/** Throws the error for an OLE compound file: encrypted OOXML, or one of the binary formats of Office 97, which are not read. */
export function refuseCompoundFile(bytes: Uint8Array): never {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  throw documentError(buffer.includes(ENCRYPTED_PACKAGE) ? 'PASSWORD_PROTECTED' : 'UNSUPPORTED_TYPE');
}
