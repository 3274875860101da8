import { readFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openFormat } from '../formats.ts';

const root = new URL('../../../../', import.meta.url);
const libreOffice = new Uint8Array(readFileSync(new URL('test/fixtures/documents/libreoffice.docx', root)));
const utf8 = (text: string) => new TextEncoder().encode(text);

const format = await openFormat('docx');
const readDocx = (bytes: Uint8Array) => format.read(bytes, { signal: new AbortController().signal });

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const RELATIONSHIPS =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';
const CONTENT_TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const docx = (body: string, prolog = '') =>
  zipSync({
    '[Content_Types].xml': utf8(CONTENT_TYPES),
    '_rels/.rels': utf8(RELATIONSHIPS),
    'word/document.xml': utf8(
      `${prolog}<w:document ${W} xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:body>${body}</w:body></w:document>`,
    ),
  });
const textOf = async (body: string) => (await readDocx(docx(body))).text;

describe('reading of Word documents', () => {
  it('reads every part of a document written by LibreOffice, each text once', async () => {
    const { text } = await readDocx(libreOffice);
    expect(text).toContain('Sehr geehrte Frau Cornelia Zwick,\n');
    expect(text).toContain('Absatz mit Fußnote und Endnote.\tNach dem Tab\nnach dem Umbruch.');
    expect(text).toContain('Name\tBetrag\nEdda Frost\t12,50 €\n');
    const inOrder = [
      'Cornelia Zwick',
      'Ottokar Stein',
      'Kopfzeile Praxis',
      'Sieglinde Hofer',
      'Hermine Adler',
      'Igor Blau',
      'Walburga Kern',
      'Bertram Unger',
    ];
    const places = inOrder.map((name) => text.indexOf(name));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    for (const name of inOrder) expect(text.split(name)).toHaveLength(2);
  });

  it('reads breaks, hyphens and symbols', async () => {
    const run =
      '<w:t>a</w:t><w:br/><w:t>b</w:t><w:noBreakHyphen/><w:t>c</w:t><w:softHyphen/><w:t>d</w:t><w:cr/><w:sym w:font="Wingdings" w:char="F0FE"/>';
    expect(await textOf(`<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r>${run}</w:r></w:p>`)).toBe(
      'a\nb-cd\n☑',
    );
  });

  it('reads the fallback of alternate content once, when it says something else', async () => {
    const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const box = (text: string, fallback: string) =>
      `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:txbxContent>${text}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${paragraph(fallback)}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r>`;
    expect(await textOf(`<w:p>${box(paragraph('box'), 'box')}</w:p>`)).toBe('box');
    expect(await textOf(`<w:p>${box(paragraph('new'), 'old')}</w:p>`)).toBe('new\nold');
    expect(await textOf(`<w:p>${box('', 'old')}</w:p>`)).toBe('old');
  });

  it('lists moved and deleted text after the rest', async () => {
    const body =
      '<w:p><w:del><w:r><w:delText>weg</w:delText></w:r></w:del><w:ins><w:r><w:t>neu</w:t></w:r></w:ins></w:p><w:p><w:moveFrom><w:r><w:t>alt</w:t></w:r></w:moveFrom></w:p>';
    expect(await textOf(body)).toBe('neu\nweg\nalt');
  });

  it('refuses document types, and with them entity bombs', async () => {
    const bomb = '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>';
    await expect(readDocx(docx('<w:p><w:r><w:t>&b;</w:t></w:r></w:p>', bomb))).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
    });
  });

  it('refuses elements nested without end', async () => {
    const depth = 5_000;
    await expect(readDocx(docx('<w:p>'.repeat(depth) + '</w:p>'.repeat(depth)))).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
    });
  });

  it.each([
    ['broken XML', docx('<w:p>')],
    ['a package without a main part', zipSync({ 'word/document.xml': utf8('<a/>') })],
    [
      'bytes that are no UTF-8',
      zipSync({
        '[Content_Types].xml': utf8(CONTENT_TYPES),
        '_rels/.rels': utf8(RELATIONSHIPS),
        'word/document.xml': new Uint8Array([0x3c, 0xff, 0xff]),
      }),
    ],
    ['a truncated file', libreOffice.slice(0, 5_000)],
  ])('refuses %s', async (_what, bytes) => {
    await expect(readDocx(bytes)).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });

  it('refuses a text over the limit', async () => {
    const word = (index: number) => ((index * 2_654_435_761) >>> 0).toString(36);
    const text = Array.from({ length: 900_000 }, (_, index) => word(index)).join(' ');
    const varied = `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
    await expect(readDocx(docx(varied))).rejects.toMatchObject({ code: 'TEXT_TOO_LARGE' });
  });
});
