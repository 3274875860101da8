import { documentError } from '../../failures.ts';
import type { Storage } from '../../compound/storage.ts';
import { isTooDeep, readChild, rewriteChild } from '../container/children.ts';
import type { TextPart } from '../container/parts.ts';
import type { CleanedKind } from '../types.ts';
import { readBodies } from './bodies.ts';
import type { MessageContext, MessagePart } from './context.ts';
import { NAMES_STORAGE } from './names.ts';
import { ATTACHED, isSealed } from './policy.ts';
import { isMessageStorage, openProperties, TYPE, type Properties } from './properties.ts';
import { groupParts, readTexts, type TextGroup } from './texts.ts';

/** Where a message is. */
export interface MessageLevel {
  /** null: the file itself; else the attachment it is in. */
  readonly attachment: number | null;
  readonly codePage: number | null;
}

/** Bytes before the list of properties (MS-OXMSG 2.4.1). */
const HEADER = Object.freeze({ file: 32, inside: 24, part: 8 });
const RECIPIENT = /^__recip_version1\.0_#[0-9A-F]{8}$/i;
const ATTACHMENT = /^__attach_version1\.0_#[0-9A-F]{8}$/i;
const CONTENT_STORAGE = '__substg1.0_3701000D';
const MESSAGE_CLASS = 0x001a;
/** Where the header of a message counts its recipients and attachments; the numbers for the next ones stand before them. */
const COUNTS = Object.freeze({ nextRecipient: 8, nextAttachment: 12, recipients: 16, attachments: 20 });
const HAS_ATTACHMENTS = Object.freeze({ id: 0x0e1b, flags: 0x0e07, flag: 0x10 });

/** The texts of a message in reading order, its own first, then those of the files and messages in it. */
export async function scanMessage(
  storage: Storage,
  { attachment, codePage }: MessageLevel,
  context: MessageContext,
): Promise<MessagePart[]> {
  const { isCleaned, report, opened, options } = context;
  options.signal.throwIfAborted();
  const properties = openProperties(storage, attachment === null ? HEADER.file : HEADER.inside, codePage);
  opened.push(properties);
  if (isSealed(messageClass(properties))) throw documentError('PASSWORD_PROTECTED');
  const placeOf = (kind: 'header' | 'body'): TextPart['place'] =>
    attachment === null ? { kind } : { kind: 'attachment', number: attachment };

  const group: TextGroup = new Map();
  readTexts(properties, 'message', group, context);
  const recipients = partsOf(storage, RECIPIENT);
  for (const [, inner] of recipients) {
    const own = openProperties(inner, HEADER.part, properties.codePage);
    opened.push(own);
    readTexts(own, 'recipient', group, context);
    if (isCleaned) inner.storages.clear();
  }
  const parts = groupParts(group, { place: placeOf('header'), message: properties });
  for (const part of await readBodies(properties, placeOf('body'), context)) parts.push(part);

  const attachments = partsOf(storage, ATTACHMENT);
  for (const [index, [name, inner]] of attachments.entries()) {
    const remove = (kind: CleanedKind): void => {
      if (isCleaned && storage.storages.delete(name)) report.removed(kind);
    };
    const number = attachment ?? index + 1;
    for (const part of await scanAttachment(inner, { number, remove, message: properties }, context)) {
      parts.push(part);
    }
  }
  if (isCleaned) {
    removeOthers(storage, attachment === null, context);
    context.closing.push(() => renumberAttachments(properties, recipients.length));
  }
  return parts;
}

const partsOf = ({ storages }: Storage, name: RegExp): [string, Storage][] =>
  [...storages].filter(([each]) => name.test(each)).sort(([a], [b]) => (a.toUpperCase() < b.toUpperCase() ? -1 : 1));

function messageClass(properties: Properties): string {
  const property = properties.find(MESSAGE_CLASS);
  return (property === undefined ? undefined : properties.texts(property)?.[0]) ?? '';
}

interface AttachmentPlace {
  readonly number: number;
  readonly message: Properties;
  /** Takes it out of the message, when that is cleaned. */
  readonly remove: (kind: CleanedKind) => void;
}

