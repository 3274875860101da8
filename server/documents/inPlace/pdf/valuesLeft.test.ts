import { afterAll, describe, expect, it } from 'vitest';
import { pdf } from '../../../../test/fixtures/documents/hostileFiles.ts';
import { encodeBmp } from '../image/encodeBmp.ts';
import { createPictureFormat } from '../image/pictureFormat.ts';
import { createRecognizer } from '../recognition/createRecognizer.ts';
import type { InPlaceFormat, RewriteRequest } from '../types.ts';
import { createPdfFormat } from './pdfFormat.ts';
import { isNumberOfSyntax } from './syntax/numbers.ts';

const recognizer = createRecognizer({ threads: 1 });
const format = createPdfFormat(recognizer);
const signal = new AbortController().signal;
afterAll(() => recognizer.close());

const NAME = 'Kordula Zwiebelfisch';
const LABEL = '[[person-k3v9q2xd]]';
const FILLER = 'Ein Blatt mit genug Text, damit es als lesbar gilt.';

const stream = (content: string, dict = '') => `<< ${dict} /Length ${content.length} >>\nstream\n${content}\nendstream`;
const show = (text: string, y: number) => `BT /F 10 Tf 50 ${y} Td (${text}) Tj ET\n`;

/** A document of two pages; further objects have numbers from 7 on. */
const document = (
  pages: readonly [first: string, second: string],
  more: { readonly catalog?: string; readonly resources?: string; readonly objects?: readonly string[] } = {},
) =>
  pdf([
    `<< /Type /Catalog /Pages 2 0 R ${more.catalog ?? ''} >>`,
    '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F 7 0 R >> >> >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 6 0 R /Resources << /Font << /F 7 0 R >> ${more.resources ?? ''} >> >>`,
    stream(pages[0]),
    stream(pages[1]),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...(more.objects ?? []),
  ]);

async function rewritten(kind: InPlaceFormat, bytes: Uint8Array, value: string, more: Partial<RewriteRequest> = {}) {
  const { text } = await kind.read(bytes, { signal });
  const start = text.indexOf(value);
  return await kind.rewrite(bytes, {
    replacements: start < 0 ? [] : [{ start, end: start + value.length, text: LABEL }],
    forbidden: [{ value, replacement: LABEL }],
    ...{ purpose: 'anonymize', signal, ...more },
  });
}

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('numbers in the syntax of a file', () => {
  const at = (content: string, digits = '922417') => {
    const start = content.indexOf(digits);
    return isNumberOfSyntax(Buffer.from(content, 'latin1'), start, start + digits.length);
  };
  it.each([
    'q 0.36922417 0 cm',
    '1922417 0 m',
    '9224170 0 m',
    '-.922417 w',
    '922417.5 w',
    '<0092 2417 0001> Tj',
    '<00922417> Tj',
  ])('%s holds none of the digits as they read', (content) =>
    expect(at(content, content.includes('2 2417') ? '2417' : undefined)).toBe(true),
  );
  it.each(['(Nr. 922417) Tj', '% Akte 922417.', 'Akte:922417', 'Nr.922417.', '922417 0 m', '<x 922417>'])(
    '%s holds them',
    (content) => expect(at(content)).toBe(false),
  );

  it('do not stand in the way of an export', async () => {
    const content = `q 0.36922417 0 0 1 0 0 cm 0 0 1 1 re f Q ${show(FILLER, 700)}`;
    const bytes = document([content, show('Akte 922417 liegt bei.', 700) + show(FILLER, 600)]);
    const { text } = await format.read((await rewritten(format, bytes, '922417')).bytes, { signal });
    expect(text).toContain(`Akte ${LABEL} liegt bei.`);
    expect(text).not.toContain('922417');
  });
});

describe('values in what nobody sees', () => {
  const pages = [show(`Frau ${NAME}`, 700) + show(FILLER, 600), `/P sh ${show(FILLER, 700)}`] as const;
  /** A function in PostScript, whose remarks readers skip (ISO 32000-2, 7.10.5). */
  const remark = stream(`{ pop 0 % ${NAME}\n }`, '/FunctionType 4 /Domain [0 1] /Range [0 1]');
  const shading = '<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 1] /Function 9 0 R >>';

  it('go with the content of the page that leads to them', async () => {
    const bytes = document(pages, { resources: '/Shading << /P 8 0 R >>', objects: [shading, remark] });
    const done: number[] = [];
    const result = await rewritten(format, bytes, NAME, {
      onProgress: (_, page) => {
        if (page !== undefined) done.push(page);
      },
    });
    expect(Buffer.from(result.bytes).includes(NAME)).toBe(false);
    const { text } = await format.read(result.bytes, { signal });
    expect(text).toContain(`Frau ${LABEL}`);
    expect(text.match(/genug Text/g)).toHaveLength(2);
    // One round more than usual.
    expect(done).toEqual([1, 2, 1, 2]);
  });

  it('are told with what was to stand for them where they belong to no page, and never by themselves', async () => {
    const intent = '<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /DestOutputProfile 8 0 R >>';
    const profile = stream(`profile of ${NAME}`, '/N 3');
    const bytes = document([pages[0], show(FILLER, 700)], {
      catalog: `/OutputIntents [${intent}]`,
      objects: [profile],
    });
    const error = await failure(rewritten(format, bytes, NAME));
    expect(error).toMatchObject({
      code: 'DOCUMENT_ANONYMIZATION_FAILED',
      details: { remaining: [{ replacement: LABEL, page: null, box: null, reason: 'data' }] },
    });
    expect(JSON.stringify(error)).not.toContain('Zwiebelfisch');
  });

  it('are told of pixels that spell them', async () => {
    const [width, height] = [300, 120];
    const pixels = new Uint8Array(width * height * 3).fill(255);
    const value = NAME.slice(0, 18);
    // Bitmaps store blue first.
    for (let at = 0; at < value.length; at += 3) pixels.set(Buffer.from(value.slice(at, at + 3)).reverse(), 90 + at);
    const bytes = encodeBmp(pixels, { width, height, dpi: 96 });
    expect(Buffer.from(bytes).includes(value)).toBe(true);
    const picture = createPictureFormat('bmp', recognizer);
    const error = await failure(
      picture.rewrite(bytes, {
        ...{ replacements: [], forbidden: [{ value, replacement: LABEL }], purpose: 'anonymize' },
        signal,
      }),
    );
    expect(error).toMatchObject({
      details: { remaining: [{ replacement: LABEL, page: 1, box: null, reason: 'data' }] },
    });
  });
});
