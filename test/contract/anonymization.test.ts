import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as contract from '../../server/contract/index.ts';
import { addMember } from '../helpers/addMember.ts';
import type { ApiAnswer, ApiClient } from '../helpers/apiClient.ts';
import { bootServer, type BootedServer } from '../helpers/bootServer.ts';

const sample = (name: string) => readFileSync(join(import.meta.dirname, '..', '..', 'resources', 'samples', name));
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const TEXT =
  'Sehr geehrte Frau Dr. Anna Wackernagel,\r\nIBAN DE89 3704 0044 0532 0130 00, anna.wackernagel@example.org.\r\nAnna Wackernagel dankt. 😀\r\n';

let server: BootedServer;
let stranger: ApiClient;
beforeAll(async () => {
  server = await bootServer();
  stranger = await addMember(server);
});
afterAll(() => server.stop());

async function createText(text: string, more: object = {}, client: ApiClient = server): Promise<string> {
  const answer = await client.call('POST', '/anonymize', { text, ...more });
  expect(answer.status).toBe(202);
  return answer.read(contract.jobCreated).job_id;
}
async function completed(jobId: string, client: ApiClient = server) {
  return (await client.finished(jobId)).read(contract.jobCompleted);
}
async function anonymize(text: string, more: object = {}, client: ApiClient = server) {
  return completed(await createText(text, more, client), client);
}
async function deanonymize(text: string, client: ApiClient = server) {
  const answer = await client.call('POST', '/deanonymize', { text });
  expect(answer.status).toBe(200);
  return answer.read(contract.deanonymized);
}
function expectError(answer: ApiAnswer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expect(answer.read(contract.errorBody).code).toBe(code);
  expect(answer.text).not.toMatch(/Wackernagel|DE89|geheim/);
}

