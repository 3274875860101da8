import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyReplacements } from '../../../core/placeholders/apply.ts';
import type { RewriteRequest } from '../types.ts';
import { openFormat } from '../formats.ts';

const { signal } = new AbortController();
const htmlFormat = await openFormat('html');
const NAME = 'Anna Müller';
const PLACEHOLDER = '[[person-k3v9q2xd]]';
const MAIL = { value: 'anna.mueller@example.org', replacement: '[[email-m3v9q2xd]]' };
const FORBIDDEN = [{ value: NAME, replacement: PLACEHOLDER }, MAIL];

const read = async (source: string | Uint8Array) => (await htmlFormat.read(Buffer.from(source), { signal })).text;
const findAll = (text: string, value: string, replacement: string) =>
  [...text.matchAll(new RegExp(RegExp.escape(value), 'g'))].map(({ index }) => ({
    start: index,
    end: index + value.length,
    text: replacement,
  }));
async function rewrite(source: string | Uint8Array, change: Partial<RewriteRequest> = {}) {
  const bytes = Buffer.from(source);
  const expectedText = await read(bytes);
  const replacements = findAll(expectedText, NAME, PLACEHOLDER);
  return await htmlFormat.rewrite(bytes, {
    expectedText,
    replacements,
    purpose: 'anonymize',
    forbidden: FORBIDDEN,
    signal,
    ...change,
  });
}
const rewritten = async (source: string) => Buffer.from((await rewrite(source)).bytes).toString();

