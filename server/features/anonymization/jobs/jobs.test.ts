import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openTestAnonymization } from '../../../../test/helpers/openTestAnonymization.ts';
import * as contract from '../../../contract/index.ts';
import { countWords } from '../../../core/text/countWords.ts';
import { cleanFilename, originalFilename } from './filenames.ts';

const TEXT = 'Frau Dr. Anna Müller (Beta GmbH)\r\nIBAN DE89 3704 0044 0532 0130 00. Müllers Akte, Müllers Fall.\r\n';

describe('a text job', () => {
  it('replaces the finds and restores exactly', async () => {
    const { call, anonymize, audited } = await openTestAnonymization();
    const status = await anonymize(TEXT);
    expect(status.original_text).toBe(TEXT);
    expect(status.anonymized_text_raw).toMatch(
      /^\[\[person-(\w{6})\w\w\]\] \(\[\[organization-\w{8}\]\]\)\r\nIBAN \[\[iban-\w{8}\]\]\. \[\[person-\1\w\w\]\] Akte, \[\[person-\1\w\w\]\] Fall\.\r\n$/,
    );
    expect(status.metadata).toMatchObject({
      filename: 'text.txt',
      language: 'de',
      words: 17,
      entities: { person: 3, organization: 1, iban: 1 },
      engine: { recognizers: 'list-1', model: null, detectors: [] },
    });
    const restored = await call(contract.deanonymize, { body: { text: status.anonymized_text_raw } });
    expect(restored).toEqual({ text: TEXT, restored: 5, unresolved: [], unresolved_placeholders: [] });
    expect(audited).toEqual(['job.created', 'text.deanonymized']);
  });

  it('lists every replaced value once', async () => {
    const { call, anonymize } = await openTestAnonymization();
    const { job_id } = await anonymize(TEXT);
    const { count, hash_pairs } = await call(contract.getStrings, { params: { job_id } });
    expect(count).toBe(4);
    expect(hash_pairs.map(({ original, prefix_name, count: times }) => [original, prefix_name, times])).toEqual([
      ['Frau Dr. Anna Müller', 'person', 1],
      ['Beta GmbH', 'organization', 1],
      ['DE89 3704 0044 0532 0130 00', 'iban', 1],
      ['Müllers', 'person', 2],
    ]);
    for (const { placeholder, prefix_name, hash } of hash_pairs) expect(placeholder).toBe(`[[${prefix_name}-${hash}]]`);
  });

  it('gives a value the same placeholder in every document of an account, and another one in other accounts', async () => {
    const { anonymize, addAccount, call } = await openTestAnonymization();
    const other = await addAccount();
    const first = await anonymize('Müllers');
    const second = await anonymize('x Müllers y');
    const foreign = await anonymize('Müllers', other);
    expect(second.anonymized_text_raw).toBe(`x ${first.anonymized_text_raw} y`);
    expect(foreign.anonymized_text_raw).not.toBe(first.anonymized_text_raw);
    expect(await call(contract.deanonymize, { as: other, body: { text: first.anonymized_text_raw } })).toEqual({
      text: first.anonymized_text_raw,
      restored: 0,
      unresolved: [first.anonymized_text_raw],
      unresolved_placeholders: [{ placeholder: first.anonymized_text_raw, count: 1, hint: 'unknown' }],
    });
  });

  it('keeps texts that hold placeholders or lone surrogates exact', async () => {
    const { anonymize, call } = await openTestAnonymization();
    const { anonymized_text_raw: placeholder } = await anonymize('Anna Müller');
    for (const text of [
      `${placeholder} ${placeholder.toUpperCase()} Anna Müller [[person-00000000]]`,
      'a\ud800 Anna Müller \udc00\ud800',
      '\ud801',
    ]) {
      const { anonymized_text_raw, original_text } = await anonymize(text);
      expect(original_text).toBe(text);
      expect((await call(contract.deanonymize, { body: { text: anonymized_text_raw } })).text).toBe(text);
    }
  });

  it('holds for a text that quotes the placeholder of a deleted job, altered too, also once its value is masked again', async () => {
    let account = await openTestAnonymization();
    let first = await account.anonymize('Anna Müller');
    // One code in twenty holds letters alone. Altered, such a one may as well be a compound word in brackets, so nothing is promised for it.
    while (!/\d/.test(first.anonymized_text_raw)) {
      account = await openTestAnonymization();
      first = await account.anonymize('Anna Müller');
    }
    const { anonymize, call } = account;
    const { job_id: id, anonymized_text_raw: placeholder } = first;
    await call(contract.deleteJob, { params: { id } });
    const altered = [placeholder.toUpperCase(), placeholder.slice(1, -1), placeholder.replace('-', ' - ')];
    const text = `quoted: ${[placeholder, ...altered].join(', ')}`;
    const quoting = await anonymize(text);
    expect((await anonymize('Anna Müller')).anonymized_text_raw).toBe(placeholder);
    const { text: restored } = await call(contract.deanonymize, { body: { text: quoting.anonymized_text_raw } });
    expect(restored).toBe(text);
  });

  it('stores nothing in the clear', async () => {
    const { anonymize, dir } = await openTestAnonymization();
    await anonymize(TEXT);
    const files = await readdir(dir, { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile())) {
      const bytes = await readFile(`${file.parentPath}/${file.name}`);
      for (const value of ['Anna', 'Beta GmbH', 'DE89', 'text.txt']) {
        expect(bytes.includes(Buffer.from(value)), `${value} in ${file.name}`).toBe(false);
      }
    }
  });
});

