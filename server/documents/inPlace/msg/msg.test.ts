import { createRequire } from 'node:module';
import { decompressRTF } from '@kenjiuno/decompressrtf';
import type * as Msgreader from '@kenjiuno/msgreader';
import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { emptyStorage, readStorages, type Storage } from '../../compound/storage.ts';
import { writeStorages } from '../../compound/write.ts';
import { openFormat } from '../formats.ts';
import type { RewriteRequest } from '../types.ts';
import { readCompressedRtf, writeCompressedRtf } from './compressedRtf.ts';
import { messageFile, type Message } from '../../../../test/fixtures/documents/msg/message.ts';

// The package exports a default that Node and its bundlers understand differently.
const { default: MsgReader } = createRequire(import.meta.url)('@kenjiuno/msgreader') as typeof Msgreader.default;
const { signal } = new AbortController();
const NAME = 'Anna Müller';
const PLACEHOLDER = '[[person-k3v9q2xd]]';
const MAIL = 'anna.mueller@example.org';
const MAIL_PLACEHOLDER = '[[email-m3v9q2xd]]';
const FORBIDDEN = [
  { value: NAME, replacement: PLACEHOLDER },
  { value: MAIL, replacement: MAIL_PLACEHOLDER },
];
const format = await openFormat('msg');

const read = async (bytes: Uint8Array) => (await format.read(bytes, { signal })).text;
const findAll = (text: string, value: string, replacement: string) =>
  [...text.matchAll(new RegExp(RegExp.escape(value), 'g'))].map(({ index }) => ({
    ...{ start: index, end: index + value.length, text: replacement },
  }));
async function anonymized(bytes: Uint8Array, change: Partial<RewriteRequest> = {}) {
  const text = await read(bytes);
  const replacements = FORBIDDEN.flatMap(({ value, replacement }) => findAll(text, value, replacement)).sort(
    (a, b) => a.start - b.start,
  );
  const request = { expectedText: text, replacements, forbidden: FORBIDDEN, signal };
  return await format.rewrite(bytes, { ...request, purpose: 'anonymize', ...change });
}
async function restored(bytes: Uint8Array): Promise<Uint8Array> {
  const text = await read(bytes);
  const replacements = FORBIDDEN.flatMap(({ value, replacement }) => findAll(text, replacement, value)).sort(
    (a, b) => a.start - b.start,
  );
  return (await format.rewrite(bytes, { expectedText: text, replacements, purpose: 'restore', forbidden: [], signal }))
    .bytes;
}
const fieldsOf = (bytes: Uint8Array) => new MsgReader(new Uint8Array(bytes).buffer).getFileData();

/** Every stream of a file, by its path. */
function streamsOf(storage: Storage, path = ''): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  for (const [name, bytes] of storage.streams) found.set(path + name, bytes);
  for (const [name, inner] of storage.storages) {
    for (const [each, bytes] of streamsOf(inner, `${path}${name}/`)) found.set(each, bytes);
  }
  return found;
}
const searchKey = Buffer.from(`SMTP:${MAIL.toUpperCase()}\0`);
const entryId = Buffer.concat([Buffer.alloc(20), Buffer.from(`${NAME}\0SMTP\0${MAIL}\0`, 'utf16le')]);
const APPOINTMENT = '00062002-0000-0000-c000-000000000046';
const STRINGS = '00020329-0000-0000-c000-000000000046';
const html = (body: string) => Buffer.from(`<html><head><meta charset="utf-8"></head><body>${body}</body></html>`);
const rtf = (body: string) =>
  writeCompressedRtf(Buffer.from(String.raw`{\rtf1\ansi\ansicpg1252 ${body}\par}`, 'latin1'));

