import type { TextRun, ViewParagraph } from '../../../contract/documentView.ts';
import { stretchOf, type Stretch } from './tags.ts';

/** How a run looks. */
export type RunLook = Omit<TextRun, 'start' | 'end'>;
/** How a paragraph looks. */
export type ParagraphLook = Omit<ViewParagraph, 'kind' | 'runs'>;

/** Collects the runs of one paragraph after the other. */
export interface ParagraphBuilder {
  /** @param tagged - characters of the document with the tags of its words */
  readonly add: (tagged: string, look: RunLook) => void;
  readonly addStretch: (stretch: Stretch, look: RunLook) => void;
  /** The paragraph that was collected; null where it has no words. */
  end(look: ParagraphLook): ViewParagraph | null;
}

/** @param text - the text of the document */
export function createParagraphBuilder(text: string): ParagraphBuilder {
  let runs: TextRun[] = [];
  const addStretch: ParagraphBuilder['addStretch'] = ({ start, end }, look) => {
    const last = runs.at(-1);
    if (last !== undefined) {
      // What stands between belongs to the run before: a blank, a tab, a line break.
      const gap = text.slice(last.end, start);
      if (start < last.end || gap.length > MOST_GAP || gap.trim() !== '') {
        runs.push({ start, end, ...look });
        return;
      }
      if (isSame(last, look)) {
        runs[runs.length - 1] = { ...last, end };
        return;
      }
      runs[runs.length - 1] = { ...last, end: start };
    }
    runs.push({ start, end, ...look });
  };
  return {
    addStretch,
    add(tagged, look) {
      const stretch = stretchOf(tagged, text);
      if (stretch !== null) addStretch(stretch, look);
    },
    end(look) {
      const done = runs;
      runs = [];
      return done.length === 0 ? null : { kind: 'paragraph', ...defined(look), runs: done };
    },
  };
}

const MOST_GAP = 20;

const LOOKS = [
  'bold',
  'italic',
  'underline',
  'strike',
  'mono',
  'size',
  'color',
] as const satisfies readonly (keyof RunLook)[];

const isSame = (a: RunLook, b: RunLook): boolean => LOOKS.every((key) => a[key] === b[key]);

/** Without the fields that are undefined: they are not written at all. */
export function defined<T extends object>(look: T): T {
  return Object.fromEntries(Object.entries(look).filter(([, entry]) => entry !== undefined)) as T;
}