describe('options', () => {
  it('go from defaults over the account to the request', async () => {
    const { call, jobs } = await openTestAnonymization({ settings: { categories: { date: true, email: false } } });
    const masked = async (categories?: Record<string, boolean>) => {
      const { job_id } = await call(contract.createJob, {
        body: { text: '12. März 2024, anna@example.org, Müllers', ...(categories && { categories }) },
      });
      await jobs.whenIdle();
      return Object.keys((await call(contract.getJob, { params: { id: job_id } })).job.metadata?.entities ?? {}).sort();
    };
    expect(await masked()).toEqual(['date', 'person']);
    expect(await masked({ email: true, person: false })).toEqual(['date', 'email']);
    await expect(masked({ nonsense: true })).rejects.toMatchObject({ code: 'INVALID_CATEGORY' });
  });

  it('know the categories of own terms', async () => {
    const { call, jobs } = await openTestAnonymization();
    const term = {
      kind: 'mask',
      value: 'Falke',
      category: 'project',
      caseSensitive: true,
      wholeWord: true,
      enabled: true,
    } as const;
    await call(contract.createTerm, { body: term });
    const run = async (project: boolean) => {
      const { job_id } = await call(contract.createJob, {
        body: { text: 'Der Falke fliegt', categories: { project } },
      });
      await jobs.whenIdle();
      return (await call(contract.getJob, { params: { id: job_id } })).job.metadata?.entities;
    };
    expect(await run(true)).toEqual({ project: 1 });
    expect(await run(false)).toEqual({});
  });
});

describe('a file job', () => {
  it('reports pages, recognition and confidence, and keeps its name out of anonymized exports', async () => {
    const { call, jobs } = await openTestAnonymization();
    const file = { name: 'C:\\Akten\\Müller, Anna.pdf', bytes: Buffer.from('Akte Anna Müller') };
    const { job_id } = await call(contract.createOcrJob, { file, body: {} });
    await jobs.whenIdle();
    const { job } = await call(contract.getJob, { params: { id: job_id } });
    expect(job).toMatchObject({ source: 'file', filename: 'Müller, Anna.pdf', revision: 1, status: 'completed' });
    expect(job.metadata).toMatchObject({ pages: 2, ocr: true, confidence: 0.75, words: 3 });
    const anonymized = await call(contract.exportJob, { params: { job_id }, query: { format: 'docx' } });
    expect(anonymized.filename).toBe(`document-${job_id.slice(0, 8)}-anonymized.docx`);
    expect(Buffer.from(anonymized.body as Uint8Array).toString()).not.toContain('Müller');
    const original = await call(contract.exportJobV1, {
      params: { id: job_id },
      query: { format: 'txt', textType: 'original', includePrompts: 'true', language: 'fr' },
    });
    expect(original.filename).toBe('Müller, Anna.txt');
    expect(Buffer.from(original.body as Uint8Array).toString()).toMatch(/Consignes pour le modèle.*Akte Anna Müller/);
  });

  it('fails with the code of what is wrong with the document', async () => {
    const { call, jobs } = await openTestAnonymization();
    const { job_id } = await call(contract.uploadFile, { file: { name: 'a.pdf', bytes: Buffer.from('  ') }, body: {} });
    await jobs.whenIdle();
    expect(await call(contract.getStatus, { params: { job_id } })).toEqual({
      job_id,
      status: 'failed',
      code: 'TEXT_REQUIRED',
      error: 'There is nothing to read.',
    });
    await expect(call(contract.getStrings, { params: { job_id } })).rejects.toMatchObject({
      code: 'JOB_NOT_COMPLETED',
    });
    await expect(
      call(contract.uploadFile, { file: { name: 'a.pdf', bytes: Buffer.from('%LOCKED') }, body: {} }),
    ).rejects.toMatchObject({ code: 'PASSWORD_PROTECTED' });
    await expect(call(contract.createOcrJob, { body: {} })).rejects.toMatchObject({ code: 'FILE_MISSING' });
  });

  it('can come from the web', async () => {
    const { call, jobs } = await openTestAnonymization({
      fetchDocument: (url) => Promise.resolve({ bytes: Buffer.from(`Anna Müller, ${url}`), name: 'akte.pdf' }),
    });
    const { job_id } = await call(contract.uploadUrl, { body: { url: 'https://example.org/akte.pdf' } });
    await jobs.whenIdle();
    expect((await call(contract.getJob, { params: { id: job_id } })).job).toMatchObject({ filename: 'akte.pdf' });
  });
});

