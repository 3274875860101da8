import type { ForbiddenValue, TextReplacement } from '../types.ts';
import { fileNameForm } from '../text/placeholders.ts';
import { createMatcher, neededShields, type Hit } from './matcher.ts';
import { isInFixedName } from './partNames.ts';
import {
  binaryPatterns,
  identifierPatterns,
  placeholderPatterns,
  type Pattern,
  standsAlone,
  standsInWord,
  textPatterns,
  xmlPatterns,
} from './patterns.ts';
import { MOST_PASSES, sweepXml, xmlLeaks } from './sweepXml.ts';

/** Where a forbidden value stands: UTF-16 code units of a text, or bytes; `end` exclusive. */
export interface FoundValue {
  readonly start: number;
  readonly end: number;
  readonly value: ForbiddenValue;
}

/** Looks for forbidden values in all that a document holds. Case-sensitive. */
export interface Sweeper {
  /** Replacements for the values that stand in the text outside the given replacements; all together, sorted. */
  extend(text: string, replacements: readonly TextReplacement[]): readonly TextReplacement[];
  /** For a part of a package, where names are made of values too. @param isPackageList - relationships or content types, where values are parts of file names */
  xml(source: string, isPackageList: boolean): { xml: string; count: number };
  /** Overwrites values in a binary file; sizes and positions stay. */
  binary(bytes: Uint8Array, compressed: boolean): { bytes: Uint8Array; count: number };
  /** A name of a part without forbidden values. */
  name(name: string): string;
  leaksText(text: string): boolean;
  /** As `leaksText`, with what it is and where. */
  valuesInText(text: string): Iterable<FoundValue>;
  leaksXml(source: string): boolean;
  /** As `leaksXml`, for what `xml` gave. */
  leaksPart(source: string): boolean;
  leaksBinary(bytes: Uint8Array, compressed: boolean): boolean;
  /** As `leaksBinary`, with what it is and where. */
  valuesInBinary(bytes: Uint8Array, compressed: boolean): Iterable<FoundValue>;
}

/** Shorter byte sequences occur by chance. */
const LEAST_BYTES = Object.freeze({ plain: 4, compressed: 6 });
const FILLER = 0x78;

/** @param forbidden - what must not be found */
export function createSweeper(forbidden: readonly ForbiddenValue[]): Sweeper {
  const inTexts = textPatterns(forbidden);
  const inMarkup = xmlPatterns(forbidden);
  const inNames = identifierPatterns(forbidden);
  const shields = neededShields(placeholderPatterns(forbidden), [...inTexts, ...inMarkup, ...inNames]);
  // Each of them may hold hundreds of thousands of patterns, and no document needs all.
  const inText = lazy(() => createMatcher([...inTexts, ...shields], standsAlone));
  const inXml = lazy(() => createMatcher([...inMarkup, ...shields], standsAlone));
  const inParts = lazy(() => createMatcher([...inMarkup, ...shields, ...inNames], standsAlone));
  const ofLength = (least: number) => binaryPatterns(forbidden).filter(({ text }) => text.length >= least);
  const inPlain = lazy(() => createMatcher(ofLength(LEAST_BYTES.plain)));
  const inCompressed = lazy(() => createMatcher(ofLength(LEAST_BYTES.compressed)));
  const asText = (bytes: Uint8Array) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const valuesInText = (text: string) => valuesOf(inText()(text));
  const valuesInBinary = (bytes: Uint8Array, compressed: boolean) =>
    valuesOf((compressed ? inCompressed : inPlain)()(asText(bytes)));
  return {
    extend(text, replacements) {
      let all = replacements;
      let uncovers = true;
      for (let pass = 0; uncovers && pass < MOST_PASSES; pass += 1) {
        uncovers = false;
        const more: TextReplacement[] = [];
        for (const { start, end, pattern } of inText()(blanked(text, all))) {
          if (pattern.value === null) continue;
          more.push({ start, end, text: pattern.value.replacement });
          uncovers ||= standsInWord(text, { start, end });
        }
        if (more.length > 0) all = [...all, ...more].sort((a, b) => a.start - b.start);
      }
      return all;
    },
    xml: (source, isPackageList) => sweepXml(source, inParts(), isPackageList),
    binary(bytes, compressed) {
      const hits = [...(compressed ? inCompressed : inPlain)()(asText(bytes))];
      if (hits.length === 0) return { bytes, count: 0 };
      const copy = bytes.slice();
      for (const { start, end } of hits) copy.fill(FILLER, start, end);
      return { bytes: copy, count: hits.length };
    },
    name(name) {
      let result = name;
      for (let pass = 0; pass < MOST_PASSES; pass += 1) {
        const parts: string[] = [];
        let at = 0;
        for (const { start, end, pattern } of inParts()(result)) {
          if (pattern.value === null || isInFixedName(result, start)) continue;
          parts.push(result.slice(at, start), fileNameForm(pattern.value.replacement));
          at = end;
        }
        if (at === 0) break;
        result = parts.join('') + result.slice(at);
      }
      return result;
    },
    leaksText: (text) => !valuesInText(text).next().done,
    valuesInText,
    leaksXml: (source) => xmlLeaks(source, inXml()),
    leaksPart: (source) => xmlLeaks(source, inParts()),
    leaksBinary: (bytes, compressed) => !valuesInBinary(bytes, compressed).next().done,
    valuesInBinary,
  };
}

/** The hits on values; those on placeholders keep others away. */
function* valuesOf(hits: Iterable<Hit<Pattern>>): Generator<FoundValue, void> {
  for (const { start, end, pattern } of hits) {
    if (pattern.value !== null) yield { start, end, value: pattern.value };
  }
}

/** Makes something when it is first asked for. */
function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The text without what is replaced anyway; offsets stay. */
function blanked(text: string, replacements: readonly TextReplacement[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of replacements) {
    parts.push(text.slice(at, start), '\0'.repeat(end - start));
    at = end;
  }
  return parts.join('') + text.slice(at);
}
