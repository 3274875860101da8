import path from 'node:path';
import satisfies from 'spdx-satisfies';
import { expect, it } from 'vitest';
import { collectLicences, type Licence } from './licences.ts';

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

/** Licences (SPDX) that allow to ship a part with a product under the Apache License, with a notice at most. */
const PERMISSIVE = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MPL-2.0'],
  ...['OFL-1.1', 'PSF-2.0', 'Python-2.0', 'Unlicense'],
];
/** Packages whose manifest says it otherwise, and what they are under. */
const OTHERWISE: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^@img\/sharp-libvips-/, 'LGPL-3.0: a library of its own file, linked at run time, which anybody may replace'],
  [/^dejavu-fonts-ttf$/, 'Bitstream Vera licence: may be shipped with any software'],
  [/^(?:busboy|streamsearch)$/, 'MIT, in its file LICENSE'],
  [/^png-js$/, 'MIT, in its file LICENSE'],
  [/^ibantools$/, 'MIT or MPL-2.0, written without the signs of SPDX'],
];

it('finds nothing but licences that allow to ship it', () => {
  const isPermissive = (licence: string) => {
    try {
      return satisfies(licence, PERMISSIVE);
    } catch {
      return false;
    }
  };
  const others = licences.filter(({ licence }) => !isPermissive(licence));
  const isListed = ({ name }: Licence) => OTHERWISE.some(([pattern]) => pattern.test(name));
  expect(others.filter((part) => !isListed(part))).toEqual([]);
  // No row outlives its package.
  for (const [pattern] of OTHERWISE)
    expect(
      others.some(({ name }) => pattern.test(name)),
      String(pattern),
    ).toBe(true);
  // What a text says must be in it.
  for (const { name, text } of others.filter(({ licence }) => licence === 'see text'))
    expect(text, name).toMatch(/Permission is hereby granted, free of charge/);
});
