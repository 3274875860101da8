import path from 'node:path';
import { expect, it } from 'vitest';
import { collectLicences } from './licences.ts';

const licences = await collectLicences(path.join(import.meta.dirname, '..'));

it('lists what ships, with what it depends on, and no tool of development', () => {
  const names = licences.map(({ name }) => name);
  // express: a dependency; vue: bundled; body-parser and @vue/shared: dependencies of these.
  for (const name of ['express', 'vue', 'body-parser', '@vue/shared', '@fontsource-variable/inter']) {
    expect(names).toContain(name);
  }
  for (const name of ['vitest', 'eslint', 'electron-builder']) expect(names).not.toContain(name);
  expect(licences.length).toBeGreaterThan(50);
  expect(new Set(licences.map(({ name, version }) => `${name}@${version}`)).size).toBe(licences.length);
});

it('finds nothing but licences that allow to ship it', () => {
  const forbidden = licences.filter(({ licence }) => /(^|[^L])A?GPL|SSPL|BUSL|UNLICENSED/i.test(licence));
  expect(forbidden).toEqual([]);
});
