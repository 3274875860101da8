import type { Box } from '../layout/lines.ts';
import { attribute, parseXml } from '../package/xml.ts';
import type { RecognizedRow } from './rows.ts';

interface OpenRow extends RecognizedRow {
  readonly words: { text: string; readonly letters: Box; readonly confidence: number }[];
}

/**
 * Reads the rows of Tesseract's hOCR 1.2 (https://kba.github.io/hocr-spec/1.2/): lines with `baseline` and `x_size`, words with `x_wconf`.
 * Throws AppError UNREADABLE_FILE where it is not well-formed.
 */
export function readHocr(hocr: string): RecognizedRow[] {
  const rows: OpenRow[] = [];
  let depth = 0;
  let word: { readonly depth: number; readonly box: Box; readonly confidence: number; text: string } | null = null;
  // The document type in front says nothing.
  parseXml(hocr.slice(Math.max(0, hocr.indexOf('<html'))), {
    open(tag) {
      depth += 1;
      const facts = propertiesOf(attribute(tag, 'title') ?? '');
      const box = boxOf(facts.get('bbox'));
      if (box === null) return;
      if (attribute(tag, 'class') === 'ocrx_word') {
        word = { depth, box, confidence: (facts.get('x_wconf')?.[0] ?? 0) / 100, text: '' };
      } else if (facts.has('x_size')) {
        rows.push({
          words: [],
          baseline: baselineOf(box, facts.get('baseline')),
          height: facts.get('x_size')?.[0] ?? 0,
        });
      }
    },
    text(text) {
      if (word !== null) word.text += text;
    },
    close() {
      if (word?.depth === depth) {
        const { text, box: letters, confidence } = word;
        const trimmed = text.trim();
        if (trimmed !== '') rows.at(-1)?.words.push({ text: trimmed, letters, confidence });
        word = null;
      }
      depth -= 1;
    },
  });
  return rows.filter(({ words }) => words.length > 0);
}

/** `bbox 10 20 30 40; x_wconf 95` → numbers by name; other properties have none that count. */
function propertiesOf(title: string): ReadonlyMap<string, readonly number[]> {
  return new Map(
    title.split(';').map((property) => {
      const [name = '', ...values] = property.trim().split(/\s+/);
      return [name, values.map(Number).filter(Number.isFinite)];
    }),
  );
}

function boxOf(numbers: readonly number[] | undefined): Box | null {
  const [left, top, right, bottom] = numbers ?? [];
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return null;
  return { left, top, right, bottom };
}

/** `baseline slope offset` counts from the lower left corner of the line; vertical lines have none and stand on their box. */
function baselineOf({ left, right, bottom }: Box, [slope = 0, offset = 0]: readonly number[] = []) {
  const y0 = bottom + offset;
  return { x0: left, y0, x1: right, y1: y0 + slope * (right - left) };
}
