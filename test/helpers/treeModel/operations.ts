import { type Actor, type ModelNode, Refused, type TreeState } from './state.ts';

/** What can be done with the tree. Ids are those of the server. */
export type Operation =
  | { readonly kind: 'folder'; readonly parentId: string | null; readonly name: string }
  | { readonly kind: 'upload'; readonly parentId: string | null; readonly name: string; readonly content: string }
  | { readonly kind: 'write'; readonly id: string; readonly content: string }
  | { readonly kind: 'rename'; readonly id: string; readonly name: string }
  | { readonly kind: 'move'; readonly id: string; readonly parentId: string | null }
  | { readonly kind: 'trash' | 'restore' | 'purge'; readonly id: string }
  | { readonly kind: 'copy'; readonly id: string; readonly name: string; readonly parentId: string | null }
  | { readonly kind: 'share'; readonly id: string; readonly userId: string; readonly role: 'viewer' | 'editor' }
  | { readonly kind: 'unshare'; readonly id: string; readonly userId: string }
  | {
      readonly kind: 'lock';
      readonly id: string;
      readonly field: 'agentRead' | 'agentWrite';
      readonly value: false | null;
    }
  | { readonly kind: 'fsWrite'; readonly path: readonly string[]; readonly content: string }
  | { readonly kind: 'fsMove'; readonly path: readonly string[]; readonly to: readonly string[] }
  | { readonly kind: 'fsDelete'; readonly path: readonly string[] };

type Of<K extends Operation['kind']> = Extract<Operation, { kind: K }>;

/**
 * Carries an operation out on the model.
 * @returns ids that the model gave to new nodes, a folder before what lies in it
 * @throws Refused with the code that the server has to answer with; the model is unchanged then
 */
export function apply(state: TreeState, actor: Actor, operation: Operation): string[] {
  switch (operation.kind) {
    case 'folder':
      return create(state, actor, { ...operation, type: 'folder', content: '' });
    case 'upload':
      return create(state, actor, { ...operation, type: 'file' });
    case 'write':
      return write(state, actor, operation);
    case 'rename':
      return rename(state, actor, operation);
    case 'move':
      return move(state, actor, operation);
    case 'trash':
      return trash(state, actor, state.find(actor, operation.id, 'editor', 'any'));
    case 'restore':
      return restore(state, actor, operation.id);
    case 'purge':
      return purge(state, actor, operation.id);
    case 'copy':
      return copy(state, actor, operation);
    case 'share':
    case 'unshare':
      return share(state, actor, operation);
    case 'lock':
      return lock(state, actor, operation);
    case 'fsWrite':
      return fsWrite(state, actor, operation);
    case 'fsMove':
      return fsMove(state, actor, operation);
    case 'fsDelete':
      return trash(state, actor, state.find(actor, existing(state, actor, operation.path).id, 'editor'));
  }
}

function create(
  state: TreeState,
  actor: Actor,
  {
    parentId,
    name,
    type,
    content,
  }: { parentId: string | null; name: string; type: ModelNode['type']; content: string },
): string[] {
  const place = state.place(actor, parentId);
  state.checkDepth(place.depth, 1);
  const free = state.freeName(place.spaceId, parentId, name);
  return [state.add({ spaceId: place.spaceId, parentId, type, name: free, content }).id];
}

function write(state: TreeState, actor: Actor, { id, content }: Of<'write'>): string[] {
  const node = state.find(actor, id, 'editor');
  if (node.type === 'folder') throw new Refused('NOT_A_FILE');
  state.write(node, content);
  return [];
}

function checkFree(state: TreeState, spaceId: string, parentId: string | null, name: string, except?: string): void {
  const other = state.child(spaceId, parentId, name);
  if (other !== undefined && other.id !== except) throw new Refused('NAME_TAKEN');
}

function rename(state: TreeState, actor: Actor, { id, name }: Of<'rename'>): string[] {
  const node = state.find(actor, id, 'editor');
  checkFree(state, node.spaceId, node.parentId, name, id);
  node.name = name;
  return [];
}

function relocate(
  state: TreeState,
  actor: Actor,
  node: ModelNode,
  place: { spaceId: string; parentId: string | null; depth: number },
  name: string,
): string[] {
  if (place.spaceId !== node.spaceId) throw new Refused('SCOPE_CHANGE');
  if (place.parentId === node.parentId && name === node.name) return [];
  if (place.parentId !== node.parentId) state.checkReaders(actor, node, place);
  state.checkLocksBelow(actor, node);
  const below = state.below(node.id);
  if ([node, ...below].some(({ id }) => id === place.parentId)) throw new Refused('CYCLE');
  const depth = state.chain(node).length;
  state.checkDepth(place.depth, Math.max(...[node, ...below].map((step) => state.chain(step).length - depth + 1)));
  checkFree(state, place.spaceId, place.parentId, name, node.id);
  node.parentId = place.parentId;
  node.name = name;
  return [];
}

function move(state: TreeState, actor: Actor, { id, parentId }: Of<'move'>): string[] {
  const node = state.find(actor, id, 'owner');
  if (parentId === node.parentId) return [];
  return relocate(state, actor, node, state.place(actor, parentId), node.name);
}

