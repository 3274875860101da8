import type { ChatEvent } from '../../../contract/chatMessages.ts';
import type { OpenMessage } from '../messageBodies.ts';
import type { ChatCompletion } from '../types.ts';
import { createAnswerText, maskedValuesOf, type AnswerText, type TextPiece } from './answerText.ts';
import type { AnswerStep } from './chatChunks.ts';

type Delta = Extract<ChatEvent, { type: 'delta' }>;

/** An answer while it is being written. */
export interface AnswerDraft {
  /** As it stands; what might still become a placeholder is not in it. */
  readonly message: OpenMessage;
  /** A model has begun to answer. */
  began(completion: ChatCompletion): void;
  /** Takes a step of the answer and gives what it adds. */
  take(step: AnswerStep): Delta[];
  /** What was held back; nothing more comes. */
  rest(): Delta[];
  /** How it ended. */
  settle(outcome: Pick<OpenMessage, 'state' | 'errorCode'>): void;
}

/** @param empty - the answer before its first word */
export function createAnswerDraft(empty: OpenMessage): AnswerDraft {
  let message = empty;
  let texts: { readonly content: AnswerText; readonly reasoning: AnswerText } | null = null;

  const deltas = (pieces: Readonly<Record<Delta['channel'], TextPiece>>): Delta[] =>
    (['reasoning', 'content'] as const)
      .filter((channel) => pieces[channel].sent !== '')
      .map((channel) => {
        const { text, sent, marks } = pieces[channel];
        return { type: 'delta', messageId: empty.id, channel, text, sent, marks: [...marks] };
      });

  return {
    get message() {
      if (texts === null) return message;
      const reasoning = texts.reasoning.soFar;
      const said = { ...texts.content.soFar, reasoning: reasoning.sent === '' ? null : reasoning };
      return { ...message, body: { ...message.body, ...said } };
    },
    began({ masking, model, requestId }) {
      const masked = masking && { values: masking.maskedValues, categories: { ...masking.categories } };
      message = { ...message, model, requestId, body: { ...message.body, masked } };
      const values = maskedValuesOf(masking);
      texts = { content: createAnswerText(values), reasoning: createAnswerText(values) };
    },
    take({ content, reasoning, finishReason, usage }) {
      if (texts === null) return [];
      const { body } = message;
      message = {
        ...message,
        body: { ...body, finishReason: finishReason ?? body.finishReason, usage: usage ?? body.usage },
      };
      return deltas({ reasoning: texts.reasoning.push(reasoning), content: texts.content.push(content) });
    },
    rest() {
      return texts === null ? [] : deltas({ reasoning: texts.reasoning.end(), content: texts.content.end() });
    },
    settle(outcome) {
      message = { ...message, ...outcome };
    },
  };
}
