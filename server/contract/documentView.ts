import { AGENTS } from './agents.ts';
import { z } from 'zod';
import { maxCharacters } from './characters.ts';
import { empty, integerText, jobId, timestamp, uuid } from './common.ts';
import { DOCUMENT_FORMATS } from './documentFormats.ts';
import { endpoint, json } from './endpoint.ts';

const TAG = 'Documents';
/** Pages are asked for one by one while somebody scrolls, so they count as what is opened in the workspace does. */
const base = { tag: TAG, access: 'session_or_key', rateGroup: 'workspace' } as const;

/** Widths of pictures of pages, in pixels. */
export const PAGE_PICTURE_PIXELS = Object.freeze({ least: 100, most: 3_000, usual: 1_200 });
/** Areas that people may draw on one document. */
export const AREAS_PER_JOB = 2_000;

const offset = z.number().int().nonnegative();
const share = z.number().meta({ description: 'Share of the width or height, from the upper left corner.' });
const points = z.number().nonnegative().meta({ description: 'Points, 1/72 inch.' });
const range = {
  start: offset.meta({ description: 'Offset in original_text, UTF-16 code units.' }),
  end: offset.meta({ description: 'Exclusive end, UTF-16 code units.' }),
};

/** What a document looks like: pages with places of words, slides with text boxes, sheets with cells, or running text. */
export const VIEW_KINDS = ['pages', 'slides', 'sheets', 'flow', 'text'] as const;
export type ViewKind = (typeof VIEW_KINDS)[number];

export const viewPart = z
  .object({
    width: points.optional().meta({ description: 'Of pages and slides.' }),
    height: points.optional().meta({ description: 'Of pages and slides.' }),
    turn: z.number().int().min(0).max(3).optional().meta({
      description: 'Quarter turns clockwise after which a page that was scanned sideways can be read.',
    }),
    sheet: z.number().int().positive().optional().meta({ description: 'Of rows: place in `sheets`, from 1.' }),
    file: z.number().int().positive().optional().meta({ description: 'Of an archive: place in `files`, from 1.' }),
    first_row: z.number().int().positive().optional(),
    last_row: z.number().int().positive().optional(),
    lines: z.number().int().positive().optional().meta({ description: 'Of running text: about how many.' }),
  })
  .meta({ id: 'ViewPart' });
export type ViewPart = z.output<typeof viewPart>;

export const viewSheet = z
  .object({
    name: z.object(range).nullable().meta({ description: 'Where its name stands in original_text.' }),
    columns: z.array(points).meta({ description: 'Widths.' }),
  })
  .meta({ id: 'ViewSheet' });
export type ViewSheet = z.output<typeof viewSheet>;

const fileFacts = {
  format: z.enum(DOCUMENT_FORMATS).nullable().meta({ description: 'null: it cannot be looked into.' }),
  size_bytes: z.number().int().nonnegative(),
};

export const archivedFile = z
  .object({ name: z.object(range).meta({ description: 'With its folders.' }), ...fileFacts })
  .meta({ id: 'ArchivedFile' });
export type ArchivedFile = z.output<typeof archivedFile>;

export const viewPlace = z.object({ ...range, part: z.number().int().positive() }).meta({ id: 'ViewPlace' });
export type ViewPlace = z.output<typeof viewPlace>;

export const documentView = z
  .object({
    job_id: uuid,
    kind: z.enum(VIEW_KINDS).meta({ description: '`text`: there is nothing to show but the text.' }),
    located: z.boolean().meta({
      description: 'false: pages can be shown, but not where words stand on them (a job of an older version).',
    }),
    areas: z.boolean().meta({ description: 'Areas can be drawn on its pages.' }),
    parts: z.array(viewPart).meta({ description: 'What is asked for one by one, in order.' }),
    sheets: z.array(viewSheet).meta({ description: 'Of workbooks.' }),
    files: z.array(archivedFile).meta({ description: 'Of archives; every file begins a part of its own.' }),
    places: z.array(viewPlace).meta({
      description:
        'Which part (from 1) shows which stretch of original_text; sorted. Texts that are nowhere shown are left out.',
    }),
  })
  .meta({ id: 'DocumentView' });
export type DocumentView = z.output<typeof documentView>;

export const pageWord = z
  .object({
    ...range,
    ...{ x: share, y: share, width: share, height: share },
    direction: z.number().int().min(0).max(3).nullable().meta({
      description:
        'Where its letters go: 0 right, 1 down, 2 left, 3 up. Null: the box stands for the whole, its letters have no places.',
    }),
  })
  .meta({ id: 'PageWord' });
export type PageWord = z.output<typeof pageWord>;

