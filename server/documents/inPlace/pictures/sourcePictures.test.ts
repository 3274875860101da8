import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { fixture, leftovers } from '../../../../test/fixtures/documents/inPlace/checks.ts';
import { remembering } from '../../../../test/fixtures/documents/inPlace/remembering.ts';
import { readStorages } from '../../compound/storage.ts';
import type { DocumentFormat } from '../../types.ts';
import { pictureIn } from '../html/dataAddresses.ts';
import { openFormat } from '../formats.ts';
import { messageFile } from '../../../../test/fixtures/documents/msg/message.ts';
import { createRecognizer } from '../recognition/createRecognizer.ts';
import { rewriteAsRead } from '../rewriteAsRead.ts';
import { scanRtf } from '../rtf/scanRtf.ts';
import type { RewriteResult } from '../types.ts';
import { pictureKind } from './pictureKind.ts';
import {
  anonymizePlanted,
  language,
  LOGO,
  NAME,
  VALUES,
  WORDS,
} from '../../../../test/fixtures/documents/pictures/planted.ts';

const forgetful = createRecognizer({ threads: 2 });
const engines = remembering(forgetful);
afterAll(() => engines.close());
const { signal } = new AbortController();

const media = unzipSync(fixture('pictures/pictures.docx'));
/** A letter with a name in its words, and in a comment beside its pixels. */
const LETTER = media['word/media/image1.jpeg']!;
const LOGO_PNG = Object.entries(media).find(([name]) => /media\/.*png$/.test(name) && media[name]!.length > 1_000)![1];
const data = (type: string, bytes: Uint8Array) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').replace(/.{64}/g, '$&\r\n');

const anonymize = async (format: DocumentFormat, bytes: Uint8Array) =>
  await anonymizePlanted(await openFormat(format, engines), bytes);

async function wordsIn(pictures: readonly Uint8Array[]): Promise<string> {
  const texts: string[] = [];
  for (const picture of pictures) {
    texts.push((await (await openFormat(pictureKind(picture)!, engines)).read(picture, { signal, language })).text);
  }
  return texts.join('\n');
}

/** Looks at a result as a whole, and into its pictures. */
async function expectCovered({ bytes }: Pick<RewriteResult, 'bytes'>, pictures: readonly Uint8Array[]): Promise<void> {
  for (const picture of [bytes, ...pictures]) expect(leftovers(picture, VALUES)).toEqual([]);
  const seen = await wordsIn(pictures);
  expect(seen).not.toMatch(WORDS);
  expect(seen).toContain('gutgeschrieben');
}

