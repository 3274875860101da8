import { describe, expect, it } from 'vitest';
import type { RewriteRequest } from '../types.ts';
import { openFormat } from '../formats.ts';

const { signal } = new AbortController();
const rtfFormat = await openFormat('rtf');
const NAME = 'Anna Müller';
const PLACEHOLDER = '[[person-k3v9q2xd]]';
const MAIL = { value: 'anna@example.org', replacement: '[[email-m3v9q2xd]]' };
const raw = String.raw;

const read = async (source: string | Uint8Array) => (await rtfFormat.read(Buffer.from(source), { signal })).text;
async function rewrite(source: string, change: Partial<RewriteRequest> = {}) {
  const expectedText = await read(source);
  const replacements = [...expectedText.matchAll(/Anna Müller/g)].map(({ index }) => ({
    ...{ start: index, end: index + NAME.length, text: PLACEHOLDER },
  }));
  const forbidden = [{ value: NAME, replacement: PLACEHOLDER }, MAIL];
  return await rtfFormat.rewrite(Buffer.from(source), {
    expectedText,
    replacements,
    purpose: 'anonymize',
    forbidden,
    signal,
    ...change,
  });
}

const DOCUMENT = raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss\fcharset0 Arial;}{\f1\fcharset204 Times;}}
{\stylesheet{\s0 Normal;}}{\info{\author Anna M\'fcller}{\title Akte}}{\*\generator Anna M\'fcller;}{\*\revtbl{Anna M\'fcller;}}
{\header Kopf Anna M\u252\'fcller\par}
\pard Frau {\b Anna} M\'fc
ller{\footnote Fu\'dfnote von Anna M{\i \'fc}ller} wohnt.\par {\f1\'c2\'e5\'f0\'e0}\tab\emdash x\\y\par
{\field{\*\fldinst HYPERLINK "mailto:anna@example.org"}{\fldrslt Mail}}{\*\unknown Anna M\'fcller}{\deleted Anna M\u252\'fcller}
{\object{\*\objdata 0105}{\result Objekt}}\u8364 ?\uc0\u8364 .\par}`;

describe('RTF in place', () => {
  it('reads all texts', async () => {
    expect(await read(DOCUMENT)).toBe(
      `Frau Anna Müller wohnt.\nВера\t—x\\y\nMailObjekt€€.\n\nKopf Anna Müller\n\nFußnote von Anna Müller\n\nHYPERLINK "mailto:anna@example.org"`,
    );
  });

  it('replaces everywhere and takes out what tells of people', async () => {
    const result = await rewrite(DOCUMENT);
    const output = Buffer.from(result.bytes).toString('latin1');
    expect(output).not.toMatch(/Anna|ller|generator|objdata|unknown/);
    expect(output).toContain(raw`Frau {\b {${PLACEHOLDER}}}`);
    expect(output).toContain(MAIL.replacement);
    expect(await read(result.bytes)).toBe(
      `Frau ${PLACEHOLDER} wohnt.\nВера\t—x\\y\nMailObjekt€€.\n\nKopf ${PLACEHOLDER}\n\nFußnote von ${PLACEHOLDER}\n\nHYPERLINK "mailto:${MAIL.replacement}"`,
    );
    expect(result.removed).toEqual([{ kind: 'embedded_object', count: 1 }]);
    expect(result.cleaned.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['properties', 'authors', 'hidden_content', 'tracked_changes']),
    );
  });

  it('puts originals back and changes nothing else', async () => {
    const source = raw`{\rtf1{\info{\author x}}\b\'fc[[a]]\par}`;
    const start = (await read(source)).indexOf('[[a]]');
    const replacements = [{ start, end: start + 5, text: 'Zoë {1}\n\\' }];
    const { bytes } = await rewrite(source, { replacements, purpose: 'restore', forbidden: [] });
    expect(await read(bytes)).toBe('üZoë {1}\n\\');
    expect(Buffer.from(bytes).toString('latin1')).toContain(raw`{\info{\author x}}\b\'fc`);
  });

  it.each([
    ['escapes', raw`\'fc`],
    ['characters', raw`\u252 ?`],
    ['deleted characters', raw`{\deleted a}`],
    ['fonts', raw`{\fonttbl{\f1\fcharset128 x;}}`],
    ['half characters', raw`{\f1\'81}`],
  ])('reads many %s', async (_what, piece) => {
    expect(typeof (await read(raw`{\rtf1 ${piece.repeat(20_000)}}`))).toBe('string');
  });

  it('refuses groups without end and what is no RTF', async () => {
    await expect(read(raw`{\rtf1 ${'{'.repeat(5_000)}`)).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
    await expect(read('x')).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });

  it('rewrites a document with very many fonts', async () => {
    const fonts = Array.from({ length: 150_000 }, (_, index) => `{\\f${index} Roman;}`).join('');
    const { bytes } = await rewrite(`{\\rtf1{\\fonttbl${fonts}}Frau Anna M\\'fcller}`);
    expect(await read(bytes)).toBe(`Frau ${PLACEHOLDER}`);
  });

  it('renames styles of a person', async () => {
    const source = raw`{\rtf1{\stylesheet{\s0 Normal;}{\s1\sbasedon0 Brief von Anna M\'fcller;}}{\s1 x}\par}`;
    expect(await read(source)).toBe('x\n\nBrief von Anna Müller');
    const { bytes } = await rewrite(source);
    expect(Buffer.from(bytes).toString()).toBe(
      raw`{\rtf1{\stylesheet{\s0 Normal;}{\s1\sbasedon0 Brief von ${PLACEHOLDER};}}{\s1 x}\par}`,
    );
  });
});
