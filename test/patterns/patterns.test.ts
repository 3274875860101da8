import { expect, it } from 'vitest';
import { ALLOWED_CONSTRUCTIONS, ALLOWED_PATTERNS } from './allowed.ts';
import { knownSafe, patternKey, verdictOn } from './checker.ts';
import { productPatterns, rowFor } from './patterns.ts';
import { codeOfComponent } from './sources.ts';

/** So many new patterns are checked in the run of the tests; `node test/patterns/checkAll.ts` checks and keeps more. */
const CHECKED_AT_ONCE = 40;

const { all, unseen } = await productPatterns();

it('finds the patterns of the product', () => {
  expect(all.length).toBeGreaterThan(1_000);
});

it('sees patterns in scripts and in templates of components', () => {
  const component = `<script setup lang="ts">
const a = /b+/u;
</script>
<template><ul><li v-for="x in y.split(/c+/)" :key="x" @click="go(x as string); z = /d+/.test(x)">{{ x.replace(/e+/g, '') }}</li></ul></template>`;
  const found = codeOfComponent('a.vue', component).map(({ code }) => code.match(/\/[b-e]\+\/g?u?/g));
  expect(found).toEqual([['/b+/u'], ['/c+/', '/d+/', '/e+/g']]);
});

it('tells a slow pattern from a fast one', async () => {
  expect(await verdictOn('/(?:a|a)*b/')).toBe('vulnerable');
  expect(await verdictOn('/[. ]+$/')).toBe('vulnerable');
  expect(await verdictOn('/(?<![. ])[. ]+$/')).toBe('safe');
});

it('has no pattern whose time grows faster than the text', async () => {
  const known = knownSafe();
  const fresh = all.filter((found) => rowFor(found) === undefined && !known.has(patternKey(found.pattern)));
  expect(fresh.length, 'check them with: node test/patterns/checkAll.ts').toBeLessThanOrEqual(CHECKED_AT_ONCE);
  const slow: string[] = [];
  for (const { pattern, places } of fresh) {
    const verdict = await verdictOn(pattern);
    if (verdict !== 'safe') slow.push(`${verdict}: ${pattern} at ${places.join(', ')}`);
  }
  expect(slow).toEqual([]);
}, 300_000);

it('has seen what every call of RegExp makes, or knows why it is harmless', () => {
  const allowed = new Set(ALLOWED_CONSTRUCTIONS.map(({ file }) => file));
  expect(unseen.filter((place) => !allowed.has(place.slice(0, place.lastIndexOf(':'))))).toEqual([]);
});

it('has no row without a pattern', () => {
  const used = new Set(all.map(rowFor));
  expect(ALLOWED_PATTERNS.filter((row) => !used.has(row))).toEqual([]);
  const files = new Set(unseen.map((place) => place.slice(0, place.lastIndexOf(':'))));
  expect(ALLOWED_CONSTRUCTIONS.filter(({ file }) => !files.has(file))).toEqual([]);
});
