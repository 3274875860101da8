import { LIMITS } from '../../../server/contract/limits.ts';

/** Earlier states kept of a file (decisions 5). */
const KEPT_VERSIONS = 50;

/** Somebody who works with the tree: a person, or the agent of one. */
export interface Actor {
  readonly name: string;
  /** Id of the person; also that of their space. */
  readonly userId: string;
  readonly isAgent: boolean;
}

/** A node as the model knows it. */
export interface ModelNode {
  id: string;
  readonly spaceId: string;
  parentId: string | null;
  readonly type: 'folder' | 'file';
  name: string;
  content: string;
  revision: number;
  /** Sizes of all kept states in bytes, the present one last. */
  sizes: number[];
  /** Node with which it went into the trash; null: it is not there. */
  trashRoot: string | null;
  agentRead: boolean | null;
  agentWrite: boolean | null;
  readonly shares: Map<string, 'viewer' | 'editor'>;
}

/** Refusal of an operation, by the code of the interface. */
export class Refused extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export type Role = 'owner' | 'editor' | 'viewer';
const STRENGTH: Readonly<Record<Role, number>> = Object.freeze({ owner: 3, editor: 2, viewer: 1 });

/** The whole tree of all spaces, kept in memory, with the rules of access. Deliberately naive: nothing is cached, everything is walked. */
export class TreeState {
  readonly nodes = new Map<string, ModelNode>();
  private made = 0;

  copy(): TreeState {
    const copy = new TreeState();
    copy.made = this.made;
    for (const node of this.nodes.values()) {
      copy.nodes.set(node.id, { ...node, sizes: [...node.sizes], shares: new Map(node.shares) });
    }
    return copy;
  }

  add(node: Pick<ModelNode, 'spaceId' | 'parentId' | 'type' | 'name' | 'content'>): ModelNode {
    const added: ModelNode = {
      ...node,
      id: `made-${(this.made += 1)}`,
      revision: 1,
      sizes: node.type === 'file' ? [Buffer.byteLength(node.content)] : [],
      trashRoot: null,
      agentRead: null,
      agentWrite: null,
      shares: new Map(),
    };
    this.nodes.set(added.id, added);
    return added;
  }

  /** Gives a node the id that the server made. */
  identify(madeId: string, id: string): void {
    const node = this.nodes.get(madeId)!;
    this.nodes.delete(madeId);
    node.id = id;
    this.nodes.set(id, node);
    for (const other of this.nodes.values()) {
      if (other.parentId === madeId) other.parentId = id;
      if (other.trashRoot === madeId) other.trashRoot = id;
    }
  }

  /** The nodes from the root of the space down to this one. */
  chain(node: ModelNode): ModelNode[] {
    const above = node.parentId === null ? undefined : this.nodes.get(node.parentId);
    return above === undefined ? [node] : [...this.chain(above), node];
  }

  below(id: string): ModelNode[] {
    return [...this.nodes.values()].filter((node) => node.id !== id && this.chain(node).some((step) => step.id === id));
  }

  children(spaceId: string, parentId: string | null): ModelNode[] {
    return [...this.nodes.values()].filter(
      (node) => node.spaceId === spaceId && node.parentId === parentId && node.trashRoot === null,
    );
  }

  child(spaceId: string, parentId: string | null, name: string): ModelNode | undefined {
    return this.children(spaceId, parentId).find((node) => node.name.toLowerCase() === name.toLowerCase());
  }

  freeName(spaceId: string, parentId: string | null, name: string): string {
    const [, stem, extension] = /^(.*?)(\.txt)?$/i.exec(name)!;
    for (let number = 1; ; number++) {
      const candidate = number === 1 ? name : `${stem!} (${number})${extension ?? ''}`;
      if (this.child(spaceId, parentId, candidate) === undefined) return candidate;
    }
  }

  role({ userId }: Actor, node: ModelNode): Role | null {
    if (node.spaceId === userId) return 'owner';
    return this.chain(node).reduce<Role | null>((role, step) => step.shares.get(userId) ?? role, null);
  }

