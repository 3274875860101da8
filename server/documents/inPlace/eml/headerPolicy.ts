/** What happens with a field of a header when a message is anonymized. */
export type FieldPolicy =
  /** Names and addresses (RFC 5322, 3.4): quoted strings mean their content. */
  | 'addresses'
  /** Words (RFC 5322, 3.6.5). */
  | 'words'
  /** How the message is put together. */
  | 'structure'
  /** Tells of ways, programs and other messages. */
  | 'remove';

const ADDRESSES: ReadonlySet<string> = new Set([
  'from',
  'to',
  'cc',
  'bcc',
  'reply-to',
  'sender',
  'disposition-notification-to',
]);
const WORDS: ReadonlySet<string> = new Set([
  ...['subject', 'comments', 'keywords', 'organization', 'organisation', 'date', 'thread-topic', 'content-description'],
]);
const STRUCTURE: ReadonlySet<string> = new Set([
  ...[
    'mime-version',
    'content-type',
    'content-transfer-encoding',
    'content-disposition',
    'content-id',
    'content-language',
  ],
  ...['importance', 'priority', 'sensitivity'],
]);

/** @param isMessage - false: the header of a part, which has only fields about its content (RFC 2045, 3) */
export function fieldPolicy(name: string, isMessage: boolean): FieldPolicy {
  if (STRUCTURE.has(name)) return 'structure';
  if (!isMessage && name !== 'content-description') return 'remove';
  if (ADDRESSES.has(name)) return 'addresses';
  return WORDS.has(name) ? 'words' : 'remove';
}