export const textRun = z
  .object({
    ...range,
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    underline: z.boolean().optional(),
    strike: z.boolean().optional(),
    mono: z.boolean().optional().meta({ description: 'Letters of one width.' }),
    size: points.optional(),
    color: z
      .string()
      .regex(/^[0-9a-f]{6}$/)
      .optional()
      .meta({ description: 'RGB, hexadecimal.' }),
  })
  .meta({ id: 'TextRun' });
export type TextRun = z.output<typeof textRun>;

export const viewParagraph = z
  .object({
    kind: z.literal('paragraph'),
    heading: z.number().int().min(1).max(6).optional(),
    align: z.enum(['start', 'center', 'end', 'justify']).optional(),
    indent: points.optional(),
    marker: z
      .string()
      .check(maxCharacters(40))
      .optional()
      .meta({ description: 'Of a list item: its bullet or number.' }),
    quote: z.number().int().positive().optional().meta({ description: 'How deep it is quoted.' }),
    code: z.boolean().optional().meta({ description: 'Kept as it is written, letters of one width.' }),
    runs: z.array(textRun),
  })
  .meta({ id: 'ViewParagraph' });
export type ViewParagraph = z.output<typeof viewParagraph>;

export const viewPicture = z
  .object({ kind: z.literal('picture'), width: points, height: points })
  .meta({ id: 'ViewPicture' });
export type ViewPicture = z.output<typeof viewPicture>;

export const viewCell = z
  .object({
    columns: z.number().int().positive().optional().meta({ description: 'Columns it spans.' }),
    blocks: z.array(z.union([viewParagraph, viewPicture])),
  })
  .meta({ id: 'ViewCell' });
export type ViewCell = z.output<typeof viewCell>;

export const viewRow = z
  .object({
    kind: z.literal('row'),
    widths: z.array(points),
    plain: z.boolean().optional().meta({ description: 'Of a table without lines.' }),
    fixed: z.boolean().optional().meta({ description: 'No column gets narrower than its width.' }),
    cells: z.array(viewCell),
  })
  .meta({ id: 'ViewRow', description: 'A row of a table; rows that follow each other belong together.' });
export type ViewRow = z.output<typeof viewRow>;

export const viewBreak = z
  .object({
    kind: z.literal('break'),
    part: z.enum(['page', 'rule', 'header', 'footer', 'note', 'comment', 'attachment', 'message', 'alternative']).meta({
      description: '`message`: one inside another; `alternative`: the same message in another form, as plain text.',
    }),
  })
  .meta({
    id: 'ViewBreak',
    description: 'A new page, a line across, or where texts begin that stand beside the body.',
  });
export type ViewBreak = z.output<typeof viewBreak>;

export const viewField = z
  .object({
    kind: z.literal('field'),
    name: z.enum(['title', 'subject', 'from', 'to', 'cc', 'bcc', 'reply_to', 'date', 'other']),
    time: timestamp.optional().meta({ description: 'Of a date that is no text.' }),
    runs: z.array(textRun),
  })
  .meta({
    id: 'ViewField',
    description: 'A field in the head of a message. Fields of one name that follow each other are one.',
  });
export type ViewField = z.output<typeof viewField>;

export const viewFile = z
  .object({
    kind: z.literal('file'),
    runs: z.array(textRun).meta({ description: 'Its name, in archives with its folders; empty where it has none.' }),
    ...fileFacts,
  })
  .meta({ id: 'ViewFile', description: 'A file inside another begins: an attachment, an entry of an archive.' });
export type ViewFile = z.output<typeof viewFile>;

export const viewBlock = z.discriminatedUnion('kind', [
  viewParagraph,
  viewPicture,
  viewRow,
  viewBreak,
  viewField,
  viewFile,
]);
export type ViewBlock = z.output<typeof viewBlock>;

export const slideShape = z
  .object({
    ...{ x: share, y: share, width: share, height: share },
    picture: z.boolean().optional(),
    fill: z
      .string()
      .regex(/^[0-9a-f]{6}$/)
      .optional(),
    blocks: z.array(z.union([viewParagraph, viewRow])),
  })
  .meta({ id: 'SlideShape' });
export type SlideShape = z.output<typeof slideShape>;

export const sheetCell = z
  .object({
    row: z.number().int().positive(),
    column: z.number().int().positive(),
    bold: z.boolean().optional(),
    align: z.enum(['start', 'center', 'end']).optional(),
    runs: z.array(textRun),
  })
  .meta({ id: 'SheetCell' });
export type SheetCell = z.output<typeof sheetCell>;

/** What a part shows. Texts are given by their place in original_text alone. */
export const viewContent = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('page'), words: z.array(pageWord) }),
    z.object({
      kind: z.literal('slide'),
      background: z
        .string()
        .regex(/^[0-9a-f]{6}$/)
        .optional()
        .meta({ description: 'RGB, hexadecimal; of a picture or gradient the mean. White where there is none.' }),
      shapes: z.array(slideShape),
      notes: z.array(viewParagraph),
    }),
    z.object({ kind: z.literal('rows'), cells: z.array(sheetCell) }),
    z.object({ kind: z.literal('flow'), blocks: z.array(viewBlock) }),
  ])
  .meta({ id: 'ViewContent' });
