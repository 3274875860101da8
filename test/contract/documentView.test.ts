import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../server/contract/index.ts';
import { addMember } from '../helpers/addMember.ts';
import type { ApiClient } from '../helpers/apiClient.ts';
import { bootServer, type BootedServer } from '../helpers/bootServer.ts';

const fixture = (name: string): Uint8Array =>
  readFileSync(join(import.meta.dirname, '..', 'fixtures', 'documents', name));
const sample = (name: string): Uint8Array =>
  readFileSync(join(import.meta.dirname, '..', '..', 'resources', 'samples', name));

let server: BootedServer;
let stranger: ApiClient;
beforeAll(async () => {
  server = await bootServer();
  stranger = await addMember(server);
});
afterAll(() => server.stop());

async function upload(name: string, bytes: Uint8Array): Promise<string> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], name));
  const response = await server.fetch('/api/v1/jobs/upload', { method: 'POST', body: form });
  const { job_id } = contract.jobCreated.parse(await response.json());
  expect((await server.finished(job_id)).read(contract.jobCompleted).status).toBe('completed');
  return job_id;
}
const viewOf = async (id: string) => (await server.call('GET', `/v1/jobs/${id}/document`)).read(contract.documentView);
const partOf = async (id: string, part: number) =>
  (await server.call('GET', `/v1/jobs/${id}/document/parts/${part}`)).read(contract.viewContent);
const textOf = async (id: string) =>
  (await server.call('GET', `/status/${id}`)).read(contract.jobCompleted).original_text!;