describe('other accounts', () => {
  it('see no job, however they ask', async () => {
    const { call, anonymize, addAccount } = await openTestAnonymization();
    const { job_id } = await anonymize(TEXT);
    const as = await addAccount();
    for (const id of [job_id, 'nonsense', '00000000-0000-4000-8000-000000000000']) {
      const legacy = { as, params: { job_id: id } };
      const v1 = { as, params: { id } };
      const body = { operations: [{ op: 'reject', id: 'e1', all_occurrences: false }] } as const;
      const calls = [
        call(contract.getStatus, legacy),
        call(contract.getStrings, legacy),
        call(contract.exportJob, { ...legacy, query: { format: 'txt' } }),
        call(contract.getJob, v1),
        call(contract.listEntities, v1),
        call(contract.reviewEntities, { ...v1, body: { operations: [...body.operations] } }),
        call(contract.cancelJob, v1),
        call(contract.deleteJob, v1),
      ];
      for (const outcome of await Promise.allSettled(calls)) {
        expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'JOB_NOT_FOUND' } });
      }
    }
    expect((await call(contract.listJobs, { as })).jobs).toEqual([]);
  });
});

describe('the list of jobs', () => {
  it('is paged, newest first, and filtered by state and name', async () => {
    let now = Date.UTC(2026, 0, 1);
    const { call, jobs } = await openTestAnonymization({ clock: { now: () => (now += 1000) } });
    for (let index = 0; index < 7; index += 1) {
      const name = index % 2 === 0 ? `Brief ${index}.txt` : `Akte ${index}.txt`;
      await call(contract.createJob, { body: { text: 'Müllers', filename: name } });
    }
    await call(contract.uploadFile, { file: { name: 'leer.pdf', bytes: Buffer.from(' ') }, body: {} });
    await jobs.whenIdle();
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await call(contract.listJobs, { query: { limit: '3', ...(cursor && { cursor }) } });
      expect(page.jobs.length).toBeLessThanOrEqual(3);
      names.push(...page.jobs.map(({ filename }) => filename));
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
    expect(names).toEqual(['leer.pdf', ...[6, 5, 4, 3, 2, 1, 0].map((n) => `${n % 2 ? 'Akte' : 'Brief'} ${n}.txt`)]);
    const failed = await call(contract.listJobs, { query: { status: 'failed' } });
    expect(failed.jobs.map(({ filename, code }) => [filename, code])).toEqual([['leer.pdf', 'TEXT_REQUIRED']]);
    const found = await call(contract.listJobs, { query: { q: 'AKTE', limit: '2' } });
    expect(found.jobs.map(({ filename }) => filename)).toEqual(['Akte 5.txt', 'Akte 3.txt']);
    expect(
      (await call(contract.listJobs, { query: { q: 'AKTE', limit: '2', cursor: found.cursor! } })).jobs,
    ).toHaveLength(1);
    await expect(call(contract.listJobs, { query: { cursor: 'x' } })).rejects.toMatchObject({ code: 'INVALID_QUERY' });
  });
});

