import { z } from 'zod';
import type { DocumentFormat } from '../../../documents/types.ts';
import type { JsonObject } from '../../../providers/types.ts';
import type { Attachments, OpenAttachment } from '../attachments/attachments.ts';
import type { OpenMessage } from '../messageBodies.ts';

/** Pictures that models take as they are. */
const IMAGE_TYPES: Partial<Record<DocumentFormat, string>> = Object.freeze({
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
});

type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

/**
 * The request for an answer to the last message of a branch, in the chat completions protocol, with all values as the person knows them.
 * Attached documents go as text; so do images in anonymous requests, which may hold nothing that cannot be read and masked.
 */
export async function chatRequest(
  branch: readonly OpenMessage[],
  options: {
    readonly model: string;
    readonly anonymous: boolean;
    readonly attachments: ReadonlyMap<string, OpenAttachment>;
    readonly files: Pick<Attachments, 'text' | 'bytes'>;
  },
): Promise<JsonObject> {
  const { model, anonymous, attachments, files } = options;

  const partOf = async (attachment: OpenAttachment): Promise<Part> => {
    const imageType = IMAGE_TYPES[attachment.format];
    if (!anonymous && imageType !== undefined) {
      const data = Buffer.from(await files.bytes(attachment)).toString('base64');
      return { type: 'image_url', image_url: { url: `data:${imageType};base64,${data}` } };
    }
    const name = attachment.shown.name.replaceAll('"', "'");
    return { type: 'text', text: `<document name="${name}">\n${await files.text(attachment)}\n</document>` };
  };

  const messages: JsonObject[] = [];
  for (const { role, body } of branch) {
    const attached = body.attachmentIds.flatMap((id) => attachments.get(id) ?? []);
    if (attached.length === 0) {
      // An answer that failed before its first word says nothing; providers refuse empty messages.
      if (body.content !== '') messages.push({ role, content: body.content });
      continue;
    }
    const parts: Part[] = [];
    for (const attachment of attached) parts.push(await partOf(attachment));
    if (body.content !== '') parts.push({ type: 'text', text: body.content });
    messages.push({ role, content: parts });
  }
  return {
    model,
    messages,
    stream: true,
    stream_options: { include_usage: true },
    // The chat shows both texts, so it puts the originals back itself.
    ...(anonymous && { deckname: { deanonymize: false } }),
  };
}

const sentBody = z.object({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) });
const textPart = z.object({ type: z.literal('text'), text: z.string() });

/**
 * What a model got as the text of the last message of the person; null when the body does not tell. Works on bodies of both kinds of
 * providers, whose messages are alike in this.
 */
export function lastSentText(body: JsonObject): string | null {
  const messages = sentBody.safeParse(body).data?.messages ?? [];
  const content = messages.findLast(({ role }) => role === 'user')?.content;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  const texts = content.flatMap((part) => textPart.safeParse(part).data?.text ?? []);
  return texts.at(-1) ?? null;
}
