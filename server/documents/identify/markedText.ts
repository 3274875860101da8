import type { DocumentFormat } from '../types.ts';

/** What a text is written in; null: markup that is not read, which must not be taken for text, because what it hides would be read as words. */
export type TextFormat = Extract<DocumentFormat, 'txt' | 'html' | 'eml'> | null;

const HEAD_BYTES = 4_096;
const UNREAD = /^\s*(?:%!PS|<\?xml|<!DOCTYPE\s|<svg)/i;
const PAGE = /^\s*(?:<\?xml[^>]{0,200}\?>\s*|<!--[^>]{0,1000}-->\s*)*(?:<!DOCTYPE\s+html\b|<html\b|<head\b|<body\b)/i;
/** Of any element: there are pages that are a few words with a mark. */
const TAG = /<(?:!--|\/?[a-z][a-z\d-]*[\s/>])/i;
/** RFC 5322, 2.2: a field, perhaps folded. */
const FIELD = /^([\x21-\x39\x3B-\x7E]{1,76})[\t ]*:[^\n]*\n(?:[\t ]+\S[^\n]*\n)*/;
/** Fields by which a header is more than a letter that begins with "From:": every mail program writes one of them. */
const PROOFS: ReadonlySet<string> = new Set([
  'message-id',
  'mime-version',
  'received',
  'return-path',
  'x-mailer',
  'dkim-signature',
]);
const ADDRESSEES: ReadonlySet<string> = new Set(['from', 'to', 'sender', 'subject', 'date', 'content-type']);

/**
 * Tells pages and messages from other texts.
 * @param text - the decoded file
 * @param promised - what its name says: it decides where content alone does not (parts of pages, messages whose program wrote no marks)
 */
export function textFormat(text: string, promised: DocumentFormat | 'other' | undefined): TextFormat {
  const head = text.slice(0, HEAD_BYTES);
  if (PAGE.test(head)) return 'html';
  if (UNREAD.test(head)) return null;
  if (promised === 'html' && TAG.test(head)) return 'html';
  // A message that was saved as text is one: it is read as it stands.
  return promised !== 'txt' && isMessage(text, promised === 'eml') ? 'eml' : 'txt';
}

/** RFC 4155, appendix A: the line before a message, with a sender and the time of `asctime`, and a field behind it. */
const MAILBOX_LINE =
  /\r?\n\r?\nFrom \S{1,320} +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} +\d{1,2} [\d:]{4,8}[^\n]{0,40} \d{4}[^\n]{0,40}\n[\x21-\x39\x3B-\x7E]{1,76}:/;

/** Several messages in one file (mbox). Read as one, the encoded parts of the others would be taken for words. */
export const isMailbox = (text: string): boolean => text.startsWith('From ') && MAILBOX_LINE.test(text);

/** The header of a mail: only fields up to the empty line, with an addressee and a mark of a mail program; for a name that says so, one field is enough. */
export function isMessage(text: string, isPromised: boolean): boolean {
  const names = new Set<string>();
  // Line breaks of all systems; the line of an mbox file before the header.
  let rest = text
    .slice(0, 16 * HEAD_BYTES)
    .replaceAll('\r\n', '\n')
    .replace(/^From [^\n]*\n/, '');
  for (let field = FIELD.exec(rest); field !== null; field = FIELD.exec(rest)) {
    names.add(field[1]!.toLowerCase());
    rest = rest.slice(field[0].length);
  }
  if (rest !== '' && !rest.startsWith('\n') && text.length <= 16 * HEAD_BYTES) return false;
  const has = (set: ReadonlySet<string>) => [...names].some((name) => set.has(name));
  return isPromised ? has(ADDRESSEES) || has(PROOFS) : names.has('from') && has(PROOFS);
}
