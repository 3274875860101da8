import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootGateway, type BootedGateway } from '../../helpers/gateway.ts';
import { playHidden } from '../../helpers/playHidden.ts';
import { playLinks, VALUES } from '../../helpers/playLinks.ts';

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway();
});
afterAll(() => gateway.stop());

/** Chat and messages, each streamed and as a whole. */
const WAYS = [0, 1, 2, 3];
const [NAME] = VALUES;

describe('restored values in addresses (rights 4)', () => {
  it('stay placeholders in every kind of link, and come back beside them', async () => {
    for (let seed = 0; seed < 42; seed += 1) {
      const { text, carrying, told } = await playLinks(gateway, seed);
      expect({ seed, carrying }).toEqual({ seed, carrying: [] });
      expect(text).toContain(`Zu ${NAME} gibt es`);
      expect(text).toMatch(/evil\.example[^\s]*\[\[[a-z]+-/);
      expect(told).toBeGreaterThan(0);
    }
  });

  it.each(WAYS)('are counted in the answer and, where it comes as a whole, in a header (way %i)', async (way) => {
    const answer = ([first = '', second = '']: readonly string[]) =>
      `[a](https://x.example/${first}) ${first} <img src="https://x.example/${second}"> [b](https://x.example/${first})`;
    const { told, header } = await playLinks(gateway, way, { answer });
    expect(told).toBe(2);
    expect(header).toBe(way < 2 ? null : '2');
  });

  it.each(WAYS)('are put back when the request asks for it (way %i)', async (way) => {
    const answer = ([first = '']: readonly string[]) => `[a](https://x.example/?q=${first})`;
    const { text, told, header } = await playLinks(gateway, way, { links: true, answer });
    expect(text).toBe(`[a](https://x.example/?q=${NAME})`);
    expect([told, header]).toEqual([null, null]);
  });

  it.each(WAYS)('are put back behind mailto: and tel:, and in words (way %i)', async (way) => {
    const answer = (all: readonly string[]) => `[Mail](mailto:${all[2]!}) und ${all[0]!} (Konto ${all[1]!})`;
    const { text, told } = await playLinks(gateway, way, { answer });
    expect(text).toBe(`[Mail](mailto:${VALUES[2]}) und ${NAME} (Konto ${VALUES[1]})`);
    expect(told).toBeNull();
  });
});

it('hidden writing shows no provider a value (rights 4)', async () => {
  expect(
    await playHidden(
      gateway,
      Array.from({ length: 48 }, (_, seed) => seed * 7),
    ),
  ).toEqual([]);
});