describe('HTML in place', () => {
  it('reads text as it is shown', async () => {
    const source =
      '<!DOCTYPE html><title>Akte</title><p>Frau <b>An</b>na\r\n   M&uuml;l&shy;ler</p><p>wohnt<br>in K&#246;ln</p>' +
      '<table><tr><td>a<td>b<tr><td>c</table><ul><li>x<li>y</ul><pre>a\n b</pre>';
    expect(await read(source)).toBe('Akte\nFrau Anna Müller\nwohnt\nin Köln\na\tb\nc\nx\ny\na\n b');
  });

  it('reads attributes with words and addresses', async () => {
    const source =
      '<meta name="description" content="Brief an Anna M&uuml;ller"><p>x</p><img alt="Bild von Anna"><input placeholder=Name value=\'Otto\'>' +
      '<a href="mailto:anna.m%C3%BCller@example.org?cc=o%40b.de&amp;body=a+b" data-kunde="Anna" aria-label="Öffnen">y</a>';
    expect(await read(source)).toBe(
      'x\ny\n\nBrief an Anna Müller\nBild von Anna\nName\nOtto\nmailto:anna.müller@example.org?cc=o@b.de&body=a+b\nAnna\nÖffnen',
    );
  });

  it('replaces in every channel and cleans the rest', async () => {
    const source = `<!DOCTYPE html><html><head><title>${NAME}</title><meta name=author content="${NAME}"><meta charset=utf-8>
<link rel=stylesheet href="https://example.org/${MAIL.value}"><style>/* ${NAME} */ p::after{content:"${NAME}"} @import "x"; b{background:url(http://x/${NAME})} i{content:"\\41 nna M\\fc ller"}</style>
<script>var name = "${NAME}";</script><base href="https://example.org/">
</head><body onload="greet('${NAME}')" class="${NAME}"><!-- ${NAME} --><!--[if mso]><xml><o:Author>${NAME}</o:Author></xml><![endif]-->
<p id="${NAME}">Frau A<i>nna</i> M&uuml;ller</p><img src="http://t.example.org/x.gif?m=${MAIL.value}" alt="Foto ${NAME}">
<a href="mailto:${MAIL.value}?subject=Anna%20M%C3%BCller" title=Anna&#32;M&uuml;ller>Mail</a><a href="javascript:show('${NAME}')">x</a>
<object data="x"><param value="${NAME}"><object>${NAME}</object></object><iframe srcdoc="${NAME}"></iframe><anna.mueller@example.org>
<p title="a" title="${NAME}">b</p title="${NAME}"><svg><text>${NAME}</text><script>${NAME}</script></svg>
<img src="data:image/svg+xml,${NAME}"><input type=hidden value="${NAME}"><textarea>${NAME}</textarea></body></html>`;
    const result = await rewrite(source);
    const output = Buffer.from(result.bytes).toString();
    for (const left of ['Anna', 'M&uuml;ller', 'Müller', 'mueller', 'script', 'http', 'iframe', '<!--', 'onload']) {
      expect(output).not.toContain(left);
    }
    expect(output).toContain(`<p id="${PLACEHOLDER}">Frau ${PLACEHOLDER}<i></i></p>`);
    expect(output).toContain(`href="mailto:${MAIL.replacement}?subject=${PLACEHOLDER}" title=${PLACEHOLDER}>`);
    expect(result.removed).toEqual([
      { kind: 'embedded_object', count: 2 },
      { kind: 'image_text', count: 1 },
    ]);
    expect(new Set(result.cleaned.map(({ kind }) => kind))).toEqual(
      new Set(['authors', 'external_reference', 'comments', 'hidden_content', 'script']),
    );
  });

  it('leaves the rest of the source as it is written', async () => {
    const source = `<P CLASS=x>Gr&uuml;&szlig;e &AMP; ${NAME}</P >\r\n<br/>`;
    expect(await rewritten(source)).toBe(`<P CLASS=x>Gr&uuml;&szlig;e &AMP; ${PLACEHOLDER}</P >\r\n<br/>`);
  });

  it('puts originals back and changes nothing else', async () => {
    const source = `<!-- a --><p onclick="x">${PLACEHOLDER}</p><a title=${PLACEHOLDER} href="x?%5B%5Bperson-k3v9q2xd%5D%5D">`;
    const replacements = findAll(await read(source), PLACEHOLDER, 'A <b> & "c"');
    const { bytes } = await htmlFormat.rewrite(Buffer.from(source), {
      replacements,
      purpose: 'restore',
      forbidden: [],
      signal,
    });
    expect(Buffer.from(bytes).toString()).toBe(
      '<!-- a --><p onclick="x">A &lt;b&gt; &amp; "c"</p><a title=A&#32;&lt;b&gt;&#32;&amp;&#32;&quot;c&quot; href="x?A%20%3Cb%3E%20&amp;%20%22c%22">',
    );
  });

  it('keeps the encoding of Western text and turns others into UTF-8', async () => {
    const western = Buffer.from('<meta charset="iso-8859-1"><p>K\xf6ln \x80', 'latin1');
    expect(await read(western)).toBe('Köln €');
    expect(Buffer.from((await rewrite(western)).bytes).toString('latin1')).toBe(western.toString('latin1'));
    const russian = Buffer.from(
      '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r"><p>\xf7\xc5\xd2\xc1',
      'latin1',
    );
    expect(await read(russian)).toBe('Вера');
    expect(Buffer.from((await rewrite(russian)).bytes).toString()).toBe(
      '<meta http-equiv="Content-Type" content="text/html; charset=utf-8"><p>Вера',
    );
  });

  it('gives the text with the replacements in it when it is read again', async () => {
    const piece = fc.constantFrom(
      ...[
        '<p>',
        '</p>',
        '<b>',
        '</b>',
        '<br>',
        '<td>',
        '&amp;',
        '&uuml;',
        '&#x41;',
        '&notit',
        '&lt',
        'Anna',
        ' ',
        '\r\n',
        'ü',
        '😀',
        'x&shy;y',
      ],
      ...[
        '<pre>',
        '</pre>',
        '<a title="a&quot;b">',
        "<a href='x?a=1&amp;b=2%C3%BC%zz'>",
        '<textarea>',
        '</textarea>',
        '<',
        '>',
        '</',
        '&',
        '[[',
        '<!-- a -->',
      ],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), fc.nat(), fc.nat(), async (pieces, first, second) => {
        const source = pieces.join('');
        const text = await read(source);
        const places = [first % (text.length + 1), second % (text.length + 1)].sort((a, b) => a - b) as [
          number,
          number,
        ];
        const found = text.slice(...places).trim();
        if (found === '' || /\s/.test(found) || !found.isWellFormed()) return;
        const start = text.indexOf(found, places[0]);
        // Half of an astral character is none.
        if (!text.slice(0, start).isWellFormed() || !text.slice(start + found.length).isWellFormed()) return;
        const { bytes } = await htmlFormat.rewrite(Buffer.from(source), {
          ...{
            replacements: [{ start, end: start + found.length, text: PLACEHOLDER }],
            purpose: 'restore',
            forbidden: [],
            signal,
          },
        });
        const placement = { start, end: start + found.length, placeholder: PLACEHOLDER };
        expect(await read(bytes)).toBe(applyReplacements(text, [placement]).text);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['nested elements', '<div>'.repeat(30_000) + NAME],
    ['open comments', `${'<!--'.repeat(30_000)}${NAME}`],
    ['open tags', '<a '.repeat(30_000)],
    [
      'open style addresses',
      `<style>${'url('.repeat(20_000)}${'@import'.repeat(20_000)}${'/*'.repeat(20_000)}</style>`,
    ],
    ['entities', '&#38'.repeat(30_000)],
    ['percent codes', `<a href="${'%C3%BC'.repeat(20_000)}">`],
  ])('reads and rewrites much of %s', async (_what, source) => {
    expect(Buffer.from((await rewrite(source)).bytes).toString()).not.toContain(NAME);
  });

  it('refuses what is no text', async () => {
    await expect(read(new Uint8Array([0, 1, 2, 3]))).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });
});
