import { z } from 'zod';
import { type NodeRole, workspaceNode, type WorkspaceNode } from '../../server/contract/workspace/node.ts';
import { changeRecord, type ChangeRecord } from '../../server/contract/workspace/finding.ts';
import { project, share, type Project, type Share } from '../../server/contract/workspace/sharing.ts';
import { apiClient, type ApiAnswer, type ApiClient } from './apiClient.ts';
import { bootServer, type BootedServer, type BootOptions } from './bootServer.ts';
import { cookieOf, httpClient } from './httpClient.ts';
import { OWNER } from './testConfig.ts';

const PASSWORD = 'long enough 1';

/** An id that nothing has. */
export const NOWHERE = '00000000-0000-4000-8000-000000000000';

/** Somebody who calls the API with a key of their own. */
export interface Person extends ApiClient {
  readonly id: string;
  readonly email: string;
  readonly apiKey: string;
}

/** Where a node is made; absent: the root of the personal space. */
export interface At {
  readonly parentId?: string | undefined;
  readonly projectId?: string | undefined;
}

/** A server with several people on it, and short ways to do what tests need often. Every function fails the test when the server refuses. */
export interface Team {
  readonly server: BootedServer;
  /** Owner of the installation. */
  readonly owner: Person;
  /** Adds an account with a key. */
  addPerson(name: string, role?: 'admin' | 'member'): Promise<Person>;
  /** An agent key of a person; `end` revokes it. */
  addAgent(person: Person): Promise<ApiClient & { readonly end: () => Promise<void> }>;
  addGroup(name: string, members: readonly Person[]): Promise<string>;
  setGroup(groupId: string, members: readonly Person[]): Promise<void>;
  stop(): Promise<void>;
}

const nodeAnswer = z.object({ node: workspaceNode });
const nodesAnswer = z.object({ nodes: z.array(workspaceNode), cursor: z.string().nullable() });
const deltaAnswer = z.object({ changes: z.array(changeRecord), cursor: z.string(), has_more: z.boolean() });
const withId = z.object({ id: z.string() });

/** Boots a server of production with its owner; people are added as the test needs them. */
export async function bootTeam(options: BootOptions = {}): Promise<Team> {
  const server = await bootServer(options);
  const clientOf = (apiKey: string): ApiClient => apiClient(() => server.url, apiKey);

  /** A key, made with the session of a login. */
  async function keyOf(email: string): Promise<string> {
    const call = httpClient(`${server.url}api`);
    const cookie = cookieOf(await call('POST', '/v1/auth/login', { body: { email, password: PASSWORD } }));
    const made = await call('POST', '/v1/account/keys', { cookie, body: { name: 'Tests' } });
    return z.object({ secret: z.string() }).parse(made.json).secret;
  }

  const ownerId = (await server.call('GET', '/v1/account')).read(z.object({ account: withId })).account.id;
  const team: Team = {
    server,
    owner: { ...clientOf(server.apiKey), id: ownerId, email: OWNER.email, apiKey: server.apiKey },

    async addPerson(name, role = 'member') {
      const email = `${name}@example.org`;
      const body = { email, name, role, password: PASSWORD };
      const made = succeeded(await server.call('POST', '/v1/admin/users', body), 201);
      const apiKey = await keyOf(email);
      return { ...clientOf(apiKey), id: made.read(z.object({ user: withId })).user.id, email, apiKey };
    },

    async addAgent(person) {
      const body = { name: 'Agent', agent: { name: 'Helper' } };
      const made = succeeded(await person.call('POST', '/v1/account/keys', body), 201);
      const { key, secret } = made.read(z.object({ key: withId, secret: z.string() }));
      return {
        ...clientOf(secret),
        end: async () => void succeeded(await person.call('DELETE', `/v1/account/keys/${key.id}`), 204),
      };
    },

    async addGroup(name, members) {
      const body = { name, memberIds: members.map(({ id }) => id) };
      const made = succeeded(await server.call('POST', '/v1/admin/groups', body), 201);
      return made.read(z.object({ group: withId })).group.id;
    },

    async setGroup(groupId, members) {
      const body = { memberIds: members.map(({ id }) => id) };
      succeeded(await server.call('PATCH', `/v1/admin/groups/${groupId}`, body), 200);
    },

    stop: () => server.stop(),
  };
  return team;
}

/** The answer itself. @throws Error when its status is another one */
export function succeeded(answer: ApiAnswer, status: number): ApiAnswer {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
  return answer;
}

