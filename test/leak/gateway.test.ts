import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange, LANGUAGES } from '../../server/contract/index.ts';
import { z } from 'zod';
import { makeConversation, readableIn } from '../helpers/conversations.ts';
import { playConversation } from '../helpers/conversationPlay.ts';
import { bootGateway, type BootedGateway } from '../helpers/gateway.ts';

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway();
});
afterAll(() => gateway.stop());

const MODELS = { chat: 'chat/test-model', messages: 'messages/test-model' } as const;
const PLAYS = LANGUAGES.flatMap((language, index) =>
  (['chat', 'messages'] as const).map((protocol, number) => ({
    language,
    protocol,
    /** Every second one goes to a provider of the other protocol. */
    model: (index + number) % 2 === 0 ? MODELS[protocol] : MODELS[protocol === 'chat' ? 'messages' : 'chat'],
    stream: index % 2 === number,
    seed: 100 + index * 2 + number,
  })),
);

describe('anonymous conversations', () => {
  it.each(PLAYS)('send no value and lose none ($language, $protocol to $model, stream $stream)', async (play) => {
    const conversation = makeConversation(play.protocol, play.language, play.seed);
    const { leaked, anonymous, plain } = await playConversation(gateway, play.protocol, conversation, play);
    expect(leaked).toEqual([]);
    expect(anonymous).toBe(plain);
    expect(readableIn(anonymous, conversation.values.slice(0, 2))).not.toEqual([]);
  });

  it('are recorded as the model saw them, for their account alone', async () => {
    const { values } = makeConversation('chat', 'de', 100);
    const { owner } = gateway.team;
    const list = (await owner.call('GET', '/v1/llm-anonymous/requests')).read(
      z.object({ requests: z.array(z.object({ id: z.string() })) }),
    );
    expect(list.requests).toHaveLength(PLAYS.length);
    const path = `/v1/llm-anonymous/requests/${list.requests.at(-1)!.id}`;
    const { request } = (await owner.call('GET', path)).read(z.object({ request: exchange }));
    expect(request.outcome).toBe('completed');
    expect(readableIn(JSON.stringify([request.request, request.answer]), values)).toEqual([]);
    expect(request.values.map(({ original }) => original)).toEqual(expect.arrayContaining([values[3]]));
    const other = await gateway.team.addPerson('other');
    expect((await other.call('GET', path)).status).toBe(404);
    expect((await other.call('DELETE', path)).status).toBe(404);
    const text = request.values.map(({ placeholder }) => placeholder).join();
    const restored = (await owner.call('POST', '/deanonymize', { text })).read(z.object({ text: z.string() }));
    expect(restored.text).toBe(request.values.map(({ original }) => original).join());
    expect((await owner.call('DELETE', path)).status).toBe(204);
    expect((await owner.call('GET', path)).status).toBe(404);
  });
});
