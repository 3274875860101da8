import type { WorkspaceNode } from '../../../server/contract/workspace/node.ts';

/** A node for tests: a text file at the root of the space of `me`, unless said otherwise. */
export function testNode(name: string, fields: Partial<WorkspaceNode> = {}): WorkspaceNode {
  return {
    id: name,
    parentId: null,
    projectId: null,
    mountId: null,
    type: 'file',
    name,
    kind: 'text',
    mimeType: 'text/plain',
    sizeBytes: 10,
    revision: 1,
    role: 'owner',
    starred: false,
    color: null,
    icon: null,
    description: null,
    trashedAt: null,
    childCount: null,
    thumbnailState: 'unsupported',
    isAnonymized: false,
    anonymizationStatus: 'none',
    anonymizationStale: false,
    anonymizationJobId: null,
    agentRead: null,
    agentWrite: null,
    shared: false,
    owner: { id: 'me', name: 'Me' },
    createdAt: '2026-11-21T10:00:00.000Z',
    updatedAt: '2026-11-21T10:00:00.000Z',
    ...fields,
  };
}
