import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../server/contract/index.ts';
import { NODE_ROLES, type NodeRole } from '../../../server/contract/workspace/node.ts';
import type { ApiAnswer, ApiClient } from '../../helpers/apiClient.ts';
import { NODE_ROWS, type NodeRow, OWN_ROWS, type Target } from '../../helpers/permissionRows.ts';
import {
  addFile,
  addFolder,
  addProject,
  bootTeam,
  NOWHERE,
  patchNode,
  type Person,
  refusal,
  setMember,
  shareNode,
  succeeded,
  type Team,
  writeFile,
} from '../../helpers/workspace.ts';

type Agent = Awaited<ReturnType<Team['addAgent']>>;

let team: Team;
let people: Record<'editor' | 'commenter' | 'viewer' | 'stranger' | 'guest', Person>;
let agent: Agent;
let revoked: Agent;
/** Folders of both kinds of space, by what agents may do in them. */
let folders: Record<'personal' | 'project', Record<'open' | 'writeLocked' | 'readLocked', string>>;

beforeAll(async () => {
  team = await bootTeam();
  const { owner } = team;
  people = {
    editor: await team.addPerson('editor'),
    commenter: await team.addPerson('commenter'),
    viewer: await team.addPerson('viewer'),
    stranger: await team.addPerson('stranger'),
    guest: await team.addPerson('guest'),
  };
  agent = await team.addAgent(owner);
  revoked = await team.addAgent(owner);
  await revoked.end();
  const { id: projectId } = await addProject(owner, 'Projekt');
  for (const role of ['editor', 'commenter', 'viewer'] as const) await setMember(owner, projectId, people[role], role);
  const threeIn = async (at: { projectId?: string }) => {
    const [open, writeLocked, readLocked] = [
      await addFolder(owner, 'Offen', at),
      await addFolder(owner, 'Nur lesen', at),
      await addFolder(owner, 'Zu', at),
    ];
    await patchNode(owner, writeLocked.id, { agentWrite: false });
    await patchNode(owner, readLocked.id, { agentRead: false });
    return { open: open.id, writeLocked: writeLocked.id, readLocked: readLocked.id };
  };
  folders = { personal: await threeIn({}), project: await threeIn({ projectId }) };
  await shareNode(owner, folders.personal.open, people.editor, 'editor');
  await shareNode(owner, folders.personal.open, people.viewer, 'viewer');
});
afterAll(() => team.stop());

async function makeTarget(folderId: string): Promise<Target> {
  const { id } = await addFile(team.owner, 'Akte.txt', 'eins', { parentId: folderId });
  succeeded(await writeFile(team.owner, id, 'zwei'), 200);
  return { id, folderId, owner: team.owner, guest: people.guest };
}

const result = (answer: ApiAnswer): number | readonly [number, string] =>
  answer.status < 400 ? answer.status : refusal(answer);
const allows = (role: NodeRole, need: NodeRole): boolean => NODE_ROLES.indexOf(role) <= NODE_ROLES.indexOf(need);
const FORBIDDEN = [403, 'FORBIDDEN'];
const NOT_FOUND = [404, 'NOT_FOUND'];

/** What a role gets: roles below editor do not see the trash. */
function expected(name: string, row: NodeRow, role: NodeRole | null): unknown {
  const isTrash = name === 'restoreNode' || name === 'purgeNode';
  if (role === null || (isTrash && !allows(role, 'editor'))) return NOT_FOUND;
  return allows(role, row.need) ? row.ok : FORBIDDEN;
}

it('has a row for every route of the workspace and of projects', () => {
  const routes = ENDPOINTS.filter(({ path }) => path.startsWith('/v1/workspace') || path.startsWith('/v1/projects'));
  const rows = new Set([...Object.keys(NODE_ROWS), ...Object.keys(OWN_ROWS)].map((name) => name.split('#')[0]));
  expect([...rows].sort()).toEqual(routes.map(({ id }) => id).sort());
});

/** What the route of a row says of agents; some rows are cases of one route (`updateNode#lock`). */
const agentsOf = (row: string) => ENDPOINTS.find(({ id }) => id === row.split('#')[0])?.agents;

describe.each(['personal', 'project'] as const)('in a %s space', (space) => {
  it.each(Object.entries(NODE_ROWS))('%s obeys roles, folder locks and keys', async (name, row) => {
    const { open, writeLocked, readLocked } = folders[space];
    const reads = row.need === 'viewer';
    const shared = new Map<string, Promise<Target>>();
    const targetIn = (folderId: string): Promise<Target> => {
      // What is only read can be the same for everybody.
      const target = (reads ? shared.get(folderId) : undefined) ?? makeTarget(folderId);
      shared.set(folderId, target);
      return target;
    };
    const ask = async (caller: ApiClient, folderId = open) => result(await row.run(caller, await targetIn(folderId)));
    const answers = {
      owner: ask(team.owner),
      editor: ask(people.editor),
      ...(space === 'project' && { commenter: ask(people.commenter) }),
      viewer: ask(people.viewer),
      stranger: ask(people.stranger),
      agent: ask(agent),
      agentWhereItMayRead: ask(agent, writeLocked),
      agentWhereItMayNotRead: ask(agent, readLocked),
      revoked: ask(revoked),
    };
    const got = Object.fromEntries(
      await Promise.all(Object.entries(answers).map(async ([who, answer]) => [who, await answer] as const)),
    );
    expect(got).toEqual({
      owner: row.ok,
      editor: expected(name, row, 'editor'),
      ...(space === 'project' && { commenter: expected(name, row, 'commenter') }),
      viewer: expected(name, row, 'viewer'),
      stranger: expected(name, row, null),
      agent: row.peopleOnly ? FORBIDDEN : row.ok,
      agentWhereItMayRead: reads && !row.peopleOnly ? row.ok : FORBIDDEN,
      // What is not open to agents at all is refused before anything is looked up.
      agentWhereItMayNotRead: agentsOf(name) === 'no' ? FORBIDDEN : NOT_FOUND,
      revoked: [401, 'invalid_api_key'],
    });
  });
});

it.each(Object.entries(NODE_ROWS))('%s answers alike for what is not there and what nobody may see', async (_, row) => {
  const unseen = await row.run(people.stranger, await makeTarget(folders.personal.open));
  // What has to be there before is made on a real node; then the caller names another one.
  const target = await makeTarget(folders.personal.open);
  const rename = (text: string) => text.replaceAll(target.id, NOWHERE).replaceAll(target.folderId, NOWHERE);
  const { call, fetch, upload } = people.stranger;
  const elsewhere: ApiClient = {
    ...people.stranger,
    call: (method, path, body, headers) =>
      call(method, rename(path), body && (JSON.parse(rename(JSON.stringify(body))) as unknown), headers),
    fetch: (path, init) => fetch(rename(path), init),
    upload: (path, file) => upload(path, file, { parentId: NOWHERE }),
  };
  const absent = await row.run(elsewhere, target);
  const bare = ({ status, body }: ApiAnswer) => ({ status, body: { ...(body as object), requestId: undefined } });
  expect(bare(unseen)).toEqual(bare(absent));
});

it.each(Object.entries(OWN_ROWS))('%s is about the caller’s own', async (_, row) => {
  const ask = async (caller: ApiClient) => (await row.run(caller, await makeTarget(folders.personal.open))).status;
  expect({
    owner: await ask(team.owner),
    others: await ask(people.stranger),
    agent: await ask(agent),
    revoked: await ask(revoked),
  }).toEqual({ owner: row.owner, others: row.others, agent: row.agent, revoked: 401 });
});
