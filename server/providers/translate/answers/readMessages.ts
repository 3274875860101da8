import type { JsonObject } from '../../json.ts';
import { ProviderError, type TranslationContext } from '../../types.ts';
import { argumentsText } from '../common/arguments.ts';
import { objectsOf, textOf } from '../common/read.ts';
import type { Answer, AnswerBlock, Stop } from './answer.ts';
import { readMessagesStop } from './stops.ts';
import { readMessagesUsage } from './usage.ts';

/**
 * Reads a message. Blocks of tools that run at the provider have no place in the other protocols.
 * @throws ProviderError malformed when it has no content
 */
export function readMessagesAnswer(body: JsonObject, context: TranslationContext): Answer {
  if (!Array.isArray(body['content'])) throw new ProviderError('malformed', { body });
  const stop = readMessagesStop(body);
  return {
    id: textOf(body['id']) || context.createId('msg_'),
    model: textOf(body['model']),
    created: null,
    blocks: [...objectsOf(body['content']).flatMap((block) => readBlock(block, context)), ...refusalBlocks(stop)],
    stop,
    usage: readMessagesUsage(body['usage']),
  };
}

/** What the provider says about a refusal, as a block: the other protocols have a place for it among the content. */
export function refusalBlocks(stop: Stop): readonly { readonly kind: 'refusal'; readonly text: string }[] {
  return stop.reason === 'filtered' && stop.explanation !== null ? [{ kind: 'refusal', text: stop.explanation }] : [];
}

function readBlock(block: JsonObject, context: TranslationContext): readonly AnswerBlock[] {
  switch (textOf(block['type'])) {
    case 'text': {
      const text = textOf(block['text']);
      return text === '' ? [] : [{ kind: 'text', text, annotations: [], logprobs: [] }];
    }
    case 'thinking':
      return [{ kind: 'thinking', text: textOf(block['thinking']), signature: textOf(block['signature']) }];
    case 'redacted_thinking':
      return [{ kind: 'redacted', data: textOf(block['data']) }];
    case 'tool_use':
      return [
        {
          kind: 'tool',
          id: textOf(block['id']) || context.createId('toolu_'),
          name: textOf(block['name']),
          arguments: argumentsText(block['input']),
        },
      ];
    default:
      return [];
  }
}
