import { applyReplacements } from '../../../core/placeholders/apply.ts';
import { documentError } from '../../failures.ts';
import { readChild, rewriteChild, type ChildOptions, type OpenNesting } from '../container/children.ts';
import { replacementsOf, type TextPart } from '../container/parts.ts';
import { readHtml, rewriteHtml } from '../html/htmlFormat.ts';
import { swept } from '../html/styles.ts';
import type { Report } from '../report.ts';
import type { PicturesInside } from '../pictures/picturesInside.ts';
import type { Sweeper } from '../sweep/createSweeper.ts';
import type { Edits } from '../text/edits.ts';
import type { RewriteRequest, TextPlace, TextReplacement } from '../types.ts';
import { createBodyWriter, type BodyWriter } from './bodyWriter.ts';
import { decodeCharset } from './charset.ts';
import { parameter, type Entity } from './entity.ts';
import { fieldPolicy } from './headerPolicy.ts';
import { parameterPieces, writeParameter } from './parameters.ts';
import { plainBody, type BodyText } from './plainBody.ts';
import { decodeTransfer } from './transfer.ts';
import { headerPieces, type HeaderPiece } from './words.ts';

/** What of a message a text is, for a view of it. */
export type TextOrigin =
  /** A field of the header, by its name in lower case. */
  | { readonly kind: 'field'; readonly name: string }
  /** The name of a file. */
  | { readonly kind: 'name' }
  /** `html` is its source; null: it is plain text. Words of pictures in it follow its text. */
  | { readonly kind: 'text'; readonly html: string | null; readonly hasPictures: boolean }
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly name: string };

/** A text of the message. `apply` puts replacements in its own offsets into the edits; it is called for every part, also without replacements. */
export interface MessagePart extends TextPart {
  readonly origin: TextOrigin;
  /** The part of the message it belongs to. */
  readonly entity: Entity;
  /** The innermost parts around it that say the same in several forms (RFC 2046, 5.1.4); null where there are none. */
  readonly alternatives: Entity | null;
  apply(replacements: readonly TextReplacement[]): Promise<void> | void;
}

export interface MessageContext {
  /** The message as a string of bytes. */
  readonly source: string;
  readonly edits: Edits;
  readonly report: Report;
  readonly nesting: OpenNesting;
  readonly options: ChildOptions;
  /** Those in its texts; null: they are left out. */
  readonly pictures: PicturesInside | null;
  /** null while it is only read. */
  readonly request: RewriteRequest | null;
  /** null where nothing is cleaned. */
  readonly sweeper: Sweeper | null;
}

const SIGNATURE = /^application\/(?:x-)?(?:pkcs7-signature|pgp-signature)$/;
/** Parameters without which a part could not be read (RFC 2045, 2046, 2387, 3676, 5545, 1847); others tell of days, paths and programs. */
const STRUCTURAL =
  /^(?:charset|boundary|format|delsp|type|start|start-info|method|component|protocol|micalg|report-type|version)$/;
/** Calendars and cards, which fold their lines. */
const FOLDED = /^text\/(?:calendar|(?:x-)?vcard|directory)$/;
const SEALED = /^(?:multipart\/encrypted|application\/(?:x-)?pkcs7-mime)$/;

