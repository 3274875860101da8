import type { AnyJson, JsonObject } from '../../json.ts';
import { ProviderError, type TranslationContext } from '../../types.ts';
import { NO_ARGUMENTS } from '../common/arguments.ts';
import { REASONING_SIGNATURES } from '../common/reasoning.ts';
import { countOf, isAbsent, objectOf, objectsOf, textOf } from '../common/read.ts';
import type { Answer, AnswerBlock } from './answer.ts';
import { readChatStop } from './stops.ts';
import { readChatUsage } from './usage.ts';

/** A piece of an assistant's message or delta that stands for content. */
export interface ContentPiece {
  readonly kind: 'thinking' | 'text' | 'refusal';
  readonly text: string;
  /** Of a piece of thinking: what marks its origin. */
  readonly signature: string;
}

/**
 * What a message or a delta of chat completions says, reasoning first. Reasoning stands in a field of its own or, with Mistral,
 * in parts of the content.
 */
export function contentPieces(message: JsonObject): readonly ContentPiece[] {
  const field = textOf(message['reasoning_content']) === '' ? 'reasoning' : 'reasoning_content';
  const pieces: ContentPiece[] = [
    { kind: 'thinking', text: textOf(message[field]), signature: REASONING_SIGNATURES[field] },
    ...partPieces(message['content']),
    { kind: 'refusal', text: textOf(message['refusal']), signature: '' },
  ];
  return pieces.filter((piece) => piece.text !== '');
}

function partPieces(content: AnyJson | undefined): readonly ContentPiece[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content, signature: '' }];
  return objectsOf(content).map((part) => {
    if (part['type'] === 'refusal') return { kind: 'refusal', text: textOf(part['refusal']), signature: '' };
    if (part['type'] !== 'thinking') return { kind: 'text', text: textOf(part['text']), signature: '' };
    const thinking = part['thinking'];
    const text =
      typeof thinking === 'string'
        ? thinking
        : objectsOf(thinking)
            .map((item) => textOf(item['text']))
            .join('');
    return { kind: 'thinking', text, signature: REASONING_SIGNATURES.reasoning_content };
  });
}

/**
 * Reads a chat completion. Its first choice is the answer.
 * @throws ProviderError malformed when there is none: some servers say an error with the status of a success
 */
export function readChatAnswer(body: JsonObject, context: TranslationContext): Answer {
  const choice = objectsOf(body['choices'])[0];
  if (choice === undefined || !isAbsent(choice['error'])) throw new ProviderError('malformed', { body });
  const message = objectOf(choice['message']);
  const contents = mergePieces(contentPieces(message)).map((piece) => contentBlock(piece, message, choice));
  const calls = objectsOf(message['tool_calls']).map((call): AnswerBlock => {
    const called = objectOf(call['function']);
    return {
      kind: 'tool',
      id: textOf(call['id']) || context.createId('call_'),
      name: textOf(called['name']),
      arguments: textOf(called['arguments']) || NO_ARGUMENTS,
    };
  });
  return {
    id: textOf(body['id']) || context.createId('chatcmpl-'),
    model: textOf(body['model']),
    created: countOf(body['created']),
    blocks: [...contents, ...calls],
    stop: readChatStop(choice, calls.length > 0, textOf(message['refusal']) || null),
    usage: readChatUsage(body['usage']),
  };
}

function mergePieces(pieces: readonly ContentPiece[]): readonly ContentPiece[] {
  const merged: ContentPiece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (last?.kind === piece.kind) merged[merged.length - 1] = { ...last, text: last.text + piece.text };
    else merged.push(piece);
  }
  return merged;
}

function contentBlock(piece: ContentPiece, message: JsonObject, choice: JsonObject): AnswerBlock {
  switch (piece.kind) {
    case 'thinking':
      return { kind: 'thinking', text: piece.text, signature: piece.signature };
    case 'refusal':
      return { kind: 'refusal', text: piece.text };
    case 'text':
      return {
        kind: 'text',
        text: piece.text,
        annotations: objectsOf(message['annotations']),
        logprobs: objectsOf(objectOf(choice['logprobs'])['content']),
      };
  }
}
