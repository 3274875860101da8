import { inflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { pdf } from '../../../../test/fixtures/documents/hostileFiles.ts';
import { createRecognizer } from '../recognition/createRecognizer.ts';
import { createPdfFormat } from './pdfFormat.ts';

const recognizer = createRecognizer({ threads: 1 });
const format = createPdfFormat(recognizer);
const signal = new AbortController().signal;
afterAll(() => recognizer.close());

const stream = (operators: string, dict = '') =>
  `<< ${dict} /Length ${operators.length} >>\nstream\n${operators}\nendstream`;
const utf16 = (text: string) => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
const show = (text: string, x: number, y: number) => `BT /F 10 Tf ${x} ${y} Td (${text}) Tj ET\n`;

const NAME = 'Kordula Zwiebelfisch';
const LABEL = '[[person-k3v9q2xd]]';
const FILLER = 'Ein Blatt mit genug Text, damit es als lesbar gilt.';

/** Every channel of a PDF that we know holds the name; the page itself shows it split and kerned. */
function planted(): Uint8Array {
  const content = [
    '% Bearbeitet von Kordula Zwiebelfisch',
    show(FILLER, 50, 700),
    'BT /F 10 Tf 50 650 Td [(Frau Kordula Zwie) -20 (bel) 15 (fisch) 0 (, geboren 1970)] TJ ET',
    "BT /F 10 Tf 14 TL 50 620 Td (Angaben von Kordula) Tj (Zwiebelfisch hat recht) ' ET",
    '/Span << /ActualText (Kordula Zwiebelfisch) >> BDC BT /F 10 Tf 50 560 Td (Abk.) Tj ET EMC',
    `/OC /Hidden BDC ${show('Versteckt: Kordula Zwiebelfisch', 50, 540)} 50 500 40 20 re f EMC`,
    '/Kordula#20Zwiebelfisch BMC EMC',
    'q 1 0 0 1 50 520 cm /Fm Do Q',
    'q 1 0 0 1 50 480 cm /Fm Do Q',
  ].join('\n');
  return pdf([
    `<< /Type /Catalog /Pages 2 0 R /Outlines 9 0 R /Metadata 11 0 R /AcroForm << /Fields [12 0 R 20 0 R] /DA (/F 10 Tf 0 g) >>
       /Names << /EmbeddedFiles << /Names [(Kordula Zwiebelfisch.txt) 13 0 R] >> /Dests << /Names [(Kordula Zwiebelfisch) [3 0 R /Fit]] >>
       /JavaScript << /Names [(x) 15 0 R] >> >> /OpenAction 15 0 R /PieceInfo << /App << /Private (${NAME}) >> >>
       /PageLabels << /Nums [0 << /P (${NAME} ) /S /D >>] >> /OCProperties << /OCGs [16 0 R] /D << /OFF [16 0 R] >> >>
       /StructTreeRoot << /Type /StructTreeRoot /RoleMap << /Kordula#20Zwiebelfisch /P >> /K [<< /Type /StructElem /S /Kordula#20Zwiebelfisch /Alt (Foto von ${NAME}) /E ${utf16(NAME)} >>] >> >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [6 0 R 7 0 R 8 0 R 12 0 R 19 0 R 20 0 R 21 0 R] /LastModified (D:2026) /AA << /O 15 0 R >>
       /Resources << /Font << /F 5 0 R >> /XObject << /Fm 18 0 R >> /Properties << /Hidden 16 0 R >> >> >>`,
    stream(content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Type /Annot /Subtype /Text /Contents ${utf16(`Bitte ${NAME} fragen`)} /T (${NAME}) /RC (<p>${NAME}</p>) /Subj (${NAME}) /Rect [10 10 30 30] /Popup 22 0 R >>`,
    `<< /Type /Annot /Subtype /Link /Rect [50 640 200 660] /A << /S /URI /URI (https://example.org/?q=${NAME}) >> >>`,
    '<< /Type /Annot /Subtype /Link /Rect [50 600 200 620] /Dest (Kordula Zwiebelfisch) >>',
    '<< /Type /Outlines /First 10 0 R /Last 10 0 R /Count 1 >>',
    `<< /Title (Akte ${NAME}) /Parent 9 0 R /Dest [3 0 R /Fit] >>`,
    stream(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${NAME}</x:xmpmeta>`, '/Type /Metadata /Subtype /XML'),
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (feld) /TU (Name, etwa ${NAME}) /V (${NAME}) /DV (${NAME}) /DA (/F 10 Tf 0 g) /Rect [300 700 500 720] /F 4 /AP << /N 17 0 R >> /P 3 0 R >>`,
    '<< /Type /Filespec /F (Kordula Zwiebelfisch.txt) /EF << /F 14 0 R >> >>',
    stream(`Anlage ${NAME}`, '/Type /EmbeddedFile'),
    `<< /S /JavaScript /JS (app.alert\\('${NAME}'\\)) >>`,
    `<< /Type /OCG /Name (${NAME}) >>`,
    stream(
      `/Tx BMC q BT /F 10 Tf 2 5 Td (${NAME}) Tj ET Q EMC`,
      '/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F 5 0 R >> >>',
    ),
    stream(
      show(`Formular von ${NAME}`, 0, 0),
      '/Type /XObject /Subtype /Form /BBox [0 -5 400 20] /Resources << /Font << /F 5 0 R >> >>',
    ),
    '<< /Type /Annot /Subtype /Stamp /Rect [300 600 500 620] /F 4 /AP << /N 17 0 R >> >>',
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T (sig) /Rect [0 0 0 0] /V << /Type /Sig /Name (${NAME}) /Contents <00> >> >>`,
    `<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 10 10] /FS 13 0 R /Contents (${NAME}) >>`,
    '<< /Type /Annot /Subtype /Popup /Rect [0 0 50 50] /Parent 6 0 R >>',
  ]);
}

/** The same file, saved again with another page content and with properties: the first content stays in the bytes. */
function savedTwice(): Uint8Array {
  const first = Buffer.from(planted());
  const content = show(`${FILLER} Neu: ${NAME}`, 50, 700);
  const at = first.length;
  const objects = [
    `4 0 obj\n${stream(content)}\nendobj\n`,
    `23 0 obj\n<< /Title (${NAME}) /Author (${NAME}) >>\nendobj\n`,
  ];
  const offsets = [at, at + objects[0]!.length].map((offset) => String(offset).padStart(10, '0'));
  const table = `xref\n4 1\n${offsets[0]} 00000 n \n23 1\n${offsets[1]} 00000 n \n`;
  const previous = /startxref\s+(\d+)/.exec(first.toString('latin1'))![1];
  const trailer = `trailer\n<< /Size 24 /Root 1 0 R /Info 23 0 R /Prev ${previous} >>\nstartxref\n${at + objects.join('').length}\n%%EOF\n`;
  return Buffer.concat([first, Buffer.from(objects.join('') + table + trailer, 'latin1')]);
}

function everyByte(bytes: Uint8Array): string {
  const raw = Buffer.from(bytes).toString('latin1');
  const streams = [...raw.matchAll(/stream\r?\n([^]*?)\r?\nendstream/g)].map(([, body]) => {
    try {
      return inflateSync(Buffer.from(body!, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  return [raw, ...streams].join('\n');
}

async function anonymize(bytes: Uint8Array) {
  const before = await format.read(bytes, { signal });
  const replacements = [...before.text.matchAll(/Kordula\s+Zwiebelfisch/g)].map(({ index, 0: match }) => ({
    start: index,
    end: index + match.length,
    text: LABEL,
  }));
  const forbidden = [{ value: NAME, replacement: LABEL }];
  const request = { expectedText: before.text, replacements, forbidden, signal };
  const result = await format.rewrite(bytes, { ...request, purpose: 'anonymize' });
  return { before, ...result, after: await format.read(result.bytes, { signal }) };
}

/** A name is read, or goes although nobody knows it; and nothing is left of it once it is known. */
async function expectSound(bytes: Uint8Array): Promise<void> {
  const isRead = (await format.read(bytes, { signal })).text.includes(NAME);
  const unknown = await format.rewrite(bytes, { replacements: [], forbidden: [], purpose: 'anonymize', signal });
  if (!isRead) expect(everyByte(unknown.bytes)).not.toMatch(/Kordula|Zwie/);
  const known = await anonymize(bytes);
  expect(everyByte(known.bytes)).not.toMatch(/Kordula|Zwie/);
  const swept = await format.rewrite(bytes, {
    ...{ replacements: [], forbidden: [{ value: NAME, replacement: LABEL }], purpose: 'anonymize', signal },
  });
  expect(everyByte(swept.bytes)).not.toMatch(/Kordula|Zwie/);
}

describe('channels of PDF files', () => {
  it('reads every channel that is kept', async () => {
    const { text } = await format.read(planted(), { signal });
    for (const part of [
      'Frau Kordula Zwiebelfisch, geboren 1970',
      'Formular von Kordula Zwiebelfisch',
      'Bitte Kordula Zwiebelfisch fragen',
      'https://example.org/?q=Kordula Zwiebelfisch',
      'Name, etwa Kordula Zwiebelfisch',
      'Akte Kordula Zwiebelfisch',
      'Foto von Kordula Zwiebelfisch',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/Angaben von Kordula\nZwiebelfisch hat recht/);
  });

  it.each([
    ['saved once', planted],
    ['saved twice', savedTwice],
  ])('leaves the name in no channel of a file %s', async (_what, make) => {
    const { bytes, cleaned, removed, after } = await anonymize(make());
    const all = everyByte(bytes);
    for (const part of ['Kordula', 'Zwiebelfisch', 'Zwie', 'fisch']) {
      for (const form of [
        Buffer.from(part, 'latin1'),
        Buffer.from(part, 'utf16le'),
        Buffer.from(part, 'utf16le').swap16(),
      ]) {
        expect(all).not.toContain(form.toString('latin1'));
        expect(all.toLowerCase()).not.toContain(form.toString('hex'));
      }
    }
    expect(all).not.toMatch(/JavaScript|EmbeddedFile|xmpmeta|PieceInfo|OCProperties/);
    expect(after.text).toContain(LABEL);
    expect(cleaned.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        'annotation',
        'authors',
        'form_value',
        'hidden_content',
        'link',
        'properties',
        'script',
        'signature',
      ]),
    );
    expect(removed).toContainEqual({ kind: 'attachment', count: 2 });
  });

  it('keeps what is no name where it stands', async () => {
    const { after } = await anonymize(planted());
    for (const part of [
      FILLER,
      `Frau ${LABEL}, geboren 1970`,
      `Bitte ${LABEL} fragen`,
      'hat recht',
      `Formular von ${LABEL}`,
    ])
      expect(after.text).toContain(part);
    expect(after.text).not.toContain('Versteckt');
  });

  it.each([
    [
      'properties of marked content',
      '',
      '/Properties << /P0 << /ActualText (Kordula Zwiebelfisch) /MCID 0 >> >>',
      '/Span /P0 BDC EMC',
    ],
    [
      'attributes that somebody invented',
      '/K << /Type /StructElem /S /P /A << /O /UserProperties /P [<< /N (Kunde) /V (Kordula Zwiebelfisch) /F (Frau Kordula Zwiebelfisch) >>] >> >>',
      '',
      '',
    ],
    [
      'summary of a table',
      '/K << /Type /StructElem /S /Table /A [<< /O /Table /Summary (Kordula Zwiebelfisch) >>] >>',
      '',
      '',
    ],
  ])('holds no name in %s', async (_what, structure, resources, content) => {
    const bytes = pdf([
      `<< /Type /Catalog /Pages 2 0 R /StructTreeRoot << /Type /StructTreeRoot ${structure} >> >>`,
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> ${resources} >> >>`,
      stream(`${show(FILLER, 50, 700)}${content}`),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ]);
    await expectSound(bytes);
  });

  const resources = '/Resources << /Font << /F 5 0 R >> >>';
  const cell = (operators: string, more = resources) =>
    stream(
      operators,
      `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 300 20] /XStep 300 /YStep 20 ${more}`,
    );
  const words = `BT /F 10 Tf 2 5 Td [(Kordula Zwie) -20 (belfisch)] TJ ET`;
  const form = stream(words, `/Type /XObject /Subtype /Form /BBox [0 0 300 20] ${resources}`);
  it.each([
    ['cells of patterns', '/Pattern << /P 6 0 R >>', '/Pattern cs /P scn 0 0 500 500 re f', [cell(words)]],
    [
      'forms in cells of patterns',
      '/Pattern << /P 6 0 R >>',
      '/Pattern cs /P scn 0 0 500 500 re f',
      [cell('/Fm Do', '/Resources << /XObject << /Fm 7 0 R >> >>'), form],
    ],
    [
      'glyphs of a font',
      '/Font << /F 5 0 R /T3 6 0 R >>',
      'BT /T3 10 Tf 50 400 Td (a) Tj ET',
      [
        `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 300 20] /FontMatrix [0.01 0 0 0.01 0 0] /FirstChar 97 /LastChar 97 /Widths [300]
            /Encoding << /Type /Encoding /Differences [97 /a] >> /CharProcs << /a 7 0 R >> ${resources} >>`,
        stream(`300 0 d0 ${words}`),
      ],
    ],
    [
      'groups of soft masks',
      '/ExtGState << /G << /SMask << /Type /Mask /S /Luminosity /G 6 0 R >> >> >>',
      '/G gs 0 0 500 500 re f',
      [
        stream(
          words,
          `/Type /XObject /Subtype /Form /BBox [0 0 300 20] /Group << /S /Transparency /CS /DeviceGray >> ${resources}`,
        ),
      ],
    ],
    [
      'names of layers that are seen',
      '/Properties << /L << /Type /OCG /Name (Kordula Zwiebelfisch) /Usage << /CreatorInfo << /Creator (Kordula Zwiebelfisch) >> >> >> >>',
      '/OC /L BDC EMC',
      [],
    ],
    ['notes of a program in the content', '', '/Note << /Owner (Kordula Zwiebelfisch) >> BDC EMC', []],
    ['notes of a program', '/Properties << /L << /Owner [(Kordula Zwiebelfisch)] >> >>', '/Note /L BDC EMC', []],
    [
      'properties of a form',
      '/XObject << /Fm 6 0 R >>',
      '/Fm Do',
      [
        stream(
          '0 0 m',
          '/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Metadata 7 0 R /PieceInfo << /App << /Private (Kordula) >> >>',
        ),
        stream('<x>Kordula Zwiebelfisch</x>', '/Type /Metadata /Subtype /XML'),
      ],
    ],
    [
      'the file of a figure, as pdfTeX notes it',
      '/XObject << /Fm 6 0 R >>',
      '/Fm Do',
      [
        stream(
          '0 0 m',
          '/Type /XObject /Subtype /Form /BBox [0 0 1 1] /PTEX.FileName (Kordula.pdf) /PTEX.InfoDict << /Author (Zwiebelfisch) >>',
        ),
      ],
    ],
  ] as const)('holds no name in %s', async (_what, more, content, objects) => {
    const bytes = pdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${more.includes('/Font') ? '' : '/Font << /F 5 0 R >>'} ${more} >> >>`,
      stream(`${show(FILLER, 50, 700)}${content}`),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      ...objects,
    ]);
    await expectSound(bytes);
  });

  it.each([
    ['a font', '/BaseFont /ABCDEF+Kordula#20Zwiebelfisch', '/ColorSpace << >>'],
    ['an ink', '/BaseFont /Helvetica', '/ColorSpace << /C [/Separation /Kordula#20Zwiebelfisch /DeviceGray 6 0 R] >>'],
  ])('renames %s of that name', async (_what, font, more) => {
    const bytes = pdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> ${more} >> >>`,
      stream(show(`${FILLER} ${NAME}`, 50, 700)),
      `<< /Type /Font /Subtype /Type1 ${font} /Encoding /WinAnsiEncoding >>`,
      '<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0] /C1 [1] >>',
    ]);
    const result = await anonymize(bytes);
    expect(everyByte(result.bytes)).not.toMatch(/Kordula|Zwiebelfisch/);
    expect(result.after.text).toContain(FILLER);
  });

  it('leaves no letter of a name whose font a graphics state sets', async () => {
    const bytes = pdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /ExtGState << /G << /Font [6 0 R 20] >> >> >> >>`,
      stream(`${show(FILLER, 50, 700)} BT /G gs 50 600 Td (Frau Zwiebelfisch aus Bremen) Tj ET`),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    ]);
    const { text: expectedText } = await format.read(bytes, { signal });
    const start = expectedText.indexOf('Zwiebelfisch');
    const replacements = [{ start, end: start + 'Zwiebelfisch'.length, text: LABEL }];
    const forbidden = [{ value: 'Zwiebelfisch', replacement: LABEL }];
    const request = { expectedText, replacements, forbidden, purpose: 'anonymize', signal } as const;
    expect(everyByte((await format.rewrite(bytes, request)).bytes)).not.toMatch(/Zwi|isch/);
  });

  it.each([
    ['arrays in arrays without end', `${'['.repeat(10_000)} ${show(NAME, 50, 600)}`, ''],
    ['a form that cannot be unpacked', `${show(NAME, 50, 600)} /Fm Do`, '/Filter /FlateDecode'],
  ])('draws a page anew that holds %s', async (_what, content, filter) => {
    const bytes = pdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /Fm 6 0 R >> >> >>',
      stream(`${show(FILLER, 50, 700)} ${content}`),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      stream('damaged', `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${filter}`),
    ]);
    expect(everyByte((await anonymize(bytes)).bytes)).not.toMatch(/Kordula|Zwie/);
  });

  it('puts originals back beside a page that cannot be followed, and says so where they stand on it', async () => {
    const font = '/Resources << /Font << /F 6 0 R >> >>';
    const bytes = pdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R ${font} >>`,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 7 0 R ${font} >>`,
      stream(show(`${FILLER} ${LABEL}`, 50, 700)),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      stream(`${show('Blatt zwei', 50, 700)} ${'['.repeat(10_000)}`),
    ]);
    const { text } = await format.read(bytes, { signal });
    const restore = (placeholder: string) => {
      const start = text.indexOf(placeholder);
      const replacements = [{ start, end: start + placeholder.length, text: NAME }];
      return format.rewrite(bytes, { replacements, forbidden: [], purpose: 'restore', signal });
    };
    expect((await format.read((await restore(LABEL)).bytes, { signal })).text).toContain(NAME);
    await expect(restore('Blatt zwei')).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });

  it('takes the copy of a note out that macOS keeps beside it, packed', async () => {
    const packed = Buffer.from(NAME).toString('base64');
    const bytes = pdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [5 0 R] >>',
      stream('0 0 m'),
      `<< /Subtype /Text /Rect [9 9 30 30] /Contents (Frau ${NAME}) /AAPL:AKExtras << /AAPL:AKAnnotationObject (${packed}) >> >>`,
    ]);
    const { bytes: result } = await anonymize(bytes);
    expect(everyByte(result)).not.toContain(packed);
    await expectSound(bytes);
  });

  it('reads names of fields that people gave, and takes annotations of hidden layers out', async () => {
    const field = '/Type /Annot /Subtype /Widget /FT /Tx /Rect [300 700 500 720] /F 4';
    const bytes = pdf([
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R] >> /OCProperties << /OCGs [9 0 R] /D << /OFF [9 0 R] >> >> >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [6 0 R 7 0 R 8 0 R] /Resources << /Font << /F 5 0 R >> >> >>',
      stream(show(FILLER, 50, 700)),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      `<< ${field} /T (Alter von ${NAME}) /TM (${NAME}) >>`,
      `<< ${field} /T (Text1) >>`,
      '<< /Type /Annot /Subtype /Text /Contents (Verdeckt) /Rect [10 10 30 30] /OC 9 0 R >>',
      '<< /Type /OCG /Name (Ebene) >>',
    ]);
    const { before, bytes: result } = await anonymize(bytes);
    expect(before.text).toContain(`Alter von ${NAME}`);
    expect(before.text).not.toContain('Text1');
    expect(everyByte(result)).not.toMatch(/Kordula|Verdeckt|Ebene/);
    await expectSound(bytes);
  });

  it('reads values of fields that no page shows, also where a list of fields contains itself', async () => {
    const bytes = pdf([
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] >> >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
      stream(show(FILLER, 50, 700)),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      `<< /FT /Tx /T (Text1) /V (Frau ${NAME}) /Kids 7 0 R >>`,
      '[7 0 R 7 0 R]',
    ]);
    const { before, bytes: result } = await anonymize(bytes);
    expect(before.text).toContain(`Frau ${NAME}`);
    expect(everyByte(result)).not.toContain('Kordula');
    await expectSound(bytes);
  });

  it('reads a field behind so many others that they are no arguments of one call', async () => {
    const bytes = pdf([
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
      `<< /T (Text1) /Kids [${'3 0 R '.repeat(150_000)}5 0 R] >>`,
      `<< /FT /Tx /T (Text2) /V (Frau ${NAME}) >>`,
    ]);
    expect((await format.read(bytes, { signal })).text).toContain(`Frau ${NAME}`);
  });

  it('recognizes a scan that was stored in strips, although a stamp lies over it', async () => {
    const strips = Array.from({ length: 8 }, (_, index) => `q 595 0 0 100 0 ${index * 100} cm /Im Do Q`).join('\n');
    const bytes = pdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /Im 6 0 R >> >> >>',
      stream(`${strips}\n${show('Eingang 12.03.2026 Seite 3 von 7', 400, 820)}`),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      stream('xxxx', '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8'),
    ]);
    const { confidence } = await format.read(bytes, { signal });
    expect(confidence).toBeDefined();
  });
});
