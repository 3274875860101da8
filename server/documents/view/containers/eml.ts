import type { ViewBlock, ViewField } from '../../../contract/documentView.ts';
import { readParts } from '../../inPlace/eml/emlFormat.ts';
import type { Entity } from '../../inPlace/eml/entity.ts';
import type { MessagePart } from '../../inPlace/eml/scanMessage.ts';
import { decodeTransfer } from '../../inPlace/eml/transfer.ts';
import { htmlSourceBlocks } from '../flow/html.ts';
import { lineBlocks } from '../flow/lines.ts';
import { shifted } from '../flow/shift.ts';
import type { Stretch } from '../office/tags.ts';
import { fileBlocks, namedTextBlocks, type ContainerViews } from './fileBlocks.ts';
import { createMessageBlocks, findParts, UNREAD_FILES } from './message.ts';

const FIELDS: Readonly<Record<string, ViewField['name']>> = Object.freeze({
  ...{ subject: 'subject', from: 'from', sender: 'from', 'reply-to': 'reply_to' },
  ...{ to: 'to', cc: 'cc', bcc: 'bcc', date: 'date' },
} as const);

/** What a mail message looks like; null when the text is not that of the message. */
export async function emlBlocks(
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

  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const view = createMessageBlocks();
  let message: Entity | null = null;
  const file: { entity: Entity | null; name: string } = { entity: null, name: '' };
  const newFile = (part: MessagePart, name: Stretch | null): void => {
    const { entity } = part;
    const content = parts.find((each) => each.entity === entity && each.origin.kind !== 'name');
    view.other([
      {
        ...{ kind: 'file', runs: name === null ? [] : [name] },
        format: content === undefined ? null : content.origin.kind === 'text' ? 'txt' : formats.get(content)!,
        size_bytes: entity.encoding === null ? 0 : sizeOf(source, entity),
      },
    ]);
    file.entity = entity;
    file.name = name === null ? '' : text.slice(name.start, name.end);
  };

  for (const [index, part] of parts.entries()) {
    const { origin, entity, alternatives } = part;
    const place = places[index] ?? null;
    if (entity.isMessage) message = entity;
    const own = place === null ? '' : text.slice(place.start, place.end);
    if (origin.kind === 'field') {
      if (place !== null) view.field(message ?? entity, fieldOf(origin.name, place));
    } else if (origin.kind === 'name') {
      if (place === null) continue;
      // Many programs write a name twice; it is shown once, unless they differ.
      if (file.entity === entity && file.name === own) continue;
      newFile(part, place);
    } else if (origin.kind === 'file') {
      if (file.entity !== entity) newFile(part, null);
      if (place !== null)
        view.other(shifted(await fileBlocks(origin, formats.get(part)!, own, containers, depth), place.start));
    } else if (place !== null) {
      const isFile = file.entity === entity;
      const form = origin.html === null ? 'plain' : 'rich';
      const special =
        origin.html === null ? (isFile ? namedTextBlocks(own, file.name) : null) : htmlSourceBlocks(origin.html, own);
      const blocks = shifted(special ?? lineBlocks(own), place.start);
      if (isFile) view.other(blocks);
      else view.text(alternatives, form, blocks);
    }
  }
  return view.finish();
}

const fieldOf = (name: string, place: Stretch): ViewField => ({
  kind: 'field',
  name: FIELDS[name] ?? 'other',
  runs: [place],
});

const sizeOf = (source: string, { bodyStart, end, encoding }: Entity): number =>
  decodeTransfer(source.slice(bodyStart, end), encoding!).length;
