import { applyReplacements } from '../../../core/placeholders/apply.ts';
import { AppError } from '../../../core/errors.ts';
import { readHtml, readHtmlFile, rewriteHtml, rewriteHtmlFile } from '../html/htmlFormat.ts';
import type { TextPart } from '../container/parts.ts';
import type { TextWithPictures } from '../pictures/sourcePictures.ts';
import { readRtf, rewriteRtf } from '../rtf/rtfFormat.ts';
import type { TextReplacement } from '../types.ts';
import { readCompressedRtf, writeCompressedRtf } from './compressedRtf.ts';
import type { MessageContext, MessagePart } from './context.ts';
import { isMirror, mirrored } from './mirror.ts';
import { BODY } from './policy.ts';
import { TYPE, type Properties, type Property } from './properties.ts';

/** One of the forms in which a message holds what is written in it. */
interface Body {
  readonly text: string;
  /** Its text without the words of pictures, which follow it. */
  readonly ownText: string;
  readonly hasPictures: boolean;
  /** What it is written in; null: it is plain text. */
  readonly html: string | Uint8Array | null;
  readonly rtf: Uint8Array | null;
  write(replacements: readonly TextReplacement[]): Promise<void> | void;
}

/** RTF that says nothing more than the HTML beside it. */
const WRAPPING: Body = Object.freeze({
  ...{ text: '', ownText: '', hasPictures: false, html: null, rtf: null, write: () => undefined },
});

/** PidTagNativeBody: HTML (MS-OXCMSG 2.2.1.56.2). PidTagRtfInSync says that the RTF is no older than the text. */
const NATIVE = Object.freeze({ id: 0x1016, html: 3 });
const RTF_IN_SYNC = 0x0e1f;

/**
 * The bodies of a message: HTML, RTF and plain text, as far as there are such. Those that say the same are one part. RTF that only wraps the HTML
 * (MS-OXRTFEX) beside that HTML is not read: it goes when anything is written.
 */
export async function readBodies(
  properties: Properties,
  place: TextPart['place'],
  context: MessageContext,
): Promise<MessagePart[]> {
  const { report, options, isCleaned } = context;
  const bodies: Body[] = [];
  const add = async (id: number, open: (property: Property) => Promise<Body | null> | Body | null) => {
    const property = properties.find(id);
    if (property === undefined) return;
    const body = await unlessUnreadable(() => open(property));
    if (body === WRAPPING) return;
    if (body !== null) bodies.push(body);
    else if (isCleaned) {
      properties.remove(property);
      report.removed('hidden_content');
    }
  };
  await add(BODY.html, (property) => openHtml(properties, property, context));
  const hasHtml = bodies.length > 0;
  let wrapped: Property | null = null;
  await add(BODY.rtf, async (property) => {
    const rtf = openRtf(properties, property);
    if (rtf === null) return null;
    if (hasHtml && WRAPPED.test(rtf.toString('latin1', 0, WRAPPED_WITHIN))) {
      wrapped = property;
      return WRAPPING;
    }
    return await readRtfBody(properties, property, rtf, context);
  });
  await add(BODY.plain, (property) => openPlain(properties, property));

  const removeWrapped = (): void => {
    if (wrapped === null) return;
    properties.remove(wrapped);
    properties.setInt(RTF_IN_SYNC, 0);
    properties.setInt(NATIVE.id, NATIVE.html);
    report.cleaned('cache');
  };
  if (isCleaned) removeWrapped();
  const parts = groupBodies(bodies).map((group): MessagePart => ({
    ...{ place, message: properties, text: group.text },
    origin: { kind: 'text', html: group.html, rtf: group.rtf, hasPictures: group.hasPictures },
    async apply(replacements) {
      options.signal.throwIfAborted();
      if (replacements.length > 0 && !isCleaned) removeWrapped();
      await group.write(replacements);
    },
  }));
  return parts;
}