const dataIn = (markup: string): Uint8Array[] =>
  [...markup.matchAll(/data:image\/[^\s"')]+/g)].map(([address]) => pictureIn(address).bytes);

const HTML = `<p>Frau ${NAME}</p><img alt="Brief" src="${data('image/jpeg', LETTER)}">`;

describe('pictures in HTML', { timeout: 120_000 }, () => {
  it('are read, covered and cleaned', async () => {
    const { before, result } = await anonymize('html', Buffer.from(HTML));
    expect(before.text).toMatch(/^Frau Leonore Wachtelmann\n\nBrief\n\n.*Leonore Wachtelmann/);
    expect(before.places.at(-1)).toMatchObject({ part: { kind: 'picture' }, end: before.text.length });
    const output = Buffer.from(result.bytes).toString();
    expect(output).toMatch(
      /^<p>Frau \[\[person-00000000\]\]<\/p><img alt="Brief" src="data:image\/jpeg;base64,[^"]+">$/,
    );
    await expectCovered(result, dataIn(output));
    expect(await sharp(dataIn(output)[0]).metadata()).toMatchObject({ width: 760, height: 330 });
    expect(result.removed).toEqual([]);
    expect(result.cleaned).toContainEqual({ kind: 'image_text', count: expect.any(Number) as number });
  });

  it('are found wherever a page names them', async () => {
    const logo = data('image/png', LOGO_PNG);
    const letter = data('image/jpeg', LETTER);
    const source = `<style>p{background:url("${logo}") no-repeat}</style><div style="background-image:url('${logo}')">
<img srcset="${letter} 2x, http://example.org/x.png 1x"><svg><image xlink:href="${logo}"/></svg><table background="${logo}"></table>`;
    const { before, result } = await anonymize('html', Buffer.from(source));
    expect(before.text.split(LOGO)).toHaveLength(2);
    const output = Buffer.from(result.bytes).toString();
    expect(dataIn(output)).toHaveLength(5);
    await expectCovered(result, dataIn(output));
    expect(output).not.toContain('example.org');
    expect(result.removed).toEqual([]);
  });

  it('become grey where they cannot be read, and go where they are drawings', async () => {
    const broken = LETTER.slice(0, 900);
    const source = `<img src="${data('image/jpeg', broken)}"><img src="data:image/svg+xml,<svg>${NAME}</svg>"><img src="${data('image/x-emf', Buffer.from(NAME))}">`;
    const { before, result } = await anonymize('html', Buffer.from(source));
    expect(before.text).toBe('');
    const [grey, ...others] = dataIn(Buffer.from(result.bytes).toString());
    expect(others).toEqual([]);
    expect(await sharp(grey).stats()).toMatchObject({
      isOpaque: true,
      entropy: expect.closeTo(0, 5) as number,
    });
    expect(result.removed).toEqual([{ kind: 'image_text', count: 3 }]);
  });

  it('keep no colours under what is transparent', async () => {
    const pixels = Buffer.alloc(64 * 64 * 4);
    for (let at = 0; at < pixels.length; at += 4) pixels.writeUInt32BE((at % 512 < 256 ? 0x112233 : 0x445566) << 8, at);
    const hiding = await sharp(pixels, { raw: { width: 64, height: 64, channels: 4 } })
      .png()
      .toBuffer();
    const source = `<img src="${data('image/png', hiding)}">`;
    const { result } = await anonymize('html', Buffer.from(source));
    const [picture] = dataIn(Buffer.from(result.bytes).toString());
    expect([...new Set(await sharp(picture).raw().toBuffer())]).toEqual([0]);
  });

  it('stay when values are put back', async () => {
    const opened = await openFormat('html', engines);
    const { text, layout } = await opened.read(Buffer.from(HTML), { signal, language });
    const replacements = [{ start: text.indexOf(NAME), end: text.indexOf(NAME) + NAME.length, text: 'X' }];
    const { bytes, unread } = await opened.rewrite(Buffer.from(HTML), {
      ...{ expectedText: text, replacements, purpose: 'restore', forbidden: [], signal, layout: layout! },
    });
    expect(Buffer.from(bytes).toString()).toBe(HTML.replace(NAME, 'X'));
    expect(unread).toEqual([{ kind: 'image_text', count: 1 }]);
  });

  it('are covered as a whole in documents that were read without them', async () => {
    const opened = await openFormat('html', engines);
    const { text } = await opened.read(Buffer.from(HTML), { signal, pictures: false });
    expect(text).toBe(`Frau ${NAME}\n\nBrief`);
    const result = await rewriteAsRead(opened, Buffer.from(HTML), {
      ...{ expectedText: text, replacements: [], forbidden: [], purpose: 'anonymize', signal },
    });
    expect(await wordsIn(dataIn(Buffer.from(result.bytes).toString()))).not.toMatch(/[A-Za-zäöü]{4}/);
    expect(result.removed).toEqual([{ kind: 'image_text', count: 1 }]);
  });
});

describe('pictures in RTF', { timeout: 120_000 }, () => {
  const shape = (content: string) => String.raw`{\*\shppict{\pict${content}}}`;
  const names = String.raw`{\*\picprop{\sp{\sn wzDescription}{\sv Brief an ${NAME}}}}`;
  const source = Buffer.from(
    String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}}\f0 Frau ${NAME}\par ` +
      shape(String.raw`${names}\picscalex50\picw760\pich330{\*\blipuid 00ff}\jpegblip ${hex(LETTER)}`) +
      String.raw`{\nonshppict{\pict\wmetafile8 0102}}\par {\pict\picwgoal900\pngblip\bin${LOGO_PNG.length} ` +
      `${Buffer.from(LOGO_PNG).toString('latin1')}}{\\pict\\emfblip ${hex(Buffer.from(NAME))}}\\par}`,
    'latin1',
  );

  it('are read, covered and cleaned', async () => {
    const { before, result } = await anonymize('rtf', source);
    expect(before.text).toContain(`Brief an ${NAME}\n\n`);
    expect(before.text.split(NAME)).toHaveLength(4);
    expect(before.text).toContain(LOGO);
    const output = Buffer.from(result.bytes).toString('latin1');
    const pictures = scanRtf(output, null).pictures.map(({ bytes }) => bytes);
    expect(pictures).toHaveLength(2);
    await expectCovered(result, pictures);
    expect(output).toContain(String.raw`\picscalex50\picw760\pich330{}\jpegblip `);
    expect(output).not.toMatch(/wmetafile|emfblip|bin/);
    expect(result.removed).toEqual([{ kind: 'image_text', count: 1 }]);
  });

  it('stay when values are put back', async () => {
    const opened = await openFormat('rtf', engines);
    const { text, layout } = await opened.read(source, { signal, language });
    const { bytes, unread } = await opened.rewrite(source, {
      ...{ replacements: [{ start: 0, end: 4, text: 'Herr' }], purpose: 'restore', forbidden: [], signal },
      ...{ expectedText: text, layout: layout! },
    });
    expect(Buffer.from(bytes).equals(Buffer.from(source.toString('latin1').replace('Frau', '{Herr}'), 'latin1'))).toBe(
      true,
    );
    expect(unread).toEqual([{ kind: 'image_text', count: 2 }]);
  });

  it.each([
    ['digits that are none', String.raw`{\pict\pngblip zz89504e47}`],
    ['words behind the bytes', String.raw`{\pict\pngblip 89504e470d0a1a0a\picw1}`],
    ['groups behind the bytes', String.raw`{\pict\pngblip 89504e470d0a1a0a{\x}}`],
    ['another format than it says', String.raw`{\pict\pngblip 0102}`],
  ])('go with %s', async (_what, picture) => {
    const { result } = await anonymize('rtf', Buffer.from(String.raw`{\rtf1 x${picture}}`));
    expect(Buffer.from(result.bytes).toString()).toBe(String.raw`{\rtf1 x{}}`);
    expect(result.removed).toEqual([{ kind: 'image_text', count: 1 }]);
  });
});

describe('pictures in mails', { timeout: 120_000 }, () => {
  it('are covered in the text and beside it', async () => {
    const coded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n');
    const source = [
      ...['From: a@example.org', 'MIME-Version: 1.0', 'Content-Type: multipart/related; boundary=b', '', '--b'],
      ...['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: base64', ''],
      ...[
        coded(Buffer.from(`${HTML}<img src="cid:logo@x">`)),
        '--b',
        'Content-Type: image/png',
        'Content-ID: <logo@x>',
      ],
      ...['Content-Transfer-Encoding: base64', '', coded(LOGO_PNG), '--b--', ''],
    ].join('\r\n');
    const { before, result } = await anonymize('eml', Buffer.from(source));
    expect(before.text.split(NAME)).toHaveLength(3);
    expect(before.text).toContain(LOGO);
    const bodies = Buffer.from(result.bytes)
      .toString('latin1')
      .split('--b\r\n')
      .slice(1)
      .map((part) => {
        return Buffer.from(part.slice(part.indexOf('\r\n\r\n')), 'base64');
      });
    const html = bodies[0]!.toString();
    expect(html).toContain('<img src="cid:logo@x">');
    await expectCovered({ bytes: bodies[0]! }, [...dataIn(html), bodies[1]!]);
    expect(result.removed).toEqual([]);
  });

  it('are covered in messages of Outlook, whose forms are still taken for one', async () => {
    const source = messageFile({
      properties: { 0x001a: 'IPM.Note', 0x0037: 'Brief', 0x1000: `Frau ${NAME} Brief`, 0x1013: Buffer.from(HTML) },
    });
    const { before, result } = await anonymize('msg', source);
    expect(before.text.split(NAME)).toHaveLength(3);
    const html = readStorages(result.bytes).streams.get('__substg1.0_10130102')!;
    await expectCovered(result, dataIn(Buffer.from(html).toString()));
  });
});
