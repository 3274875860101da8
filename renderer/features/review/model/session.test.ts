import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entity, EntityOperationInput, ReviewResult } from '../../../../server/contract/jobs.ts';
import { changesBetween } from './changes.ts';
import { predict } from './operations.ts';
import { anonymizedText } from './segments.ts';
import { createReviewSession, type Failure, type ReviewData } from './session.ts';
import { findOf } from './testFinds.ts';

const text = 'Anna Müller und Anna Müller schreiben Ben aus Kassel. Anna, Ben und Kassel.';
const initialFinds = () => [
  findOf(text, 'Anna Müller'),
  findOf(text, 'Müller', { accepted: false, id: 'part' }),
  findOf(text, 'Anna Müller', { from: 5 }),
  findOf(text, 'Kassel', { category: 'location' }),
];

class Refused extends Error {}
class Conflict extends Error {}

/** A server that keeps its own finds and gives ids of its own; `failures` are thrown first, one per request. */
function fakeServer(failures: Error[] = []) {
  let ids = 0;
  let data: ReviewData = { text, anonymized: anonymizedText(text, initialFinds()), revision: 1, finds: initialFinds() };
  let running = 0;
  const requests: (readonly EntityOperationInput[])[] = [];
  const send = async (revision: number, operations: readonly EntityOperationInput[]): Promise<ReviewResult> => {
    expect(++running).toBe(1);
    await Promise.resolve();
    running--;
    const failure = failures.shift();
    if (failure) throw failure;
    if (revision !== data.revision) throw new Conflict();
    for (const operation of operations) {
      if (operation.op !== 'add' && !data.finds.some((find) => find.id === operation.id)) throw new Refused();
    }
    requests.push(operations);
    const finds = predict(text, data.finds, operations, () => `server-${ids++}`);
    const changes = changesBetween(data.finds, finds);
    data = { text, anonymized: anonymizedText(text, finds), revision: data.revision + 1, finds };
    return {
      job_id: '00000000-0000-4000-8000-000000000000',
      revision: data.revision,
      changed: changes.flatMap((change) => (change.after ? [change.after] : [])),
      removed: changes.flatMap((change) => (change.after ? [] : [change.id])),
      anonymized_text_raw: data.anonymized,
      metadata: {
        filename: 'x',
        language: 'de',
        words: 1,
        entities: {},
        engine: { recognizers: '1', model: null },
        duration_ms: 1,
      },
    };
  };
  return { send, requests, data: () => data, change: (next: Partial<ReviewData>) => (data = { ...data, ...next }) };
}

function start(server: ReturnType<typeof fakeServer>) {
  const dropped: string[] = [];
  const waits: number[] = [];
  const session = createReviewSession({
    initial: server.data(),
    send: server.send,
    reload: () => Promise.resolve(server.data()),
    classify: (error): Failure =>
      error instanceof Conflict ? 'conflict' : error instanceof Refused ? 'refused' : 'retry',
    wait: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
    onChange: () => undefined,
    onIds: () => undefined,
    onDropped: ({ failure, ids }) => dropped.push([failure, ...ids].join()),
  });
  return { session, dropped, waits };
}

const decisions = (finds: readonly Entity[]) => finds.map((f) => [f.start, f.end, f.category, f.accepted]);