describe('the end of a job', () => {
  it('by cancelling leaves nothing of it in the vault', async () => {
    const started = Promise.withResolvers<undefined>();
    const go = Promise.withResolvers<undefined>();
    const { call, database } = await openTestAnonymization({
      detecting: () => {
        started.resolve(undefined);
        return go.promise;
      },
    });
    const { job_id } = await call(contract.createJob, { body: { text: TEXT } });
    await started.promise;
    expect(await call(contract.getStatus, { params: { job_id } })).toMatchObject({
      status: 'processing',
      stage: 'detecting',
    });
    const cancelled = call(contract.cancelJob, { params: { id: job_id } });
    go.resolve(undefined);
    expect((await cancelled).job).toMatchObject({ status: 'failed', code: 'JOB_CANCELLED' });
    expect(await database.db.selectFrom('mappings').selectAll().execute()).toEqual([]);
    expect((await call(contract.cancelJob, { params: { id: job_id } })).job.code).toBe('JOB_CANCELLED');
  });

  it('by deleting removes its texts and the values that no other job uses', async () => {
    const { call, anonymize, database, blobReferences, dir } = await openTestAnonymization();
    const first = await anonymize('Anna Müller, Beta GmbH');
    const second = await anonymize('Beta GmbH');
    await call(contract.deleteJob, { params: { id: first.job_id } });
    await expect(call(contract.getStatus, { params: { job_id: first.job_id } })).rejects.toMatchObject({
      code: 'JOB_NOT_FOUND',
    });
    const restored = await call(contract.deanonymize, { body: { text: first.anonymized_text_raw } });
    expect(restored.text).toContain('Beta GmbH');
    expect(restored.unresolved).toHaveLength(1);
    const references = new Set<string>();
    for await (const { ref } of blobReferences()) references.add(ref);
    const objects = (await readdir(`${dir}/objects`, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    expect(objects).toHaveLength(references.size);
    await call(contract.deleteJob, { params: { id: second.job_id } });
    for (const table of ['mappings', 'mapping_uses', 'anonymization_jobs', 'work'] as const) {
      expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  it('by age deletes finished jobs only', async () => {
    const day = 86_400_000;
    let now = Date.UTC(2026, 0, 1);
    const { call, anonymize, cleanUp, jobs } = await openTestAnonymization({
      clock: { now: () => now },
      retentionDays: 30,
    });
    await anonymize('Müllers');
    await call(contract.uploadFile, { file: { name: 'a.pdf', bytes: Buffer.from(' ') }, body: {} });
    await jobs.whenIdle();
    now += 20 * day;
    const young = await anonymize('Beta GmbH');
    now += 15 * day;
    await cleanUp();
    expect((await call(contract.listJobs, {})).jobs.map((job) => job.job_id)).toEqual([young.job_id]);
  });
});

describe('concurrent jobs of one account', () => {
  it('agree on the placeholders of new values', async () => {
    const { call, jobs } = await openTestAnonymization();
    const created = await Promise.all(
      Array.from({ length: 12 }, () => call(contract.createJob, { body: { text: 'Anna Müller und Müllers' } })),
    );
    await jobs.whenIdle();
    const texts = new Set<string>();
    for (const { job_id } of created) {
      const status = await call(contract.getStatus, { params: { job_id } });
      texts.add(status.status === 'completed' ? status.anonymized_text_raw : status.status);
    }
    expect(texts.size).toBe(1);
    expect([...texts][0]).toMatch(/^\[\[person-/);
  });
});

describe('helpers', () => {
  it('count words', () => {
    expect(countWords('')).toBe(0);
    expect(countWords(' – … ')).toBe(0);
    expect(countWords("l'été 2024,\u00a0größer\u2003東京 — (x) 𝒜")).toBe(6);
  });
  it('clean file names', () => {
    expect(cleanFilename('../../etc/pass\u0000wd', 'x')).toBe('passwd');
    expect(cleanFilename('..', 'x')).toBe('x');
    expect(cleanFilename(undefined, 'x')).toBe('x');
    expect(originalFilename('Brief.docx', 'pdf')).toBe('Brief.pdf');
    expect(originalFilename('Dr. Anna Müller', 'pdf')).toBe('Dr. Anna Müller.pdf');
  });
});
