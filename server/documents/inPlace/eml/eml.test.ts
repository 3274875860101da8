import { describe, expect, it } from 'vitest';
import { openFormat } from '../formats.ts';
import type { RewriteRequest } from '../types.ts';

const { signal } = new AbortController();
const NAME = 'Anna Müller';
const PLACEHOLDER = '[[person-k3v9q2xd]]';
const MAIL = 'anna.mueller@example.org';
const MAIL_PLACEHOLDER = '[[email-m3v9q2xd]]';
const format = await openFormat('eml');
const crlf = (text: string): string => text.replace(/\r?\n/g, '\r\n');
const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');

const read = async (source: string | Uint8Array) => (await format.read(Buffer.from(source), { signal })).text;
const findAll = (text: string, value: string, replacement: string) =>
  [...text.matchAll(new RegExp(RegExp.escape(value), 'g'))].map(({ index }) => ({
    ...{ start: index, end: index + value.length, text: replacement },
  }));
async function rewrite(source: string | Uint8Array, change: Partial<RewriteRequest> = {}) {
  const text = await read(source);
  const replacements = [...findAll(text, NAME, PLACEHOLDER), ...findAll(text, MAIL, MAIL_PLACEHOLDER)].sort(
    (a, b) => a.start - b.start,
  );
  const forbidden = [
    { value: NAME, replacement: PLACEHOLDER },
    { value: MAIL, replacement: MAIL_PLACEHOLDER },
  ];
  return await format.rewrite(Buffer.from(source), {
    expectedText: text,
    replacements,
    purpose: 'anonymize',
    forbidden,
    signal,
    ...change,
  });
}
const rewritten = async (source: string) => Buffer.from((await rewrite(source)).bytes).toString('latin1');

const MESSAGE = crlf(`Received: from mail.example.org by x; Anna Mueller
Return-Path: <${MAIL}>
Message-ID: <${MAIL}-1@example.org>
X-Mailer: Anna
From: =?UTF-8?Q?Anna_M=C3=BCller?= <${MAIL}>
To: "Kaiser, Otto" <otto@example.org>,
 =?iso-8859-1?Q?Anna?= =?iso-8859-1?Q?_M=FCller?= <x@example.org>
Subject: =?utf-8?B?${base64('Akte Anna M')}?=
 =?utf-8?B?${base64('üller')}?=
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b1"

Hidden ${MAIL}
--b1
Content-Type: multipart/alternative; boundary=b2

--b2
Content-Type: text/plain; charset=iso-8859-1; format=flowed
Content-Transfer-Encoding: quoted-printable

Sehr geehrte Frau Anna=20
M=FCller,
> Anna=20
> M=FCller
--b2
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: base64

${base64('<p>Frau <b>Anna</b> M&uuml;ller<img src="cid:a@b"></p><script>x</script>')}
--b2--
--b1
Content-Type: application/zip; name="=?utf-8?Q?Anna_M=C3=BCller.bin?="
Content-Disposition: attachment; filename*0*=utf-8''Anna%20M;
 filename*1*=%C3%BCller.bin; size=5
Content-Transfer-Encoding: base64

AAECAw==
--b1
Content-Type: text/plain; name=notiz.txt
Content-Disposition: attachment; filename="Anna Mueller.txt"

Notiz zu ${MAIL}
--b1
Content-Type: message/rfc822

From: ${MAIL}
Subject: Innen

Inhalt
--b1--
Epilog ${MAIL}
`);

