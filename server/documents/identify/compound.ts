import { documentError } from '../failures.ts';

/** Name by which an OLE compound file (MS-CFB) shows that it holds an encrypted OOXML package (MS-OFFCRYPTO 2.3.4.4). */
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

/** Throws the error for an OLE compound file: encrypted OOXML, or one of the binary formats of Office 97, which are not read. */
export function refuseCompoundFile(bytes: Uint8Array): never {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  throw documentError(buffer.includes(ENCRYPTED_PACKAGE) ? 'PASSWORD_PROTECTED' : 'UNSUPPORTED_TYPE');
}
