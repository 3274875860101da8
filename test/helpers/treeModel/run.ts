import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ApiAnswer, ApiClient } from '../apiClient.ts';
import { createRandom } from '../random.ts';
import { listAll, refusal } from '../workspace.ts';
import { compare, look, lookAt } from './compare.ts';
import { generate } from './generate.ts';
import { apply, type Operation } from './operations.ts';
import { madeIds, send } from './send.ts';
import { type Actor, Refused, TreeState } from './state.ts';

/** Longest wait before a server is killed while it works on an operation, in milliseconds. */
const KILL_WITHIN_MS = 25;

/** Who works on which server. */
export interface Stage {
  readonly actors: readonly Actor[];
  readonly dataDir: string;
  clientOf(actor: Actor): ApiClient;
  emailOf(userId: string): string;
  /** Kills the server and starts it again; absent: it is never killed. */
  readonly killAndStart?: () => Promise<void>;
}

export interface TreeRun {
  readonly done: number;
  readonly refused: Readonly<Record<string, number>>;
  readonly kills: number;
  /** Kills that hit an operation whose answer never came. */
  readonly interrupted: number;
}

/**
 * Carries random operations out on the server and on the model, one after the other: every answer has to be what the model says, and after every
 * `batch` of them every actor has to see what the model says. Kills the server now and then in the middle of an operation: it is then either done or not.
 */
export async function runTree(
  stage: Stage,
  { seed, operations, batch, kills = 0 }: { seed: number; operations: number; batch: number; kills?: number },
): Promise<TreeRun> {
  const random = createRandom(seed);
  const refused: Record<string, number> = {};
  let state: TreeState = new TreeState();
  let done = 0;
  let killed = 0;
  let interrupted = 0;

  const check = () => compare(state, stage.actors, (actor) => stage.clientOf(actor), random, stage.dataDir);

  async function settle(before: TreeState, actor: Actor, operation: Operation, answer: ApiAnswer): Promise<void> {
    const { after, made, code } = attempt(before, actor, operation);
    const what = `operation ${done} of seed ${seed}, ${actor.name}: ${JSON.stringify(operation)}`;
    if (code !== null) {
      expect([what, refusal(answer)[1]]).toEqual([what, code]);
      refused[code] = (refused[code] ?? 0) + 1;
      return;
    }
    expect([what, answer.status >= 200 && answer.status < 300 ? 'done' : answer.text]).toEqual([what, 'done']);
    const ids = await madeIds(stage.clientOf(actor), answer, made.length);
    made.forEach((madeId, index) => after.identify(madeId, ids[index]!));
    state = after;
  }

  for (let number = 0; number < operations; number++) {
    const { actor, operation } = generate(random, state, stage.actors);
    const answering = send(stage.clientOf(actor), operation, (userId) => stage.emailOf(userId));
    const isKill = stage.killAndStart !== undefined && killed < Math.floor((kills * (number + 1)) / operations);
    if (isKill) {
      // A connection that breaks says nothing about whether the work was done.
      const answered = answering.catch(() => null);
      await sleep(random.below(KILL_WITHIN_MS));
      await stage.killAndStart();
      killed += 1;
      const answer = await answered;
      if (answer === null) {
        interrupted += 1;
        state = await recover(stage, state, actor, operation);
      } else await settle(state, actor, operation, answer);
      await check();
    } else await settle(state, actor, operation, await answering);
    done += 1;
    if (done % batch === 0 || done === operations) await check();
  }
  return { done, refused, kills: killed, interrupted };
}

/** The model after an operation, or why it is refused. */
function attempt(
  before: TreeState,
  actor: Actor,
  operation: Operation,
): { after: TreeState; made: string[]; code: string | null } {
  const after = before.copy();
  try {
    return { after, made: apply(after, actor, operation), code: null };
  } catch (error) {
    if (error instanceof Refused) return { after: before, made: [], code: error.code };
    throw error;
  }
}

/** Finds out whether an operation without an answer was carried out: wholly, or not at all. */
async function recover(stage: Stage, before: TreeState, actor: Actor, operation: Operation): Promise<TreeState> {
  const { after, made, code } = attempt(before, actor, operation);
  if (code !== null) return before;
  if (made.length > 0) return (await identifyMade(stage, after, made)) ? after : before;
  const people = stage.actors.filter(({ isAgent }) => !isAgent);
  const ids = [...before.nodes.keys()];
  const now = await Promise.all(people.map((person) => look(stage.clientOf(person), ids)));
  const isLike = (state: TreeState) =>
    JSON.stringify(now) === JSON.stringify(people.map((person) => lookAt(state, person, ids)));
  if (isLike(after)) return after;
  expect([operation, isLike(before)]).toEqual([operation, true]);
  return before;
}

/** Gives new nodes the ids under which the server has them; false when it has none of them. */
async function identifyMade(stage: Stage, after: TreeState, made: readonly string[]): Promise<boolean> {
  for (const [index, madeId] of made.entries()) {
    const node = after.nodes.get(madeId)!;
    const owner = stage.actors.find(({ userId, isAgent }) => userId === node.spaceId && !isAgent)!;
    const siblings = await listAll(stage.clientOf(owner), { parentId: node.parentId ?? undefined });
    const found = siblings.find(({ name }) => name === node.name);
    if (found === undefined) {
      expect(index, 'a part of an operation was carried out').toBe(0);
      return false;
    }
    after.identify(madeId, found.id);
  }
  return true;
}