/** Status and code of a refusal, for one comparison. */
export function refusal(answer: ApiAnswer): readonly [status: number, code: string] {
  return [answer.status, answer.read(z.object({ code: z.string() })).code];
}

export async function addFolder(client: ApiClient, name: string, at: At = {}): Promise<WorkspaceNode> {
  const answer = await client.call('POST', '/v1/workspace/nodes', { kind: 'folder', name, ...at });
  return succeeded(answer, 201).read(nodeAnswer).node;
}

export async function addFile(client: ApiClient, name: string, content: string, at: At = {}): Promise<WorkspaceNode> {
  const fields = Object.fromEntries(
    Object.entries(at).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const answer = await client.upload('/v1/workspace/upload', { name, bytes: Buffer.from(content, 'utf8') }, fields);
  return succeeded(answer, 201).read(nodeAnswer).node;
}

/** Replaces the content of a file. */
export async function writeFile(client: ApiClient, id: string, content: string, revision?: number): Promise<ApiAnswer> {
  const query = revision === undefined ? '' : `?revision=${revision}`;
  const response = await client.fetch(`/api/v1/workspace/nodes/${id}/content${query}`, {
    method: 'PUT',
    body: Buffer.from(content, 'utf8'),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const text = await response.text();
  const body: unknown = JSON.parse(text);
  return { status: response.status, headers: response.headers, text, body, read: (schema) => schema.parse(body) };
}

export async function getNode(client: ApiClient, id: string): Promise<WorkspaceNode> {
  return succeeded(await client.call('GET', `/v1/workspace/nodes/${id}`), 200).read(nodeAnswer).node;
}

export async function patchNode(client: ApiClient, id: string, patch: object): Promise<WorkspaceNode> {
  return succeeded(await client.call('PATCH', `/v1/workspace/nodes/${id}`, patch), 200).read(nodeAnswer).node;
}

export async function trashNode(client: ApiClient, id: string): Promise<void> {
  succeeded(await client.call('DELETE', `/v1/workspace/nodes/${id}`), 200);
}

/** All children, read page by page. */
export async function listAll(client: ApiClient, at: At = {}): Promise<WorkspaceNode[]> {
  const nodes: WorkspaceNode[] = [];
  let cursor: string | null = null;
  do {
    const query = queryOf({ ...at, limit: '200', cursor: cursor ?? undefined });
    const page = succeeded(await client.call('GET', `/v1/workspace/nodes${query}`), 200).read(nodesAnswer);
    nodes.push(...page.nodes);
    cursor = page.cursor;
  } while (cursor !== null);
  return nodes;
}

/** Shares a node with a person, or with a group by its id. */
export async function shareNode(
  client: ApiClient,
  nodeId: string,
  grantee: Person | string,
  role: 'viewer' | 'editor',
): Promise<Share> {
  const body =
    typeof grantee === 'string'
      ? { kind: 'group', groupId: grantee, role }
      : { kind: 'user', email: grantee.email, role };
  const answer = await client.call('POST', `/v1/workspace/nodes/${nodeId}/shares`, body);
  return succeeded(answer, 201).read(z.object({ share })).share;
}

export async function unshareNode(client: ApiClient, nodeId: string, shareId: string): Promise<void> {
  succeeded(await client.call('DELETE', `/v1/workspace/nodes/${nodeId}/shares?shareId=${shareId}`), 204);
}

export async function addProject(client: ApiClient, name: string): Promise<Project> {
  return succeeded(await client.call('POST', '/v1/projects', { name }), 201).read(z.object({ project })).project;
}

export async function setMember(client: ApiClient, projectId: string, person: Person, role: NodeRole): Promise<void> {
  succeeded(await client.call('POST', `/v1/projects/${projectId}/members`, { userId: person.id, role }), 201);
}

/** Every change after a cursor, and the cursor behind them. */
export async function readDelta(
  client: ApiClient,
  after?: string,
  limit = 1_000,
): Promise<{ changes: ChangeRecord[]; cursor: string }> {
  const changes: ChangeRecord[] = [];
  for (let cursor = after; ;) {
    const query = queryOf({ cursor, limit: String(limit) });
    const page = succeeded(await client.call('GET', `/v1/workspace/delta${query}`), 200).read(deltaAnswer);
    changes.push(...page.changes);
    if (!page.has_more) return { changes, cursor: page.cursor };
    ({ cursor } = page);
  }
}

/** `?a=1&b=2` of the values that are there. */
export function queryOf(values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}
