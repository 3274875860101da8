import { afterAll, beforeAll, expect, it } from 'vitest';
import { bootGateway, type BootedGateway } from '../helpers/gateway.ts';
import { playLinks } from '../helpers/playLinks.ts';

const ANSWERS = 500;

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway();
});
afterAll(() => gateway.stop());

it(`carries no value in the addresses of ${String(ANSWERS)} answers`, async () => {
  const carrying: unknown[] = [];
  for (let seed = 0; seed < ANSWERS; seed += 1) {
    const answer = await playLinks(gateway, seed);
    if (answer.carrying.length > 0) carrying.push({ seed, carrying: answer.carrying });
  }
  expect(carrying).toEqual([]);
});
