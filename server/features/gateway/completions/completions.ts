import { randomUUID } from 'node:crypto';
import { AppError } from '../../../core/errors.ts';
import type { Logger } from '../../../core/log/logger.ts';
import {
  type CreateTranslation,
  ProviderError,
  type ServerSentEvent,
  type TranslatedStream,
} from '../../../providers/types.ts';
import type { ConversationMasker } from '../anonymizing/types.ts';
import type { Exchanges } from '../exchanges/types.ts';
import { type Catalog, listsModel, nameForFigures, type Target } from '../models/catalog.ts';
import type { Completion, CompletionRequest } from '../types.ts';
import { createTokenMeter, type TokenMeter } from '../usage/tokens.ts';
import type { UsageRecorder } from '../usage/recorder.ts';
import type { HeadersFor } from './clientHeaders.ts';
import { inClear, toAppError, toStreamFailure } from './failures.ts';
import type { Dispatcher } from './overTargets.ts';
import { tellingHeld, withHeld } from './heldLinks.ts';
import { relay, type StreamOutcome } from './relay.ts';
import { isUsageChunk, modelOf, takeOptions } from './requestParts.ts';
import { createSend, type Sent } from './send.ts';

export interface CompletionsOptions {
  readonly catalog: Catalog;
  readonly dispatcher: Dispatcher;
  readonly translate: CreateTranslation;
  readonly masker: ConversationMasker;
  readonly headersFor: HeadersFor;
  readonly exchanges: Exchanges;
  readonly usage: UsageRecorder;
  readonly logger: Logger;
}

/** Sends one request: translation, masking, sending, and the same way back. */
export function createComplete(options: CompletionsOptions): (request: CompletionRequest) => Promise<Completion> {
  const { catalog, dispatcher, masker, usage, logger } = options;
  const send = createSend(options);

  return async (request) => {
    const startedAt = performance.now();
    const { accountId, signal, anonymous } = request;
    const { body, deanonymize, links } = takeOptions(request.body);
    const targets = await catalog.targets(accountId, modelOf(body));
    const requestId = randomUUID();
    const { shown, hidden } = request;
    const conversation = anonymous
      ? {
          requestId,
          masker: await masker.begin({
            ...{ accountId, requestId, deanonymize, links, signal },
            listsModel: listsModel(catalog, targets),
            ...(shown && { shown }),
            ...(hidden && { hidden }),
          }),
        }
      : null;
    const record = (target: Target, meter: TokenMeter | null, sent: Sent | null, outcome: StreamOutcome): void =>
      usage.record({
        ...{ id: requestId, accountId, keyId: request.keyId, outcome },
        ...{ provider: target.connection.definition.id, model: nameForFigures(catalog, target) },
        variant: anonymous ? 'anonymous' : 'plain',
        ...(meter?.result(sent?.body ?? body) ?? { tokens: { input: 0, output: 0, cached: 0 }, estimated: false }),
        maskedValues: sent?.masked?.maskedValues ?? 0,
        latencyMs: Math.round(performance.now() - startedAt),
      });

    let last = targets[0]!;
    const sent = await dispatcher
      .overTargets(targets, signal, (attempt) => {
        last = attempt.target;
        return send({ request, conversation, body }, attempt);
      })
      .catch((error: unknown) => {
        record(last, null, null, signal.aborted ? 'aborted' : 'failed');
        throw error;
      });

    const { target, provider, translation, answer, exchange, masked } = sent;
    const meter = createTokenMeter(provider.protocol);
    const head = { requestId, model: target.id, masking: masked };
    if (answer.kind === 'json') {
      meter.answered(answer.body);
      exchange?.answered(answer.body);
      try {
        const restored = conversation?.masker.restore(provider.protocol, answer.body) ?? answer.body;
        const held = conversation?.masker.held ?? 0;
        const translated = withHeld(translation.answer(restored), held);
        await exchange?.onDisk;
        await exchange?.end('completed');
        record(target, meter, sent, 'completed');
        return { ...head, held, kind: 'json', body: translated };
      } catch (error) {
        await exchange?.end('failed');
        record(target, meter, sent, 'failed');
        throw error instanceof ProviderError ? toAppError(error) : error;
      }
    }

    const end = onceEnded(signal, async (outcome) => {
      record(target, meter, sent, outcome);
      await exchange?.end(outcome);
    });
    const translated = translation.stream();
    const events = relay({
      source: answer.events,
      saw(event) {
        exchange?.saw(event);
        meter.saw(event);
      },
      restored: conversation?.masker.restoreStream(provider.protocol) ?? null,
      translated: tellingHeld(
        sent.hidesUsage ? withoutUsage(translated) : translated,
        request.protocol,
        () => conversation?.masker.held ?? 0,
      ),
      onDisk: exchange?.onDisk ?? Promise.resolve(),
      keepsPlaceholders: anonymous && !deanonymize,
      signal,
      failureOf: (error) =>
        toStreamFailure(appErrorOf(inClear(error, conversation?.masker ?? null), logger, requestId)),
      onEnd: end,
    });
    return { ...head, held: 0, kind: 'events', events };
  };
}

/** Ends a stream once: by its reader, or by a client that goes away before anybody reads it. */
function onceEnded(
  signal: AbortSignal,
  end: (outcome: StreamOutcome) => Promise<void>,
): (outcome: StreamOutcome) => Promise<void> {
  let ended: Promise<void> | null = null;
  const once = (outcome: StreamOutcome): Promise<void> => {
    signal.removeEventListener('abort', aborted);
    return (ended ??= end(outcome));
  };
  const aborted = (): void => void once('aborted');
  signal.addEventListener('abort', aborted);
  return once;
}

function withoutUsage(stream: TranslatedStream): TranslatedStream {
  const kept = (events: readonly ServerSentEvent[]): readonly ServerSentEvent[] =>
    events.some(({ data }) => isUsageChunk(data)) ? events.filter(({ data }) => !isUsageChunk(data)) : events;
  return {
    get failed() {
      return stream.failed;
    },
    push: (event) => kept(stream.push(event)),
    end: () => kept(stream.end()),
    fail: (failure) => stream.fail(failure),
  };
}

function appErrorOf(error: unknown, logger: Logger, requestId: string): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ProviderError) return toAppError(error);
  logger.failure('gateway.stream_failed', error, { requestId });
  return new AppError('INTERNAL', 'Something went wrong on the server.', { cause: error });
}
