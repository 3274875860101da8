import { AppError } from '../../core/errors.ts';
import { openDirectory } from '../compound/directory.ts';
import { ENTRY } from '../compound/layout.ts';
import { documentError } from '../failures.ts';

/** Name by which an OLE compound file (MS-CFB) shows that it holds an encrypted OOXML package (MS-OFFCRYPTO 2.3.4.4). */
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');
/** Streams by which compound files show themselves: messages (MS-OXMSG 2.4), and documents of Office 97 in which messages may lie. */
const MESSAGE = '__properties_version1.0';
const OFFICE_97 = /^(?:WordDocument|Workbook|Book|PowerPoint Document)$/;

/**
 * What a compound file is: a message of Outlook.
 * @throws AppError PASSWORD_PROTECTED for encrypted documents, UNSUPPORTED_TYPE for all others: the formats of Office 97 are not read
 */
export function compoundFormat(bytes: Uint8Array): 'msg' {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names = streamNames(bytes);
  if (names.has(MESSAGE) && ![...names].some((name) => OFFICE_97.test(name))) return 'msg';
  throw documentError(buffer.includes(ENCRYPTED_PACKAGE) ? 'PASSWORD_PROTECTED' : 'UNSUPPORTED_TYPE');
}

/** None where the file is damaged. */
function streamNames(bytes: Uint8Array): ReadonlySet<string> {
  try {
    const { entries } = openDirectory(bytes);
    return new Set(entries.filter(({ type }) => type === ENTRY.stream).map(({ name }) => name));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'UNREADABLE_FILE') throw error;
    return new Set();
  }
}
