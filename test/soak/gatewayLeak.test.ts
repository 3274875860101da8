import { afterAll, beforeAll, expect, it } from 'vitest';
import { LANGUAGES } from '../../server/contract/index.ts';
import { makeConversation } from '../helpers/conversations.ts';
import { playConversation } from '../helpers/conversationPlay.ts';
import { bootGateway, type BootedGateway } from '../helpers/gateway.ts';

const CONVERSATIONS = Number(process.env['DECKNAME_SOAK_CONVERSATIONS'] ?? 2_000);
const PART = 100;
const FIRST_SEED = Number(process.env['DECKNAME_SEED'] ?? 0);

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway();
});
afterAll(() => gateway.stop());

/** First seeds of parts that are small enough to end, and to tell of themselves, on a busy machine. */
const PARTS = Array.from({ length: Math.ceil(CONVERSATIONS / PART) }, (_, index) => FIRST_SEED + index * PART);

it.each(PARTS)('plays conversations without a value that leaks or is lost, from seed %i on', async (first) => {
  const models = ['chat/test-model', 'messages/test-model'];
  const leaking: { readonly seed: number; readonly leaked: readonly string[] }[] = [];
  const differing: number[] = [];
  for (let seed = first; seed < Math.min(first + PART, FIRST_SEED + CONVERSATIONS); seed += 1) {
    const language = LANGUAGES[seed % LANGUAGES.length]!;
    const protocol = seed % 3 === 0 ? 'messages' : 'chat';
    const play = { model: models[seed % 2]!, stream: seed % 4 < 2, seed };
    const { leaked, anonymous, plain } = await playConversation(
      gateway,
      protocol,
      makeConversation(protocol, language, seed),
      play,
    );
    if (leaked.length > 0) leaking.push({ seed, leaked });
    if (anonymous !== plain) differing.push(seed);
  }
  expect({ leaking, differing }).toEqual({ leaking: [], differing: [] });
});