async function scanAttachment(
  storage: Storage,
  { number, message, remove }: AttachmentPlace,
  context: MessageContext,
): Promise<MessagePart[]> {
  const { isCleaned, nesting, options, report, opened } = context;
  const properties = openProperties(storage, HEADER.part, message.codePage);
  const place: TextPart['place'] = { kind: 'attachment', number };
  const group: TextGroup = new Map();
  readTexts(properties, 'attachment', group, context);
  const named = groupParts(group, { place, message });
  const kept = (parts: readonly MessagePart[]): MessagePart[] => {
    opened.push(properties);
    return [...named, ...parts];
  };
  // The text is the same for every purpose, so what is taken out is read as far as it can be.
  const without = (kind: CleanedKind): MessagePart[] => {
    if (!isCleaned) return kept([]);
    remove(kind);
    return named;
  };

  const inner = storage.storages.get(CONTENT_STORAGE);
  if (isCleaned)
    for (const name of storage.storages.keys()) if (name !== CONTENT_STORAGE) storage.storages.delete(name);
  if (inner !== undefined) {
    const isRead = isMessageStorage(inner) && !isTooDeep(nesting);
    const deeper = { ...context, nesting: { ...nesting, depth: nesting.depth + 1 } };
    const level = { attachment: number, codePage: message.codePage };
    const parts = isRead ? await unlessSealed(inner, level, deeper) : null;
    if (parts !== null) return kept(parts);
    return without(isMessageStorage(inner) ? 'attachment' : 'embedded_object');
  }

  const data = properties.find(ATTACHED.data, TYPE.binary);
  const bytes = data === undefined ? null : properties.bytes(data);
  // A link to a file somewhere else.
  if (bytes === null) return without('external_reference');
  if (bytes.byteLength === 0) return kept([]);
  const name = fileName(properties);
  const child = await readChild(bytes, name, nesting, options);
  if (child === null) return without('attachment');
  return kept([
    {
      ...{ place, message, text: child.text, origin: { kind: 'file', bytes, name } },
      async apply(replacements) {
        const written = await rewriteChild(child, replacements, context.request!, report);
        if (written === null) remove('attachment');
        else if (written !== bytes) properties.setBytes(data!, written);
      },
    },
  ]);
}

/** null: the message is encrypted. */
async function unlessSealed(
  storage: Storage,
  level: MessageLevel,
  context: MessageContext,
): Promise<MessagePart[] | null> {
  const properties = openProperties(storage, HEADER.inside, level.codePage);
  return isSealed(messageClass(properties)) ? null : await scanMessage(storage, level, context);
}

/** The name that tells the kind of a file; a message that was signed as a whole (MS-OXOSMIME 2.1.1.1) is one of the internet. */
function fileName(properties: Properties): string {
  const text = (id: number): string | undefined => {
    const property = properties.find(id);
    return property === undefined ? undefined : properties.texts(property)?.[0];
  };
  if (text(ATTACHED.mimeType)?.toLowerCase().startsWith('multipart/signed') === true) return 'message.eml';
  return text(0x3707) ?? text(0x3704) ?? '';
}

/** Streams and storages that belong to nothing that is read. */
function removeOthers(storage: Storage, isFile: boolean, { report }: MessageContext): void {
  for (const name of storage.storages.keys()) {
    if (RECIPIENT.test(name) || ATTACHMENT.test(name) || (isFile && name === NAMES_STORAGE)) continue;
    storage.storages.delete(name);
    report.removed('hidden_content');
  }
}

/** Attachments are numbered without gaps, as Outlook does it. */
function renumberAttachments(properties: Properties, recipients: number): void {
  const { storage, header } = properties;
  const left = partsOf(storage, ATTACHMENT);
  for (const [name] of left) storage.storages.delete(name);
  for (const [index, [, inner]] of left.entries()) {
    storage.storages.set(`__attach_version1.0_#${index.toString(16).toUpperCase().padStart(8, '0')}`, inner);
  }
  header.writeUInt32LE(recipients, COUNTS.nextRecipient);
  header.writeUInt32LE(left.length, COUNTS.nextAttachment);
  header.writeUInt32LE(recipients, COUNTS.recipients);
  header.writeUInt32LE(left.length, COUNTS.attachments);
  if (left.length > 0) return;
  properties.setInt(HAS_ATTACHMENTS.id, 0);
  properties.setInt(HAS_ATTACHMENTS.flags, (properties.int(HAS_ATTACHMENTS.flags) ?? 0) & ~HAS_ATTACHMENTS.flag);
}
