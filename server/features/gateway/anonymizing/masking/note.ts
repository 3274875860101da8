import { type AnyJson, isJsonObject, type JsonObject } from '../../../../providers/types.ts';
import type { MaskableProtocol } from '../types.ts';

/** Tells the model how to treat placeholders. In English, which every model follows; the answer keeps the language of the conversation. */
export const PLACEHOLDER_NOTE =
  'Some values in this conversation are replaced by placeholders of the form [[category-code]]. ' +
  'Each placeholder stands for one real value, and the same placeholder always for the same value; codes that begin alike belong to one person or organization. ' +
  'Treat a placeholder like the value itself: use it in answers and in arguments of tools wherever the value belongs, always exactly as it is written, with both pairs of brackets. ' +
  'Never change, translate, shorten, explain or invent placeholders, and do not mention that values are replaced.';

/** Adds the note to the system instructions, unless they hold it already. */
export function withNote(protocol: MaskableProtocol, body: JsonObject): JsonObject {
  if (protocol === 'embeddings' || JSON.stringify(body).includes(JSON.stringify(PLACEHOLDER_NOTE).slice(1, -1)))
    return body;
  return protocol === 'chat' ? chatWithNote(body) : { ...body, system: appended(body['system'] ?? '') };
}

/** Into the first message when it is one of instructions: many models take only one of them, and only there. */
function chatWithNote(body: JsonObject): JsonObject {
  const messages = Array.isArray(body['messages']) ? (body['messages'] as readonly AnyJson[]) : [];
  const [first, ...rest] = messages;
  if (isJsonObject(first) && (first['role'] === 'system' || first['role'] === 'developer')) {
    return { ...body, messages: [{ ...first, content: appended(first['content'] ?? '') }, ...rest] };
  }
  return { ...body, messages: [{ role: 'system', content: PLACEHOLDER_NOTE }, ...messages] };
}

/** Behind instructions, as a text or as a list of parts. */
function appended(instructions: AnyJson): AnyJson {
  if (Array.isArray(instructions)) {
    return [...(instructions as readonly AnyJson[]), { type: 'text', text: PLACEHOLDER_NOTE }];
  }
  return instructions === '' || typeof instructions !== 'string'
    ? PLACEHOLDER_NOTE
    : `${instructions}\n\n${PLACEHOLDER_NOTE}`;
}
