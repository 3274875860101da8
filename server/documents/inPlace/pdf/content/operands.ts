import { nameText } from '../syntax/document.ts';
import { createLexer } from '../syntax/lexer.ts';
import { isDict, isKind, type PdfValue } from '../syntax/values.ts';
import type { Matrix } from '../../../layout/matrix.ts';
import type { Operation } from './operations.ts';

/** The operation without its comments and with names that carry values replaced; null where there is nothing to do. */
export function renamedOperation(
  bytes: Uint8Array,
  { operator, operands, start, end }: Operation,
  edits: { readonly cleans: boolean; renames(name: string): string | null },
): string | null {
  const names = operands.filter((operand) => isKind(operand, 'name'));
  const renamed = names.filter(({ name }) => edits.renames(name) !== null);
  if (!edits.cleans && renamed.length === 0) return null;
  if (operator === 'BI') return null;
  const source = bytes.subarray(start, end);
  const comments = source.includes(0x25) ? commentsIn(source) : [];
  if (comments.length === 0 && renamed.length === 0) return null;
  let text = '';
  let from = 0;
  for (const [commentStart, commentEnd] of comments) {
    text += Buffer.from(source.subarray(from, commentStart)).toString('latin1');
    from = commentEnd;
  }
  text += Buffer.from(source.subarray(from)).toString('latin1');
  for (const { name } of renamed) text = text.replace(nameToken(name), nameText(edits.renames(name)!));
  return text;
}

function commentsIn(source: Uint8Array): readonly (readonly [number, number])[] {
  const lexer = createLexer(source);
  while (lexer.next() !== null);
  return lexer.comments;
}

/** The name as a whole token, in the spelling that most programs use. */
function nameToken(name: string): RegExp {
  const escaped = nameText(name).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`${escaped}(?=[\\s()<>[\\]{}/%]|$)`, 'g');
}

/** Whether a string stands somewhere in an operand. */
export function holdsText(value: PdfValue): boolean {
  if (isKind(value, 'string')) return true;
  if (Array.isArray(value)) return value.some(holdsText);
  return isDict(value) && [...value.values()].some(holdsText);
}

export function number(value: PdfValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}

export function matrixOf(values: readonly PdfValue[]): Matrix {
  const [a, b, c, d, e, f] = values.map(number);
  return [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0];
}
