import { AppError } from '../../server/core/errors.ts';
import type { DetectionResult } from '../../server/detection/types.ts';
import type { JsonObject } from '../../server/providers/types.ts';
import type { MaskableProtocol } from '../../server/features/gateway/anonymizing/types.ts';
import type { Measured } from './growth.ts';
import { openTestMasker } from './openTestMasker.ts';

/** Finds that cost nothing, so that only the gateway's own work is measured: thousands of values where the text holds them. */
function detect(text: string): Promise<DetectionResult> {
  const spans = [...text.matchAll(/Anna K[a-z]{1,10}er|u\d{1,9}@a\.example/g)].map(({ 0: found, index }) => ({
    ...{ start: index, end: index + found.length, confidence: 0.9, sources: ['test'] },
    category: found.includes('@') ? 'email' : 'person',
  }));
  return Promise.resolve({ language: 'de', spans, stages: [] });
}

/** What a hostile body may be answered with. */
const REFUSED: ReadonlySet<string> = new Set(['invalid_request', 'anonymization_failed', 'file_not_supported']);

const masker = openTestMasker({ detect });
const mask =
  (protocol: MaskableProtocol, bodyOf: (text: string) => JsonObject): Measured =>
  async (text) => {
    const conversation = await masker.begin();
    await conversation.mask(protocol, bodyOf(text)).catch((error: unknown) => {
      if (!(error instanceof AppError) || !REFUSED.has(error.code)) throw error;
    });
  };

const said = (content: string): JsonObject => ({ role: 'user', content });
const tool = (name: string): JsonObject => ({
  type: 'function',
  function: { name, description: name, parameters: { type: 'object', properties: { [name]: { type: 'string' } } } },
});
const call = (name: string, args: string): JsonObject => ({
  role: 'assistant',
  tool_calls: [{ id: 'c', type: 'function', function: { name, arguments: args } }],
});

/** Places of a request where a hostile text may stand. */
export const MASKING: readonly (readonly [name: string, work: Measured])[] = (
  [
    ['messages of chat', 'chat', (text) => ({ model: 'm', messages: [said(text)] })],
    ['JSON in messages', 'chat', (text) => ({ model: 'm', messages: [said(JSON.stringify({ a: [text] }))] })],
    [
      'answers of the model',
      'chat',
      (text) => ({ model: 'm', messages: [said('x'), { role: 'assistant', content: text }] }),
    ],
    ['names of tools', 'chat', (text) => ({ model: 'm', messages: [said('x')], tools: [tool(text)] })],
    [
      'arguments of tools',
      'chat',
      (text) => ({ model: 'm', messages: [said('x'), call('f', JSON.stringify({ q: text }))] }),
    ],
    ['names of properties', 'chat', (text) => ({ model: 'm', messages: [said(JSON.stringify({ [text]: 1 }))] })],
    ['names of models', 'chat', (text) => ({ model: text, messages: [said('x')] })],
    ['many messages', 'chat', (text) => ({ model: 'm', messages: text.match(/[^]{1,400}/g)!.map(said) })],
    [
      'messages of the other protocol',
      'messages',
      (text) => ({ model: 'm', max_tokens: 1, system: text, messages: [said(text)] }),
    ],
  ] satisfies readonly (readonly [string, MaskableProtocol, (text: string) => JsonObject])[]
).map(([name, protocol, bodyOf]) => [name, mask(protocol, bodyOf)] as const);

const conversation = async () => {
  const opened = await masker.begin();
  await opened.mask('chat', { model: 'm', messages: [said('Frau Anna Krauser')], tools: [tool('anna_krauser')] });
  return opened;
};

/** An answer that a model streams in pieces of so many code units. */
const streamed =
  (most: number): Measured =>
  async (text) => {
    const stream = (await conversation()).restoreStream('chat');
    const size = Math.min(most, text.length);
    for (let at = 0; at < text.length; at += size) {
      const chunk = { choices: [{ index: 0, delta: { content: text.slice(at, at + size) } }] };
      stream.push({ event: null, data: JSON.stringify(chunk) });
    }
    stream.end();
  };

/** Ways in which a model may answer with a hostile text. */
export const RESTORING: readonly (readonly [name: string, work: Measured])[] = [
  ['a stream in small pieces', streamed(16)],
  ['a stream in large pieces', streamed(4_096)],
  ['a stream of one piece', streamed(Infinity)],
  [
    'a whole answer',
    async (text) => {
      (await conversation()).restore('chat', {
        choices: [{ index: 0, message: { role: 'assistant', content: text } }],
      });
    },
  ],
];
