import type { ChatAttachment } from '../../../contract/chatAttachments.ts';
import { AppError } from '../../../core/errors.ts';
import type { Principal } from '../../../http/types.ts';
import type { Attachments, OpenAttachment } from '../attachments/attachments.ts';
import { branchTo, mergeDecisions } from '../branches.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { type MessageBodies, type OpenMessage, presentMessage } from '../messageBodies.ts';
import { sentenceFor } from '../sentences.ts';
import { saveMessage } from '../storage/messages.ts';
import type { ChatCompletion, ChatDependencies } from '../types.ts';
import { createAnswerText, maskedValuesOf, restoredText, type AnswerText } from './answerText.ts';
import { answerSteps } from './chatChunks.ts';
import { endEvent } from './endEvent.ts';
import { chatRequest, lastSentText } from './chatRequest.ts';
import type { LiveAnswer, LiveAnswers } from './liveAnswers.ts';

/** How often a running answer is stored, so that little of it is lost when the server dies. */
const CHECKPOINT_MS = 3_000;

/** An answer to be written; both messages are stored already. */
export interface PlannedAnswer {
  readonly question: OpenMessage;
  /** The empty answer. */
  readonly answer: OpenMessage;
  /** Model that is asked. */
  readonly model: string;
  /** Attachments of the conversation by id. */
  readonly files: ReadonlyMap<string, OpenAttachment>;
  /** Tells the watchers of the question first, when it is new. */
  readonly isNewQuestion: boolean;
}

/** Writes answers. It goes on when nobody watches. */
export interface AnswerWriter {
  begin(principal: Principal, planned: PlannedAnswer): LiveAnswer;
}

interface Parts extends Pick<ChatDependencies, 'database' | 'clock' | 'logger' | 'complete'> {
  readonly bodies: MessageBodies;
  readonly conversations: Conversations;
  readonly attachments: Attachments;
  readonly live: LiveAnswers;
}

/** The texts of an answer on their way. */
interface Texts {
  readonly content: AnswerText;
  readonly reasoning: AnswerText;
}

