import { AppError } from '../../../core/errors.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { emptyStorage } from '../../compound/storage.ts';
import { writeStorages } from '../../compound/write.ts';
import type { OfficePackage } from './officePackage.ts';
import type { ScanContext, ScannedPackage } from './scan.ts';

/** Reasons for which an embedded document cannot be looked into. Suspicious sizes refuse the whole document. */
const CLOSED: ReadonlySet<ErrorCode> = new Set(['UNREADABLE_FILE', 'UNSUPPORTED_TYPE', 'PASSWORD_PROTECTED']);
const ZIP_SIGNATURE = 'PK\u0003\u0004';
/** A zip file without entries (APPNOTE.TXT 6.3.10, 4.3.16). */
const EMPTY_ZIP = Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), Buffer.alloc(18)]);

/** A document inside a document. */
export interface Embedded {
  readonly name: string;
  readonly scanned: ScannedPackage;
}

/** Reads an embedded package; null where it cannot be read: when anonymizing, its content is emptied and reported. */
export async function readEmbedded(pkg: OfficePackage, name: string, context: ScanContext): Promise<Embedded | null> {
  const bytes = await pkg.bytes(name);
  const isZip = Buffer.from(bytes.subarray(0, 4)).toString('latin1') === ZIP_SIGNATURE;
  const scanned = isZip ? await open(bytes, context) : null;
  if (scanned !== null) return { name, scanned };
  if (context.sweeper !== null) {
    pkg.replace(name, isZip ? EMPTY_ZIP : writeStorages(emptyStorage()));
    context.report.removed('embedded_object');
  }
  return null;
}

async function open(bytes: Uint8Array, context: ScanContext): Promise<ScannedPackage | null> {
  try {
    return await context.openEmbedded(bytes, { ...context, depth: context.depth + 1 });
  } catch (error) {
    if (error instanceof AppError && CLOSED.has(error.code)) return null;
    throw error;
  }
}

/** Writes embedded packages back and tells whether it wrote any. Without changes they keep their bytes, unless they are cleaned. */
export async function writeEmbedded(
  pkg: OfficePackage,
  list: readonly Embedded[],
  { sweeper }: ScanContext,
): Promise<boolean> {
  let wrote = false;
  for (const { name, scanned } of list) {
    const isChanged = await scanned.finish();
    if (sweeper === null && !isChanged) continue;
    pkg.replace(name, await scanned.write());
    wrote = true;
  }
  return wrote;
}
