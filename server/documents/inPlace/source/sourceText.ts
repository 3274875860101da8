import type { Edits } from '../text/edits.ts';
import { createPlacedText, hitsOf, type PlacedText } from '../placedText.ts';
import type { TextPlace, TextReplacement } from '../types.ts';

/** A stretch of a source (markup, a message, …) that stands for a stretch of the text. UTF-16 code units, `end` exclusive. */
export interface SourceSpan {
  readonly start: number;
  readonly end: number;
  /** Whether each character of the text is one of the source. */
  readonly exact: boolean;
  /** The text as it has to stand in the source at this place. */
  readonly write: (text: string) => string;
}

/** Characters of a source and the text they stand for. Longer than one character only where text and source have the same length. */
export interface SourceUnit {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export type SourceText = PlacedText<SourceSpan>;

/** Collects the text of a source. */
export interface SourceTextBuilder {
  /** Begins a part; see `PlacedTextBuilder.part`. */
  part(part: TextPlace['part']): void;
  unit(unit: SourceUnit, write: SourceSpan['write']): void;
  /** A line break, a tab: nothing that can be replaced. */
  separator(text: string): void;
  /** A value of its own, on its own line. */
  line(units: readonly SourceUnit[], write: SourceSpan['write']): void;
  finish(): SourceText;
}

/** @throws AppError TEXT_TOO_LARGE */
export function createSourceText(): SourceTextBuilder {
  const placed = createPlacedText<SourceSpan>();
  let begun = false;
  const unit: SourceTextBuilder['unit'] = ({ text, start, end }, write) => {
    placed.add(text, { start, end, exact: text.length === end - start, write });
    begun = true;
  };
  return {
    part(part) {
      placed.part(part);
      begun = false;
    },
    unit,
    separator: (text) => placed.add(text, null),
    line(units, write) {
      if (begun) placed.add('\n', null);
      for (const each of units) unit(each, write);
    },
    finish: () => placed.finish(),
  };
}

/** Turns replacements in the text into edits of the source: the new text goes where a replacement begins, the rest of what it covers goes away. */
export function spliceSource({ segments }: SourceText, replacements: readonly TextReplacement[], edits: Edits): void {
  for (const { replacement, hits } of hitsOf(segments, replacements)) {
    let text = replacement.text;
    for (const { source, start, end } of hits) {
      const written = source.write(text);
      // What is written otherwise than it reads (an entity, an escape) has no parts.
      if (source.exact) edits.replace(source.start + start, source.start + end, written);
      else edits.replace(source.start, source.end, written);
      text = '';
    }
  }
}
