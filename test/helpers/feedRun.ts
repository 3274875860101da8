import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { z } from 'zod';
import { NODE_ROLES, workspaceNode } from '../../server/contract/workspace/node.ts';
import type { ChangeRecord } from '../../server/contract/workspace/finding.ts';
import type { ApiAnswer, ApiClient } from './apiClient.ts';
import { createRandom, type Random } from './random.ts';
import { addProject, bootTeam, type Person, queryOf, readDelta, succeeded, type Team, writeFile } from './workspace.ts';

const WRITERS = 8;
/** Pause between two looks of one follower. */
const POLL_MS = 25;
/** What a server may answer when others were faster, or when the caller may not. */
const REFUSALS: ReadonlySet<number> = new Set([400, 403, 404, 409, 413, 422]);
const SHARE_ROLES = ['viewer', 'editor'] as const;
/** Requests under way at a time while views are compared. */
const READERS = 16;

/** A node as far as the change feed speaks of it. */
type Known = Pick<ChangeRecord['node'], 'name' | 'type' | 'parent_id' | 'project_id' | 'revision' | 'trashed_at'>;

/** Somebody who follows the feed: a person, or one of their agents. */
interface Follower {
  readonly name: string;
  readonly client: ApiClient;
  readonly isAgent: boolean;
}

/** A space that writers work in. */
interface Space {
  readonly owner: Person;
  readonly projectId: string | undefined;
}

interface Made {
  readonly id: string;
  readonly space: Space;
  readonly type: 'folder' | 'file';
  /** As far as the writers know; what lies below a folder goes with it without notice. */
  state: 'active' | 'trashed' | 'gone';
}

export interface FeedRun {
  /** Operations that the server carried out. */
  readonly done: number;
  readonly refused: number;
  /** Records read from nothing, over all followers. */
  readonly records: number;
  readonly nodes: number;
}

const nodeAnswer = z.object({ node: workspaceNode });
const sharesAnswer = z.object({ shares: z.array(z.object({ id: z.string(), inheritedFrom: z.unknown() })) });

/**
 * Lets eight writers change personal spaces and projects at random while everybody follows the change feed, restarts the server in between, and checks
 * that everybody's feed, applied from nothing, gives exactly what the server shows them.
 */
export async function runFeed({
  seed,
  operations,
  restarts,
}: {
  seed: number;
  operations: number;
  restarts: number;
}): Promise<FeedRun> {
  const team = await bootTeam();
  try {
    const world = await createWorld(team);
    const tails = new Map(world.followers.map((follower) => [follower, new Tail(follower)]));
    const random = createRandom(seed);
    let [done, refused] = [0, 0];
    const phases = restarts + 1;
    for (let phase = 1; phase <= phases; phase++) {
      const until = Math.ceil((operations * phase) / phases);
      let writing = true;
      const following = [...tails.values()].map(async (tail) => {
        while (writing) {
          await tail.poll(1 + random.below(40));
          await sleep(POLL_MS);
        }
      });
      const writers = Array.from({ length: WRITERS }, async () => {
        while (done < until) {
          const answer = await operate(world, random);
          if (answer.status < 300) done += 1;
          else {
            expect(REFUSALS.has(answer.status), `${answer.status} ${answer.text}`).toBe(true);
            refused += 1;
          }
        }
      });
      await Promise.all(writers);
      writing = false;
      await Promise.all(following);
      if (phase < phases) await team.server.restart();
    }
    let records = 0;
    for (const tail of tails.values()) records += await check(tail, world.nodes);
    return { done, refused, records, nodes: world.nodes.length };
  } finally {
    await team.stop();
  }
}

/** A follower with what it has read so far, page by page. */
class Tail {
  readonly follower: Follower;
  readonly changes: ChangeRecord[] = [];
  cursor: string | undefined;
  /** A cursor from the middle, and how many records came before it. */
  middle: { readonly cursor: string; readonly before: number } | null = null;

  constructor(follower: Follower) {
    this.follower = follower;
  }

  async poll(limit: number): Promise<void> {
    const path = `/v1/workspace/delta${queryOf({ cursor: this.cursor, limit: String(limit) })}`;
    const page = succeeded(await this.follower.client.call('GET', path), 200).body as {
      changes: ChangeRecord[];
      cursor: string;
    };
    this.changes.push(...page.changes);
    this.cursor = page.cursor;
    if (this.middle === null && this.changes.length > 100) {
      this.middle = { cursor: page.cursor, before: this.changes.length };
    }
  }
}

interface World {
  readonly team: Team;
  readonly people: readonly Person[];
  readonly followers: readonly Follower[];
  readonly spaces: readonly Space[];
  readonly groups: readonly string[];
  readonly nodes: Made[];
}

