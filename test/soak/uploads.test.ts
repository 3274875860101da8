import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { LIMITS } from '../../server/contract/limits.ts';
import { workspaceNode } from '../../server/contract/workspace/node.ts';
import { filesBelow } from '../helpers/files.ts';
import { spawnServer } from '../helpers/spawnServer.ts';
import { tempDir } from '../helpers/tempDir.ts';
import { beginUpload, finishedUpload, sendPart, uploadState, type UploadSession } from '../helpers/uploads.ts';

const UPLOADS = Number(process.env['DECKNAME_SOAK_UPLOADS'] ?? 6);
const KILLS_PER_UPLOAD = 2;
const LARGEST_CHUNK = 4 * 1024 * 1024;
const seed = Number(process.env['DECKNAME_SEED'] ?? randomBytes(4).readInt32LE());
/** ISO 14496-12, 4.3: makes a HEIC picture of what follows; it has neither text nor a thumbnail, so every object is a file or a chunk. */
const FILE_TYPE_BOX = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1');

/** Begins to send a range and breaks the connection on the way. */
function breakOff(session: UploadSession, whole: Uint8Array, start: number, end: number, sent: number): Promise<void> {
  return new Promise((resolve) => {
    const headers = {
      'content-length': end - start,
      'content-range': `bytes ${String(start)}-${String(end - 1)}/${String(whole.byteLength)}`,
    };
    const request = httpRequest(session.uploadUrl, { method: 'PUT', headers });
    request.on('error', () => undefined).on('close', resolve);
    request.write(whole.subarray(start, start + sent), () => request.destroy());
  });
}

it('uploads files of 50 MiB whole through broken connections, wrong ranges and killed servers', async () => {
  process.stdout.write(`seed ${String(seed)} (DECKNAME_SEED repeats it)\n`);
  const draws = fc.sample(fc.nat(), { seed, numRuns: 100_000 });
  const below = (limit: number): number => (draws.pop() ?? 0) % limit;
  const dataDir = tempDir();
  let server = await spawnServer({ dataDir });
  const whole = Buffer.concat([FILE_TYPE_BOX, randomBytes(LIMITS.fileBytes - FILE_TYPE_BOX.length)]);
  const digest = createHash('sha256').update(whole).digest('hex');
  const ids: string[] = [];
  let interruptions = 0;
  try {
    while (ids.length < UPLOADS) {
      let session = await beginUpload(server, { name: 'gross.heic', sizeBytes: whole.byteLength });
      const killsAt = Array.from({ length: KILLS_PER_UPLOAD }, () => below(whole.byteLength));
      let at = 0;
      while (at < whole.byteLength) {
        const end = Math.min(whole.byteLength, at + 1 + below(LARGEST_CHUNK));
        const sort = below(6);
        if (sort === 0) {
          interruptions += 1;
          await breakOff(session, whole, at, end, below(end - at));
        } else if (sort === 1 && at > 0) {
          const answer = await sendPart(session, whole, below(at), at);
          expect([answer.status, answer.body]).toMatchObject([409, { nextExpectedRanges: [`${String(at)}-`] }]);
        } else if (sort === 2 && end < whole.byteLength) {
          expect((await sendPart(session, whole, end, Math.min(whole.byteLength, end + 1_000))).status).toBe(409);
        } else if (killsAt.some((kill) => kill >= at && kill < end)) {
          for (const kill of killsAt.keys()) if (killsAt[kill]! < end) killsAt[kill] = -1;
          const sending = sendPart(session, whole, at, end).catch(() => undefined);
          await new Promise((resolve) => setTimeout(resolve, below(60)));
          await server.end('SIGKILL');
          await sending;
          server = await spawnServer({ dataDir, apiKey: server.apiKey });
          const { pathname, search } = new URL(session.uploadUrl);
          session = { ...session, uploadUrl: new URL(pathname + search, server.url).href };
          const state = await server.call('GET', `/v1/workspace/uploads/${session.sessionId}`);
          // The kill may have come between the end of the upload and its answer.
          if (state.status === 201) {
            ids.push(state.read(finishedUpload).id);
            break;
          }
          at = (await uploadState(server, session)).receivedBytes;
          expect(at).toBeLessThan(whole.byteLength);
        } else {
          const answer = await sendPart(session, whole, at, end);
          expect(answer.status, answer.text).toBe(end === whole.byteLength ? 201 : 202);
          if (answer.status === 201) ids.push(answer.read(finishedUpload).id);
          at = end;
          continue;
        }
        expect((await uploadState(server, session)).receivedBytes).toBe(at);
      }
    }
    for (const id of ids) {
      const content = await (await server.fetch(`/api/v1/workspace/nodes/${id}/download`)).arrayBuffer();
      expect(createHash('sha256').update(new Uint8Array(content)).digest('hex')).toBe(digest);
    }
    expect(interruptions).toBeGreaterThan(0);
    // A last start sweeps what the kills have left: one object for each file, nothing of its chunks.
    await server.end('SIGTERM');
    server = await spawnServer({ dataDir, apiKey: server.apiKey });
    const list = await server.call('GET', '/v1/workspace/nodes?limit=200');
    const { nodes } = list.read(z.object({ nodes: z.array(workspaceNode) }));
    const objects = filesBelow(dataDir).filter((file) => /[\\/]objects[\\/]/.test(file));
    expect(nodes.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(objects).toHaveLength(nodes.length);
  } finally {
    await server.end('SIGKILL');
  }
});
