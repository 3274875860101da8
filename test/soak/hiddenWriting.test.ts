import { afterAll, beforeAll, expect, it } from 'vitest';
import { bootGateway, type BootedGateway } from '../helpers/gateway.ts';
import { playHidden } from '../helpers/playHidden.ts';

const PART = 100;
const PARTS = Array.from({ length: 20 }, (_, index) => index * PART);

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway();
});
afterAll(() => gateway.stop());

it.each(PARTS)('shows no provider a value that is hidden in 100 conversations, from seed %i on', async (first) => {
  expect(
    await playHidden(
      gateway,
      Array.from({ length: PART }, (_, index) => first + index),
    ),
  ).toEqual([]);
});
