import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openFormat } from '../formats.ts';
import type { RewriteRequest } from '../types.ts';

const { signal } = new AbortController();
const NAME = 'Anna Müller';
const PLACEHOLDER = '[[person-k3v9q2xd]]';
const format = await openFormat('zip');

const read = async (bytes: Uint8Array) => (await format.read(bytes, { signal })).text;
async function rewrite(bytes: Uint8Array, change: Partial<RewriteRequest> = {}) {
  const expectedText = await read(bytes);
  const replacements = [...expectedText.matchAll(/Anna Müller/g)].map(({ index }) => ({
    ...{ start: index, end: index + NAME.length, text: PLACEHOLDER },
  }));
  const forbidden = [{ value: NAME, replacement: PLACEHOLDER }];
  return await format.rewrite(bytes, {
    expectedText,
    replacements,
    purpose: 'anonymize',
    forbidden,
    signal,
    ...change,
  });
}

describe('ZIP in place', () => {
  const files = {
    'Akten/Anna Müller/brief.txt': strToU8('Sehr geehrte Anna Müller'),
    'Akten/seite.html': strToU8('<p>Anna <b>M&uuml;ller</b></p>'),
    'innen.zip': zipSync({ 'Anna Müller.txt': strToU8('Anna Müller') }),
    leer: new Uint8Array(),
  };

  it('reads names and contents of all files', async () => {
    expect(await read(zipSync(files))).toBe(
      'Akten/Anna Müller/brief.txt\n\nSehr geehrte Anna Müller\n\nAkten/seite.html\n\nAnna Müller\n\ninnen.zip\n\nAnna Müller.txt\n\nAnna Müller\n\nleer',
    );
  });

  it('rewrites every file by its own format, and its name', async () => {
    const { bytes, removed } = await rewrite(zipSync(files, { mtime: '2024-05-06' }));
    const result = unzipSync(bytes);
    expect(Object.keys(result)).toEqual([`Akten/${PLACEHOLDER}/brief.txt`, 'Akten/seite.html', 'innen.zip', 'leer']);
    expect(strFromU8(result['Akten/seite.html']!)).toBe(`<p>${PLACEHOLDER}<b></b></p>`);
    expect(await read(bytes)).toBe((await read(zipSync(files))).replaceAll(NAME, PLACEHOLDER));
    expect(removed).toEqual([]);
  });

  it('takes out what cannot be looked into, and says so', async () => {
    const archive = zipSync({
      'a.bin': new Uint8Array([0, 1, 2, 3, 4]),
      'b.txt': strToU8('b'),
      'defekt.zip': strToU8('PK\u0003\u0004x'),
    });
    const { bytes, removed } = await rewrite(archive);
    expect(Object.keys(unzipSync(bytes)).sort()).toEqual(['b.txt']);
    expect(removed).toEqual([{ kind: 'attachment', count: 2 }]);
  });

  it('gives files whose names become equal names of their own', async () => {
    const archive = zipSync({ 'Anna Müller.txt': strToU8('1'), 'Otto.txt': strToU8('2') });
    const text = await read(archive);
    const replacements = ['Anna Müller', 'Otto'].map((value) => {
      const start = text.indexOf(value);
      return { start, end: start + value.length, text: '[[x]]' };
    });
    const { bytes } = await rewrite(archive, { replacements, forbidden: [] });
    expect(Object.keys(unzipSync(bytes))).toEqual(['[[x]].txt', '[[x]] (2).txt']);
  });

  it('puts originals back and leaves other files as they are', async () => {
    const html = strToU8('<!-- a --><p>b');
    const archive = zipSync({
      [`${PLACEHOLDER}.txt`]: strToU8(PLACEHOLDER),
      'a.html': html,
      'c.bin': new Uint8Array([0, 255]),
    });
    const text = await read(archive);
    const replacements = [...text.matchAll(/\[\[person-k3v9q2xd\]\]/g)].map(({ index }) => ({
      ...{ start: index, end: index + PLACEHOLDER.length, text: '../Anna' },
    }));
    const { bytes } = await rewrite(archive, { replacements, purpose: 'restore', forbidden: [] });
    const result = unzipSync(bytes);
    expect(Object.keys(result)).toEqual(['.._Anna.txt', 'a.html', 'c.bin']);
    expect(strFromU8(result['.._Anna.txt']!)).toBe('../Anna');
    expect(result['a.html']).toEqual(html);
  });

  it('does not look into archives without end', async () => {
    let bytes = zipSync({ 'a.txt': strToU8(NAME) });
    for (let depth = 0; depth < 8; depth += 1) bytes = zipSync({ 'a.zip': bytes });
    expect(await read(bytes)).not.toContain(NAME);
    expect((await rewrite(bytes)).removed).toEqual([{ kind: 'attachment', count: 1 }]);
  });

  it('refuses archives that hold more files than anybody looks into, each of them small', async () => {
    const leaf = zipSync({ 'a.txt': strToU8('a') });
    const grow = (inner: Uint8Array, count: number) =>
      zipSync(Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.zip`, inner])));
    await expect(read(grow(grow(leaf, 120), 120))).rejects.toMatchObject({ code: 'ZIP_RATIO_SUSPICIOUS' });
    expect(await read(grow(grow(leaf, 5), 5))).toContain('a.txt');
  });

  it('refuses bombs, also inside, and names that climb out', async () => {
    const bomb = zipSync({ 'a.txt': new Uint8Array(20 * 1024 * 1024) });
    await expect(read(bomb)).rejects.toMatchObject({ code: 'ZIP_RATIO_SUSPICIOUS' });
    await expect(read(zipSync({ 'b.zip': bomb }))).rejects.toMatchObject({ code: 'ZIP_RATIO_SUSPICIOUS' });
    await expect(read(zipSync({ '../a.txt': strToU8('a') }))).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });
});