const MESSAGE: Message = {
  properties: {
    0x001a: 'IPM.Note',
    0x0037: `Akte ${NAME}`,
    0x0e1d: `Akte ${NAME}`,
    0x0070: `Akte ${NAME}`,
    0x003d: '',
    0x007d: `Received: from ${MAIL}\r\nFrom: ${NAME} <${MAIL}>`,
    0x1035: `<1.${MAIL}>`,
    0x1042: `<2.${MAIL}>`,
    0x0071: Buffer.from('01d1', 'hex'),
    0x0039: 132_000_000_000_000_000n,
    0x3007: 132_000_000_000_000_000n,
    0x0e1b: true,
    0x0e07: 0x11,
    0x3ffd: 1252,
    0x0042: NAME,
    0x0064: 'EX',
    0x0065: '/O=EXCHANGE/OU=A/CN=RECIPIENTS/CN=ANNA.MUELLER',
    0x5d02: MAIL,
    0x0c1a: { eight: NAME },
    0x0c1f: { eight: MAIL },
    0x0c19: entryId,
    0x0c1d: searchKey,
    0x003b: searchKey,
    0x0e04: `${NAME}; Otto Kaiser`,
    0x3ff8: NAME,
    0x1000: `Sehr geehrte Frau ${NAME},\r\nGrüße`,
    0x1013: html(`<p>Sehr geehrte Frau <b>Anna</b> M&uuml;ller,</p><p>Gr&uuml;&szlig;e</p>`),
    0x1009: rtf(String.raw`\fromhtml1 {\*\htmltag64 <p title="Anna M\'fcller">}Sehr geehrte Frau Anna M\'fcller`),
    0x6001: `Irgendwas ${NAME}`,
    0x8000: `Kanzlei ${NAME}`,
    0x8001: `X ${NAME}`,
    0x8002: 132_000_000_000_000_000n,
    0x8003: Buffer.from(NAME, 'utf16le'),
    0x8004: [NAME, MAIL],
  },
  names: [
    { set: APPOINTMENT, name: 0x8208 },
    { set: STRINGS, name: `Akte von ${NAME}` },
    { set: APPOINTMENT, name: 0x820d },
    { set: APPOINTMENT, name: 0x8233 },
    { set: '00062008-0000-0000-c000-000000000046', name: 0x853a },
  ],
  recipients: [
    {
      0x3001: NAME,
      0x3002: 'SMTP',
      0x3003: MAIL,
      0x39fe: MAIL,
      0x5ff6: NAME,
      0x0fff: entryId,
      0x300b: searchKey,
      0x0c15: 1,
    },
    { 0x3001: 'Otto Kaiser', 0x3002: 'SMTP', 0x3003: 'otto@example.org', 0x0c15: 2 },
  ],
  attachments: [
    {
      0x3705: 1,
      0x3707: `Brief ${NAME}.txt`,
      0x3704: 'BRIEF~1.TXT',
      0x3703: '.txt',
      0x3701: strToU8(`Brief an ${NAME}`),
      0x3709: Buffer.from(NAME),
    },
    { 0x3705: 1, 0x3707: 'unbekannt.bin', 0x3701: new Uint8Array([0, 1, 2, 3, 255]) },
    { 0x3705: 1, 0x3707: 'akten.zip', 0x3701: zipSync({ 'notiz.txt': strToU8(`${NAME}: ${MAIL}`) }) },
    { 0x3705: 2, 0x3707: 'fern.docx', 0x3708: String.raw`\\server\Anna Müller\fern.docx` },
    {
      0x3705: 5,
      0x3001: `Innen ${NAME}`,
      message: {
        properties: { 0x001a: 'IPM.Note', 0x0037: `Innen ${NAME}`, 0x1000: `Von ${MAIL}`, 0x007d: `From: ${MAIL}` },
        recipients: [{ 0x3001: NAME, 0x3003: MAIL }],
        attachments: [{ 0x3705: 1, 0x3707: 'tief.txt', 0x3701: strToU8(`Tief ${NAME}`) }],
      },
    },
    { 0x3705: 6, 0x3001: 'Objekt', ole: emptyStorage() },
  ],
};

