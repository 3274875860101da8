import { LIMITS } from '../../../contract/limits.ts';
import { AppError } from '../../../core/errors.ts';
import type { Archive } from '../../../documents/types.ts';
import type { UploadedFile } from '../../../http/types.ts';

/** A file of a batch that has yet to be unpacked. */
export interface BatchInput {
  /** With its folders, where they are known. */
  readonly name: string;
  /** @throws AppError for a file that cannot be taken */
  readonly read: () => Promise<UploadedFile>;
}

/**
 * The files of a request: those that were sent, or those in the one ZIP that was sent.
 * @param paths - where the files lie in a folder, in their order
 * @throws AppError FILE_MISSING, TOO_MANY_FILES, and what opening a ZIP throws
 */
export async function batchInputs(
  files: readonly UploadedFile[],
  paths: readonly string[] | undefined,
  openArchive: (bytes: Uint8Array) => Promise<Archive | null>,
): Promise<BatchInput[]> {
  const [first] = files;
  const archive = first !== undefined && files.length === 1 ? await openArchive(first.bytes) : null;
  const inputs =
    archive === null
      ? files.map((file, index) => sentFile(file, paths?.[index]))
      : archive.names.map((name) => packedFile(archive, name));
  if (inputs.length === 0) throw new AppError('FILE_MISSING', 'There are no files, as field "files" of the form.');
  if (inputs.length > LIMITS.batchFiles) {
    throw new AppError('TOO_MANY_FILES', 'There are too many files.', { details: { maxFiles: LIMITS.batchFiles } });
  }
  return inputs;
}

function sentFile(file: UploadedFile, path: string | undefined): BatchInput {
  return {
    name: cleanPath(path ?? file.name),
    read() {
      if (file.bytes.byteLength <= LIMITS.fileBytes) return Promise.resolve(file);
      return Promise.reject(new AppError('FILE_TOO_LARGE', 'The file is too large.'));
    },
  };
}

function packedFile(archive: Archive, name: string): BatchInput {
  return {
    name: cleanPath(name),
    read: async () => ({ name, bytes: await archive.read(name, LIMITS.fileBytes) }),
  };
}

/** A path without control characters, cut at its beginning: its end tells files apart. */
function cleanPath(path: string): string {
  return path
    .replace(/\p{C}+/gu, '')
    .slice(-LIMITS.filenameCharacters)
    .toWellFormed();
}