describe('POST /anonymize', () => {
  it('answers 202 with the job, then the texts and metadata of interface 2.1', async () => {
    const answer = await server.call('POST', '/anonymize', { text: TEXT, language: 'de', filename: 'Akte.txt' });
    expect(answer.status).toBe(202);
    const created = answer.read(contract.jobCreated);
    expect(Object.keys(created).sort()).toEqual(['job_id', 'message', 'status']);
    const status = await completed(created.job_id);
    expect(status.original_text).toBe(TEXT);
    for (const value of ['Wackernagel', 'DE89', 'example.org']) expect(status.anonymized_text_raw).not.toContain(value);
    expect(status.anonymized_text_raw).toMatch(/\[\[person-[0-9a-hjkmnp-tv-z]{8,}\]\]/);
    expect(status.metadata).toMatchObject({ filename: 'Akte.txt', language: 'de', entities: { iban: 1, email: 1 } });
    expect((await deanonymize(status.anonymized_text_raw)).text).toBe(TEXT);
  });

  it.each([
    ['de', 'Der Bescheid vom Finanzamt ist gestern angekommen und liegt bei.'],
    ['en', 'The letter from the tax office arrived yesterday and is enclosed.'],
    ['fr', 'La lettre du centre des impôts est arrivée hier, vous la trouverez ci-jointe.'],
    ['es', 'La carta de la oficina de impuestos llegó ayer y se adjunta.'],
    ['it', "La lettera dell'ufficio delle imposte è arrivata ieri ed è allegata."],
  ])('tells the language: %s', async (language, text) => {
    expect((await anonymize(text)).metadata.language).toBe(language);
  });

  it.each([
    ['no text', {}, 400, 'TEXT_REQUIRED'],
    ['null', { text: null }, 400, 'TEXT_REQUIRED'],
    ['an empty text', { text: '' }, 400, 'TEXT_REQUIRED'],
    ['a blank text', { text: ' \r\n\t' }, 400, 'TEXT_REQUIRED'],
    ['a number', { text: 5 }, 400, 'INVALID_BODY'],
    ['an array', [], 400, 'INVALID_BODY'],
    ['another language', { text: 'geheim', language: 'nl' }, 400, 'UNSUPPORTED_LANGUAGE'],
    ['a category of a wrong shape', { text: 'geheim', categories: { 'Geheim!': true } }, 400, 'INVALID_CATEGORY'],
    ['an unknown category', { text: 'geheim', categories: { geheimnis: true } }, 400, 'INVALID_CATEGORY'],
    ['a category that is no switch', { text: 'geheim', categories: { person: 'geheim' } }, 400, 'INVALID_BODY'],
    ['an unknown level', { text: 'geheim', level: 'geheim' }, 400, 'INVALID_BODY'],
    ['a text over the limit', { text: 'a'.repeat(5_000_001) }, 413, 'TEXT_TOO_LARGE'],
  ])('refuses %s', async (_name, body, status, code) => {
    for (const path of ['/anonymize', '/v1/jobs/upload-text'])
      expectError(await server.call('POST', path, body), status, code);
  });

  it('refuses malformed JSON and other types, and says how to authenticate', async () => {
    const json = { 'content-type': 'application/json' };
    const malformed = await server.fetch('/api/anonymize', { method: 'POST', headers: json, body: '{"text":"geheim' });
    expect([malformed.status, await malformed.text()]).toEqual([400, expect.not.stringContaining('geheim')]);
    const anonymous = await fetch(new URL('/api/anonymize', server.url), { method: 'POST', headers: json, body: '{}' });
    expect([anonymous.status, await anonymous.json()]).toMatchObject([
      401,
      { code: 'invalid_api_key', type: 'auth_error' },
    ]);
    const wrongMethod = await server.call('GET', '/anonymize');
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
  });

  it('takes categories and level per request', async () => {
    const off = await anonymize(TEXT, { categories: { iban: false }, level: 'strict' });
    expect(off.metadata.entities['iban']).toBeUndefined();
    expect(off.anonymized_text_raw).toContain('DE89 3704 0044 0532 0130 00');
    const on = await anonymize('Termin am 12. März 2024, bitte pünktlich kommen.', { categories: { date: true } });
    expect(on.anonymized_text_raw).toMatch(/\[\[date-/);
  });

  it('anonymizes a text of the greatest length', async () => {
    const text = `${TEXT}${'Wort für Wort steht hier. '.repeat(200_000)}`.slice(0, 5_000_000);
    const status = await anonymize(text, { language: 'de' });
    expect(status.original_text === text).toBe(true);
    expect(status.metadata.entities).toMatchObject({ iban: 1 });
  });
});

describe('exactness', () => {
  it.each([
    ['line ends', 'a\r\nb\rc\n\n\r\n\tAnna Wackernagel\r\n'],
    ['control characters', 'a\u0001\u0007\u001b[0m DE89 3704 0044 0532 0130 00 \u007f\u0085'],
    ['emoji and combining characters', '👩‍👩‍👧 e\u0301 Zoe\u0308 🇩🇪 anna@example.org 👍🏽'],
    ['right to left', 'שלום anna@example.org مرحبا \u202eabc\u202c'],
    ['lone surrogates', 'x\ud800 anna@example.org \udc00'],
    ['placeholder-like text', '[[person-00000000]] [person-zzzzzzzz] \\[\\[a\\-b\\]\\] [[[[ anna@example.org ]]]]'],
  ])('holds for %s', async (_name, text) => {
    const status = await anonymize(text);
    expect(status.original_text).toBe(text);
    expect((await deanonymize(status.anonymized_text_raw)).text).toBe(text);
  });

  it('holds for a text that quotes placeholders of the account, also altered ones', async () => {
    const { anonymized_text_raw: first } = await anonymize(TEXT);
    const quoted = `${first}\n${first.toUpperCase()}\n${first.replace(/[[\]-]/g, '\\$&')}`;
    const status = await anonymize(quoted, { language: 'de' });
    expect((await deanonymize(status.anonymized_text_raw)).text).toBe(quoted);
    expect((await deanonymize((await deanonymize(status.anonymized_text_raw)).text)).text).toContain(TEXT);
  });
});

describe('GET /status/{id}/strings', () => {
  it('lists the pairs, which rebuild the text', async () => {
    const status = await anonymize(TEXT);
    const answer = await server.call('GET', `/status/${status.job_id}/strings`);
    const { count, hash_pairs } = answer.read(contract.hashPairs);
    expect(count).toBe(hash_pairs.length);
    let text = status.anonymized_text_raw;
    for (const { placeholder, original, hash, prefix_name } of hash_pairs) {
      expect(placeholder).toBe(`[[${prefix_name}-${hash}]]`);
      text = text.replaceAll(placeholder, original);
    }
    expect(text).toBe(TEXT);
  });
});

/** What is told of a placeholder that nobody in the account knows. */
const staying = (placeholder: string, count: number) => ({
  unresolved: [placeholder],
  unresolved_placeholders: [{ placeholder, count, hint: 'unknown' }],
});

describe('POST /deanonymize', () => {
  it('restores what a model altered', async () => {
    const { job_id } = await anonymize(TEXT);
    const { hash_pairs } = (await server.call('GET', `/status/${job_id}/strings`)).read(contract.hashPairs);
    const { hash, original } = hash_pairs.find(({ prefix_name }) => prefix_name === 'iban')!;
    const altered = `[iban-${hash}] [[IBAN-${hash.toUpperCase()}]] \\[\\[iban\\-${hash}\\]\\] [[ iban - ${hash} ]] [[cuenta-${hash}]]`;
    const result = await deanonymize(altered);
    expect(result).toEqual({
      text: Array(5).fill(original).join(' '),
      restored: 5,
      unresolved: [],
      unresolved_placeholders: [],
    });
  });

  it('tells another account nothing', async () => {
    const { anonymized_text_raw } = await anonymize('anna.wackernagel@example.org');
    const answer = await deanonymize(anonymized_text_raw, stranger);
    const unknown = await deanonymize('[[email-zzzzzzzz]]', stranger);
    expect(answer).toEqual({ text: anonymized_text_raw, restored: 0, ...staying(anonymized_text_raw, 1) });
    expect(unknown).toEqual({ text: '[[email-zzzzzzzz]]', restored: 0, ...staying('[[email-zzzzzzzz]]', 1) });
    const own = await anonymize('anna.wackernagel@example.org', {}, stranger);
    expect(own.anonymized_text_raw).not.toBe(anonymized_text_raw);
  });

  it('takes back the longest text that anonymizing a list of short names makes', async () => {
    const original = 'Eva, '.repeat(contract.LIMITS.textCharacters / 5);
    const list = original.replaceAll('Eva', '[[person-zzzzzzzz]]');
    const count = contract.LIMITS.textCharacters / 5;
    expect(await deanonymize(list)).toEqual({ text: list, restored: 0, ...staying('[[person-zzzzzzzz]]', count) });
  });

  it('refuses bad bodies', async () => {
    expectError(await server.call('POST', '/deanonymize', {}), 400, 'TEXT_REQUIRED');
    expectError(await server.call('POST', '/deanonymize', { text: ['geheim'] }), 400, 'INVALID_BODY');
    expectError(await server.call('POST', '/deanonymize', { text: 'a'.repeat(25_000_001) }), 413, 'TEXT_TOO_LARGE');
    expect((await deanonymize('')).text).toBe('');
  });
});

describe('documents', () => {
  it.each([
    ['de-brief.docx', '/ocr', 'de', ['jonas.hartwig@vogt-hartwig.example'], false],
    ['fr-contrat.pdf', '/ocr', 'fr', ['FR14 2004 1010 0505 0001 3M02 606', 'baptiste.lenoir@exemple.fr'], false],
    ['it-lettera-scansione.png', '/ocr', 'it', ['segreteria@studiofontana.example'], true],
    ['en-note.txt', '/v1/jobs/upload', 'en', ['priya.raman@example.co.uk'], false],
  ])('%s is read, anonymized and restored', async (name, path, language, values, ocr) => {
    const answer = await server.upload(path, { name, bytes: sample(name) });
    expect(answer.status).toBe(202);
    const status = await completed(answer.read(contract.jobCreated).job_id);
    expect(status.metadata).toMatchObject({ filename: name, language, ocr });
    expect(status.metadata.confidence === null).toBe(!ocr);
    for (const value of values) {
      expect(status.original_text).toContain(value);
      expect(status.anonymized_text_raw).not.toContain(value);
    }
    expect((await deanonymize(status.anonymized_text_raw)).text).toBe(status.original_text);
  });

  it.each([
    ['no file', '/ocr', null, 400, 'FILE_MISSING'],
    ['no file', '/v1/jobs/upload', null, 400, 'FILE_MISSING'],
    ['a plain text', '/ocr', { name: 'geheim.txt', bytes: Buffer.from('geheim') }, 415, 'UNSUPPORTED_TYPE'],
    [
      'a program',
      '/v1/jobs/upload',
      { name: 'a.exe', bytes: Buffer.from('MZ\0\0geheim\0\0') },
      415,
      'UNSUPPORTED_TYPE',
    ],
    [
      'a picture that calls itself a PDF',
      '/ocr',
      { name: 'a.pdf', bytes: sample('it-lettera-scansione.png') },
      415,
      'CONTENT_MISMATCH',
    ],
  ] as const)('%s to %s is refused', async (_name, path, file, status, code) => {
    const answer =
      file === null
        ? await server.call('POST', path)
        : await server.upload(path, { name: file.name, bytes: file.bytes });
    expectError(answer, status, code);
  });

  it('refuses bad fields of a form', async () => {
    const file = { name: 'a.txt', bytes: Buffer.from('geheim') };
    const upload = (fields: Record<string, string>) => server.upload('/v1/jobs/upload', file, fields);
    expectError(await upload({ language: 'xx' }), 400, 'UNSUPPORTED_LANGUAGE');
    expectError(await upload({ categories: '{geheim' }), 400, 'INVALID_BODY');
    expectError(await upload({ categories: '{"unknown_one":true}' }), 400, 'INVALID_CATEGORY');
  });

  it('takes options as fields of the form', async () => {
    const file = { name: 'a.txt', bytes: Buffer.from(TEXT) };
    const fields = { language: 'en', level: 'fast', categories: '{"iban":false}' };
    const answer = await server.upload('/v1/jobs/upload', file, fields);
    const status = await completed(answer.read(contract.jobCreated).job_id);
    expect(status.metadata.language).toBe('en');
    expect(status.metadata.entities['iban']).toBeUndefined();
  });

  it('refuses a file over the limit', async () => {
    const bytes = new Uint8Array(contract.LIMITS.fileBytes + 1);
    expectError(await server.upload('/ocr', { name: 'a.pdf', bytes }), 413, 'FILE_TOO_LARGE');
  });

  it('that cannot be read end as failed, or are refused at once, with the code', async () => {
    for (const path of ['/ocr', '/v1/jobs/upload']) {
      const pdf = sample('fr-contrat.pdf');
      const answer = await server.upload(path, { name: 'a.pdf', bytes: pdf.subarray(0, 900) });
      if (answer.status !== 202) {
        expectError(answer, 422, 'UNREADABLE_FILE');
        continue;
      }
      const status = (await server.finished(answer.read(contract.jobCreated).job_id)).read(contract.jobFailed);
      expect(status.code).toBe('UNREADABLE_FILE');
    }
  });
});

describe('POST /v1/jobs/upload-url', () => {
  it.each([
    [{ url: 'http://example.org/a.pdf' }, 'INVALID_URL'],
    [{ url: 'https://127.0.0.1/a.pdf' }, 'INVALID_URL'],
    [{ url: 'https://[::1]/a.pdf' }, 'INVALID_URL'],
    [{ url: 'https://localhost/a.pdf' }, 'INVALID_URL'],
    [{ url: 'geheim' }, 'INVALID_URL'],
    [{}, 'INVALID_URL'],
    [{ url: 'https://example.org/', language: 'xx' }, 'UNSUPPORTED_LANGUAGE'],
    [{ url: 'https://example.org/', categories: { unknown_one: true } }, 'INVALID_CATEGORY'],
  ])('refuses %j', async (body, code) => {
    expectError(await server.call('POST', '/v1/jobs/upload-url', body), 400, code);
  });
  it('says when nothing could be fetched', async () => {
    const body = { url: 'https://deckname-test.invalid/a.pdf' };
    expectError(await server.call('POST', '/v1/jobs/upload-url', body), 502, 'FETCH_FAILED');
  });
});

describe('export', () => {
  const download = async (jobId: string, query: string, path = '/jobs') => {
    const response = await server.fetch(`/api${path}/${jobId}/export?${query}`);
    expect(response.status).toBe(200);
    return {
      type: response.headers.get('content-type'),
      disposition: response.headers.get('content-disposition') ?? '',
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  };
  const wordText = (bytes: Uint8Array) =>
    Buffer.from(unzipSync(bytes)['word/document.xml']!)
      .toString('utf8')
      .replace(/<[^>]+>/g, '');

  it('gives TXT, DOCX and PDF, anonymized or original', async () => {
    const { job_id, anonymized_text_raw } = await anonymize(TEXT, { filename: 'Brief an Wackernagel.txt' });
    for (const path of ['/jobs', '/v1/jobs']) {
      const txt = await download(job_id, 'format=txt', path);
      expect(txt.type).toBe(contract.EXPORT_TYPES.txt);
      expect(txt.bytes.toString('utf8').replace(/^\ufeff/, '')).toBe(anonymized_text_raw);
      expect(txt.disposition).toContain(`document-${job_id.slice(0, 8)}-anonymized.txt`);
      const docx = await download(job_id, 'format=docx', path);
      expect(docx.type).toBe(contract.EXPORT_TYPES.docx);
      expect(wordText(docx.bytes)).toContain('[[iban-');
      expect(wordText(docx.bytes)).not.toContain('Wackernagel');
      const pdf = await download(job_id, 'format=pdf', path);
      expect([pdf.type, pdf.bytes.subarray(0, 5).toString()]).toEqual([contract.EXPORT_TYPES.pdf, '%PDF-']);
      expect(pdf.disposition).not.toContain('Wackernagel');
    }
    const original = await download(job_id, 'format=txt&textType=original');
    expect(original.bytes.toString('utf8').replace(/^\ufeff/, '')).toBe(TEXT);
    expect(decodeURIComponent(original.disposition)).toContain('Brief an Wackernagel.txt');
    expect(wordText((await download(job_id, 'format=docx&textType=original')).bytes)).toContain('Wackernagel');
  });

  it.each([
    ['', 'Hinweise für das Sprachmodell'],
    ['&language=en', 'Instructions for the language model'],
    ['&language=fr', 'Consignes pour le modèle de langage'],
    ['&language=it', 'Istruzioni per il modello linguistico'],
    ['&language=es', 'Instrucciones para el modelo de lenguaje'],
  ])('adds instructions for a language model%s', async (language, heading) => {
    const { job_id, anonymized_text_raw } = await anonymize(TEXT);
    const { bytes } = await download(job_id, `format=txt&includePrompts=true${language}`);
    const text = bytes.toString('utf8');
    expect(text).toContain(heading);
    expect(text).toContain(anonymized_text_raw);
    expect((await download(job_id, `format=txt&includePrompts=false${language}`)).bytes.toString('utf8')).not.toContain(
      heading,
    );
  });

  it('refuses what is not possible', async () => {
    const { job_id } = await anonymize(TEXT);
    const get = (query: string, id = job_id) => server.call('GET', `/jobs/${id}/export?${query}`);
    expectError(await get(''), 400, 'INVALID_FORMAT');
    expectError(await get('format=odt'), 400, 'INVALID_FORMAT');
    expectError(await get('format=txt&language=nl'), 400, 'UNSUPPORTED_LANGUAGE');
    expectError(await get('format=txt&textType=both'), 400, 'INVALID_QUERY');
    expectError(await get('format=txt&includePrompts=maybe'), 400, 'INVALID_QUERY');
    expectError(await get('format=txt', UNKNOWN_ID), 404, 'JOB_NOT_FOUND');
  });
});

describe('jobs', () => {
  it('of others, unknown ones and malformed identifiers look alike', async () => {
    const { job_id } = await anonymize(TEXT);
    const answers = new Set<string>();
    for (const id of [job_id, UNKNOWN_ID, 'geheim', '%20', "'or'1"]) {
      for (const [method, path, body] of [
        ['GET', `/status/${id}`],
        ['GET', `/status/${id}/strings`],
        ['GET', `/jobs/${id}/export?format=txt`],
        ['GET', `/v1/jobs/${id}/export?format=txt`],
        ['GET', `/v1/jobs/${id}`],
        ['GET', `/v1/jobs/${id}/entities`],
        ['PATCH', `/v1/jobs/${id}/entities`, { operations: [{ op: 'reject', id: 'e1' }] }],
        ['POST', `/v1/jobs/${id}/cancel`],
        ['DELETE', `/v1/jobs/${id}`],
      ] as const) {
        const answer = await stranger.call(method, path, body);
        expectError(answer, 404, 'JOB_NOT_FOUND');
        answers.add(answer.text);
      }
    }
    expect(answers.size).toBe(1);
    expect((await server.call('GET', `/v1/jobs/${job_id}`)).status).toBe(200);
  });

  it('are listed, shown, cancelled and deleted', async () => {
    const jobId = await createText(TEXT, { filename: 'Zettel.txt' });
    await server.finished(jobId);
    const list = z.object({ jobs: z.array(contract.jobSummary), cursor: z.string().nullable() });
    const found = (await server.call('GET', '/v1/jobs?q=zettel&status=completed')).read(list);
    expect(found.jobs.map((job) => job.job_id)).toEqual([jobId]);
    expectError(await server.call('GET', '/v1/jobs?status=geheim'), 400, 'INVALID_QUERY');
    expectError(await server.call('GET', '/v1/jobs?cursor=geheim'), 400, 'INVALID_QUERY');
    expectError(await server.call('GET', '/v1/jobs?limit=0'), 400, 'INVALID_QUERY');
    expect((await server.call('POST', `/v1/jobs/${jobId}/cancel`)).body).toMatchObject({
      job: { status: 'completed' },
    });
    const removed = await server.call('DELETE', `/v1/jobs/${jobId}`);
    expect([removed.status, removed.text]).toEqual([204, '']);
    expectError(await server.call('GET', `/status/${jobId}`), 404, 'JOB_NOT_FOUND');
  });

  it('survive a restart', async () => {
    const jobs = await Promise.all(['eins', 'zwei', 'drei'].map((word) => createText(`${TEXT}${word}`)));
    await server.restart();
    for (const jobId of jobs) {
      const status = await completed(jobId);
      expect((await deanonymize(status.anonymized_text_raw)).text).toBe(status.original_text);
    }
  });

  it('leave a trace in the audit log without contents', async () => {
    const { job_id } = await anonymize(TEXT);
    await server.fetch(`/api/jobs/${job_id}/export?format=txt&textType=original`);
    await server.call('DELETE', `/v1/jobs/${job_id}`);
    const { entries } = (await server.call('GET', '/v1/admin/audit')).read(
      z.object({ entries: z.array(contract.auditEntry) }),
    );
    const actions = entries.filter(({ target }) => target?.id === job_id).map(({ action }) => action);
    expect(actions).toEqual(['job.deleted', 'job.exported', 'job.created']);
  });
});

describe('a job that has not completed', () => {
  it('has no strings, no export and no mentions', async () => {
    const answer = await server.upload('/ocr', { name: 'scan.png', bytes: sample('it-lettera-scansione.png') });
    const { job_id } = answer.read(contract.jobCreated);
    await server.call('POST', `/v1/jobs/${job_id}/cancel`);
    const status = await server.finished(job_id);
    expect(status.body).toMatchObject({ status: 'failed', code: 'JOB_CANCELLED' });
    for (const path of [
      `/status/${job_id}/strings`,
      `/jobs/${job_id}/export?format=txt`,
      `/v1/jobs/${job_id}/entities`,
    ]) {
      expectError(await server.call('GET', path), 409, 'JOB_NOT_COMPLETED');
    }
  });
});