/** The texts of a message in reading order, its own first, then those of messages and files in it. */
export async function scanMessage(root: Entity, context: MessageContext): Promise<readonly MessagePart[]> {
  const { source, edits, report, sweeper, options } = context;
  const parts: MessagePart[] = [];
  const writer = createBodyWriter(source, edits);
  let attachments = 0;

  let alternatives: Entity | null = null;
  const addPieces = (about: Pick<MessagePart, 'place' | 'entity' | 'origin'>, pieces: readonly HeaderPiece[]) => {
    const text = pieces.map((piece) => piece.text).join('');
    const apply: MessagePart['apply'] = (replacements) => applyToPieces(pieces, replacements, edits);
    parts.push({ ...about, alternatives, text, apply });
  };

  function readHeader(entity: Entity, place: TextPlace['part']): void {
    for (const field of entity.fields) {
      const policy = fieldPolicy(field.name, entity.isMessage);
      if (policy === 'addresses' || policy === 'words') {
        const pieces = headerPieces(source, field.valueStart, field.valueEnd, policy === 'addresses');
        addPieces({ place, entity, origin: { kind: 'field', name: field.name } }, pieces);
      } else if (policy === 'remove' && sweeper !== null) {
        edits.remove(field.start, field.end);
        report.cleaned(
          /^(?:received|message-id|references|in-reply-to|resent-)/.test(field.name) ? 'history' : 'properties',
        );
      } else if (field.name === 'content-id' && sweeper !== null) {
        const { text, count } = swept(source.slice(field.valueStart, field.valueEnd), sweeper);
        if (count > 0) edits.replace(field.valueStart, field.valueEnd, text);
      }
    }
    const named = [...(entity.disposition?.parameters ?? []), ...entity.type.parameters];
    for (const each of named) {
      if (each.name === 'filename' || each.name === 'name') {
        addPieces({ place, entity, origin: { kind: 'name' } }, parameterPieces(each));
      } else if (sweeper !== null && !STRUCTURAL.test(each.name)) {
        for (const { start, end } of each.stretches) edits.remove(start, end);
        report.cleaned('properties');
      }
    }
  }

  const remove = (entity: Entity, kind: 'attachment' | 'signature') => {
    if (sweeper === null) return;
    writer.remove(entity);
    if (kind === 'signature') report.cleaned(kind);
    else report.removed(kind);
  };

  async function scan(entity: Entity, isInside: boolean): Promise<void> {
    options.signal.throwIfAborted();
    const { token } = entity.type;
    if (SIGNATURE.test(token)) {
      remove(entity, 'signature');
      return;
    }
    if (SEALED.test(token)) {
      if (!isInside) throw documentError('PASSWORD_PROTECTED');
      remove(entity, 'attachment');
      return;
    }
    const isAttachment = isInside && (entity.isMessage || parameter(entity.disposition, 'filename') !== undefined);
    if (isAttachment) attachments += 1;
    const number = { kind: 'attachment' as const, number: Math.max(1, attachments) };
    readHeader(entity, isInside ? number : { kind: 'header' });
    if (sweeper !== null) cleanStructure(entity, context, writer);
    if (entity.children.length > 0 || token.startsWith('multipart/')) {
      const around = alternatives;
      if (token === 'multipart/alternative') alternatives = entity;
      for (const child of entity.children) await scan(child, isInside || child.isMessage || !isBodyPart(child));
      alternatives = around;
      return;
    }
    const place: TextPlace['part'] = isInside ? number : { kind: 'body' };
    if (entity.encoding === null || /^(?:message\/|text\/rfc822-headers)/.test(token)) {
      if (token === 'message/rfc822' && entity.encoding !== null) await addChild(entity, number, 'message.eml');
      else remove(entity, 'attachment');
    } else if (token.startsWith('text/') && !/^text\/(?:rtf|richtext)$/.test(token)) await addText(entity, place);
    else
      await addChild(entity, number, parameter(entity.disposition, 'filename') ?? parameter(entity.type, 'name') ?? '');
  }

  async function addText(entity: Entity, place: TextPlace['part']): Promise<void> {
    const bytes = decodeTransfer(source.slice(entity.bodyStart, entity.end), entity.encoding!);
    const body = decodeCharset(bytes, parameter(entity.type, 'charset') ?? '');
    const isHtml = entity.type.token === 'text/html';
    const removesFiles = sweeper === null ? null : () => report.removed('attachment');
    const { hasPictures, ...text } = isHtml
      ? await htmlBody(body, context)
      : { ...plainBody(body, flowOf(entity), removesFiles), hasPictures: false };
    parts.push({
      ...{
        place,
        text: text.text,
        entity,
        alternatives,
        origin: { kind: 'text', html: isHtml ? body : null, hasPictures },
      },
      async apply(replacements) {
        const changed = await text.rewrite(replacements);
        if (changed !== body) writer.writeText(entity, changed);
      },
    });
  }

  async function addChild(entity: Entity, place: TextPlace['part'], name: string): Promise<void> {
    const bytes = decodeTransfer(source.slice(entity.bodyStart, entity.end), entity.encoding!);
    if (bytes.length === 0) return;
    const child = await readChild(bytes, name, context.nesting, options);
    if (child === null) {
      remove(entity, 'attachment');
      return;
    }
    parts.push({
      ...{ place, text: child.text, entity, alternatives, origin: { kind: 'file', bytes, name } },
      async apply(replacements) {
        const written = await rewriteChild(child, replacements, context.request!, report);
        if (written === null) remove(entity, 'attachment');
        else if (written !== bytes) writer.writeBytes(entity, written);
      },
    });
  }

  await scan(root, false);
  return parts;
}

/** Parts that a mail program shows as the message itself. */
const isBodyPart = ({ type, disposition }: Entity): boolean =>
  type.token.startsWith('multipart/') || (type.token.startsWith('text/') && disposition?.token !== 'attachment');

const flowOf = ({ type }: Entity) => ({
  flowed: parameter(type, 'format')?.toLowerCase() === 'flowed',
  delSp: parameter(type, 'delsp')?.toLowerCase() === 'yes',
  folded: FOLDED.test(type.token),
});

async function htmlBody(
  source: string,
  { request, report, pictures }: MessageContext,
): Promise<BodyText & { readonly hasPictures: boolean }> {
  const { text, hasPictures } = await readHtml(source, pictures);
  return {
    ...{ text, hasPictures },
    async rewrite(replacements) {
      const { purpose, forbidden } = request!;
      const { result, ...rest } = await rewriteHtml(source, { purpose, forbidden, replacements }, pictures);
      report.include(rest);
      return result;
    },
  };
}

/** Gives each piece what concerns it of the replacements in their joined text. */
function applyToPieces(pieces: readonly HeaderPiece[], replacements: readonly TextReplacement[], edits: Edits): void {
  let at = 0;
  const segments = pieces.map((piece) => {
    const start = at;
    at += piece.text.length;
    return { start, end: at, source: piece, from: 0 };
  });
  const placed = { text: '', places: [], segments: segments.filter(({ start, end }) => end > start) };
  for (const [piece, changes] of replacementsOf(placed, replacements)) {
    const placements = changes.map(({ start, end, text }) => ({ start, end, placeholder: text }));
    edits.replace(piece.start, piece.end, piece.write(applyReplacements(piece.text, placements).text));
    // Further sections of the same parameter: they have no text of their own.
    for (const other of pieces) if (other.text === '' && other !== piece) edits.remove(other.start, other.end);
  }
}

/** What mail programs do not show: text around the parts, and the seal of a signed message, which no longer holds. */
function cleanStructure(entity: Entity, { source, edits, report }: MessageContext, writer: BodyWriter): void {
  for (const { start, end } of entity.hidden) {
    if (source.slice(start, end).trim() === '') continue;
    edits.remove(start, end);
    report.cleaned('hidden_content');
  }
  const boundary = parameter(entity.type, 'boundary');
  if (entity.type.token === 'multipart/signed' && boundary !== undefined) {
    writer.setType(entity, `multipart/mixed${writeParameter('boundary', boundary)}`);
  }
}
