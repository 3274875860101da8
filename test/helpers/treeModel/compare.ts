import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { type WorkspaceNode, workspaceNode } from '../../../server/contract/workspace/node.ts';
import type { ApiClient } from '../apiClient.ts';
import type { Random } from '../random.ts';
import { listAll, queryOf, succeeded } from '../workspace.ts';
import type { Actor, ModelNode, TreeState } from './state.ts';

/** Nodes that are looked at one by one in each comparison. */
const SAMPLE = 12;

/** What an actor is shown of a node. */
interface Shown {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
  readonly role: string;
  readonly trashed: boolean;
  readonly revision: number | null;
  readonly sizeBytes: number | null;
  readonly agentRead: boolean | null;
  readonly agentWrite: boolean | null;
}

const shown = (node: WorkspaceNode): Shown => ({
  id: node.id,
  name: node.name,
  parentId: node.parentId,
  role: node.role,
  trashed: node.trashedAt !== null,
  revision: node.revision ?? null,
  sizeBytes: node.sizeBytes ?? null,
  agentRead: node.agentRead,
  agentWrite: node.agentWrite,
});

function expected(state: TreeState, actor: Actor, node: ModelNode): Shown {
  const parent = node.parentId === null ? undefined : state.nodes.get(node.parentId);
  return {
    id: node.id,
    name: node.name,
    parentId: parent !== undefined && state.sees(actor, parent) ? parent.id : null,
    role: state.role(actor, node)!,
    trashed: node.trashRoot !== null,
    revision: node.type === 'file' ? node.revision : null,
    sizeBytes: node.type === 'file' ? (node.sizes.at(-1) ?? null) : null,
    agentRead: node.agentRead,
    agentWrite: node.agentWrite,
  };
}

/** What the server shows of nodes to an actor; null for what does not exist for them. */
export async function look(client: ApiClient, ids: readonly string[]): Promise<(Shown | null)[]> {
  const nodes: (Shown | null)[] = [];
  for (const id of ids) {
    const answer = await client.call('GET', `/v1/workspace/nodes/${id}`);
    if (answer.status !== 404) succeeded(answer, 200);
    nodes.push(answer.status === 404 ? null : shown(answer.read(z.object({ node: workspaceNode })).node));
  }
  return nodes;
}

/** What the model says {@link look} has to show. */
export function lookAt(state: TreeState, actor: Actor, ids: readonly string[]): (Shown | null)[] {
  return ids.map((id) => {
    const node = state.nodes.get(id);
    return node !== undefined && state.sees(actor, node) ? expected(state, actor, node) : null;
  });
}

async function listTree(client: ApiClient, parentId?: string): Promise<Shown[]> {
  const nodes = await listAll(client, { parentId });
  const below = [];
  for (const { id, type } of nodes) if (type === 'folder') below.push(...(await listTree(client, id)));
  return [...nodes.map(shown), ...below];
}

function treeOf(state: TreeState, actor: Actor, parentId: string | null = null): Shown[] {
  const nodes = state.children(actor.userId, parentId).filter((node) => state.sees(actor, node));
  return [
    ...nodes.map((node) => expected(state, actor, node)),
    ...nodes.flatMap(({ id, type }) => (type === 'folder' ? treeOf(state, actor, id) : [])),
  ];
}

const byId = (nodes: readonly Shown[]): Shown[] => [...nodes].sort((a, b) => (a.id < b.id ? -1 : 1));

/** Files below a folder. */
function countFiles(dir: string): number {
  return readdirSync(dir, { withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isDirectory() ? countFiles(join(dir, entry.name)) : 1),
    0,
  );
}

/** Checks that the server shows every actor exactly what the model says, and that it stores exactly what is referred to. */
export async function compare(
  state: TreeState,
  actors: readonly Actor[],
  clientOf: (actor: Actor) => ApiClient,
  random: Random,
  dataDir: string,
): Promise<void> {
  const all = [...state.nodes.values()];
  for (const actor of actors) {
    const client = clientOf(actor);
    expect(byId(await listTree(client)), actor.name).toEqual(byId(treeOf(state, actor)));
    const usage = (await client.call('GET', '/v1/workspace/usage')).body;
    expect(usage, actor.name).toMatchObject(state.usage(actor.userId));
    if (all.length === 0) continue;
    const sample = Array.from({ length: SAMPLE }, () => random.pick(all));
    const ids = sample.map(({ id }) => id);
    expect(await look(client, ids), actor.name).toEqual(lookAt(state, actor, ids));
    for (const node of sample) {
      if (node.spaceId !== actor.userId || node.trashRoot !== null) continue;
      const path = state.pathOf(node);
      const answer = await client.call('GET', `/v1/workspace/nodes/by-path${queryOf({ path: path.toUpperCase() })}`);
      const isVisible = state.chain(node).every((step) => state.sees(actor, step));
      if (isVisible) expect(succeeded(answer, 200).body, path).toMatchObject({ node: { id: node.id }, path });
      else expect(answer.status, path).toBe(404);
    }
    const file = random.pick(all);
    if (file.type === 'file' && state.sees(actor, file)) {
      const content = await client.fetch(`/api/v1/workspace/nodes/${file.id}/download`);
      expect(await content.text()).toBe(file.content);
    }
  }
  // Every kept state of a file is one object; texts have no thumbnail.
  const objects = all.reduce((sum, { sizes }) => sum + sizes.length, 0);
  expect(countFiles(join(dataDir, 'objects')), 'stored objects').toBe(objects);
}
