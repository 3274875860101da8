import type { ParagraphLook, RunLook } from '../office/paragraphs.ts';

/** How text of a group looks: its run and its paragraph, as far as control words said so. */
export interface RtfLook {
  readonly run: RunLook;
  readonly paragraph: RtfParagraph;
}

export interface RtfParagraph {
  readonly align?: ParagraphLook['align'];
  readonly heading?: number | undefined;
  /** Twips: from the left, and of the first line beside that. */
  readonly left: number;
  readonly first: number;
}

/** Colours and headings that the tables before the text name. */
export interface RtfTables {
  readonly colors: readonly (string | null)[];
  /** Levels by the number of a style. */
  readonly headings: ReadonlyMap<number, number>;
}

const TWIPS_PER_POINT = 20;
const HALF_POINTS = 2;
const SIZES = Object.freeze({ least: 6, most: 60 });
export const PLAIN: RtfLook = Object.freeze({ run: {}, paragraph: { left: 0, first: 0 } });

const SWITCHES: Readonly<Record<string, 'bold' | 'italic' | 'underline' | 'strike'>> = Object.freeze({
  ...{ b: 'bold', i: 'italic', strike: 'strike', striked: 'strike' },
  ...{ ul: 'underline', uld: 'underline', uldb: 'underline', uldash: 'underline', ulw: 'underline', ulth: 'underline' },
} as const);
const ALIGNMENTS: Readonly<Record<string, ParagraphLook['align']>> = Object.freeze({
  ...{ ql: 'start', qc: 'center', qr: 'end', qj: 'justify' },
} as const);

/** The look behind a control word (Rich Text Format 1.9.1, Font and Paragraph Formatting Properties). */
export function lookAfter(look: RtfLook, name: string, value: number | null, tables: RtfTables): RtfLook {
  const { run, paragraph } = look;
  const withRun = (change: RunLook): RtfLook => ({ ...look, run: { ...run, ...change } });
  const withParagraph = (change: Partial<RtfParagraph>): RtfLook => ({
    ...look,
    paragraph: { ...paragraph, ...change },
  });
  const switched = SWITCHES[name];
  if (switched !== undefined) return withRun({ [switched]: value !== 0 });
  if (name in ALIGNMENTS) return withParagraph({ align: ALIGNMENTS[name] });
  switch (name) {
    case 'plain':
      return { ...look, run: {} };
    case 'pard':
      return { ...look, paragraph: PLAIN.paragraph };
    case 'ulnone':
      return withRun({ underline: false });
    case 'fs':
      return withRun({ size: Math.max(SIZES.least, Math.min(SIZES.most, (value ?? 24) / HALF_POINTS)) });
    case 'cf':
      return withRun({ color: tables.colors[value ?? 0] ?? undefined });
    case 'li':
    case 'lin':
      return withParagraph({ left: value ?? 0 });
    case 'fi':
      return withParagraph({ first: value ?? 0 });
    case 's':
      return withParagraph({ heading: tables.headings.get(value ?? 0) });
    case 'outlinelevel':
      return value !== null && value >= 0 && value < 6 ? withParagraph({ heading: value + 1 }) : look;
    default:
      return look;
  }
}

export function paragraphOf({ align, heading, left, first }: RtfParagraph): ParagraphLook {
  const indent = (left + Math.min(0, first)) / TWIPS_PER_POINT;
  return {
    ...(align !== undefined && { align }),
    ...(heading !== undefined && { heading }),
    ...(indent > 0 && { indent }),
  };
}