describe('createReviewSession', () => {
  it('shows a step at once and saves it', async () => {
    const server = fakeServer();
    const { session } = start(server);
    expect(session.apply([{ op: 'reject', id: 'person@0' }])).toEqual(['person@0']);
    expect(session.finds()[0]!.accepted).toBe(false);
    expect(server.data().finds[0]!.accepted).toBe(true);
    await session.settled();
    expect(decisions(server.data().finds)).toEqual(decisions(session.finds()));
    expect(session.confirmed().anonymized).toBe(server.data().anonymized);
  });

  it('sends quick steps together, in order', async () => {
    const server = fakeServer();
    const { session } = start(server);
    session.apply([{ op: 'reject', id: 'person@0' }]);
    session.apply([{ op: 'accept', id: 'part' }]);
    session.apply([{ op: 'categorize', id: 'part', category: 'custom' }]);
    await session.settled();
    expect(server.requests.map((request) => request.map((operation) => operation.op))).toEqual([
      ['reject'],
      ['accept', 'categorize'],
    ]);
  });

  it('follows a find from its provisional id to that of the server', async () => {
    const server = fakeServer();
    const { session } = start(server);
    const [id] = session.apply([{ op: 'add', start: 38, end: 41, category: 'person' }]);
    session.apply([{ op: 'categorize', id: id!, category: 'username' }]);
    await session.settled();
    expect(server.data().finds.find((find) => find.start === 38)).toMatchObject({
      id: 'server-0',
      category: 'username',
    });
    expect(decisions(session.finds())).toEqual(decisions(server.data().finds));
  });

  it('undo and redo reach the server, also of a find added by hand', async () => {
    const server = fakeServer();
    const { session } = start(server);
    const before = decisions(session.finds());
    session.apply([{ op: 'add', start: 0, end: 4, category: 'username' }]);
    const after = decisions(session.finds());
    await session.settled();
    session.undo();
    await session.settled();
    expect(decisions(server.data().finds)).toEqual(before);
    session.redo();
    await session.settled();
    expect(decisions(server.data().finds)).toEqual(after);
    session.undo();
    await session.settled();
    expect(decisions(server.data().finds)).toEqual(before);
    expect(session.state()).toMatchObject({ canUndo: false, canRedo: true, unsaved: 0 });
  });

  it('keeps steps while the server is away and tells so', async () => {
    const server = fakeServer([new Error('network'), new Error('network')]);
    const { session, waits, dropped } = start(server);
    session.apply([{ op: 'reject', id: 'person@0' }]);
    await session.settled();
    expect(waits).toEqual([1_000, 2_000]);
    expect(server.data().finds[0]!.accepted).toBe(false);
    expect(dropped).toEqual([]);
    expect(session.state().offline).toBe(false);
  });

  it('rolls back what the server refuses', async () => {
    const server = fakeServer([new Refused()]);
    const { session, dropped } = start(server);
    session.apply([{ op: 'reject', id: 'person@0' }]);
    await session.settled();
    expect(session.finds()[0]!.accepted).toBe(true);
    expect(dropped).toEqual(['refused,person@0']);
    expect(session.state().canUndo).toBe(false);
  });

  it('reads the job again after a conflict', async () => {
    const server = fakeServer();
    const { session, dropped } = start(server);
    server.change({ revision: 7, finds: [findOf(text, 'Ben')] });
    session.apply([{ op: 'reject', id: 'person@0' }]);
    await session.settled();
    expect(dropped).toEqual(['conflict,person@0']);
    expect(session.finds().map((find) => find.text)).toEqual(['Ben']);
    session.apply([{ op: 'reject', id: session.finds()[0]!.id }]);
    await session.settled();
    expect(server.data().finds[0]!.accepted).toBe(false);
  });

  it('ignores a step that changes nothing', () => {
    const { session } = start(fakeServer());
    expect(session.apply([{ op: 'accept', id: 'person@0' }])).toEqual([]);
    expect(session.state()).toMatchObject({ canUndo: false, unsaved: 0 });
  });

  it('any walk of steps, undo and redo ends with what the server has, and undoing all gives the start back', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constantFrom('accept', 'reject', 'categorize'), find: fc.nat(20), all: fc.boolean() }),
      fc.record({
        kind: fc.constant('add' as const),
        start: fc.nat(60),
        length: fc.integer({ min: 1, max: 12 }),
        all: fc.boolean(),
      }),
      fc.record({ kind: fc.constantFrom('undo', 'redo', 'settle') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const server = fakeServer();
        const { session, dropped } = start(server);
        const before = decisions(session.finds());
        for (const taken of steps) {
          if ('start' in taken) {
            const { start: from, length, all } = taken;
            session.apply([{ op: 'add', start: from, end: from + length, category: 'custom', all_occurrences: all }]);
          } else if ('find' in taken) {
            const finds = session.finds();
            const { id } = finds[taken.find % finds.length]!;
            if (taken.kind === 'categorize')
              session.apply([{ op: 'categorize', id, category: 'reference', all_occurrences: taken.all }]);
            else session.apply([{ op: taken.kind === 'accept' ? 'accept' : 'reject', id, all_occurrences: taken.all }]);
          } else if (taken.kind === 'undo') session.undo();
          else if (taken.kind === 'redo') session.redo();
          else await session.settled();
        }
        await session.settled();
        expect(dropped).toEqual([]);
        expect(decisions(session.finds())).toEqual(decisions(server.data().finds));
        expect(session.confirmed().anonymized).toBe(server.data().anonymized);
        while (session.state().canUndo) session.undo();
        await session.settled();
        expect(decisions(session.finds())).toEqual(before);
        expect(decisions(server.data().finds)).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });
});