async function createWorld(team: Team): Promise<World> {
  const names = ['anna', 'ben', 'cara', 'dora'];
  const people: Person[] = [team.owner];
  for (const name of names) people.push(await team.addPerson(name));
  const [owner, anna, ben] = people as [Person, Person, Person];
  const projects = [await addProject(owner, 'Umzug'), await addProject(anna, 'Fusion')];
  const spaces: Space[] = [
    { owner, projectId: undefined },
    { owner: anna, projectId: undefined },
    { owner: ben, projectId: undefined },
    { owner, projectId: projects[0]!.id },
    { owner: anna, projectId: projects[1]!.id },
  ];
  const followers: Follower[] = people.map((client, index) => ({
    name: ['owner', ...names][index]!,
    client,
    isAgent: false,
  }));
  for (const [name, person] of [
    ['agent of the owner', owner],
    ['agent of ben', ben],
  ] as const) {
    followers.push({ name, client: await team.addAgent(person), isAgent: true });
  }
  const groups = [await team.addGroup('Team A', [anna]), await team.addGroup('Team B', [ben, anna])];
  return { team, people, followers, spaces, groups, nodes: [] };
}

/** One random operation by somebody, mostly one that can be done by somebody who may. */
async function operate(world: World, random: Random): Promise<ApiAnswer> {
  const { people, spaces, nodes } = world;
  const left = nodes.filter(({ state }) => state !== 'gone');
  if (left.length < 10 || random.chance(0.2)) return create(world, random, random.pick(spaces));
  const node = random.pick(left);
  const { id, space } = node;
  const actor = random.chance(0.85) ? space.owner : random.pick(people);
  const at = `/v1/workspace/nodes/${id}`;
  const call = actor.call;
  const name = `${random.pick(['Akte', 'Brief', 'Plan'])} ${random.below(1_000)}.txt`;
  const then = async (answering: Promise<ApiAnswer>, state: Made['state']): Promise<ApiAnswer> => {
    const answer = await answering;
    if (answer.status < 300) node.state = state;
    return answer;
  };
  const moveTo = (): Promise<ApiAnswer> => {
    const folders = left.filter((other) => other.type === 'folder' && other.space === space);
    const parentId = folders.length === 0 || random.chance(0.2) ? null : random.pick(folders).id;
    return call('PATCH', at, { parentId });
  };
  const share = (): Promise<ApiAnswer> => {
    const grantee = random.chance(0.6)
      ? { kind: 'user', email: random.pick(people).email }
      : { kind: 'group', groupId: random.pick(world.groups) };
    return actor.call('POST', `${at}/shares`, { ...grantee, role: random.pick(SHARE_ROLES) });
  };
  const isThere = node.state === 'active' || random.chance(0.05);
  const inTrash = node.state === 'trashed' || random.chance(0.02);
  return random.pick([
    ...(isThere
      ? [
          ...weighted(10, () =>
            node.type === 'file' ? writeFile(actor, id, `Inhalt ${random.below(1_000)}`) : call('PATCH', at, { name }),
          ),
          ...weighted(6, () => call('PATCH', at, { name })),
          ...weighted(12, moveTo),
          ...weighted(3, () => call('PATCH', at, { description: name })),
          ...weighted(8, () => then(call('DELETE', at), 'trashed')),
          ...weighted(12, share),
          ...weighted(9, () => unshare(random, actor, at)),
          ...weighted(5, () => call('PATCH', at, { agentRead: random.pick([true, false, false, null]) })),
          ...weighted(2, () => changeGroup(world, random)),
          ...weighted(2, () => changeProject(world, random)),
        ]
      : []),
    ...(inTrash
      ? [
          ...weighted(10, () => then(call('POST', `${at}/restore`), 'active')),
          ...weighted(8, () => then(call('DELETE', `${at}/permanent`), 'gone')),
        ]
      : []),
    ...weighted(1, () => call('GET', at)),
  ])();
}

function weighted<T>(weight: number, item: T): T[] {
  return Array.from({ length: weight }, () => item);
}

async function create({ nodes, people }: World, random: Random, space: Space): Promise<ApiAnswer> {
  const inSpace = nodes.filter((node) => node.space === space && node.type === 'folder' && node.state === 'active');
  const parentId = inSpace.length > 0 && random.chance(0.7) ? random.pick(inSpace).id : undefined;
  const at = { ...(parentId && { parentId }), ...(space.projectId && { projectId: space.projectId }) };
  const actor = random.chance(0.8) ? space.owner : random.pick(people);
  const number = random.below(60);
  const answer = random.chance(0.5)
    ? await actor.call('POST', '/v1/workspace/nodes', { kind: 'folder', name: `Ordner ${number}`, ...at })
    : await actor.upload('/v1/workspace/upload', { name: `Akte ${number}.txt`, bytes: Buffer.from('Text') }, at);
  if (answer.status === 201) {
    const { id, projectId, type } = answer.read(nodeAnswer).node;
    // Without a folder or a project it lies in the caller's own space.
    const isElsewhere = parentId === undefined && projectId === null && actor !== space.owner;
    nodes.push({ id, type, state: 'active', space: isElsewhere ? { owner: actor, projectId: undefined } : space });
  }
  return answer;
}

