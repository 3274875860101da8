import type { ResponseOf } from '../../../contract/endpoint.ts';
import type { fileSystem, FsBody } from '../../../contract/workspace/fs.ts';
import type { Database, Db } from '../../../core/db/types.ts';
import { AppError } from '../../../core/errors.ts';
import type { ContentPrecondition } from '../../../http/entityTags.ts';
import type { Principal } from '../../../http/types.ts';
import { type Access, notFound } from '../access/access.ts';
import type { NodeNames } from '../nodes/names.ts';
import type { Presenter } from '../nodes/presenter.ts';
import type { Renaming } from '../nodes/renaming.ts';
import type { Trash } from '../nodes/trash.ts';
import type { Tree } from '../nodes/tree.ts';
import type { NodeRow } from '../storage/nodes.ts';
import { formatPath } from './path.ts';
import type { PersonalPaths } from './personal.ts';
import type { PathReader } from './reader.ts';
import type { TextFiles } from './textFiles.ts';
import type { WorkbookFiles } from './workbookFiles.ts';

type Answer = ResponseOf<typeof fileSystem>;
type Manage = Extract<FsBody, { aktion: 'manage' }>;

/** The personal space by paths (interface 4.3, fs). */
export interface FileSystem {
  /** @param ifMatch - of the request, where it writes a content */
  run(principal: Principal, body: FsBody, ifMatch?: ContentPrecondition): Promise<Answer>;
}

interface Parts {
  readonly database: Database;
  readonly access: Access;
  readonly names: Pick<NodeNames, 'open'>;
  readonly presenter: Presenter;
  readonly tree: Tree;
  readonly trash: Trash;
  readonly renaming: Renaming;
  readonly paths: PersonalPaths;
  readonly reader: PathReader;
  readonly texts: TextFiles;
  readonly workbooks: WorkbookFiles;
}

export function createFileSystem(parts: Parts): FileSystem {
  const { database, access, names, presenter, tree, trash, renaming, paths, reader, texts, workbooks } = parts;

  /** The answer about a node as the action has left it, also when others have written since. */
  async function about(principal: Principal, aktion: FsBody['aktion'], node: NodeRow): Promise<Answer> {
    const found = { ...(await access.find(database.db, principal, node.id)), node };
    return {
      aktion,
      path: await reader.pathOf(found),
      node: await presenter.one(database.db, principal, found),
    };
  }

  async function read(principal: Principal, path: string): Promise<Answer> {
    const { db } = database;
    const segments = paths.parse(path);
    if (segments.length === 0) {
      const { nodes } = await reader.children(db, principal, await access.space(db, principal, null));
      return { aktion: 'read', path: formatPath([]), node: null, children: nodes };
    }
    const found = await paths.existing(db, principal, segments);
    const answer = await about(principal, 'read', found.node);
    return found.node.type === 'folder'
      ? { ...answer, children: (await reader.children(db, principal, found)).nodes }
      : { ...answer, content: await texts.read(found.node) };
  }

  async function makeFolder(db: Db, principal: Principal, segments: readonly string[]) {
    const { found, rest } = await paths.locate(db, principal, segments);
    if (rest.length === 0) {
      if (found?.node.type === 'file') throw new AppError('NAME_TAKEN', 'There is a file at this path.');
      return { node: found?.node ?? null, created: false };
    }
    return { node: (await paths.folder(db, principal, segments)).made, created: true };
  }

  async function move(principal: Principal, from: readonly string[], to: readonly string[]): Promise<NodeRow> {
    const { node: seen } = await paths.existing(database.db, principal, from);
    await access.find(database.db, principal, seen.id, { role: 'owner' });
    const { folder, name } = await destination(database.db, principal, seen, to);
    const renamed = await renaming.prepare(seen, name);
    return database.transaction(async (db) => {
      const { node } = await paths.existing(db, principal, from);
      const isSame = (await destination(db, principal, node, to)).folder.length === folder.length;
      if (node.id !== seen.id || !isSame) throw notFound();
      return moveIn(db, principal, node, folder, name, renamed);
    });
  }

  /** A path of a folder that is there, or of the root, is where the node goes under its own name; any other is its new path. */
  async function destination(
    db: Db,
    principal: Principal,
    node: NodeRow,
    to: readonly string[],
  ): Promise<{ readonly folder: readonly string[]; readonly name: string }> {
    const last = to.at(-1);
    const { found, rest } = await paths.locate(db, principal, to);
    // A new letter case in the name of a folder leads to the folder itself.
    const isInto = rest.length === 0 && found?.node.type !== 'file' && found?.node.id !== node.id;
    return isInto || last === undefined
      ? { folder: to, name: await names.open(node) }
      : { folder: to.slice(0, -1), name: last };
  }

  async function moveIn(
    db: Db,
    principal: Principal,
    node: NodeRow,
    target: readonly string[],
    name: string,
    renamed: Awaited<ReturnType<Renaming['prepare']>>,
  ): Promise<NodeRow> {
    const { found: folder, rest } = await paths.locate(db, principal, target);
    if (rest.length > 0) throw new AppError('NOT_FOUND', 'The folder to move to is not there.');
    const owned = await access.find(db, principal, node.id, { role: 'owner', state: 'active' });
    const place = await tree.place(db, principal, { parentId: folder?.node.id ?? null });
    return tree.relocate(db, principal, owned, place, name, renamed);
  }

  async function manage(principal: Principal, { unteraktion, path, to }: Manage): Promise<Answer> {
    const segments = paths.parse(path);
    switch (unteraktion) {
      case 'mkdir': {
        const { node, created } = await database.transaction((db) => makeFolder(db, principal, segments));
        if (node === null) return { aktion: 'manage', path: formatPath([]), node, created };
        return { ...(await about(principal, 'manage', node)), created };
      }
      case 'move': {
        const target = paths.parse(to ?? '');
        return about(principal, 'manage', await move(principal, segments, target));
      }
      case 'delete': {
        const node = await database.transaction(async (db) => {
          const { node: seen } = await paths.existing(db, principal, segments);
          const found = await access.find(db, principal, seen.id, { role: 'editor', state: 'active' });
          return trash.putIn(db, principal, found.node);
        });
        return about(principal, 'manage', node);
      }
    }
  }

  return {
    async run(principal, body, ifMatch) {
      switch (body.aktion) {
        case 'read':
          return read(principal, body.path);
        case 'write': {
          const seen = { revision: body.revision, ifMatch };
          const { node, created } = await texts.write(principal, paths.parse(body.path), body.content, seen);
          return { ...(await about(principal, 'write', node)), created };
        }
        case 'edit': {
          const change = { from: body.alt, to: body.neu, all: body.alle_vorkommen };
          const { node, replacements } = await texts.edit(principal, paths.parse(body.path), change, {
            revision: body.revision,
            ifMatch,
          });
          return { ...(await about(principal, 'edit', node)), replacements };
        }
        case 'manage':
          return manage(principal, body);
        case 'create_xlsx': {
          const node = await workbooks.create(principal, body.folder_id ?? null, body.name, body.workbook);
          return about(principal, 'create_xlsx', node);
        }
        case 'update_xlsx': {
          const node = await workbooks.update(
            principal,
            body.node_id,
            { revision: body.revision, ifMatch },
            body.workbook,
          );
          return about(principal, 'update_xlsx', node);
        }
      }
    },
  };
}
