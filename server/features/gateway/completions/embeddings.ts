import { randomUUID } from 'node:crypto';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../providers/types.ts';
import type { ConversationMasker } from '../anonymizing/types.ts';
import type { Exchanges } from '../exchanges/types.ts';
import { type Catalog, listsModel, nameForFigures } from '../models/catalog.ts';
import type { CompletionRequest } from '../types.ts';
import { createTokenMeter } from '../usage/tokens.ts';
import type { UsageRecorder } from '../usage/recorder.ts';
import type { HeadersFor } from './clientHeaders.ts';
import { inClear } from './failures.ts';
import { maskAndRecord } from './maskedSending.ts';
import { type Attempt, type Dispatcher, NotForThisProvider } from './overTargets.ts';
import { bodyToSend, modelOf, takeOptions } from './requestParts.ts';

export interface EmbeddingsOptions {
  readonly catalog: Catalog;
  readonly dispatcher: Dispatcher;
  readonly masker: ConversationMasker;
  readonly headersFor: HeadersFor;
  readonly exchanges: Exchanges;
  readonly usage: UsageRecorder;
}

/** A request that one provider answers as a whole. */
export type WholeRequest = Omit<CompletionRequest, 'protocol' | 'shown' | 'hidden'>;

/** What came back. */
export interface WholeAnswer {
  readonly requestId: string;
  readonly body: JsonObject;
  /** null: the request was not anonymous. */
  readonly maskedValues: number | null;
}

/** Turns texts into vectors; of an anonymous request the provider sees the placeholders. */
export function createEmbed(options: EmbeddingsOptions): (request: WholeRequest) => Promise<WholeAnswer> {
  const { catalog, dispatcher, masker, headersFor, exchanges, usage } = options;
  return async (request) => {
    const startedAt = performance.now();
    const { accountId, keyId, anonymous, signal } = request;
    const { body, deanonymize } = takeOptions(request.body);
    const targets = await catalog.targets(accountId, modelOf(body));
    const requestId = randomUUID();
    const conversation = anonymous
      ? await masker.begin({ accountId, requestId, deanonymize, signal, listsModel: listsModel(catalog, targets) })
      : null;

    async function send({ target, provider, isLast }: Attempt) {
      if (!provider.operations.has('embeddings')) {
        throw new NotForThisProvider(noEmbeddings());
      }
      const outgoing = { ...body, model: target.name };
      const record = { accountId, requestId, protocol: 'embeddings', model: target.id } as const;
      const recorded = conversation === null ? null : await maskAndRecord(conversation, exchanges, outgoing, record);
      const masked = recorded?.masked ?? null;
      try {
        const headers = headersFor(request.headers ?? {}, { anonymous, client: 'chat', provider: provider.protocol });
        const answer = await provider.send('embeddings', bodyToSend(anonymous, outgoing, masked), {
          signal,
          headers,
          retries: isLast,
        });
        if (answer.kind !== 'json') throw new Error('embeddings are never streamed');
        await recorded?.exchange.onDisk;
        await recorded?.exchange.end('completed');
        return { answer: answer.body, masked };
      } catch (error) {
        await recorded?.exchange.end(signal.aborted ? 'aborted' : 'failed');
        throw inClear(error, conversation);
      }
    }

    let last = targets[0]!;
    const meter = createTokenMeter('chat');
    const record = (outcome: 'completed' | 'failed' | 'aborted', maskedValues: number): void =>
      usage.record({
        ...{ id: requestId, accountId, keyId, outcome, maskedValues },
        ...{ provider: last.connection.definition.id, model: nameForFigures(catalog, last) },
        variant: anonymous ? 'anonymous' : 'plain',
        ...(outcome === 'completed'
          ? meter.result(body)
          : { tokens: { input: 0, output: 0, cached: 0 }, estimated: false }),
        latencyMs: Math.round(performance.now() - startedAt),
      });
    try {
      const { answer, masked } = await dispatcher.overTargets(targets, signal, (attempt) => {
        last = attempt.target;
        return send(attempt);
      });
      meter.answered({ usage: answer['usage'] });
      record('completed', masked?.maskedValues ?? 0);
      return { requestId, body: answer, maskedValues: masked?.maskedValues ?? null };
    } catch (error) {
      record(signal.aborted ? 'aborted' : 'failed', 0);
      throw error;
    }
  };
}

function noEmbeddings(): AppError {
  return new AppError('invalid_request', 'The provider of this model has no embeddings.', {
    fields: { param: 'model' },
  });
}