function trash(state: TreeState, actor: Actor, node: ModelNode): string[] {
  if (node.trashRoot !== null) return [];
  state.checkLocksBelow(actor, node);
  for (const step of [node, ...state.below(node.id)]) step.trashRoot ??= node.id;
  return [];
}

function restore(state: TreeState, actor: Actor, id: string): string[] {
  const node = state.find(actor, id, 'editor', 'any');
  if (node.trashRoot === null) throw new Refused('NOT_IN_TRASH');
  state.checkLocksBelow(actor, node);
  const parent = node.parentId === null ? undefined : state.nodes.get(node.parentId);
  const staysBelow = node.parentId === null || parent?.trashRoot === null;
  // At the root nothing but a share on the node itself shows it to others.
  if (!staysBelow && actor.userId !== node.spaceId && !node.shares.has(actor.userId)) throw new Refused('FORBIDDEN');
  const back = [node, ...state.below(id)].filter(({ trashRoot }) => trashRoot === node.trashRoot);
  node.name = state.freeName(node.spaceId, staysBelow ? node.parentId : null, node.name);
  if (!staysBelow) state.orphan(node);
  for (const step of back) step.trashRoot = null;
  return [];
}

function purge(state: TreeState, actor: Actor, id: string): string[] {
  const node = state.find(actor, id, 'owner', 'any');
  if (node.trashRoot === null) throw new Refused('NOT_IN_TRASH');
  state.checkLocksBelow(actor, node);
  const below = state.below(id);
  const goes = new Set([id]);
  const isGoing = (step: ModelNode) =>
    step.trashRoot === node.trashRoot && step.parentId !== null && goes.has(step.parentId);
  for (let size = 0; size !== goes.size;) {
    size = goes.size;
    for (const step of below) if (isGoing(step)) goes.add(step.id);
  }
  for (const step of below) {
    if (!goes.has(step.id) && step.parentId !== null && goes.has(step.parentId)) state.orphan(step);
  }
  for (const gone of goes) state.nodes.delete(gone);
  return [];
}

function copy(state: TreeState, actor: Actor, { id, name, parentId }: Of<'copy'>): string[] {
  const node = state.find(actor, id, 'viewer');
  if (node.type === 'folder') throw new Refused('NOT_A_FILE');
  const place = state.place(actor, parentId);
  state.checkReaders(actor, node, place);
  checkFree(state, place.spaceId, parentId, name);
  state.checkDepth(place.depth, 1);
  return [state.add({ spaceId: place.spaceId, parentId, type: 'file', name, content: node.content }).id];
}

function share(state: TreeState, actor: Actor, operation: Of<'share' | 'unshare'>): string[] {
  const node = state.find(actor, operation.id, 'editor', operation.kind === 'share' ? 'active' : 'any');
  if (operation.kind === 'share') node.shares.set(operation.userId, operation.role);
  else node.shares.delete(operation.userId);
  return [];
}

function lock(state: TreeState, actor: Actor, { id, field, value }: Of<'lock'>): string[] {
  const node = state.find(actor, id, 'owner');
  node[field] = value;
  return [];
}

/** How far a path of the actor's own space leads. @throws Refused FORBIDDEN where a lock hides it from an agent */
function locate(state: TreeState, actor: Actor, path: readonly string[]): { found: ModelNode | null; rest: string[] } {
  let found: ModelNode | null = null;
  for (const [level, name] of path.entries()) {
    const next = state.child(actor.userId, found?.id ?? null, name);
    if (next === undefined) return { found, rest: path.slice(level) };
    if (!state.sees(actor, next)) throw new Refused('FORBIDDEN');
    found = next;
  }
  return { found, rest: [] };
}

function existing(state: TreeState, actor: Actor, path: readonly string[]): ModelNode {
  const { found, rest } = locate(state, actor, path);
  if (rest.length > 0 || found === null) throw new Refused('NOT_FOUND');
  return found;
}

function fsWrite(state: TreeState, actor: Actor, { path, content }: Of<'fsWrite'>): string[] {
  const { found, rest } = locate(state, actor, path);
  if (rest.length === 0) return write(state, actor, { kind: 'write', id: found!.id, content });
  let { parentId } = state.place(actor, found?.id ?? null);
  return rest.map((name, index) => {
    const type = index === rest.length - 1 ? 'file' : 'folder';
    const made = state.add({ spaceId: actor.userId, parentId, type, name, content: type === 'file' ? content : '' });
    return (parentId = made.id);
  });
}

function fsMove(state: TreeState, actor: Actor, { path, to }: Of<'fsMove'>): string[] {
  const node = existing(state, actor, path);
  state.find(actor, node.id, 'owner');
  const goal = locate(state, actor, to);
  const isInto = goal.rest.length === 0 && goal.found?.type !== 'file' && goal.found?.id !== node.id;
  const { found, rest } = isInto ? goal : locate(state, actor, to.slice(0, -1));
  if (rest.length > 0) throw new Refused('NOT_FOUND');
  return relocate(state, actor, node, state.place(actor, found?.id ?? null), isInto ? node.name : to.at(-1)!);
}