describe('mail in place', () => {
  it('reads headers, texts, files and messages', async () => {
    expect(await read(MESSAGE)).toBe(
      [
        `Anna Müller <${MAIL}>`,
        'Kaiser, Otto <otto@example.org>, Anna Müller <x@example.org>',
        'Akte Anna Müller',
        'Sehr geehrte Frau Anna Müller,\n> Anna Müller',
        'Frau Anna Müller',
        'Anna Müller.bin',
        'Anna Müller.bin',
        'Anna Mueller.txt',
        'notiz.txt',
        `Notiz zu ${MAIL}`,
        MAIL,
        'Innen',
        'Inhalt',
      ].join('\n\n'),
    );
  });

  it('replaces everywhere and takes out what tells of people', async () => {
    const result = await rewrite(MESSAGE);
    const output = Buffer.from(result.bytes).toString('latin1');
    const text = await read(result.bytes);
    expect(text).toContain(`${PLACEHOLDER} <${MAIL_PLACEHOLDER}>`);
    expect(text).toContain(`Akte ${PLACEHOLDER}`);
    expect(text).toContain(`Sehr geehrte Frau ${PLACEHOLDER},\n> ${PLACEHOLDER}`);
    expect(text).toContain(`Notiz zu ${MAIL_PLACEHOLDER}`);
    for (const left of [
      'Received',
      'Return-Path',
      'Message-ID',
      'X-Mailer',
      'Hidden',
      'Epilog',
      MAIL,
      'M=C3=BCller',
      'AAECAw',
      'size=5',
    ]) {
      expect(output).not.toContain(left);
    }
    const html = /base64\r\n\r\n([\w+/=\r\n]+)/.exec(output)![1]!;
    expect(Buffer.from(html, 'base64').toString()).toBe(`<p>Frau <b>${PLACEHOLDER}</b><img src="cid:a@b"></p>`);
    expect(result.removed).toEqual([{ kind: 'attachment', count: 1 }]);
  });

  it('puts originals back with the encodings they need', async () => {
    const masked = crlf(
      `From: ${PLACEHOLDER} <a@example.org>\nTo: "${PLACEHOLDER}" <b@example.org>\nX-Kept: 1\n\nFrau ${PLACEHOLDER}\n`,
    );
    const replacements = findAll(await read(masked), PLACEHOLDER, NAME);
    const { bytes } = await rewrite(masked, { replacements, purpose: 'restore', forbidden: [] });
    const output = Buffer.from(bytes).toString('latin1');
    expect(output).toContain('X-Kept: 1');
    expect(output).toContain('Content-Transfer-Encoding: quoted-printable');
    expect(output).toContain('Frau Anna M=C3=BCller');
    expect(await read(bytes)).toBe((await read(masked)).replaceAll(PLACEHOLDER, NAME));
  });

  it('puts names back beside addresses and encoded words, whose spaces it keeps', async () => {
    const words = (text: string) => `=?utf-8?B?${base64(text)}?=`;
    const original = crlf(
      `From: ${words('Jörg Groß')} <j@example.org>\nTo: ${NAME} <a@example.org>,\n ${words('Jörg')} <j@example.org>, Otto\nSubject: ${words('Grüße an')} ${NAME} ${words('für später')}\n\nx`,
    );
    const masked = original.replaceAll(NAME, PLACEHOLDER);
    const replacements = findAll(await read(masked), PLACEHOLDER, NAME);
    const { bytes } = await rewrite(masked, { replacements, purpose: 'restore', forbidden: [] });
    expect(await read(bytes)).toBe((await read(masked)).replaceAll(PLACEHOLDER, NAME));
    expect(Buffer.from(bytes).toString('latin1')).toContain(`To: Anna ${words('Müller')} <a@example.org>, `);
  });

  it('folds long fields again', async () => {
    const others = Array.from({ length: 100 }, (_, index) => `otto${index}@example.org`);
    const source = crlf(`From: a@example.org\nTo: ${PLACEHOLDER},\n ${others.join(',\n ')}\nSubject: x\n\nx`);
    for (const name of [NAME, 'Otto Kaiser']) {
      const replacements = findAll(await read(source), PLACEHOLDER, name);
      const { bytes } = await rewrite(source, { replacements, purpose: 'restore', forbidden: [] });
      expect(await read(bytes)).toBe((await read(source)).replace(PLACEHOLDER, name));
      for (const line of Buffer.from(bytes).toString('latin1').split('\r\n')) expect(line.length).toBeLessThan(100);
    }
  });

  it('leaves a message as it is when nothing is put back', async () => {
    const { bytes } = await rewrite(MESSAGE, { replacements: [], purpose: 'restore', forbidden: [] });
    expect(Buffer.from(bytes).toString()).toBe(MESSAGE);
  });

  it('takes signatures off and refuses encrypted messages', async () => {
    const signed =
      crlf(`From: a@example.org\nContent-Type: multipart/signed; boundary=s; micalg=x; protocol="application/pkcs7-signature"\n
--s\n\nHallo\n--s\nContent-Type: application/pkcs7-signature\n\nAAAA\n--s--\n`);
    const output = await rewritten(signed);
    expect(output).toContain('Content-Type: multipart/mixed; boundary="s"');
    expect(output).not.toContain('pkcs7');
    const sealed = 'From: a@example.org\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data\n\nAAAA';
    await expect(read(sealed)).rejects.toMatchObject({ code: 'PASSWORD_PROTECTED' });
  });

  it('refuses parts in parts without end', async () => {
    let source = 'Hallo';
    for (let depth = 0; depth < 60; depth += 1)
      source = `Content-Type: multipart/mixed; boundary=b${depth}x\n\n--b${depth}x\n${source}\n--b${depth}x--`;
    await expect(read(`From: a\n${source}`)).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });

  it.each([
    ['quotes', `From: ${String.raw`"\"`.repeat(50_000)}\n\nx`],
    ['encoded words', `Subject: ${'=?a?b?'.repeat(50_000)}\n\nx`],
    ['folds', `Subject: x${'\n '.repeat(50_000)}\n\nx`],
    ['parameters', `Content-Type: text/plain${'; a*1*="'.repeat(50_000)}\n\nx`],
    ['delimiters', `Content-Type: multipart/mixed; boundary=b\n\n${'--b--b\n'.repeat(50_000)}`],
    ['spaces', `Subject: x\nContent-Transfer-Encoding: quoted-printable\n\n${' '.repeat(200_000)}x`],
  ])('reads many %s', async (_what, source) => {
    expect(typeof (await read(source))).toBe('string');
  });
});