  lock(node: ModelNode): { read: boolean; write: boolean } {
    const lock = { read: true, write: true };
    for (const step of this.chain(node)) {
      lock.read = step.agentRead ?? lock.read;
      lock.write = lock.read && (step.agentWrite ?? lock.write);
    }
    return lock;
  }

  sees(actor: Actor, node: ModelNode): boolean {
    const role = this.role(actor, node);
    if (role === null || (node.trashRoot !== null && role === 'viewer')) return false;
    return !actor.isAgent || this.lock(node).read;
  }

  /** @throws Refused NOT_FOUND, FORBIDDEN */
  find(actor: Actor, id: string, need: Role, state: 'active' | 'any' = 'active'): ModelNode {
    const node = this.nodes.get(id);
    if (node === undefined || !this.sees(actor, node)) throw new Refused('NOT_FOUND');
    if (state === 'active' && node.trashRoot !== null) throw new Refused('NOT_FOUND');
    if (STRENGTH[this.role(actor, node)!] < STRENGTH[need]) throw new Refused('FORBIDDEN');
    if (actor.isAgent && need !== 'viewer' && !this.lock(node).write) throw new Refused('FORBIDDEN');
    return node;
  }

  /** Space and folder to make something in. @throws Refused NOT_FOUND, FORBIDDEN, NOT_A_FOLDER */
  place(actor: Actor, parentId: string | null): { spaceId: string; parentId: string | null; depth: number } {
    if (parentId === null) return { spaceId: actor.userId, parentId, depth: 0 };
    const folder = this.find(actor, parentId, 'editor');
    if (folder.type !== 'folder') throw new Refused('NOT_A_FOLDER');
    return { spaceId: folder.spaceId, parentId, depth: this.chain(folder).length };
  }

  /** Everybody who sees what lies in a folder, or at the root of a space. */
  private readersIn(spaceId: string, parentId: string | null): Set<string> {
    const chain = parentId === null ? [] : this.chain(this.nodes.get(parentId)!);
    return new Set([spaceId, ...chain.flatMap(({ shares }) => [...shares.keys()])]);
  }

  /** An agent brings nothing to where more people read it. @throws Refused FORBIDDEN */
  checkReaders(actor: Actor, node: ModelNode, place: { spaceId: string; parentId: string | null }): void {
    if (!actor.isAgent) return;
    const before = this.readersIn(node.spaceId, node.id);
    if (!this.readersIn(place.spaceId, place.parentId).isSubsetOf(before)) throw new Refused('FORBIDDEN');
  }

  checkLocksBelow(actor: Actor, node: ModelNode): void {
    if (!actor.isAgent) return;
    if (this.below(node.id).some(({ agentRead, agentWrite }) => agentRead === false || agentWrite === false)) {
      throw new Refused('FORBIDDEN');
    }
  }

  checkDepth(depth: number, levels: number): void {
    if (depth + levels > LIMITS.pathDepth) throw new Refused('INVALID_PATH');
  }

  write(node: ModelNode, content: string): void {
    node.content = content;
    node.revision += 1;
    node.sizes.push(Buffer.byteLength(content));
    node.sizes = node.sizes.slice(-(KEPT_VERSIONS + 1));
  }

  /** Moves a node to the root of its space when its folder goes; it stays as locked as it was. */
  orphan(node: ModelNode): void {
    const { read, write } = this.lock(node);
    node.agentRead = read && node.agentRead;
    node.agentWrite = write && node.agentWrite;
    node.parentId = null;
  }

  usage(spaceId: string): { bytesUsed: number; fileCount: number } {
    const files = [...this.nodes.values()].filter((node) => node.spaceId === spaceId && node.type === 'file');
    return {
      bytesUsed: files.flatMap(({ sizes }) => sizes).reduce((sum, size) => sum + size, 0),
      fileCount: files.length,
    };
  }

  pathOf(node: ModelNode): string {
    return `/${this.chain(node)
      .map(({ name }) => name)
      .join('/')}`;
  }
}
