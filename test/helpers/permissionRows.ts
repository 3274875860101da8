import { z } from 'zod';
import type { NodeRole } from '../../server/contract/workspace/node.ts';
import type { ApiAnswer, ApiClient } from './apiClient.ts';
import { beginUpload } from './uploads.ts';
import { NOWHERE, type Person, shareNode, succeeded, trashNode, writeFile } from './workspace.ts';

/** What a request of the matrix is about: a fresh file at revision 2 in a folder, made for this one request. */
export interface Target {
  readonly id: string;
  readonly folderId: string;
  readonly owner: Person;
  /** Somebody to share with. */
  readonly guest: Person;
}

/** A route that names a node. `run` may prepare with the owner's client; its answer is the caller's. */
export interface NodeRow {
  /** The least role that may. */
  readonly need: NodeRole;
  /** Answer to those who may: a status, or status and code where the node has nothing to give. */
  readonly ok: number | readonly [status: number, code: string];
  /** Never open to agents, whoever's they are. */
  readonly peopleOnly?: true;
  /** Agents may read it and need no right to write. */
  readonly personal?: true;
  run(caller: ApiClient, target: Target): Promise<ApiAnswer>;
}

/** A route about the caller's own things, or those of one session: what each kind of caller gets. */
export interface OwnRow {
  readonly owner: number;
  readonly others: number;
  readonly agent: number;
  run(caller: ApiClient, target: Target): Promise<ApiAnswer>;
}

const at = (id: string, rest = '') => `/v1/workspace/nodes/${id}${rest}`;
const call =
  (method: string, rest = '', body?: unknown): NodeRow['run'] =>
  (caller, { id }) =>
    caller.call(method, at(id, rest), body);
const idOf = (answer: ApiAnswer, field: string): string =>
  z.object({ [field]: z.object({ id: z.string() }) }).parse(answer.body)[field]!.id;
const ANCHOR = Object.freeze({ revision: 2, from: 0, to: 4, exactQuote: 'zwei' });
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A thread of the owner on the target. */
async function withThread({ id, owner }: Target): Promise<string> {
  const made = await owner.call('POST', at(id, '/comments'), { body: 'Frage', anchor: ANCHOR });
  return idOf(succeeded(made, 201), 'comment');
}

/** A request to restore that waits for the owner's answer: somebody else asks to drop what the owner has written. */
async function withRequest({ id, owner, guest }: Target): Promise<string> {
  await shareNode(owner, id, guest, 'editor');
  const asked = await guest.call('POST', '/v1/workspace/versions', { node_id: id, revision: 1 });
  return succeeded(asked, 200).read(z.object({ requestId: z.string() })).requestId;
}

async function withVersion({ id, owner }: Target): Promise<string> {
  const list = await owner.call('GET', `/v1/workspace/versions?node_id=${id}`);
  return list.read(z.object({ versions: z.array(z.object({ id: z.string() })) })).versions.at(-1)!.id;
}

