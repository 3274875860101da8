import { expect, it } from 'vitest';
import { findOf } from '../model/testFinds.ts';
import { findsByPart } from './findsByPart.ts';

it('gives every part the finds it shows, also those that reach over a border', () => {
  const text = 'Anna Müller und Jörg Kern in Ulm';
  const [anna, joerg, ulm] = [findOf(text, 'Anna Müller'), findOf(text, 'Jörg Kern'), findOf(text, 'Ulm')];
  const places = [
    { start: 0, end: 8, part: 1 },
    { start: 8, end: 20, part: 2 },
    { start: 21, end: 25, part: 1 },
  ];
  const parts = findsByPart([anna, joerg, ulm], places);
  expect(parts.get(1)).toEqual([anna, joerg]);
  expect(parts.get(2)).toEqual([anna, joerg]);
  expect([...parts.values()].flat()).not.toContain(ulm);
});
