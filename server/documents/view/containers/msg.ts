import type { ViewBlock, ViewField } from '../../../contract/documentView.ts';
import type { MessagePart, TextOrigin } from '../../inPlace/msg/context.ts';
import { readParts } from '../../inPlace/msg/msgFormat.ts';
import type { Properties } from '../../inPlace/msg/properties.ts';
import { htmlBlocks, htmlSourceBlocks } from '../flow/html.ts';
import { lineBlocks } from '../flow/lines.ts';
import { rtfBlocks } from '../flow/rtf.ts';
import { shifted } from '../flow/shift.ts';
import { fileBlocks, type ContainerViews } from './fileBlocks.ts';
import { createMessageBlocks, findParts, UNREAD_FILES } from './message.ts';

/** Properties of a message that its head shows (MS-OXPROPS). Recipients that stand in no list are among those it is sent to. */
const FIELDS: readonly (readonly [name: ViewField['name'], ids: readonly number[]])[] = Object.freeze([
  ['subject', [0x0037, 0x0e1d]],
  ['from', [0x0042, 0x0065, 0x5d02, 0x0c1a, 0x0c1f, 0x5d01]],
  ['reply_to', [0x0050]],
  ['to', [0x0e04]],
  ['cc', [0x0e03]],
  ['bcc', [0x0e02]],
] as const);
/** Times of sending and delivery. */
const TIMES = Object.freeze([0x0039, 0x0e06]);

/** What a message of Outlook looks like; null when the text is not that of the message. */
export async function msgBlocks(
  bytes: Uint8Array,
  text: string,
  containers: ContainerViews,
  depth: number,
): Promise<ViewBlock[] | null> {
  const { signal } = new AbortController();
  const parts = await readParts(bytes, UNREAD_FILES, { signal });
  const found = await findParts(parts, text);
  if (found === null) return null;
  const { formats, places } = found;

  const view = createMessageBlocks();
  const dated = new Set<Properties>();
  for (const [index, part] of parts.entries()) {
    const { origin, message } = part;
    const place = places[index] ?? null;
    const own = place === null ? '' : text.slice(place.start, place.end);
    if (origin.kind === 'properties' && isOfFile(origin)) {
      if (place === null || isOfFile(parts[index - 1]?.origin)) continue;
      const content = contentBehind(parts, index);
      const format = content === null ? null : formats.get(content)!;
      const size = content?.origin.kind === 'file' ? content.origin.bytes.byteLength : 0;
      view.other([{ kind: 'file', runs: [place], format, size_bytes: size }]);
    } else if (origin.kind === 'properties') {
      if (!dated.has(message)) addTime(view, message);
      dated.add(message);
      if (place !== null) view.field(message, { kind: 'field', name: nameOf(origin), runs: [place] });
    } else if (origin.kind === 'file') {
      if (!isOfFile(parts[index - 1]?.origin)) {
        view.other([{ kind: 'file', runs: [], format: formats.get(part)!, size_bytes: origin.bytes.byteLength }]);
      }
      if (place !== null)
        view.other(shifted(await fileBlocks(origin, formats.get(part)!, own, containers, depth), place.start));
    } else if (place !== null) {
      const form = origin.html === null && origin.rtf === null ? 'plain' : 'rich';
      view.text(message, form, shifted(bodyBlocks(origin, own) ?? lineBlocks(own), place.start));
    }
  }
  return view.finish();
}

const isOfFile = (origin: TextOrigin | undefined): boolean =>
  origin?.kind === 'properties' && origin.held.some(({ level }) => level === 'attachment');

/** The file whose names stand from `index` on. */
function contentBehind(parts: readonly MessagePart[], index: number): MessagePart | null {
  const next = parts.slice(index).find(({ origin }) => !isOfFile(origin));
  return next?.origin.kind === 'file' ? next : null;
}

function addTime(view: ReturnType<typeof createMessageBlocks>, message: Properties): void {
  const milliseconds = TIMES.map((id) => message.time(id)).find((time) => time !== null && time > 0);
  const date = new Date(milliseconds ?? Number.NaN);
  if (!Number.isNaN(date.getTime()))
    view.field(message, { kind: 'field', name: 'date', time: date.toISOString(), runs: [] });
}

function nameOf({ held }: Extract<TextOrigin, { kind: 'properties' }>): ViewField['name'] {
  for (const [name, ids] of FIELDS) {
    if (held.some(({ level, id }) => level === 'message' && ids.includes(id))) return name;
  }
  return held.some(({ level }) => level === 'recipient') ? 'to' : 'other';
}

function bodyBlocks({ html, rtf }: Extract<TextOrigin, { kind: 'text' }>, text: string): ViewBlock[] | null {
  if (typeof html === 'string') return htmlSourceBlocks(html, text);
  if (html !== null) return htmlBlocks(html, text);
  return rtf === null ? null : rtfBlocks(rtf, text);
}