const areasOf = async (id: string) => {
  const list = (await server.call('GET', `/v1/jobs/${id}/areas`)).read(contract.listAreas.response.schema);
  return list.areas;
};
async function wordsOf(id: string, part: number): Promise<readonly contract.PageWord[]> {
  const content = await partOf(id, part);
  if (content.kind !== 'page') throw new Error('no page');
  return content.words;
}
async function picture(id: string, part: number, width: number): Promise<Buffer> {
  const response = await server.fetch(`/api/v1/jobs/${id}/document/parts/${part}/picture?width=${width}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/webp');
  expect(response.headers.get('cache-control')).toContain('no-store');
  return Buffer.from(await response.arrayBuffer());
}
async function native(id: string): Promise<Buffer> {
  const response = await server.fetch(`/api/v1/jobs/${id}/export?format=native`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** Share of dark pixels in a rectangle of a picture. */
async function inkIn(image: Buffer, { x, y, width, height }: Pick<contract.PageWord, 'x' | 'y' | 'width' | 'height'>) {
  const { width: across, height: down } = await sharp(image).metadata();
  const box = {
    left: Math.round(x * across),
    top: Math.round(y * down),
    width: Math.max(1, Math.round(width * across)),
    height: Math.max(1, Math.round(height * down)),
  };
  const pixels = await sharp(image).flatten({ background: 'white' }).extract(box).greyscale().raw().toBuffer();
  return pixels.filter((value) => value < 128).length / pixels.length;
}

describe.each([
  ['a PDF with a text layer', 'brief.pdf', () => fixture('pdf/letter.pdf')],
  ['a scan in a PDF', 'scan.pdf', () => fixture('pdf/scan.pdf')],
  ['a scan that lies on its side', 'sideways.png', () => fixture('sideways.png')],
  ['a TIFF with two pages', 'pages.tif', () => fixture('two-pages.tif')],
])('%s', (_what, name, bytes) => {
  let id: string;
  beforeAll(async () => {
    id = await upload(name, bytes());
  });

  it('is shown page by page, with the places of its words', async () => {
    const view = await viewOf(id);
    expect(view).toMatchObject({ kind: 'pages', located: true, areas: true });
    expect(view.parts.length).toBeGreaterThan(0);
    const text = await textOf(id);
    for (const [index, part] of view.parts.entries()) {
      const image = await picture(id, index + 1, 1_000);
      const { width, height, format } = await sharp(image).metadata();
      expect(format).toBe('webp');
      expect(width / height).toBeCloseTo(part.width! / part.height!, 2);
      const words = await wordsOf(id, index + 1);
      expect(words.length).toBeGreaterThan(1);
      const placed = words.filter(({ direction }) => direction !== null);
      const inks = await Promise.all(placed.map((word) => inkIn(image, word)));
      for (const { start, end } of placed) expect(text.slice(start, end)).toMatch(/^\S+$/);
      // Recognition takes a speck for a letter now and then.
      const right = inks.filter((ink) => ink > 0.02 && ink < 0.95);
      expect(right.length).toBeGreaterThan(0.9 * placed.length);
      const own = view.places.filter(({ part: number }) => number === index + 1);
      for (const word of words) {
        expect(own.some(({ start, end }) => start <= word.start && word.end <= end)).toBe(true);
      }
    }
  });

  it('blackens drawn areas in the export and counts them in the report', async () => {
    const area = { page: 1, x: 0.25, y: 0.25, width: 0.5, height: 0.3 };
    const before = await native(id);
    const areaId = randomUUID();
    const put = await server.call('PUT', `/v1/jobs/${id}/areas/${areaId}`, area);
    expect(put.read(contract.putArea.response.schema).area).toEqual({ id: areaId, ...area });
    const after = await native(id);
    const shown = name.endsWith('.pdf') ? await picture(await upload(`neu-${name}`, after), 1, 800) : after;
    if (!name.endsWith('.pdf')) expect(await inkIn(before, area)).toBeLessThan(0.9);
    expect(await inkIn(shown, { x: 0.26, y: 0.26, width: 0.48, height: 0.28 })).toBeGreaterThan(0.99);
    const report = await server.fetch(`/api/v1/jobs/${id}/report?format=json`);
    expect(contract.jobReport.parse(await report.json()).areas).toBe(1);

    expect((await server.call('DELETE', `/v1/jobs/${id}/areas/${areaId}`)).status).toBe(204);
    expect(await areasOf(id)).toEqual([]);
  });

  it('leaves words under drawn areas out of texts that are exported', async () => {
    const original = await textOf(id);
    const exported = async (format: string) =>
      (await (await server.fetch(`/api/v1/jobs/${id}/export?format=${format}`)).text()).replaceAll('\r\n', '\n');
    const before = await exported('txt');
    const words = (await wordsOf(id, 1)).map((word) => ({ ...word, text: original.slice(word.start, word.end) }));
    const covered = words
      .filter(({ text }) => before.split(text).length === 2 && original.split(text).length === 2)
      .sort((one, other) => other.text.length - one.text.length)[0]!;
    expect(covered.text.length).toBeGreaterThan(3);
    const { x, y, width, height } = covered;
    const area = { page: 1, x: x + width / 4, y: y + height / 4, width: width / 2, height: height / 2 };
    const path = `/v1/jobs/${id}/areas/${randomUUID()}`;
    expect((await server.call('PUT', path, area)).status).toBe(200);
    const after = await exported('txt');
    expect(after).toContain('█████');
    expect(after).not.toContain(covered.text);
    expect((await server.call('DELETE', path)).status).toBe(204);
    expect(await exported('txt')).toBe(before);
  });
});

describe.each([
  ['Word', 'docx/letter.docx', 'flow'],
  ['OpenDocument text', 'odt/letter.odt', 'flow'],
  ['Excel', 'xlsx/sheet.xlsx', 'sheets'],
  ['OpenDocument spreadsheet', 'ods/sheet.ods', 'sheets'],
  ['PowerPoint', 'pptx/slides.pptx', 'slides'],
  ['OpenDocument presentation', 'odp/slides.odp', 'slides'],
])('an office document (%s)', (_what, file, kind) => {
  it('is shown in parts that tell where each of their texts stands', async () => {
    const id = await upload(file.split('/')[1]!, fixture(file));
    const view = await viewOf(id);
    expect(view).toMatchObject({ kind, located: true, areas: false });
    const text = await textOf(id);
    const shown: string[] = [];
    for (const [index] of view.parts.entries()) {
      for (const { start, end } of runsIn(await partOf(id, index + 1))) {
        shown.push(text.slice(start, end));
        const places = view.places.filter(({ part }) => part === index + 1);
        expect(places.some((place) => place.start < end && place.end > start)).toBe(true);
      }
    }
    const all = shown.join(' ').replace(/\s+/g, ' ');
    for (const value of ['Quentin Moosgruber', 'Rosalinde Eichkorn', 'Benedikt Rotfuchs', 'Ottfried Blumenschein']) {
      expect(all).toContain(value);
    }
    for (const { name } of view.sheets) expect(text.slice(name!.start, name!.end)).toMatch(/^(Personal|Akte )/);
  });
});

describe.each([
  ['a page', 'flow/letter.html', 'flow', 'Leopold Grauwinkler'],
  ['Rich Text', 'flow/letter.rtf', 'flow', 'Leopold Grauwinkler'],
  ['a message', 'flow/mail.eml', 'flow', 'Karl Ostermann'],
  ['a message of Outlook', 'flow/message.msg', 'flow', 'Karl Ostermann'],
  ['Markdown', 'flow/notes.md', 'flow', 'Chiara Bellucci'],
  ['a table', 'flow/table.csv', 'sheets', 'Chiara Bellucci'],
  ['an archive', 'flow/files.zip', 'flow', 'Quentin Moosgruber'],
])('a document that is text (%s)', (_what, file, kind, name) => {
  it('is shown in parts that tell where each of their texts stands', async () => {
    const id = await upload(file.split('/')[1]!, fixture(file));
    const view = await viewOf(id);
    expect(view).toMatchObject({ kind, located: true, areas: false });
    const text = await textOf(id);
    const at = text.indexOf(name);
    const { part } = view.places.find(({ start, end }) => start <= at && at < end)!;
    const shown = runsIn(await partOf(id, part)).filter(({ start, end }) => start < at + name.length && end > at);
    expect(shown.map(({ start, end }) => text.slice(start, end)).join('|')).toContain(name.split(' ')[0]);
  });
});

/** Every stretch of text in a part, at whatever depth. */
function runsIn(content: unknown): { start: number; end: number }[] {
  if (typeof content !== 'object' || content === null) return [];
  const { start, end } = content as { start?: unknown; end?: unknown };
  if (typeof start === 'number' && typeof end === 'number') return [{ start, end }];
  return Object.values(content).flatMap(runsIn);
}

describe('areas', () => {
  it('survive a restart, can be moved, are listed page by page and go with their job', async () => {
    const id = await upload('pages.tif', fixture('two-pages.tif'));
    const [first, second] = [randomUUID(), randomUUID()];
    const place = { page: 2, x: 0.1, y: 0.1, width: 0.2, height: 0.2 };
    await server.call('PUT', `/v1/jobs/${id}/areas/${first}`, place);
    await server.call('PUT', `/v1/jobs/${id}/areas/${second}`, { ...place, page: 1 });
    await server.call('PUT', `/v1/jobs/${id}/areas/${first}`, { ...place, x: 0.5 });
    await server.restart();
    expect(await areasOf(id)).toEqual([
      { id: second, ...place, page: 1 },
      { id: first, ...place, x: 0.5 },
    ]);
    expect((await server.call('DELETE', `/v1/jobs/${id}/areas/${randomUUID()}`)).status).toBe(204);
    expect((await server.call('DELETE', `/v1/jobs/${id}`)).status).toBe(204);
    expect((await server.call('GET', `/v1/jobs/${id}/areas`)).body).toMatchObject({ code: 'JOB_NOT_FOUND' });
  });

  it.each([
    ['a page that is not there', { page: 9 }, 400, 'INVALID_RANGE'],
    ['outside of the page', { x: 0.9 }, 400, 'INVALID_BODY'],
    ['of no size', { width: 0 }, 400, 'INVALID_BODY'],
  ])('are refused: %s', async (_what, change, status, code) => {
    const id = await upload('page.gif', fixture('page.gif'));
    const place = { page: 1, x: 0.1, y: 0.1, width: 0.2, height: 0.2, ...change };
    const answer = await server.call('PUT', `/v1/jobs/${id}/areas/${randomUUID()}`, place);
    expect(answer).toMatchObject({ status, body: { code } });
  });

  it('need pages', async () => {
    const id = await upload('notiz.txt', sample('en-note.txt'));
    const place = { page: 1, x: 0.1, y: 0.1, width: 0.2, height: 0.2 };
    const answer = await server.call('PUT', `/v1/jobs/${id}/areas/${randomUUID()}`, place);
    expect(answer).toMatchObject({ status: 415, body: { code: 'NOT_EXPORTABLE' } });
  });
});

describe('a document', () => {
  it('of pure text has nothing to show but the text', async () => {
    const id = await upload('notiz.txt', sample('en-note.txt'));
    expect(await viewOf(id)).toMatchObject({ kind: 'text', parts: [], areas: false });
    expect((await server.call('GET', `/v1/jobs/${id}/document/parts/1`)).status).toBe(404);
  });

  it('is as absent for others as one that never was', async () => {
    const id = await upload('page.gif', fixture('page.gif'));
    for (const path of ['document', 'document/parts/1', 'document/parts/1/picture', 'areas']) {
      const none = await server.call('GET', `/v1/jobs/${randomUUID()}/${path}`);
      expect(none).toMatchObject({ status: 404, body: { code: 'JOB_NOT_FOUND' } });
      const other = await stranger.call('GET', `/v1/jobs/${id}/${path}`);
      expect(other.body).toEqual(none.body);
    }
    const place = { page: 1, x: 0.1, y: 0.1, width: 0.2, height: 0.2 };
    const put = await stranger.call('PUT', `/v1/jobs/${id}/areas/${randomUUID()}`, place);
    expect(put).toMatchObject({ status: 404, body: { code: 'JOB_NOT_FOUND' } });
    expect(await areasOf(id)).toEqual([]);
  });

  it('has no parts beyond its last', async () => {
    const id = await upload('page.gif', fixture('page.gif'));
    for (const path of ['parts/2', 'parts/2/picture']) {
      const answer = await server.call('GET', `/v1/jobs/${id}/document/${path}`);
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
  });

  it('leaves nothing of itself in the log', async () => {
    const id = await upload('brief.pdf', fixture('pdf/letter.pdf'));
    const text = await textOf(id);
    await viewOf(id);
    await picture(id, 1, 400);
    const words = [...new Set(text.split(/\s+/).filter((word) => word.length > 9))];
    expect(words.length).toBeGreaterThan(5);
    const log = server.logLines.join('\n');
    for (const word of words) expect(log).not.toContain(word);
  });
});
