import { expect, it } from 'vitest';
import { locationOf, placeOf, type Place } from './places.ts';

it('finds every place again from its address', () => {
  const places: readonly Place[] = [
    { kind: 'files' },
    { kind: 'folder', id: '1' },
    { kind: 'project', id: '2' },
    { kind: 'trash' },
    { kind: 'trash', id: '2' },
    { kind: 'inbox' },
    { kind: 'search' },
  ];
  for (const place of places) {
    const { params } = locationOf(place) as { params: Record<string, string> };
    expect(placeOf(params)).toEqual(place);
  }
  expect(placeOf({ place: 'nowhere' })).toEqual({ kind: 'files' });
  expect(placeOf({ place: 'folder', id: '' })).toEqual({ kind: 'files' });
});
