import { basename, extname, isAbsolute } from 'node:path';
import { READABLE_ENDINGS } from '../../server/contract/formats.ts';

/** Kinds of documents the app can be opened with. */
const DOCUMENT_EXTENSIONS: ReadonlySet<string> = new Set(READABLE_ENDINGS.map((ending) => `.${ending}`));

/** Paths of documents among the arguments of a start or of a second instance; switches and the program itself are left out. */
export function documentArguments(argv: readonly string[]): string[] {
  return argv
    .slice(1)
    .filter((argument) => !argument.startsWith('-') && isAbsolute(argument))
    .filter((argument) => DOCUMENT_EXTENSIONS.has(extname(argument).toLowerCase()));
}

/** First deep link among the arguments. */
export function linkArgument(argv: readonly string[]): string | null {
  return argv.find((argument) => argument.startsWith('deckname://')) ?? null;
}

/** What reading an opened document needs of the file system. */
export interface FileReader {
  sizeBytes(path: string): Promise<number>;
  read(path: string): Promise<Uint8Array>;
}

/**
 * Documents that wait for the page. Only their paths are kept until the page asks; what cannot be read or is over the limit is skipped, because
 * a file dropped on the icon may be gone by then.
 */
export function createOpenedFiles(reader: FileReader, maxBytes: number) {
  let waiting: string[] = [];
  return {
    add(paths: readonly string[]): boolean {
      waiting.push(...paths);
      return paths.length > 0;
    },
    /** Reads and forgets what waits. */
    async take(): Promise<{ name: string; bytes: Uint8Array }[]> {
      const paths = waiting;
      waiting = [];
      const files = await Promise.all(
        paths.map(async (path) => {
          try {
            if ((await reader.sizeBytes(path)) > maxBytes) return null;
            return { name: basename(path), bytes: await reader.read(path) };
          } catch {
            return null;
          }
        }),
      );
      return files.filter((file) => file !== null);
    },
  };
}
export type OpenedFiles = ReturnType<typeof createOpenedFiles>;
