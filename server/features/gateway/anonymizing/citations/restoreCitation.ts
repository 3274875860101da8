import { restorePlaceholders } from '../../../../core/placeholders/restore.ts';
import type { JsonObject } from '../../../../providers/types.ts';
import type { RestoreBook } from '../restoring/book.ts';
import { mapObject, restoreLeaves } from '../restoring/leaves.ts';
import type { PageStart, SentDocument } from './documents.ts';

/** What says where in a text a citation stands. */
const PLACE_FIELDS: ReadonlySet<string> = new Set(['type', 'start_char_index', 'end_char_index']);

/**
 * Restores a citation of an answer: its text, the title the client gave, and its place, which then is one of the client's document. Documents
 * that had been a PDF are cited by their pages, as the provider would do.
 */
export function restoreCitation(
  citation: JsonObject,
  documents: readonly SentDocument[],
  book: RestoreBook,
): JsonObject {
  const restored = mapObject(citation, (_name, value) => restoreLeaves(value, book));
  const index = citation['document_index'];
  const document = typeof index === 'number' ? documents[index] : undefined;
  if (document === undefined) return restored;
  const titled = { ...restored, document_title: document.title };
  const { type, start_char_index: start, end_char_index: end } = citation;
  if (type !== 'char_location' || typeof start !== 'number' || typeof end !== 'number') return titled;
  const range = document.text?.inOriginal({ start, end });
  if (range === undefined || range === null) return titled;
  const cited = { ...titled, cited_text: restorePlaceholders(range.sent, book.originals).text };
  if (document.pages.length === 0) return { ...cited, start_char_index: range.start, end_char_index: range.end };
  return {
    ...mapObject(cited, (name, value) => (PLACE_FIELDS.has(name) ? undefined : value)),
    type: 'page_location',
    start_page_number: pageAt(document.pages, range.startUnits),
    end_page_number: pageAt(document.pages, range.endUnits - 1) + 1,
  };
}

/** The page on which an offset lies, from 1. */
function pageAt(pages: readonly PageStart[], offset: number): number {
  return (pages.findLast(({ start }) => start <= offset) ?? pages[0]!).number;
}
