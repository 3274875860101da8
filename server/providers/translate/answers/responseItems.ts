import type { JsonObject } from '../../json.ts';
import { isAbsent, objectOf } from '../common/read.ts';
import { isThinkingBlock, sealThinking } from '../common/reasoning.ts';
import type { AnswerBlock } from './answer.ts';

/** https://platform.openai.com/docs/api-reference/responses/object: `output` items end complete, or cut by a limit. */
export type ItemStatus = 'in_progress' | 'completed' | 'incomplete';

/** Where the text of reasoning stands in its item: raw in `content`, or in `summary` when the request asked for one. */
export type ReasoningPlace = 'content' | 'summary';

/** Prefix of the identifiers of items. */
export function itemPrefix(kind: AnswerBlock['kind']): string {
  if (kind === 'tool') return 'fc_';
  return kind === 'thinking' || kind === 'redacted' ? 'rs_' : 'msg_';
}

/** An item of a response's output. */
export function outputItem(block: AnswerBlock, id: string, status: ItemStatus, reasoning: ReasoningPlace): JsonObject {
  switch (block.kind) {
    case 'text':
    case 'refusal': {
      const content = block.text === '' && status === 'in_progress' ? [] : [messagePart(block)];
      return { id, type: 'message', status, role: 'assistant', content };
    }
    case 'tool':
      return {
        id,
        type: 'function_call',
        status,
        call_id: block.id,
        name: block.name,
        arguments: block.arguments,
      };
    case 'thinking':
      return {
        id,
        type: 'reasoning',
        status,
        summary: reasoning === 'summary' && block.text !== '' ? [summaryPart(block.text)] : [],
        ...(reasoning === 'content' && block.text !== '' ? { content: [reasoningPart(block.text)] } : {}),
        encrypted_content: sealed({ type: 'thinking', thinking: block.text, signature: block.signature }),
      };
    case 'redacted':
      return {
        id,
        type: 'reasoning',
        status,
        summary: [],
        encrypted_content: sealed({ type: 'redacted_thinking', data: block.data }),
      };
  }
}

function sealed(block: JsonObject): string | null {
  return isThinkingBlock(block) ? sealThinking(block) : null;
}

export function messagePart(block: Extract<AnswerBlock, { kind: 'text' | 'refusal' }>): JsonObject {
  if (block.kind === 'refusal') return { type: 'refusal', refusal: block.text };
  return {
    type: 'output_text',
    text: block.text,
    annotations: block.annotations.map(annotation),
    logprobs: block.logprobs,
  };
}

/** An annotation of chat completions, whose fields stand one level deeper, as one of responses. */
export function annotation(value: JsonObject): JsonObject {
  const citation = value['url_citation'];
  return isAbsent(citation) ? value : { type: 'url_citation', ...objectOf(citation) };
}

export function reasoningPart(text: string): JsonObject {
  return { type: 'reasoning_text', text };
}

export function summaryPart(text: string): JsonObject {
  return { type: 'summary_text', text };
}