/** Every route about one node, by the id of its endpoint; after a `#` stands what is special. */
export const NODE_ROWS: Readonly<Record<string, NodeRow>> = Object.freeze({
  listNodes: {
    need: 'viewer',
    ok: 200,
    run: (caller, { folderId }) => caller.call('GET', `/v1/workspace/nodes?parentId=${folderId}`),
  },
  getNode: { need: 'viewer', ok: 200, run: call('GET') },
  createNode: {
    need: 'editor',
    ok: 201,
    run: (caller, { folderId }) =>
      caller.call('POST', '/v1/workspace/nodes', { kind: 'folder', name: 'Neu', parentId: folderId }),
  },
  updateNode: { need: 'editor', ok: 200, run: call('PATCH', '', { description: 'neu' }) },
  'updateNode#rename': {
    need: 'editor',
    ok: 200,
    run: (caller, { id }) => caller.call('PATCH', at(id), { name: `${id}.txt` }),
  },
  'updateNode#move': { need: 'owner', ok: 200, run: call('PATCH', '', { parentId: null }) },
  'updateNode#lock': { need: 'owner', ok: 200, peopleOnly: true, run: call('PATCH', '', { agentWrite: null }) },
  'updateNode#star': { need: 'viewer', ok: 200, personal: true, run: call('PATCH', '', { starred: true }) },
  trashNode: { need: 'editor', ok: 200, run: call('DELETE') },
  restoreNode: {
    need: 'editor',
    ok: 200,
    async run(caller, { id, owner }) {
      await trashNode(owner, id);
      return caller.call('POST', at(id, '/restore'));
    },
  },
  purgeNode: {
    need: 'owner',
    ok: 204,
    async run(caller, { id, owner }) {
      await trashNode(owner, id);
      return caller.call('DELETE', at(id, '/permanent'));
    },
  },
  starNode: { need: 'viewer', ok: 200, personal: true, run: call('PUT', '/star') },
  unstarNode: { need: 'viewer', ok: 200, personal: true, run: call('DELETE', '/star') },
  copyNode: {
    need: 'editor',
    ok: 201,
    run: (caller, { id, folderId: parentId }) =>
      caller.call('POST', at(id, '/copy'), { name: `Kopie ${id}.txt`, parentId }),
  },
  anonymizeNode: { need: 'editor', ok: 202, run: call('POST', '/anonymize') },
  uploadNode: {
    need: 'editor',
    ok: 201,
    run: (caller, { folderId }) =>
      caller.upload('/v1/workspace/upload', { name: 'a.txt', bytes: Buffer.from('a') }, { parentId: folderId }),
  },
  replaceContent: { need: 'editor', ok: 200, run: (caller, { id }) => writeFile(caller, id, 'drei') },
  createUpload: {
    need: 'editor',
    ok: 201,
    run: (caller, { folderId }) =>
      caller.call('POST', '/v1/workspace/uploads', { name: 'a.txt', sizeBytes: 1, parentId: folderId }),
  },
  downloadNode: { need: 'viewer', ok: 200, run: call('GET', '/download') },
  getThumbnail: { need: 'viewer', ok: [404, 'NO_THUMBNAIL'], run: call('GET', '/thumbnail') },
  getPreview: { need: 'viewer', ok: [404, 'UNSUPPORTED_TYPE'], run: call('GET', '/preview') },
  listShares: { need: 'viewer', ok: 200, run: call('GET', '/shares') },
  grantShare: {
    need: 'editor',
    ok: 201,
    peopleOnly: true,
    run: (caller, { id, guest }) =>
      caller.call('POST', at(id, '/shares'), { kind: 'user', email: guest.email, role: 'viewer' }),
  },
  revokeShare: {
    need: 'editor',
    ok: 204,
    peopleOnly: true,
    async run(caller, { id, owner, guest }) {
      const { id: shareId } = await shareNode(owner, id, guest, 'viewer');
      return caller.call('DELETE', at(id, `/shares?shareId=${shareId}`));
    },
  },
  agentLock: { need: 'viewer', ok: 200, run: call('GET', '/agent-lock') },
  nodeActivity: { need: 'viewer', ok: 200, run: call('GET', '/activity') },
  listComments: { need: 'viewer', ok: 200, run: call('GET', '/comments') },
  createComment: { need: 'commenter', ok: 201, run: call('POST', '/comments', { body: 'Frage', anchor: ANCHOR }) },
  updateComment: {
    need: 'commenter',
    ok: 200,
    run: async (caller, target) =>
      caller.call('PATCH', at(target.id, `/comments/${await withThread(target)}`), { version: 1, status: 'resolved' }),
  },
  deleteComment: {
    need: 'editor',
    ok: 204,
    run: async (caller, target) =>
      caller.call('DELETE', at(target.id, `/comments/${await withThread(target)}?version=1`)),
  },
  addCommentMessage: {
    need: 'commenter',
    ok: 201,
    run: async (caller, target) =>
      caller.call('POST', at(target.id, `/comments/${await withThread(target)}/messages`), { version: 1, body: 'Ja' }),
  },
  listVersions: {
    need: 'viewer',
    ok: 200,
    run: (caller, { id }) => caller.call('GET', `/v1/workspace/versions?node_id=${id}`),
  },
  restoreVersion: {
    need: 'editor',
    ok: 200,
    run: (caller, { id }) => caller.call('POST', '/v1/workspace/versions', { node_id: id, revision: 1 }),
  },
  updateVersion: {
    need: 'editor',
    ok: 200,
    run: async (caller, target) =>
      caller.call('PATCH', `/v1/workspace/versions/${await withVersion(target)}`, { pinned: true }),
  },
  diffNode: { need: 'viewer', ok: 200, run: call('GET', '/diff?revision=1') },
});

/** About an image of the owner. */
const withImage =
  (method: string): OwnRow['run'] =>
  async (caller, { owner }) => {
    const { url } = succeeded(await image(owner), 201).read(z.object({ url: z.string() }));
    return caller.call(method, url.replace(/^.*\/api/, ''));
  };