export type ViewContent = z.output<typeof viewContent>;

/** A rectangle on a page as it is shown, in shares of its size. */
export const areaShape = {
  page: z.number().int().positive(),
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  width: z.number().positive().max(1),
  height: z.number().positive().max(1),
};
export const areaBody = z
  .object(areaShape)
  .refine(({ x, y, width, height }) => x + width <= 1.000_001 && y + height <= 1.000_001, 'outside of the page');
export type AreaBody = z.output<typeof areaBody>;

export const area = z.object({ id: uuid, ...areaBody.shape }).meta({ id: 'Area' });
export type Area = z.output<typeof area>;

const jobParams = z.object({ id: jobId });
const partParams = z.object({ id: jobId, part: integerText(z.number().int().positive()) });
const areaParams = z.object({ id: jobId, area_id: uuid });
const VIEW_ERRORS = ['JOB_NOT_FOUND', 'JOB_NOT_COMPLETED', 'UNREADABLE_FILE'] as const;

export const getDocumentView = endpoint({
  ...base,
  id: 'getDocumentView',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'get',
  path: '/v1/jobs/:id/document',
  summary: 'What the document of a job looks like',
  description:
    'The parts a document consists of (pages, slides, rows of sheets, stretches of running text) and which of them shows which stretch of original_text.',
  params: jobParams,
  status: 200,
  response: json(documentView, 'The parts of the document.'),
  errors: VIEW_ERRORS,
});

export const getViewContent = endpoint({
  ...base,
  id: 'getViewContent',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'get',
  path: '/v1/jobs/:id/document/parts/:part',
  summary: 'One part of a document',
  description:
    'Where the words of a page stand, the text boxes of a slide, the cells of some rows, or paragraphs and tables. Texts are given by their offsets in original_text, so that every mention can be found in them.',
  params: partParams,
  status: 200,
  response: json(viewContent, 'What the part shows.'),
  errors: [...VIEW_ERRORS, 'NOT_FOUND'],
});

export const getPagePicture = endpoint({
  ...base,
  id: 'getPagePicture',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'get',
  path: '/v1/jobs/:id/document/parts/:part/picture',
  summary: 'A page of the original as a picture',
  description: 'Of PDF and pictures. It shows the original, with everything personal in it.',
  params: partParams,
  query: z.object({
    width: integerText(z.number().int().min(PAGE_PICTURE_PIXELS.least).max(PAGE_PICTURE_PIXELS.most))
      .default(PAGE_PICTURE_PIXELS.usual)
      .meta({ description: 'Pixels; pictures are not made larger than they are.' }),
  }),
  status: 200,
  response: { kind: 'binary', contentTypes: ['image/webp'], description: 'The page.', conditional: true },
  errors: [...VIEW_ERRORS, 'NOT_FOUND', 'INVALID_QUERY'],
});

export const listAreas = endpoint({
  ...base,
  id: 'listAreas',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'get',
  path: '/v1/jobs/:id/areas',
  summary: 'Areas that were drawn on the pages of a document',
  params: jobParams,
  status: 200,
  response: json(z.object({ job_id: uuid, areas: z.array(area) }), 'The areas, page by page.'),
  errors: ['JOB_NOT_FOUND', 'JOB_NOT_COMPLETED'],
});

export const putArea = endpoint({
  ...base,
  id: 'putArea',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'put',
  path: '/v1/jobs/:id/areas/:area_id',
  summary: 'Draw an area, or move it',
  description: [
    'What lies under it is blackened when the document is exported in its own format, whatever it is. The caller chooses the identifier (a UUID),',
    'so that a request can be sent again. Only PDF and pictures have pages to draw on. Exports as TXT, DOCX and PDF show █████ for the words under it;',
    'anonymized_text_raw stays as it is.',
  ].join(' '),
  params: areaParams,
  body: { kind: 'json', unknownFields: 'refused', schema: areaBody },
  status: 200,
  response: json(z.object({ area }), 'The area.'),
  errors: ['JOB_NOT_FOUND', 'JOB_NOT_COMPLETED', 'INVALID_BODY', 'INVALID_RANGE', 'NOT_EXPORTABLE', 'TOO_LARGE'],
});

export const deleteArea = endpoint({
  ...base,
  id: 'deleteArea',
  ...AGENTS.originals,
  scope: 'anonymize',
  method: 'delete',
  path: '/v1/jobs/:id/areas/:area_id',
  summary: 'Remove an area',
  description: 'Answers 204 also where there is none with this identifier.',
  params: areaParams,
  status: 204,
  response: empty,
  errors: ['JOB_NOT_FOUND', 'JOB_NOT_COMPLETED'],
});
