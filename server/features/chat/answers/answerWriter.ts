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
import { createAnswerDraft, type AnswerDraft } from './answerDraft.ts';
import { maskedValuesOf, restoredText } from './answerText.ts';
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

export function createAnswerWriter(parts: Parts): AnswerWriter {
  const { database, clock, logger, complete, bodies, conversations, attachments, live: answers } = parts;

  const store = async (message: OpenMessage): Promise<void> => {
    const row = await bodies.seal(message);
    await database.transactionBesideOthers((db) => saveMessage(db, row));
  };

  /** The messages to the question, without empty answers that failed. */
  const historyOf = async (principal: Principal, { question }: PlannedAnswer): Promise<OpenMessage[]> => {
    const conversation = await conversations.require(database.db, principal, question.conversationId);
    return branchTo(await conversations.messages(conversation), question.id);
  };

  const ask = async (principal: Principal, planned: PlannedAnswer, signal: AbortSignal): Promise<ChatCompletion> => {
    const branch = await historyOf(principal, planned);
    const { anonymous } = planned.answer;
    const { model, files } = planned;
    const body = await chatRequest(branch, { model, anonymous, attachments: files, files: attachments });
    signal.throwIfAborted();
    return complete({
      ...{ accountId: principal.accountId, keyId: principal.keyId, protocol: 'chat', body, anonymous, signal },
      ...(anonymous && mergeDecisions(branch.map((message) => message.body))),
    });
  };

  /** Publishes what comes of an answer, and stores it now and then. */
  const read = async (completion: ChatCompletion, draft: AnswerDraft, live: LiveAnswer): Promise<void> => {
    let storedAt = clock.now();
    try {
      for await (const step of answerSteps(completion)) {
        for (const delta of draft.take(step)) live.publish(delta);
        if (clock.now() - storedAt < CHECKPOINT_MS) continue;
        await store(draft.message);
        storedAt = clock.now();
      }
    } finally {
      for (const delta of draft.rest()) live.publish(delta);
    }
  };

  const asAppError = (error: unknown): AppError => {
    if (error instanceof AppError) return error;
    logger.failure('chat.answer_failed', error);
    return new AppError('INTERNAL', sentenceFor('INTERNAL'));
  };

  return {
    begin(principal, planned) {
      const { accountId, conversationId, id: messageId } = planned.answer;
      const shownFiles: ReadonlyMap<string, ChatAttachment> = new Map(
        [...planned.files].map(([id, { shown }]) => [id, shown]),
      );
      const show = (message: OpenMessage) => presentMessage(message, shownFiles);
      const draft = createAnswerDraft(planned.answer);

      const write = async (live: LiveAnswer): Promise<void> => {
        if (planned.isNewQuestion) live.publish({ type: 'message', message: show(planned.question) });
        live.publish({ type: 'answer', message: show(draft.message) });
        const completion = await ask(principal, planned, live.signal);
        draft.began(completion);
        const question = withSent(planned.question, completion);
        await store(question);
        live.publish({ type: 'masked', message: show(question) });
        await read(completion, draft, live);
      };

      const end = async (live: LiveAnswer, failure: AppError | null): Promise<void> => {
        const errorCode = live.stoppedBy === 'server' ? 'ANSWER_INTERRUPTED' : (failure?.code ?? null);
        const state = errorCode !== null ? 'failed' : live.signal.aborted ? 'stopped' : 'complete';
        draft.settle({ state, errorCode });
        await store(draft.message);
        const conversation = {
          ...(await conversations.one(principal, conversationId)),
          // The others of this conversation may go on; this one is over.
          answering: answers.inConversation(conversationId).some((other) => other !== live),
        };
        const wait = failure?.details?.['retryAfterSeconds'];
        live.publish(endEvent(show(draft.message), conversation, typeof wait === 'number' ? wait : null));
      };

      return answers.begin(
        { accountId, conversationId, messageId, snapshot: () => show(draft.message) },
        async (live) => {
          let failure: AppError | null = null;
          try {
            await write(live);
          } catch (error) {
            // What is thrown after a stop only says that it was stopped.
            if (!live.signal.aborted) failure = asAppError(error);
          }
          try {
            await end(live, failure);
          } catch (error) {
            logger.failure('chat.answer_lost', error);
          }
        },
      );
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
