import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { z } from 'zod';
import { addFile, addFolder, getNode, listAll, type Person, succeeded } from './workspace.ts';
import type { ApiAnswer } from './apiClient.ts';
import { createRandom, type Random } from './random.ts';
import { beginUpload, finishedUpload, sendRange, type UploadSession } from './uploads.ts';

const MOST_BYTES = 4_000;
const LONGEST_WAIT_MS = 12;
const expectedRanges = z.object({ nextExpectedRanges: z.array(z.string()) });

/** What happened in the histories of a run. */
export interface UploadHistories {
  readonly requests: number;
  /** Answers that nobody heard, the answers to last ranges among them. */
  readonly lost: number;
  readonly lostAtTheEnd: number;
}

/**
 * Uploads files in random ranges over connections that break: before a range has arrived, after it, and while it is answered. The client behaves as clients do:
 * it sends the range again, also twice at once, or asks how far the upload is. Every history has to make exactly one file, or one revision of a file.
 */
export async function runUploadHistories(
  owner: Person,
  { seed, histories }: { seed: number; histories: number },
): Promise<UploadHistories> {
  const random = createRandom(seed);
  const counts = { requests: 0, lost: 0, lostAtTheEnd: 0 };
  const folder = await addFolder(owner, `Verläufe ${String(seed)}`);
  for (let number = 0; number < histories; number++) {
    const what = `history ${String(number)} of seed ${String(seed)}`;
    const name = `Akte ${String(number)}.txt`;
    const whole = Buffer.alloc(random.chance(0.03) ? 0 : 1 + random.below(MOST_BYTES), `Inhalt ${String(number)}, `);
    const replaced = random.chance(0.3) ? await addFile(owner, name, 'vorher', { parentId: folder.id }) : null;
    const session = await beginUpload(owner, {
      ...{ name, sizeBytes: whole.byteLength },
      ...(replaced === null
        ? { parentId: folder.id }
        : { nodeId: replaced.id, ...(random.chance(0.5) && { revision: 1 }) }),
    });
    const made = await uploadOnce(owner, session, whole, random, counts);
    const again = await owner.call('GET', `/v1/workspace/uploads/${session.sessionId}`);
    expect([what, succeeded(again, 201).body]).toEqual([what, made.body]);
    const { id } = made.read(finishedUpload);
    const stored = await getNode(owner, id);
    const bytes = await (await owner.fetch(`/api/v1/workspace/nodes/${id}/download`)).arrayBuffer();
    expect([what, stored.name, stored.revision, Buffer.from(bytes).equals(whole)]).toEqual([
      ...[what, name],
      ...[replaced === null ? 1 : 2, true],
    ]);
  }
  const files = await listAll(owner, { parentId: folder.id });
  const names = Array.from({ length: histories }, (_, number) => `Akte ${String(number)}.txt`);
  expect(files.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  return counts;
}

/** Sends a file until an answer says that it is there. */
async function uploadOnce(
  owner: Person,
  session: UploadSession,
  whole: Buffer,
  random: Random,
  counts: { requests: number; lost: number; lostAtTheEnd: number },
): Promise<ApiAnswer> {
  let start = 0;
  let end = 0;
  let isRepeat = false;
  for (;;) {
    if (!isRepeat) end = Math.min(whole.byteLength, start + 1 + random.below(random.pick([64, MOST_BYTES])));
    isRepeat = false;
    const part = whole.subarray(start, end);
    const range = whole.byteLength === 0 ? 'bytes */0' : `bytes ${start}-${end - 1}/${whole.byteLength}`;
    counts.requests += 1;
    let answer: ApiAnswer;
    if (random.chance(0.45)) {
      counts.lost += 1;
      if (end === whole.byteLength) counts.lostAtTheEnd += 1;
      await loseAnswer(session, part, range, random);
      isRepeat = random.chance(0.5);
      if (isRepeat) continue;
      answer = await owner.call('GET', `/v1/workspace/uploads/${session.sessionId}`);
    } else {
      const sent = random.chance(0.15) ? 2 : 1;
      const answers = await Promise.all(Array.from({ length: sent }, () => sendRange(session, part, range)));
      answer = answers.find(({ status }) => status === 201) ?? random.pick(answers);
    }
    if (answer.status === 201) return answer;
    // 409: an earlier request of this client has arrived after all.
    expect([200, 202, 409]).toContain(answer.status);
    const [expected] = answer.read(expectedRanges).nextExpectedRanges;
    if (expected === undefined) {
      return succeeded(await owner.call('GET', `/v1/workspace/uploads/${session.sessionId}`), 201);
    }
    start = Number.parseInt(expected, 10);
  }
}

/** Sends a range and breaks the connection: on the way, when all is sent, a moment later, or when the answer begins. */
function loseAnswer({ uploadUrl }: UploadSession, part: Buffer, range: string, random: Random): Promise<void> {
  const how = random.pick(['on the way', 'sent', 'a moment later', 'answered'] as const);
  const waitMs = random.below(LONGEST_WAIT_MS);
  return new Promise((resolve) => {
    const request = httpRequest(uploadUrl, {
      method: 'PUT',
      headers: { 'content-length': part.byteLength, 'content-range': range },
    });
    request.on('error', () => undefined).on('close', resolve);
    request.on('response', () => request.destroy());
    if (how === 'on the way' && part.byteLength > 0) {
      request.write(part.subarray(0, random.below(part.byteLength)), () => request.destroy());
      return;
    }
    request.end(part, () => {
      if (how === 'answered') return;
      void sleep(how === 'a moment later' ? waitMs : 0).then(() => request.destroy());
    });
  });
}
