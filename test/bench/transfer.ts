import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { LIMITS } from '../../server/contract/limits.ts';
import { createUpload } from '../../server/contract/workspace/files.ts';
import { workspaceNode } from '../../server/contract/workspace/node.ts';
import type { SpawnedServer } from '../helpers/spawnServer.ts';
import { milliseconds, quantile, type Figure } from './measure.ts';
import { withServer } from './server.ts';

const MEBIBYTE = 1024 * 1024;
const RUNS = 3;
const nodeAnswer = z.object({ node: workspaceNode });

/** ISO 14496-12, 4.3: the box that makes a HEIC picture of what follows. It is neither read as text nor drawn, so the bytes alone are measured. */
const FILE_TYPE_BOX = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1');

/** A picture of the largest size that no compression helps. */
const largestFile = (): Buffer => Buffer.concat([FILE_TYPE_BOX, randomBytes(LIMITS.fileBytes - FILE_TYPE_BOX.length)]);

/** Copies bytes as the server has to keep them: written to the disk before the answer. */
async function copyFile(from: string, to: string): Promise<void> {
  const bytes = await readFile(from);
  const handle = await open(to, 'w');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function uploadOnce(server: SpawnedServer, bytes: Buffer): Promise<string> {
  const answer = await server.upload('/v1/workspace/upload', { name: 'gross.heic', bytes });
  return answer.read(nodeAnswer).node.id;
}

async function replaceOnce(server: SpawnedServer, id: string, bytes: Buffer): Promise<void> {
  const body = new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  const answer = await server.fetch(`/api/v1/workspace/nodes/${id}/content`, { method: 'PUT', body });
  if (answer.status !== 200) throw new Error(`replacing answered ${String(answer.status)}`);
  await answer.arrayBuffer();
}

async function uploadInChunks(server: SpawnedServer, bytes: Buffer): Promise<void> {
  const body = { name: 'stueckweise.heic', sizeBytes: bytes.byteLength };
  const session = (await server.call('POST', '/v1/workspace/uploads', body)).read(createUpload.response.schema);
  for (let start = 0; start < bytes.byteLength; start += session.chunkSizeBytes) {
    const end = Math.min(bytes.byteLength, start + session.chunkSizeBytes);
    const answer = await fetch(session.uploadUrl, {
      method: 'PUT',
      body: new Uint8Array(bytes.subarray(start, end)),
      headers: { 'content-range': `bytes ${String(start)}-${String(end - 1)}/${String(bytes.byteLength)}` },
    });
    await answer.arrayBuffer();
    if (answer.status >= 300) throw new Error(`a chunk answered ${String(answer.status)}`);
  }
}

async function downloadOnce(server: SpawnedServer, id: string, size: number): Promise<void> {
  const answer = await server.fetch(`/api/v1/workspace/nodes/${id}/download`);
  if ((await answer.arrayBuffer()).byteLength !== size) throw new Error('the download is not whole');
}

/** Upload and download of the largest file over loopback, encrypted and synced; the baseline is a synced copy of the same file in the same run. */
export function benchTransfer(): Promise<Figure[]> {
  return withServer(async (server) => {
    const dir = mkdtempSync(join(tmpdir(), 'deckname-bench-copy-'));
    try {
      const bytes = largestFile();
      const source = join(dir, 'source');
      const handle = await open(source, 'w');
      await handle.writeFile(bytes);
      await handle.close();
      const id = await uploadOnce(server, bytes);
      const works = {
        copy: () => copyFile(source, join(dir, 'copy')),
        upload: () => uploadOnce(server, bytes),
        replace: () => replaceOnce(server, id, bytes),
        chunks: () => uploadInChunks(server, bytes),
        download: () => downloadOnce(server, id, bytes.byteLength),
      };
      const times: Record<keyof typeof works, number[]> = {
        copy: [],
        upload: [],
        replace: [],
        chunks: [],
        download: [],
      };
      // In turns, so that a slow moment of the machine meets all of them.
      for (let run = 0; run < RUNS; run += 1) {
        for (const name of Object.keys(works) as (keyof typeof works)[])
          times[name].push(await milliseconds(works[name]));
      }
      const speed = (name: keyof typeof works): number =>
        bytes.byteLength / MEBIBYTE / (quantile(times[name], 0.5) / 1000);
      const figure = (name: keyof typeof works, label: string): Figure => ({
        name: label,
        value: `${speed(name).toFixed(0)} MB/s`,
        ratio: `${(speed(name) / speed('copy')).toFixed(2)} × the copy`,
        goal: '0.5 × the copy',
      });
      return [
        { name: 'copy of the file, synced', value: `${speed('copy').toFixed(0)} MB/s` },
        figure('upload', 'upload as a form'),
        figure('replace', 'upload as bytes'),
        figure('chunks', 'upload in chunks'),
        figure('download', 'download'),
      ];
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
}
