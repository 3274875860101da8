import { expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../server/contract/endpoint.ts';
import { createBodyRoom } from '../../server/http/bodyRoom.ts';
import { route } from '../../server/http/route.ts';
import { bootHttp, OWNER } from '../helpers/bootHttp.ts';

const key = OWNER.apiKey;
const base = {
  summary: 'Probe',
  tag: 'Probe',
  access: 'session_or_key',
  agents: 'yes',
  status: 200,
  errors: [],
  rateGroup: 'other',
  response: { kind: 'json', schema: z.object({}), description: 'Probe.' },
} as const;
const any = endpoint({
  ...base,
  ...{ id: 'probeAny', method: 'post', path: '/probe/any' },
  body: { kind: 'json', unknownFields: 'ignored', schema: z.unknown(), maxBytes: 1_000_000 },
});
const file = endpoint({
  ...base,
  ...{ id: 'probeFile', method: 'post', path: '/probe/file' },
  body: {
    kind: 'multipart',
    unknownFields: 'ignored',
    fields: z.object({}),
    fileField: 'file',
    maxFileBytes: 100_000,
  },
});

const form = (): FormData => {
  const data = new FormData();
  data.append('file', new Blob(['x'.repeat(50_000)]), 'a.txt');
  return data;
};

it('JSON nests at most 200 deep', async () => {
  const { call } = await bootHttp({ routes: [route(any, () => ({}))] });
  const send = (raw: string) =>
    call('POST', '/probe/any', { key, raw, headers: { 'content-type': 'application/json' } });
  expect((await send('['.repeat(200) + ']'.repeat(200))).status).toBe(200);
  const deep = await send('{"a":'.repeat(201) + '1' + '}'.repeat(201));
  expect([deep.status, deep.json['code']]).toEqual([400, 'INVALID_BODY']);
  expect((await send('['.repeat(400_000) + ']'.repeat(400_000))).status).toBe(400);
  expect((await send(JSON.stringify('['.repeat(400_000)))).status).toBe(200);
});

it('files of all requests share one room: others wait for it, and get 503 with Retry-After when there is none for long', async () => {
  const held: (() => void)[] = [];
  const bodyRoom = createBodyRoom(60_000, 1_000);
  const { call } = await bootHttp({
    routes: [
      route(file, async () => {
        await new Promise<void>((resolve) => held.push(resolve));
        return {};
      }),
    ],
    bodyRoom,
  });
  const send = () => call('POST', '/probe/file', { key, raw: form() });
  const first = send();
  await expect.poll(() => held.length).toBe(1);
  const refused = await send();
  expect([refused.status, refused.json['code'], refused.headers.get('retry-after')]).toEqual([
    503,
    'SERVER_BUSY',
    '10',
  ]);
  const waiting = send();
  held[0]!();
  expect((await first).status).toBe(200);
  await expect.poll(() => held.length).toBe(2);
  held[1]!();
  expect((await waiting).status).toBe(200);
  // A request that was refused gives its room back as well.
  expect((await call('POST', '/probe/file', { key, raw: new FormData() })).status).toBe(400);
  const last = send();
  await expect.poll(() => held.length).toBe(3);
  held[2]!();
  expect((await last).status).toBe(200);
});
