import type { ViewBlock, ViewField } from '../../../contract/documentView.ts';
import type { Nesting } from '../../inPlace/container/children.ts';
import type { InPlaceFormat } from '../../inPlace/types.ts';
import { alignParts } from './align.ts';
import { formatOf, quickText, type InnerFile } from './fileBlocks.ts';

/** Files in a message are not read here: their text is taken from the text of the message. */
const UNREAD: InPlaceFormat = Object.freeze({
  read: () => Promise.resolve({ text: '', places: [] }),
  rewrite: () => Promise.reject(new TypeError('a view is never written')),
});
export const UNREAD_FILES: Nesting = Object.freeze({ depth: 0, budget: null, find: () => Promise.resolve(UNREAD) });

/** A part of a message as its reader gives it. */
interface ReadPart {
  readonly text: string;
  readonly origin:
    | ({ readonly kind: 'file' } & InnerFile)
    | { readonly kind: 'text'; readonly hasPictures: boolean }
    | { readonly kind: 'field' | 'name' | 'properties' };
}

/** Where the parts of a message stand in its text, and what the files among them are; null when the text is not that of the message. */
export async function findParts<P extends ReadPart>(parts: readonly P[], text: string) {
  const formatOfPart = async ({ origin }: P) => (origin.kind === 'file' ? await formatOf(origin) : null);
  const formats = new Map(await Promise.all(parts.map(async (part) => [part, await formatOfPart(part)] as const)));
  const places = alignParts(
    text,
    parts.map((part) => {
      const { text: known, origin } = part;
      if (origin.kind === 'file') return quickText(formats.get(part)!, origin.bytes);
      return origin.kind === 'text' && origin.hasPictures ? null : known;
    }),
  );
  return places === null ? null : { formats, places };
}

const ORDER: readonly ViewField['name'][] = Object.freeze([
  ...(['subject', 'from', 'reply_to', 'to', 'cc', 'bcc', 'date', 'title', 'other'] as const),
]);

/** A head in the order in which mail programs show it. */
export const sortedHead = (fields: readonly ViewField[]): ViewField[] =>
  [...fields].sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));

/** Collects what a message shows: heads together, the forms of one text with the richest first. */
export interface MessageBlocks {
  /** @param message - whose head it stands in, compared as an object */
  field(message: object, field: ViewField): void;
  /** @param alternatives - texts of one of these say the same; null: there is no other form */
  text(alternatives: object | null, form: 'rich' | 'plain', blocks: readonly ViewBlock[]): void;
  other(blocks: readonly ViewBlock[]): void;
  finish(): ViewBlock[];
}

export function createMessageBlocks(): MessageBlocks {
  const result: ViewBlock[] = [];
  let head: { readonly message: object; readonly fields: ViewField[] } | null = null;
  let forms: { readonly of: object; readonly rich: ViewBlock[]; readonly plain: ViewBlock[] } | null = null;
  let heads = 0;

  const flush = (): void => {
    if (head !== null) {
      if (heads > 0) result.push({ kind: 'break', part: 'message' });
      heads += 1;
      result.push(...sortedHead(head.fields));
      head = null;
    }
    if (forms !== null) {
      const { rich, plain } = forms;
      if (rich.length > 0 && plain.length > 0) result.push(...rich, { kind: 'break', part: 'alternative' }, ...plain);
      else result.push(...rich, ...plain);
      forms = null;
    }
  };
  return {
    field(message, field) {
      if (head?.message !== message) {
        flush();
        head = { message, fields: [] };
      }
      head.fields.push(field);
    },
    text(alternatives, form, blocks) {
      const of = alternatives ?? {};
      if (forms?.of !== of) {
        flush();
        forms = { of, rich: [], plain: [] };
      }
      forms[form].push(...blocks);
    },
    other(blocks) {
      flush();
      result.push(...blocks);
    },
    finish() {
      flush();
      return result;
    },
  };
}
