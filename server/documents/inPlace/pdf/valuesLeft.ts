import type { FoundValue, Sweeper } from '../sweep/createSweeper.ts';
import type { RemainingValue } from '../types.ts';
import { fontPrograms, programBytes } from './fontPrograms.ts';
import type { PdfModel } from './model.ts';
import { inherited } from './pages.ts';
import { isNumberOfSyntax } from './syntax/numbers.ts';
import { reachable, type PdfDocument } from './syntax/document.ts';
import { decodeStream } from './syntax/filters.ts';
import { isDict, isKind, type PdfDict, type PdfStream, type PdfValue } from './syntax/values.ts';
import { shownBox, targetsOf } from './targets.ts';

/** Where values stand in the text of a document that was written here. */
export function leftInText(model: PdfModel, found: Iterable<FoundValue>): RemainingValue[] {
  const replacements = [...found].map(({ start, end, value }) => ({ start, end, text: value.replacement }));
  if (replacements.length === 0) return [];
  const { pages, slots } = targetsOf(model, replacements, 0);
  const onPages = [...pages].flatMap(([page, { marks }]) =>
    marks.map((mark): RemainingValue => ({
      ...{ replacement: mark.replacement, page: page + 1, reason: 'text' },
      box: shownBox(mark, model.facts[page]!),
    })),
  );
  const elsewhere = [...slots].flatMap(([{ part }, edits]) =>
    edits.map(({ text }): RemainingValue => ({
      replacement: text,
      page: part.number ?? null,
      box: null,
      reason: 'text',
    })),
  );
  return [...onPages, ...elsewhere];
}

/**
 * Values in the bytes of streams that are no pictures.
 * @param inFonts - for font programs
 */
export function leftInStreams(
  document: PdfDocument,
  pages: readonly PdfDict[],
  sweeper: Sweeper,
  inFonts: Sweeper,
): RemainingValue[] {
  const programs = new Set(fontPrograms(document).values());
  const left = reachable(document).order.flatMap((stream) => {
    if (!isKind(stream, 'stream')) return [];
    const values = programs.has(stream) ? inProgram(document, stream, inFonts) : inStream(document, stream, sweeper);
    return values.size === 0 ? [] : [{ stream, values }];
  });
  if (left.length === 0) return [];
  const reach = pages.map((page) => streamsOf(document, page, new Set(pages)));
  return left.flatMap(({ stream, values }) => {
    const on = reach.flatMap((streams, page) => (streams.has(stream) ? [page + 1] : []));
    return [...values].flatMap((replacement) =>
      (on.length === 0 ? [null] : on).map((page): RemainingValue => ({ replacement, page, box: null, reason: 'data' })),
    );
  });
}

const replacementsOf = (found: readonly FoundValue[]): Set<string> =>
  new Set(found.map(({ value }) => value.replacement));

function inProgram(document: PdfDocument, program: PdfStream, inFonts: Sweeper): Set<string> {
  const bytes = programBytes(document, program);
  return replacementsOf(bytes === null ? [] : [...inFonts.valuesInBinary(bytes, true)]);
}

function inStream(document: PdfDocument, stream: PdfStream, sweeper: Sweeper): Set<string> {
  try {
    const { bytes, picture } = decodeStream(document, stream);
    if (picture !== null || stream.dict.has('Width')) return new Set();
    const found = [...sweeper.valuesInBinary(bytes, true)];
    return replacementsOf(found.filter(({ start, end }) => !isNumberOfSyntax(bytes, start, end)));
  } catch {
    // What no reader can unpack says nothing.
    return new Set();
  }
}

/** The streams that a page leads to, but not through other pages. */
function streamsOf(document: PdfDocument, page: PdfDict, pages: ReadonlySet<PdfDict>): Set<PdfStream> {
  const streams = new Set<PdfStream>();
  const seen = new Set<PdfValue>();
  const open: PdfValue[] = [page, inherited(document, page, 'Resources')];
  while (open.length > 0) {
    const value = document.resolve(open.pop());
    const isOther = isDict(value) && value !== page && (pages.has(value) || value.has('Kids'));
    if (value === null || typeof value !== 'object' || seen.has(value) || isOther) continue;
    seen.add(value);
    if (isKind(value, 'stream')) streams.add(value);
    const dict = isKind(value, 'stream') ? value.dict : isDict(value) ? value : null;
    for (const item of Array.isArray(value) ? value : (dict?.values() ?? [])) open.push(item);
  }
  return streams;
}