async function unshare(random: Random, actor: Person, at: string): Promise<ApiAnswer> {
  const list = await actor.call('GET', `${at}/shares`);
  if (list.status !== 200) return list;
  const own = list.read(sharesAnswer).shares.filter(({ inheritedFrom }) => inheritedFrom === null);
  if (own.length === 0) return list;
  return actor.call('DELETE', `${at}/shares?shareId=${random.pick(own).id}`);
}

function changeGroup({ team, people, groups }: World, random: Random): Promise<ApiAnswer> {
  const memberIds = people.filter(() => random.chance(0.4)).map(({ id }) => id);
  return team.owner.call('PATCH', `/v1/admin/groups/${random.pick(groups)}`, { memberIds });
}

function changeProject({ people, spaces }: World, random: Random): Promise<ApiAnswer> {
  const { owner, projectId } = random.pick(spaces.filter((space) => space.projectId !== undefined));
  const person = random.pick(people);
  if (person !== owner && random.chance(0.4)) {
    return owner.call('DELETE', `/v1/projects/${projectId!}/members/${person.id}`);
  }
  const role = person === owner ? 'owner' : random.pick(NODE_ROLES);
  return owner.call('POST', `/v1/projects/${projectId!}/members`, { userId: person.id, role });
}

/** A tree as the feed alone tells it. */
function applied(changes: readonly ChangeRecord[]): ReadonlyMap<string, Known> {
  const tree = new Map<string, Known>();
  for (const { action, node } of changes) {
    if (action === 'deleted' || action === 'unshared') tree.delete(node.id);
    else {
      const { name, type, parent_id, project_id, revision, trashed_at } = node;
      tree.set(node.id, { name, type, parent_id, project_id, revision, trashed_at });
    }
  }
  return tree;
}

/** What the server shows of these nodes. */
async function shown(client: ApiClient, ids: readonly string[]): Promise<ReadonlyMap<string, Known>> {
  const tree = new Map<string, Known>();
  const left = [...ids];
  const readers = Array.from({ length: READERS }, async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const answer = await client.call('GET', `/v1/workspace/nodes/${id}`);
      if (answer.status === 404) continue;
      const { node } = succeeded(answer, 200).read(nodeAnswer);
      tree.set(id, {
        name: node.name,
        type: node.type,
        parent_id: node.parentId,
        project_id: node.projectId,
        revision: node.revision ?? null,
        trashed_at: node.trashedAt,
      });
    }
  });
  await Promise.all(readers);
  return tree;
}

/** Checks one follower; returns how many records there were. */
async function check(tail: Tail, nodes: readonly Made[]): Promise<number> {
  const { follower } = tail;
  const { client, name, isAgent } = follower;
  const all = await readDelta(client);
  await drain(tail, all.cursor);
  const sorted = (tree: ReadonlyMap<string, Known>) => [...tree].sort(([a], [b]) => (a < b ? -1 : 1));
  const expected = sorted(
    await shown(
      client,
      nodes.map(({ id }) => id),
    ),
  );
  expect(sorted(applied(all.changes)), `${name}, from nothing`).toEqual(expected);
  expect(sorted(applied(tail.changes)), `${name}, page by page`).toEqual(expected);

  const ids = (changes: readonly ChangeRecord[]) => changes.map(({ id, action }) => [id, ...(isAgent ? [] : [action])]);
  expect(ids(tail.changes), `${name}: nothing skipped, doubled or out of order`).toEqual(ids(all.changes));
  expect(new Set(all.changes.map(({ id, action }) => `${id} ${action}`)).size).toBe(all.changes.length);
  const times = all.changes.map(({ at }) => at);
  expect(times).toEqual([...times].sort());
  const revisions = new Map<string, number>();
  for (const { node } of all.changes) {
    if (node.revision === null) continue;
    expect(node.revision).toBeGreaterThanOrEqual(revisions.get(node.id) ?? 0);
    revisions.set(node.id, node.revision);
  }
  if (tail.middle !== null) {
    const rest = await readDelta(client, tail.middle.cursor, 77);
    expect(ids(rest.changes), `${name}, from an old cursor`).toEqual(ids(all.changes.slice(tail.middle.before)));
  }
  return all.changes.length;
}

/** Reads on until the end of the feed. */
async function drain(tail: Tail, end: string): Promise<void> {
  while (tail.cursor !== end) await tail.poll(200);
}
