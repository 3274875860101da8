import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../../server/core/errors.ts';
import { createSafeFetch } from '../../../server/core/fetch/safeFetch.ts';
import { filesBelow } from '../../helpers/files.ts';
import { bootTeam, NOWHERE, type Person, refusal, succeeded, type Team } from '../../helpers/workspace.ts';

const MAX_BYTES = 4_096;
/** What the web holds; every other address is fetched, and refused, for real. */
const web = new Map<string, Uint8Array>();
const real = createSafeFetch({ maxBytes: 1_000, timeoutMs: 5_000, userAgent: 'Test' });

let team: Team;
let owner: Person;
let anna: Person;
beforeAll(async () => {
  team = await bootTeam({
    config: { workspaceLimits: { maxBytes: MAX_BYTES, maxFiles: 1 } },
    fetch: (url, signal) => {
      const bytes = web.get(url);
      if (url.includes('broken')) throw new AppError('FETCH_FAILED', 'The address could not be fetched.');
      return bytes === undefined ? real(url, signal) : Promise.resolve({ bytes, name: '' });
    },
  });
  ({ owner } = team);
  anna = await team.addPerson('anna');
});
afterAll(() => team.stop());

const picture = sharp({ create: { width: 3, height: 2, channels: 3, background: 'teal' } });
const stored = z.object({ url: z.string() });
const post = (bytes: Uint8Array, name = 'egal.txt', who = owner) => who.upload('/v1/workspace/images', { name, bytes });
const from = (body: unknown) => owner.call('POST', '/v1/workspace/images/from-url', body);
const used = async () =>
  (await owner.call('GET', '/v1/workspace/usage')).read(z.object({ bytesUsed: z.number() }).loose()).bytesUsed;

describe('an image', () => {
  it.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['gif', 'image/gif'],
    ['webp', 'image/webp'],
  ] as const)('is told by its bytes and served as what it is: %s', async (format, contentType) => {
    const bytes = await picture.clone().toFormat(format).toBuffer();
    const before = await used();
    const { url } = succeeded(await post(bytes), 201).read(stored);
    expect(await used()).toBe(before + bytes.length);
    const answer = await owner.fetch(url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, contentType]);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('is not stored when it is something else', async () => {
    const before = [filesBelow(team.server.dataDir).filter((file) => file.includes('objects')).length, await used()];
    const tiff = await picture.clone().tiff().toBuffer();
    for (const bytes of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('BM kein Bild'),
      new Uint8Array(0),
      tiff,
    ]) {
      expect(refusal(await post(bytes, 'bild.png'))).toEqual([415, 'UNSUPPORTED_TYPE']);
    }
    const form = await owner.call('POST', '/v1/workspace/images', {});
    expect(refusal(form)).toEqual([400, 'FILE_MISSING']);
    expect([filesBelow(team.server.dataDir).filter((file) => file.includes('objects')).length, await used()]).toEqual(
      before,
    );
  });

  it('belongs to the account that stored it, also after a restart', async () => {
    const { url } = (await post(await picture.clone().png().toBuffer())).read(stored);
    await team.server.restart();
    expect((await owner.fetch(url)).status).toBe(200);
    expect((await anna.fetch(url)).status).toBe(404);
    expect((await fetch(new URL(url, team.server.url))).status).toBe(401);
    for (const name of [url.replace('.png', '.gif'), `/api/v1/workspace/images/${NOWHERE}.png`, `${url}.png`]) {
      const answer = await owner.fetch(name);
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
    }
  });

  it('counts for the quota', async () => {
    const noise = await sharp({
      create: {
        width: 64,
        height: 64,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
        background: 'red',
      },
    })
      .png()
      .toBuffer();
    expect(noise.length).toBeGreaterThan(MAX_BYTES);
    expect(refusal(await post(noise))).toEqual([413, 'QUOTA_EXCEEDED']);
  });
});

describe('an image by its address', () => {
  it('is fetched and stored', async () => {
    const bytes = await picture.clone().gif().toBuffer();
    web.set('https://bilder.example.org/a', bytes);
    const { url } = succeeded(await from({ url: 'https://bilder.example.org/a' }), 201).read(stored);
    expect(url).toMatch(/^\/api\/v1\/workspace\/images\/[0-9a-f-]{36}\.gif$/);
    expect(Buffer.from(await (await owner.fetch(url)).arrayBuffer()).equals(bytes)).toBe(true);
  });

  it.each([
    'http://bilder.example.org/a.png',
    'ftp://bilder.example.org/a.png',
    'kein Ort',
    'https://',
    'https://localhost/a.png',
    'https://127.0.0.1/a.png',
    'https://10.1.2.3/a.png',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/a.png',
    'https://[::ffff:192.168.0.1]/a.png',
    'https://2130706433/',
    `https://bilder.example.org/${'a'.repeat(2048)}`,
  ])('of a private or no address is refused: %s', async (url) => {
    expect(refusal(await from({ url }))).toEqual([400, 'INVALID_URL']);
  });

  it('needs an address, something behind it, and a picture', async () => {
    for (const body of [{}, { url: 7 }]) expect(refusal(await from(body))).toEqual([400, 'INVALID_URL']);
    expect(refusal(await from({ url: 'https://broken.example.org/' }))).toEqual([502, 'FETCH_FAILED']);
    web.set('https://text.example.org/', Buffer.from('<html>'));
    expect(refusal(await from({ url: 'https://text.example.org/' }))).toEqual([415, 'UNSUPPORTED_TYPE']);
  });
});
