import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Code units of one event of a streamed answer. */
const PIECE = 16 * 1024;

interface AnyRequest {
  readonly stream?: boolean;
  readonly messages: readonly { readonly content: string }[];
}

export interface EchoProvider {
  /** Base address for chat completions and for messages. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** A model that answers with what it was told last, whole or as a stream, in both protocols. Keeps nothing. */
export async function openEchoProvider(): Promise<EchoProvider> {
  const server = createServer((request, response) => {
    void (async () => {
      const { messages, stream = false } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as AnyRequest;
      const text = messages.at(-1)!.content;
      const protocol = request.url!.endsWith('/messages') ? MESSAGES : CHAT;
      if (!stream) {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(protocol.whole(text)));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of protocol.events(text)) {
        if (!response.write(event)) await once(response, 'drain');
      }
      response.end();
    })().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Protocol {
  readonly whole: (text: string) => object;
  readonly events: (text: string) => Iterable<string>;
}

const pieces = (text: string): string[] => text.match(new RegExp(`[^]{1,${String(PIECE)}}`, 'g')) ?? [];
const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;

/** https://platform.openai.com/docs/api-reference/chat */
const CHAT: Protocol = {
  whole: (content) => ({
    ...{ id: 'c', object: 'chat.completion', created: 1, model: 'echo' },
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
  *events(text) {
    const chunk = (delta: object, finish: string | null) =>
      data({
        ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'echo' },
        choices: [{ index: 0, delta, finish_reason: finish }],
      });
    for (const content of pieces(text)) yield chunk({ content }, null);
    yield `${chunk({}, 'stop')}data: [DONE]\n\n`;
  },
};

/** https://docs.anthropic.com/en/api/messages */
const MESSAGES: Protocol = {
  whole: (text) => ({
    ...{ id: 'm', type: 'message', role: 'assistant', model: 'echo', stop_reason: 'end_turn', stop_sequence: null },
    content: [{ type: 'text', text }],
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
  *events(text) {
    const named = (value: { readonly type: string } & Record<string, unknown>) =>
      `event: ${value.type}\n${data(value)}`;
    yield named({ type: 'message_start', message: { ...MESSAGES.whole(''), content: [], stop_reason: null } });
    yield named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
    for (const piece of pieces(text)) {
      yield named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } });
    }
    yield named({ type: 'content_block_stop', index: 0 });
    yield named({
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: 1 },
    });
    yield named({ type: 'message_stop' });
  },
};
