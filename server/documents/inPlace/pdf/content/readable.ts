import type { PdfDocument } from '../syntax/document.ts';
import { decodeStream } from '../syntax/filters.ts';
import { SyntaxProblem } from '../syntax/lexer.ts';
import type { PdfStream } from '../syntax/values.ts';
import { UnsupportedContent } from './fonts.ts';
import { operationsOf, type Operation } from './operations.ts';

/** As `operationsOf`; throws UnsupportedContent where the content is no content. */
export function* readableOperations(bytes: Uint8Array): Generator<Operation> {
  try {
    yield* operationsOf(bytes);
  } catch (error) {
    if (error instanceof SyntaxProblem) throw new UnsupportedContent('syntax');
    throw error;
  }
}

/** The operators of a form. Throws UnsupportedContent where they cannot be unpacked. */
export function contentOfForm(document: PdfDocument, form: PdfStream): Uint8Array {
  try {
    return decodeStream(document, form).bytes;
  } catch {
    throw new UnsupportedContent('content');
  }
}
