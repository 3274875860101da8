import type { Random } from '../random.ts';
import type { Operation } from './operations.ts';
import type { Actor, ModelNode, TreeState } from './state.ts';

const FOLDERS = ['Mandate', 'mandate', 'Müller', 'Entwürfe', 'Alt', 'Neu'] as const;
const FILES = ['Brief.txt', 'BRIEF.txt', 'Notiz.txt', 'Übersicht.txt', 'übersicht.TXT', 'x.txt'] as const;
/** Beyond so many nodes more is removed than made. */
const MOST_NODES = 90;

/** How often each kind is chosen; the second number is for a full tree. */
const WEIGHTS = Object.freeze({
  folder: [12, 3],
  upload: [12, 3],
  fsWrite: [8, 3],
  copy: [6, 2],
  write: [10, 10],
  rename: [10, 10],
  move: [12, 12],
  fsMove: [6, 6],
  trash: [8, 16],
  fsDelete: [3, 6],
  restore: [8, 4],
  purge: [5, 25],
  share: [4, 4],
  unshare: [3, 3],
  lock: [4, 4],
}) satisfies Readonly<Record<Operation['kind'], readonly [number, number]>>;

/** Makes up something that one of the actors might try; about half of it is refused. */
export function generate(
  random: Random,
  state: TreeState,
  actors: readonly Actor[],
): { readonly actor: Actor; readonly operation: Operation } {
  const actor = random.pick(actors);
  const all = [...state.nodes.values()];
  const kind = pickKind(random, all.length > MOST_NODES ? 1 : 0);
  const within = (wanted: (node: ModelNode) => boolean) => all.filter(wanted);
  const pickId = (wanted: (node: ModelNode) => boolean): string | null => {
    // Mostly what fits, sometimes anything.
    const fitting = within((node) => wanted(node) && state.sees(actor, node));
    const from = fitting.length > 0 && random.chance(0.85) ? fitting : all;
    return from.length === 0 ? null : random.pick(from).id;
  };
  const isActive = ({ trashRoot }: ModelNode) => trashRoot === null;
  const folderId = () => (random.chance(0.3) ? null : pickId((node) => node.type === 'folder' && isActive(node)));
  const nameFor = (type: ModelNode['type'] | undefined) => random.pick<string>(type === 'folder' ? FOLDERS : FILES);
  const content = () => 'x'.repeat(random.below(40));
  const pathOf = (node: ModelNode) => state.chain(node).map(({ name }) => name);
  const folderPath = () => {
    const folders = within((node) => node.type === 'folder' && isActive(node) && node.spaceId === actor.userId);
    return folders.length === 0 || random.chance(0.3) ? [] : pathOf(random.pick(folders));
  };
  const own = (wanted: (node: ModelNode) => boolean) =>
    within((node) => node.spaceId === actor.userId && isActive(node) && wanted(node));
  const otherwise: Operation = { kind: 'folder', parentId: folderId(), name: nameFor('folder') };
  const about = (id: string | null, make: (id: string) => Operation): Operation => (id === null ? otherwise : make(id));
  const give = (operation: Operation) => ({ actor, operation });

  switch (kind) {
    case 'folder':
      return give(otherwise);
    case 'upload':
      return give({ kind, parentId: folderId(), name: nameFor('file'), content: content() });
    case 'write':
      return give(
        about(
          pickId((node) => node.type === 'file' && isActive(node)),
          (id) => ({ kind, id, content: content() }),
        ),
      );
    case 'rename':
      return give(about(pickId(isActive), (id) => ({ kind, id, name: nameFor(state.nodes.get(id)?.type) })));
    case 'move':
      return give(about(pickId(isActive), (id) => ({ kind, id, parentId: folderId() })));
    case 'trash':
      return give(about(pickId(isActive), (id) => ({ kind, id })));
    case 'restore':
    case 'purge':
      return give(
        about(
          pickId((node) => !isActive(node)),
          (id) => ({ kind, id }),
        ),
      );
    case 'copy':
      return give(
        about(
          pickId((node) => node.type === 'file' && isActive(node)),
          (id) => ({
            ...{ kind, id, parentId: folderId() },
            name: nameFor('file'),
          }),
        ),
      );
    case 'share':
    case 'unshare':
    case 'lock': {
      const nodes = own(() => !actor.isAgent);
      if (nodes.length === 0) return give(otherwise);
      const node = random.pick(nodes);
      const other = actors.find(({ userId }) => userId !== actor.userId)!;
      if (kind === 'lock') {
        const field = random.pick(['agentRead', 'agentWrite'] as const);
        return give({ kind, id: node.id, field, value: random.chance(0.4) ? false : null });
      }
      if (kind === 'unshare' && node.shares.has(other.userId)) return give({ kind, id: node.id, userId: other.userId });
      return give({ kind: 'share', id: node.id, userId: other.userId, role: random.pick(['viewer', 'editor']) });
    }
    case 'fsWrite': {
      const deeper = random.chance(0.4) ? [nameFor('folder')] : [];
      return give({ kind, path: [...folderPath(), ...deeper, nameFor('file')].slice(-30), content: content() });
    }
    case 'fsMove': {
      const nodes = own(() => true);
      if (nodes.length === 0) return give(otherwise);
      const node = random.pick(nodes);
      return give({ kind, path: pathOf(node), to: [...folderPath(), nameFor(node.type)] });
    }
    case 'fsDelete': {
      const nodes = own(() => true);
      return give(nodes.length === 0 ? otherwise : { kind, path: pathOf(random.pick(nodes)) });
    }
  }
}

function pickKind(random: Random, column: 0 | 1): Operation['kind'] {
  const kinds = Object.keys(WEIGHTS) as Operation['kind'][];
  let left = random.below(kinds.reduce((sum, kind) => sum + WEIGHTS[kind][column], 0));
  return kinds.find((kind) => (left -= WEIGHTS[kind][column]) < 0)!;
}