/** Routes about nodes whose callers are told by more than their role. */
export const OWN_ROWS: Readonly<Record<string, OwnRow>> = Object.freeze({
  answerRestoreRequest: {
    ...{ owner: 200, others: 404, agent: 403 },
    run: async (caller, target) =>
      caller.call('POST', `/v1/workspace/restore-requests/${await withRequest(target)}`, { action: 'reject' }),
  },
  getRestoreRequest: {
    ...{ owner: 200, others: 404, agent: 200 },
    run: async (caller, target) => caller.call('GET', `/v1/workspace/restore-requests/${await withRequest(target)}`),
  },
  getUpload: { ...{ owner: 200, others: 404, agent: 404 }, run: session('GET') },
  abortUpload: { ...{ owner: 204, others: 404, agent: 404 }, run: session('DELETE') },
  putChunk: {
    ...{ owner: 201, others: 404, agent: 404 },
    async run(caller, target) {
      const { sessionId } = await beginUpload(target.owner, { name: 'a.txt', sizeBytes: 1, parentId: target.folderId });
      const headers = { 'content-range': 'bytes 0-0/1', 'content-type': 'application/octet-stream' };
      const answer = await caller.fetch(`/api/v1/workspace/uploads/${sessionId}`, {
        method: 'PUT',
        body: 'a',
        headers,
      });
      const text = await answer.text();
      const body: unknown = JSON.parse(text);
      return { status: answer.status, headers: answer.headers, text, body, read: (schema) => schema.parse(body) };
    },
  },
  uploadImage: { ...{ owner: 201, others: 201, agent: 201 }, run: image },
  getImage: { ...{ owner: 200, others: 404, agent: 200 }, run: withImage('GET') },
  deleteImage: { ...{ owner: 204, others: 404, agent: 204 }, run: withImage('DELETE') },
  imageFromUrl: everybody(400, 'POST', '/v1/workspace/images/from-url', { url: 'http://example.org/a.png' }),
  nodeByPath: everybody(200, 'GET', '/v1/workspace/nodes/by-path?path=/'),
  fileSystem: everybody(200, 'POST', '/v1/workspace/fs', { aktion: 'read', path: '/' }),
  emptyTrash: {
    ...everybody(200, 'DELETE', `/v1/workspace/trash?projectId=${NOWHERE}`),
    owner: 404,
    others: 404,
    agent: 403,
  },
  searchNodes: everybody(200, 'GET', '/v1/workspace/search?q=x'),
  overview: everybody(200, 'GET', '/v1/workspace/overview?view=home'),
  delta: everybody(200, 'GET', '/v1/workspace/delta?limit=1'),
  usage: everybody(200, 'GET', '/v1/workspace/usage'),
  listInbox: everybody(200, 'GET', '/v1/workspace/inbox'),
  markInbox: everybody(200, 'POST', '/v1/workspace/inbox', { ids: [] }),
  listProjects: everybody(200, 'GET', '/v1/projects'),
  createProject: { ...everybody(201, 'POST', '/v1/projects', { name: 'P' }), agent: 403 },
  getProject: { ...{ owner: 200, others: 404, agent: 200 }, run: project('GET') },
  updateProject: { ...{ owner: 200, others: 404, agent: 403 }, run: project('PATCH', '', { name: 'Q' }) },
  deleteProject: { ...{ owner: 204, others: 404, agent: 403 }, run: project('DELETE') },
  setProjectMember: {
    ...{ owner: 201, others: 404, agent: 403 },
    run: (caller, target) => project('POST', '/members', { userId: target.guest.id, role: 'viewer' })(caller, target),
  },
  removeProjectMember: {
    ...{ owner: 404, others: 404, agent: 403 },
    run: project('DELETE', `/members/${NOWHERE}`),
  },
});

function everybody(status: number, method: string, path: string, body?: unknown): OwnRow {
  return { owner: status, others: status, agent: status, run: (caller) => caller.call(method, path, body) };
}

/** A request about a session of the owner. */
function session(method: string): OwnRow['run'] {
  return async (caller, { owner, folderId }) => {
    const { sessionId } = await beginUpload(owner, { name: 'a.txt', sizeBytes: 1, parentId: folderId });
    return caller.call(method, `/v1/workspace/uploads/${sessionId}`);
  };
}

/** A request about a fresh project of the owner. */
function project(method: string, rest = '', body?: unknown): OwnRow['run'] {
  return async (caller, { owner }) => {
    const id = idOf(succeeded(await owner.call('POST', '/v1/projects', { name: 'P' }), 201), 'project');
    return caller.call(method, `/v1/projects/${id}${rest}`, body);
  };
}

function image(caller: ApiClient): Promise<ApiAnswer> {
  return caller.upload('/v1/workspace/images', { name: 'a.png', bytes: PNG });
}