describe('Outlook messages in place', () => {
  it('are read with headers, recipients, bodies, files and messages', async () => {
    expect(await read(messageFile(MESSAGE))).toBe(
      [
        `Akte ${NAME}`,
        NAME,
        MAIL,
        `${NAME}; Otto Kaiser`,
        `Kanzlei ${NAME}`,
        'Otto Kaiser',
        'otto@example.org',
        `Sehr geehrte Frau ${NAME},\nGrüße`,
        ...[`Brief ${NAME}.txt`, 'BRIEF~1.TXT', `Brief an ${NAME}`, 'unbekannt.bin'],
        ...['akten.zip', `notiz.txt\n\n${NAME}: ${MAIL}`, 'fern.docx', `Innen ${NAME}`, `Innen ${NAME}`],
        ...[NAME, MAIL, `Von ${MAIL}`, 'tief.txt', `Tief ${NAME}`, 'Objekt'],
      ].join('\n\n'),
    );
  });

  it('lose every value in every stream, and can be read by another program', async () => {
    const { bytes, cleaned, removed } = await anonymized(messageFile(MESSAGE));
    for (const [path, stream] of streamsOf(readStorages(bytes))) {
      const content = Buffer.from(stream);
      for (const value of ['Anna', 'Müller', 'ANNA', 'mueller', 'MUELLER', MAIL]) {
        expect(`${path}: ${content.toString('latin1')}`).not.toContain(value);
        expect(content.toString('utf16le')).not.toContain(value);
        expect(content.toString('utf8')).not.toContain(value);
      }
    }
    expect(await read(bytes)).not.toMatch(/Anna|Müller|mueller/);
    expect(removed).toEqual([
      { kind: 'attachment', count: 1 },
      { kind: 'external_reference', count: 1 },
      { kind: 'embedded_object', count: 1 },
    ]);
    expect(cleaned.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['properties', 'history', 'authors', 'thumbnail', 'cache']),
    );

    const fields = fieldsOf(bytes);
    expect(fields).toMatchObject({
      subject: `Akte ${PLACEHOLDER}`,
      senderName: PLACEHOLDER,
      senderEmail: MAIL_PLACEHOLDER,
      body: `Sehr geehrte Frau ${PLACEHOLDER},\r\nGrüße`,
      clientSubmitTime: 'Wed, 17 Apr 2019 18:40:00 GMT',
      recipients: [
        { name: PLACEHOLDER, email: MAIL_PLACEHOLDER, recipType: 'to' },
        { name: 'Otto Kaiser', email: 'otto@example.org', recipType: 'cc' },
      ],
    });
    expect(Buffer.from(fields.html!).toString()).toContain(`<b>${PLACEHOLDER}</b>,</p><p>Gr&uuml;&szlig;e</p>`);
    expect(fields.headers).toBeUndefined();
    expect(fields.compressedRtf).toBeUndefined();
    expect(fields.apptLocation).toBe(`Kanzlei ${PLACEHOLDER}`);
    expect(fields.apptStartWhole).toBe('Wed, 17 Apr 2019 18:40:00 GMT');
    expect(fields.attachments!.map(({ fileName, name }) => fileName ?? name)).toEqual([
      `Brief ${PLACEHOLDER}.txt`,
      'akten.zip',
      `Innen ${PLACEHOLDER}`,
    ]);
    const [letter, archive, inner] = fields.attachments!;
    const reader = new MsgReader(new Uint8Array(bytes).buffer);
    reader.getFileData();
    expect(strFromU8(reader.getAttachment(letter!).content)).toBe(`Brief an ${PLACEHOLDER}`);
    expect(strFromU8(unzipSync(reader.getAttachment(archive!).content)['notiz.txt']!)).toBe(
      `${PLACEHOLDER}: ${MAIL_PLACEHOLDER}`,
    );
    expect(inner!.innerMsgContentFields).toMatchObject({
      ...{ subject: `Innen ${PLACEHOLDER}`, body: `Von ${MAIL_PLACEHOLDER}` },
      recipients: [{ name: PLACEHOLDER, email: MAIL_PLACEHOLDER }],
    });
  });

  it('get their originals back', async () => {
    const original = messageFile(MESSAGE);
    const masked = (await anonymized(original)).bytes;
    const back = await restored(masked);
    expect(await read(back)).toBe(
      (await read(masked)).replaceAll(PLACEHOLDER, NAME).replaceAll(MAIL_PLACEHOLDER, MAIL),
    );
    expect(fieldsOf(back)).toMatchObject({ subject: `Akte ${NAME}`, senderName: NAME, senderEmail: MAIL });
    expect(await read((await anonymized(back)).bytes)).toBe(await read(masked));
    // Nothing to put back leaves a file as it is.
    expect(Buffer.compare((await anonymized(original, { purpose: 'restore', replacements: [] })).bytes, original)).toBe(
      0,
    );
  });

  it('keep what is not touched when originals are put back', async () => {
    const original = messageFile({
      ...MESSAGE,
      properties: { ...MESSAGE.properties, 0x0037: `Akte ${PLACEHOLDER}`, 0x0e1d: '', 0x0070: '' },
    });
    const before = streamsOf(readStorages(original));
    const after = streamsOf(readStorages(await restored(original)));
    const changed = [...before].filter(([path, bytes]) => Buffer.compare(bytes, after.get(path) ?? Buffer.of(0)) !== 0);
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
    expect(changed.map(([path]) => path).sort()).toEqual(['__properties_version1.0', '__substg1.0_0037001F']);
  });

  it('write characters that a code page lacks in UTF-16', async () => {
    const file = (name: string, page: number) =>
      messageFile({ properties: { 0x001a: { eight: 'IPM.Note' }, 0x0037: { eight: name }, 0x3ffd: page } });
    const masked = file(`Frau ${PLACEHOLDER}`, 1251);
    expect(fieldsOf(await restored(masked)).subject).toBe(`Frau ${NAME}`);
    const western = await anonymized(file(`Frau ${NAME} und Zoë`, 1252));
    expect(readStorages(western.bytes).streams.get('__substg1.0_0037001E')).toEqual(
      Buffer.from(`Frau ${PLACEHOLDER} und Zo\u00eb`, 'latin1'),
    );
  });

  it('are read from RTF where there is nothing else, and stay RTF', async () => {
    const source = String.raw`\fromhtml1 {\*\htmltag64 <p title="Anna M\'fcller">}\htmlrtf {\htmlrtf0 Frau {\b Anna} M\'fcller`;
    const { bytes } = await anonymized(messageFile({ properties: { 0x001a: 'IPM.Note', 0x1009: rtf(source) } }));
    const stream = readStorages(bytes).streams.get('__substg1.0_10090102')!;
    const written = Buffer.from(decompressRTF([...stream])).toString('latin1');
    expect(written).not.toMatch(/fromhtml|htmltag|Anna/);
    expect(await read(bytes)).toBe(`Frau ${PLACEHOLDER}`);
  });

  it('show bodies that differ one after the other', async () => {
    const properties = { 0x1000: `Text ${NAME}`, 0x1013: html(`HTML ${NAME}`), 0x1009: rtf('RTF Anna M\xfcller') };
    const { bytes } = await anonymized(messageFile({ properties: { 0x001a: 'IPM.Note', ...properties } }));
    expect(await read(bytes)).toBe(`HTML ${PLACEHOLDER}\n\nRTF ${PLACEHOLDER}\n\nText ${PLACEHOLDER}`);
  });

  it('hold nothing beside what is known', async () => {
    const storage = readStorages(messageFile({ properties: { 0x001a: `IPM.Note.${NAME}`, 0x0037: 'Akte' } }));
    storage.streams.set('Fremdes', Buffer.from(NAME));
    storage.storages.set('Fremder', emptyStorage());
    storage.storages.get('__nameid_version1.0')!.streams.set('x', Buffer.from(NAME));
    storage.stamp = Buffer.alloc(36, 7);
    const result = readStorages((await anonymized(writeStorages(storage))).bytes);
    expect([...streamsOf(result).keys()].sort()).toEqual([
      ...['__nameid_version1.0/__substg1.0_00020102', '__nameid_version1.0/__substg1.0_00030102'],
      ...['__nameid_version1.0/__substg1.0_00040102', '__properties_version1.0', '__substg1.0_001A001F'],
      '__substg1.0_0037001F',
    ]);
    expect(Buffer.from(result.streams.get('__substg1.0_001A001F')!).toString('utf16le')).toBe('IPM.Note');
    expect([...result.stamp.subarray(20)].every((byte) => byte === 0)).toBe(true);
  });

  it('are refused when they are encrypted, and left out of others', async () => {
    const sealed: Message = { properties: { 0x001a: 'IPM.Note.SMIME', 0x0037: 'x' } };
    await expect(read(messageFile(sealed))).rejects.toMatchObject({ code: 'PASSWORD_PROTECTED' });
    const outer = messageFile({
      properties: { 0x001a: 'IPM.Note', 0x0037: 'y' },
      attachments: [{ 0x3705: 5, message: sealed }],
    });
    expect((await anonymized(outer)).removed).toEqual([{ kind: 'attachment', count: 1 }]);
  });

  it('are not looked into without end', async () => {
    let message: Message = { properties: { 0x001a: 'IPM.Note', 0x0037: NAME } };
    for (let depth = 0; depth < 8; depth += 1) {
      message = { properties: { 0x001a: 'IPM.Note' }, attachments: [{ 0x3705: 5, message }] };
    }
    const file = messageFile(message);
    expect(await read(file)).toBe('');
    const { bytes, removed } = await anonymized(file);
    expect(removed).toEqual([{ kind: 'attachment', count: 1 }]);
    expect(Buffer.from(bytes).toString('utf16le')).not.toContain(NAME);
  });

  it('end in a code when they are damaged', async () => {
    const whole = messageFile(MESSAGE);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(whole.length - 9), fc.nat(255)), { maxLength: 8 }), async (changes) => {
        const damaged = Buffer.from(whole);
        for (const [at, value] of changes) damaged[at + 8] = value;
        const text = await read(damaged).catch((error: unknown) => error);
        if (typeof text !== 'string') {
          expect(text).toMatchObject({
            code: expect.stringMatching(/^(?:UNREADABLE_FILE|PASSWORD_PROTECTED)$/) as string,
          });
        }
      }),
      { numRuns: 60 },
    );
    await expect(read(writeStorages(emptyStorage()))).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });

  it('come back as they were, whatever they say', async () => {
    const words = fc.array(
      fc.constantFrom(NAME, MAIL, 'Zoë', '€', '日', '<b>', '&', '\\', '{', '\r\n', ' ', '\t', '"'),
      {
        maxLength: 12,
      },
    );
    const body = words.map((list) => list.join(' '));
    await fc.assert(
      fc.asyncProperty(body, body, fc.boolean(), async (subject, plain, isEight) => {
        const eight = (text: string) => (isEight && !text.includes('日') ? { eight: text } : text);
        const file = messageFile({ properties: { 0x001a: 'IPM.Note', 0x0037: eight(subject), 0x1000: eight(plain) } });
        const masked = (await anonymized(file)).bytes;
        expect(await read(masked)).toBe(
          (await read(file)).replaceAll(NAME, PLACEHOLDER).replaceAll(MAIL, MAIL_PLACEHOLDER),
        );
        expect(await read(await restored(masked))).toBe(await read(file));
      }),
      { numRuns: 40 },
    );
  });
});

