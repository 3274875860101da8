/**
 * A model provider in a process of its own, so that it takes no time from the client that measures. Speaks chat completions and answers with the
 * beginning of the user's text. The name of the model says how: `paced` streams it at the speed of a model, `long` does so for seconds, `quick`
 * streams it without pauses, `whole` sends it in one piece, `held` sends the first event of a stream and then nothing. Prints its port. It is not one of the test providers of test/helpers, which keep all they receive.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const EVENTS = 40;
const LONG_EVENTS = 250;
const CHARACTERS_PER_EVENT = 10;
/** Fifty events a second, as a fast model. */
const PACE_MS = 20;

/** How the models stream. */
const STREAMS: Readonly<Record<string, { readonly events: number; readonly paceMs: number }>> = Object.freeze({
  paced: { events: EVENTS, paceMs: PACE_MS },
  long: { events: LONG_EVENTS, paceMs: PACE_MS },
  quick: { events: EVENTS, paceMs: 0 },
});

interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly content: string }[];
}

function event(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
  const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_735_689_600, model: 'bench', choices };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

async function stream(response: ServerResponse, text: string, model: string): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.socket?.setNoDelay(true);
  response.write(event({ role: 'assistant', content: text.slice(0, CHARACTERS_PER_EVENT) }));
  const kind = STREAMS[model];
  if (kind === undefined) return;
  for (let index = 1; index < kind.events && !response.destroyed; index++) {
    if (kind.paceMs > 0) await sleep(kind.paceMs);
    response.write(event({ content: text.slice(index * CHARACTERS_PER_EVENT, (index + 1) * CHARACTERS_PER_EVENT) }));
  }
  response.end(`${event({}, 'stop')}data: [DONE]\n\n`);
}

function whole(response: ServerResponse, text: string): void {
  const message = { role: 'assistant', content: text.slice(0, EVENTS * CHARACTERS_PER_EVENT), refusal: null };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: 'stop' }];
  const usage = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 };
  const body = { id: 'chatcmpl-1', object: 'chat.completion', created: 1_735_689_600, model: 'bench', choices, usage };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const server = createServer((request, response) => {
  void (async () => {
    const parts = (await request.toArray()) as Uint8Array[];
    const { model, messages } = JSON.parse(Buffer.concat(parts).toString('utf8')) as ChatRequest;
    const text = messages.at(-1)?.content ?? '';
    if (model === 'whole') whole(response, text);
    else await stream(response, text, model);
  })().catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`));