export function createAnswerWriter(parts: Parts): AnswerWriter {
  const { database, clock, logger, complete, bodies, conversations, attachments, live: answers } = parts;

  const store = async (message: OpenMessage): Promise<void> => {
    const row = await bodies.seal(message);
    await database.transaction((db) => saveMessage(db, row));
  };

  /** The messages to the question, without empty answers that failed. */
  const historyOf = async ({ question }: PlannedAnswer): Promise<OpenMessage[]> => {
    const conversation = await conversations.require(database.db, question.accountId, question.conversationId);
    return branchTo(await conversations.messages(conversation), question.id);
  };

  const ask = async (principal: Principal, planned: PlannedAnswer, signal: AbortSignal): Promise<ChatCompletion> => {
    const branch = await historyOf(planned);
    const { anonymous } = planned.answer;
    const { model, files } = planned;
    const body = await chatRequest(branch, { model, anonymous, attachments: files, files: attachments });
    signal.throwIfAborted();
    return complete({
      ...{ accountId: principal.accountId, keyId: principal.keyId, protocol: 'chat', body, anonymous, signal },
      ...(anonymous && mergeDecisions(branch.map((message) => message.body))),
    });
  };

  return {
    begin(principal, planned) {
      const shownFiles: ReadonlyMap<string, ChatAttachment> = new Map(
        [...planned.files].map(([id, { shown }]) => [id, shown]),
      );
      const show = (message: OpenMessage) => presentMessage(message, shownFiles);
      let answer = planned.answer;
      let texts: Texts | null = null;
      const current = (): OpenMessage =>
        texts === null
          ? answer
          : {
              ...answer,
              body: {
                ...answer.body,
                ...texts.content.soFar,
                reasoning: texts.reasoning.soFar.content === '' ? null : texts.reasoning.soFar,
              },
            };
      const change = (fields: Partial<OpenMessage>, body: Partial<OpenMessage['body']> = {}): void => {
        answer = { ...answer, ...fields, body: { ...answer.body, ...body } };
      };

      const read = async (completion: ChatCompletion, live: LiveAnswer): Promise<void> => {
        const values = maskedValuesOf(completion.masking);
        const begun: Texts = { content: createAnswerText(values), reasoning: createAnswerText(values) };
        texts = begun;
        const tell = (channel: keyof Texts, piece: ReturnType<AnswerText['push']>): void => {
          if (piece.sent === '') return;
          live.publish({ type: 'delta', messageId: answer.id, channel, ...piece, marks: [...piece.marks] });
        };
        let storedAt = clock.now();
        try {
          for await (const step of answerSteps(completion)) {
            tell('reasoning', begun.reasoning.push(step.reasoning));
            tell('content', begun.content.push(step.content));
            change(
              {},
              {
                ...(step.finishReason && { finishReason: step.finishReason }),
                ...(step.usage && { usage: step.usage }),
              },
            );
            if (clock.now() - storedAt < CHECKPOINT_MS) continue;
            await store(current());
            storedAt = clock.now();
          }
        } finally {
          tell('reasoning', begun.reasoning.end());
          tell('content', begun.content.end());
        }
      };

      const write = async (live: LiveAnswer): Promise<void> => {
        let failure: AppError | null = null;
        try {
          if (planned.isNewQuestion) live.publish({ type: 'message', message: show(planned.question) });
          live.publish({ type: 'answer', message: show(answer) });
          const completion = await ask(principal, planned, live.signal);
          const { masking, model, requestId } = completion;
          change(
            { model, requestId },
            { masked: masking && { values: masking.maskedValues, categories: { ...masking.categories } } },
          );
          const question = withSent(planned.question, completion);
          await store(question);
          live.publish({ type: 'masked', message: show(question) });
          await read(completion, live);
        } catch (error) {
          // What is thrown after a stop only says that it was stopped.
          if (!live.signal.aborted) failure = asAppError(error);
        }
        const code = live.stoppedBy === 'server' ? 'ANSWER_INTERRUPTED' : (failure?.code ?? null);
        change({ state: code !== null ? 'failed' : live.signal.aborted ? 'stopped' : 'complete', errorCode: code });
        answer = current();
        texts = null;
        await finish(live, answer, failure);
      };

      const finish = async (live: LiveAnswer, ended: OpenMessage, failure: AppError | null): Promise<void> => {
        try {
          await store(ended);
          const conversation = {
            ...(await conversations.one(ended.accountId, ended.conversationId)),
            // The others of this conversation may go on; this one is over.
            answering: answers.inConversation(ended.conversationId).some((other) => other !== live),
          };
          const wait = failure?.details?.['retryAfterSeconds'];
          live.publish(endEvent(show(ended), conversation, typeof wait === 'number' ? wait : null));
        } catch (error) {
          logger.failure('chat.answer_lost', error);
        }
      };

      function asAppError(error: unknown): AppError {
        if (error instanceof AppError) return error;
        logger.failure('chat.answer_failed', error);
        return new AppError('INTERNAL', sentenceFor('INTERNAL'));
      }

      const { accountId, conversationId, id: messageId } = answer;
      return answers.begin({ accountId, conversationId, messageId, snapshot: () => show(current()) }, write);
    },
  };
}

/** The question with what a model got of it. */
function withSent(question: OpenMessage, { masking }: ChatCompletion): OpenMessage {
  const { body } = question;
  if (masking === null) return { ...question, anonymous: false, body: { ...body, sent: body.content, marks: [] } };
  // A message without words went as its attachments alone.
  const sent = body.content === '' ? '' : lastSentText(masking.body);
  if (sent === null) return { ...question, anonymous: true, body: { ...body, sent: null, marks: [] } };
  const restored = restoredText(sent, maskedValuesOf(masking));
  // Marks that would not stand where the values are would mislead.
  const marks = restored.content === body.content ? restored.marks : [];
  return { ...question, anonymous: true, body: { ...body, sent, marks } };
}