describe('compressed RTF', () => {
  const compressed = (content: Uint8Array, rawSize: number): Buffer => {
    const header = Buffer.alloc(16);
    header.writeUInt32LE(content.length + 12, 0);
    header.writeUInt32LE(rawSize, 4);
    header.writeUInt32LE(0x75465a4c, 8);
    return Buffer.concat([header, content]);
  };

  it('is read as another program reads it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), fc.nat(30_000), (content, rawSize) => {
        const source = compressed(content, Math.min(rawSize, content.length * 8));
        const result = readCompressedRtf(source)!;
        const expected = Buffer.from(decompressRTF([...source]));
        expect(Buffer.compare(result, expected.subarray(0, result.length))).toBe(0);
        // Half a reference at the end is none here.
        expect(result.length).toBeGreaterThanOrEqual(Math.min(source.readUInt32LE(4), expected.length - 17));
      }),
    );
  });

  it('is not read when its header promises more than there can be', () => {
    expect(readCompressedRtf(compressed(new Uint8Array(10), 1_000_000))).toBeNull();
    expect(readCompressedRtf(new Uint8Array(15))).toBeNull();
  });

  it('is written as it is read', () => {
    const rtf = Buffer.from(String.raw`{\rtf1 x}`);
    expect(readCompressedRtf(writeCompressedRtf(rtf))).toEqual(rtf);
    expect(Buffer.from(decompressRTF([...writeCompressedRtf(rtf)]))).toEqual(rtf);
  });
});
