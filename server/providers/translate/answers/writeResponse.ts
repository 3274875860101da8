import type { JsonObject } from '../../json.ts';
import type { TranslationContext } from '../../types.ts';
import type { Answer } from './answer.ts';
import { itemPrefix, outputItem } from './responseItems.ts';
import { endedResponse, endStatus, reasoningPlace, responseHead } from './responseObject.ts';

/** An answer as a response object. */
export function writeResponse(answer: Answer, request: JsonObject, context: TranslationContext): JsonObject {
  const head = responseHead(request, answer.model, context);
  const output = answer.blocks.map((block, position) =>
    outputItem(
      block,
      context.createId(itemPrefix(block.kind)),
      position === answer.blocks.length - 1 ? endStatus(answer.stop) : 'completed',
      reasoningPlace(request),
    ),
  );
  return endedResponse(head, output, answer, context);
}
