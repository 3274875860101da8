import { expect, it } from 'vitest';
import { collect, generate, open, requestBody, stream } from '../../../test/helpers/providers/kinds.ts';

const PARTS = [
  {
    type: 'thinking',
    thinking: [
      { type: 'text', text: 'Hmm, ' },
      { type: 'text', text: '[[person-k3v9q2xd]]?' },
    ],
  },
  { type: 'text', text: 'Ja ' },
  { type: 'reference', reference_ids: [1] },
  { type: 'text', text: '"content":[' },
];

it('gives an answer of Mistral that reasons the shape of the protocol', async () => {
  const { server, provider } = await open('mistral');
  const choices = [{ index: 0, message: { role: 'assistant', content: PARTS }, finish_reason: 'stop' }];
  server.answerNext({ raw: { contentType: 'application/json', parts: [JSON.stringify({ id: 'a', choices })] } });
  const answer = await generate(provider, requestBody('mistral'));
  const content = 'Ja "content":[';
  const message = { role: 'assistant', content, reasoning_content: 'Hmm, [[person-k3v9q2xd]]?' };
  expect(answer).toMatchObject({ body: { id: 'a', choices: [{ index: 0, message, finish_reason: 'stop' }] } });
});

it('does so for streams too, and leaves other events as they are', async () => {
  const { server, provider } = await open('mistral');
  const chunk = (delta: object, finish: string | null = null): string =>
    JSON.stringify({ id: 'a', choices: [{ index: 0, delta, finish_reason: finish }] });
  const sent = [
    chunk({ role: 'assistant', content: PARTS.slice(0, 1) }),
    chunk({ content: PARTS.slice(1) }),
    chunk({ content: 'text with "content": [ in it' }),
    chunk({ content: '' }, 'stop'),
    '[DONE]',
  ];
  const parts = sent.map((data) => `data: ${data}\n\n`);
  server.answerNext({ raw: { contentType: 'text/event-stream', parts } });
  const { seen, error } = await collect(await stream(provider, requestBody('mistral')));
  expect(error).toBeNull();
  expect(seen.map(({ data }) => data)).toEqual([
    chunk({ role: 'assistant', content: '', reasoning_content: 'Hmm, [[person-k3v9q2xd]]?' }),
    chunk({ content: 'Ja "content":[' }),
    ...sent.slice(2),
  ]);
});
