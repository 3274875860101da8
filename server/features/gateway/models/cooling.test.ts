import { describe, expect, it } from 'vitest';
import { createCooling } from './cooling.ts';

function coolingAt() {
  let now = 1_000_000;
  const cooling = createCooling({ now: () => now });
  return { cooling, advance: (seconds: number) => (now += seconds * 1000) };
}

describe('targets that failed', () => {
  it('cool down for half a minute, or as long as the provider says', () => {
    const { cooling, advance } = coolingAt();
    cooling.failed('a', null);
    cooling.failed('b', 90);
    advance(29);
    expect([cooling.isCooling('a'), cooling.isCooling('b'), cooling.isCooling('c')]).toEqual([true, true, false]);
    advance(2);
    expect([cooling.isCooling('a'), cooling.isCooling('b')]).toEqual([false, true]);
    advance(60);
    expect(cooling.isCooling('b')).toBe(false);
  });

  it('cool down for five minutes at most, and no longer than until they work', () => {
    const { cooling, advance } = coolingAt();
    cooling.failed('a', 86_400);
    cooling.failed('b', 86_400);
    cooling.succeeded('b');
    expect(cooling.isCooling('b')).toBe(false);
    advance(301);
    expect(cooling.isCooling('a')).toBe(false);
  });
});