/** Bodies whose text differs in nothing but white space are one: what is replaced in the first is replaced in the others. */
function groupBodies(bodies: readonly Body[]): Body[] {
  const groups: [Body, ...Body[]][] = [];
  for (const body of bodies) {
    // Words of pictures stand in one form of a message at most.
    const group = groups.find(([first]) => body.ownText === body.text && isMirror(first.ownText, body.text));
    if (group === undefined) groups.push([body]);
    else group.push(body);
  }
  return groups.map(([first, ...others]) => ({
    ...first,
    async write(replacements) {
      await first.write(replacements);
      const { ownText } = first;
      const own = replacements.filter(({ start }) => start < ownText.length);
      const within = own.map((each) => ({ ...each, end: Math.min(each.end, ownText.length) }));
      for (const body of others) await body.write(mirrored(ownText, body.text, within));
    },
  }));
}

async function unlessUnreadable<T>(work: () => Promise<T | null> | T | null): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNREADABLE_FILE') return null;
    throw error;
  }
}

const textsOf = ({ text, ownText, hasPictures }: TextWithPictures) => ({ text, ownText, hasPictures });

async function openHtml(
  properties: Properties,
  property: Property,
  { report, pictures, request, isCleaned }: MessageContext,
): Promise<Body | null> {
  const source = properties.texts(property)?.[0];
  if (source !== undefined) {
    return {
      ...{ ...textsOf(await readHtml(source, pictures)), html: source, rtf: null },
      async write(replacements) {
        if (replacements.length === 0 && !isCleaned) return;
        const { result, ...rest } = await rewriteHtml(source, { ...request!, replacements }, pictures);
        report.include(rest);
        properties.setTexts(property, [result]);
      },
    };
  }
  const bytes = properties.bytes(property);
  if (bytes === null) return null;
  return {
    ...{ ...textsOf(await readHtmlFile(bytes, pictures)), html: bytes, rtf: null },
    async write(replacements) {
      if (replacements.length === 0 && !isCleaned) return;
      const result = await rewriteHtmlFile(bytes, { ...request!, replacements }, pictures);
      report.include(result);
      properties.setBytes(property, result.bytes);
    },
  };
}

/** MS-OXRTFEX 2.1.3.1.1 and 2.1.3.1.2: RTF that HTML or plain text was put into. */
const WRAPPED = /\\from(?:html1|text)\b ?/;
const WRAPPED_WITHIN = 4_096;

function openRtf(properties: Properties, property: Property): Buffer | null {
  const bytes = property.type === TYPE.binary ? properties.bytes(property) : null;
  return bytes === null ? null : readCompressedRtf(bytes);
}

async function readRtfBody(
  properties: Properties,
  property: Property,
  rtf: Buffer,
  { report, pictures, request, isCleaned }: MessageContext,
): Promise<Body> {
  return {
    ...{ ...textsOf(await readRtf(rtf, pictures)), html: null, rtf },
    async write(replacements) {
      if (replacements.length === 0 && !isCleaned) return;
      const result = await rewriteRtf(rtf, { ...request!, replacements }, pictures);
      report.include(result);
      // The tags of the HTML in it are gone: it is RTF like any other now.
      const source = Buffer.from(result.bytes).toString('latin1');
      properties.setBytes(
        property,
        writeCompressedRtf(isCleaned ? Buffer.from(source.replace(WRAPPED, ''), 'latin1') : result.bytes),
      );
    },
  };
}

function openPlain(properties: Properties, property: Property): Body | null {
  const text = properties.texts(property)?.[0];
  if (text === undefined) return null;
  return {
    ...{ text, ownText: text, hasPictures: false, html: null, rtf: null },
    write(replacements) {
      if (replacements.length === 0) return;
      const placements = replacements.map(({ start, end, text: placeholder }) => ({ start, end, placeholder }));
      properties.setTexts(property, [applyReplacements(text, placements).text]);
    },
  };
}
