import { countCharactersInTurns } from '../../../contract/characters.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Database } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { ContentPrecondition } from '../../../http/entityTags.ts';
import type { Principal } from '../../../http/types.ts';
import type { Access } from '../access/access.ts';
import type { Objects } from '../content/objects.ts';
import { etagOf, revisionConflict } from '../content/revisions.ts';
import type { ContentWriter } from '../content/writer.ts';
import type { NodeRow } from '../storage/nodes.ts';
import type { FileInspector, FileTexts, FileType } from '../types.ts';
import { replaceText } from './replaceText.ts';
import type { PersonalPaths } from './personal.ts';

/** The state that the caller has seen. */
export interface SeenContent {
  /** 0: no file; absent: writes blindly. */
  readonly revision?: number | undefined;
  readonly ifMatch?: ContentPrecondition | undefined;
}

/** Text files by their paths. They are stored as UTF-8, whatever they were before. */
export interface TextFiles {
  /** @throws AppError NOT_A_FILE, NOT_READABLE, FILE_TOO_LARGE, BLOB_UNAVAILABLE */
  read(node: NodeRow): Promise<string>;
  /**
   * Makes the file, with the folders above it, or replaces its content.
   * @throws AppError REVISION_CONFLICT, FORBIDDEN, NOT_A_FILE, NOT_A_FOLDER, UNSUPPORTED_TYPE, and those of ContentWriter
   */
  write(
    principal: Principal,
    segments: readonly string[],
    content: string,
    seen: SeenContent,
  ): Promise<{ readonly node: NodeRow; readonly created: boolean }>;
  /** Replaces one place, or all. @throws AppError as write; INVALID_BODY when the text is not there as often as it has to be */
  edit(
    principal: Principal,
    segments: readonly string[],
    change: { readonly from: string; readonly to: string; readonly all: boolean },
    seen: SeenContent,
  ): Promise<{ readonly node: NodeRow; readonly replacements: number }>;
}

interface Parts {
  readonly database: Database;
  readonly access: Access;
  readonly objects: Objects;
  readonly inspector: Pick<FileInspector, 'typeOfName'>;
  readonly texts: Pick<FileTexts, 'plain'>;
  readonly writer: ContentWriter;
  readonly paths: PersonalPaths;
}

/** How often a write is tried again when others changed the same place meanwhile. */
const ATTEMPTS = 5;

export function createTextFiles({ database, access, objects, inspector, texts, writer, paths }: Parts): TextFiles {
  const notAFile = (): AppError => new AppError('NOT_A_FILE', 'There is a folder at this path.');

  async function checkIsText(type: Pick<FileType, 'mimeType'>): Promise<void> {
    if ((await texts.plain(new Uint8Array(), type)) !== null) return;
    throw new AppError('UNSUPPORTED_TYPE', 'Only text files can be written as text.');
  }

  /** Runs work again when it failed because somebody else was faster. */
  async function untilAlone<T>(raced: readonly ErrorCode[], work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (attempt === ATTEMPTS || !(error instanceof AppError) || !raced.includes(error.code)) throw error;
      }
    }
  }

  const files: TextFiles = {
    async read(node) {
      if (node.file === null) throw notAFile();
      const text = await texts.plain(await objects.read(node.spaceId, node.file.contentRef), node.file);
      if (text === null) throw new AppError('NOT_READABLE', 'This file cannot be read as text.');
      if ((await countCharactersInTurns(text)) > LIMITS.textCharacters) {
        throw new AppError('FILE_TOO_LARGE', 'The text is too long to be read at once; download the file.');
      }
      return text;
    },

    write: (principal, segments, content, { revision, ifMatch }) =>
      untilAlone(['NAME_TAKEN', 'NOT_FOUND'], async () => {
        const { found, rest } = await paths.locate(database.db, principal, segments);
        const name = segments.at(-1);
        if (name === undefined || (rest.length === 0 && found?.node.type === 'folder')) throw notAFile();
        const bytes = Buffer.from(content, 'utf8');
        if (rest.length === 0 && found?.node.file) {
          await checkIsText(found.node.file);
          return { node: await writer.replace(principal, found.node.id, bytes, { revision, ifMatch }), created: false };
        }
        await checkIsText(inspector.typeOfName(name));
        ifMatch?.(null);
        if ((revision ?? 0) !== 0) throw revisionConflict(0);
        const at = {
          spaceId: principal.accountId,
          place: async (db: Parameters<PersonalPaths['folder']>[0]) =>
            (await paths.folder(db, principal, segments.slice(0, -1))).place,
        };
        return { node: await writer.create(principal, at, { name, bytes }, { onTaken: 'refuse' }), created: true };
      }),

    edit: (principal, segments, change, { revision, ifMatch }) =>
      untilAlone(revision === undefined ? ['REVISION_CONFLICT'] : [], async () => {
        const { node: seen } = await paths.existing(database.db, principal, segments);
        const { node } = await access.find(database.db, principal, seen.id, { role: 'editor', state: 'active' });
        if (node.file === null) throw notAFile();
        ifMatch?.(etagOf(node.file));
        if (revision !== undefined && revision !== node.file.revision) throw revisionConflict(node.file.revision);
        const { text, replacements } = replaceText(await files.read(node), change);
        const bytes = Buffer.from(text, 'utf8');
        return {
          node: await writer.replace(principal, node.id, bytes, { revision: node.file.revision }),
          replacements,
        };
      }),
  };
  return files;
}
