import { z } from 'zod';
import { workspaceNode } from '../../../server/contract/workspace/node.ts';
import type { ApiAnswer, ApiClient } from '../apiClient.ts';
import { getNode, writeFile } from '../workspace.ts';
import type { Operation } from './operations.ts';

const BASE = '/v1/workspace/nodes';
const pathText = (path: readonly string[]): string => `/${path.join('/')}`;
const sharesAnswer = z.object({
  shares: z.array(z.object({ id: z.string(), userId: z.string().optional(), inheritedFrom: z.unknown() })),
});

/** Sends an operation as its actor would. */
export async function send(
  client: ApiClient,
  operation: Operation,
  emailOf: (userId: string) => string,
): Promise<ApiAnswer> {
  const fs = (body: object) => client.call('POST', '/v1/workspace/fs', body);
  switch (operation.kind) {
    case 'folder':
      return client.call('POST', BASE, { kind: 'folder', name: operation.name, parentId: operation.parentId });
    case 'upload': {
      const file = { name: operation.name, bytes: Buffer.from(operation.content) };
      const { parentId } = operation;
      return client.upload('/v1/workspace/upload', file, parentId === null ? {} : { parentId });
    }
    case 'write':
      return writeFile(client, operation.id, operation.content);
    case 'rename':
      return client.call('PATCH', `${BASE}/${operation.id}`, { name: operation.name });
    case 'move':
      return client.call('PATCH', `${BASE}/${operation.id}`, { parentId: operation.parentId });
    case 'trash':
      return client.call('DELETE', `${BASE}/${operation.id}`);
    case 'restore':
      return client.call('POST', `${BASE}/${operation.id}/restore`);
    case 'purge':
      return client.call('DELETE', `${BASE}/${operation.id}/permanent`);
    case 'copy':
      return client.call('POST', `${BASE}/${operation.id}/copy`, {
        name: operation.name,
        parentId: operation.parentId,
      });
    case 'share':
      return client.call('POST', `${BASE}/${operation.id}/shares`, {
        ...{ kind: 'user', email: emailOf(operation.userId), role: operation.role },
      });
    case 'unshare': {
      const { shares } = (await client.call('GET', `${BASE}/${operation.id}/shares`)).read(sharesAnswer);
      const { id } = shares.find(({ userId, inheritedFrom }) => userId === operation.userId && inheritedFrom === null)!;
      return client.call('DELETE', `${BASE}/${operation.id}/shares?shareId=${id}`);
    }
    case 'lock':
      return client.call('PATCH', `${BASE}/${operation.id}`, { [operation.field]: operation.value });
    case 'fsWrite':
      return fs({ aktion: 'write', path: pathText(operation.path), content: operation.content });
    case 'fsMove':
      return fs({
        ...{ aktion: 'manage', unteraktion: 'move', path: pathText(operation.path), to: pathText(operation.to) },
      });
    case 'fsDelete':
      return fs({ aktion: 'manage', unteraktion: 'delete', path: pathText(operation.path) });
  }
}

/** Ids of what an answered operation has made: the node of the answer and, for missing folders of a path, those above it. */
export async function madeIds(client: ApiClient, answer: ApiAnswer, count: number): Promise<string[]> {
  const ids: string[] = [];
  let node = count === 0 ? null : answer.read(z.object({ node: workspaceNode })).node;
  while (node !== null && ids.length < count) {
    ids.unshift(node.id);
    node = ids.length < count ? await getNode(client, node.parentId!) : null;
  }
  return ids;
}
