import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderOfTargets } from './order.ts';

const target = (model: string, weight = 1) => ({ model, weight });
const never = () => false;

describe('the order of targets', () => {
  it('draws by weight, without putting back', () => {
    const targets = [target('a', 1), target('b', 3)];
    expect(orderOfTargets(targets, [], never, () => 0)).toEqual(['a', 'b']);
    expect(orderOfTargets(targets, [], never, () => 0.24)).toEqual(['a', 'b']);
    expect(orderOfTargets(targets, [], never, () => 0.26)).toEqual(['b', 'a']);
    expect(orderOfTargets(targets, [], never, () => 0.999_999)).toEqual(['b', 'a']);
  });

  it('keeps the order of fallbacks, behind the targets', () => {
    expect(orderOfTargets([target('a')], ['c', 'b'], never, () => 0)).toEqual(['a', 'c', 'b']);
  });

  it('puts what failed lately at the end, in the same order', () => {
    const cooling = (model: string) => model === 'a' || model === 'b';
    expect(orderOfTargets([target('a')], ['c', 'b', 'd'], cooling, () => 0)).toEqual(['c', 'd', 'a', 'b']);
  });

  it('tries every model exactly once, whatever chance says', () => {
    const name = fc.constantFrom<string[]>('a', 'b', 'c', 'd', 'e');
    const weighted = fc.record({ model: name, weight: fc.integer({ min: 1, max: 1000 }) });
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.array(weighted), fc.array(name), fc.array(name), chance, (targets, fallbacks, cooling, random) => {
        const order = orderOfTargets(
          targets,
          fallbacks,
          (model) => cooling.includes(model),
          () => random,
        );
        const all = new Set([...targets.map(({ model }) => model), ...fallbacks]);
        expect([...order].sort()).toEqual([...all].sort());
      }),
    );
  });
});
