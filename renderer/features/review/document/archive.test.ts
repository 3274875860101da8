import { expect, it } from 'vitest';
import { findOf } from '../model/testFinds.ts';
import { archiveEntries } from './archive.ts';

it('names the files of an archive with their folders, and counts the finds in each and those nobody has decided on', () => {
  const text = 'Akten/Anna Müller/brief.txt\nAnna Müller und Jörg Kern\nfoto.bin';
  const [inName, anna, joerg] = [
    findOf(text, 'Anna Müller'),
    findOf(text, 'Anna Müller', { from: 20 }),
    findOf(text, 'Jörg Kern'),
  ];
  const size = { size_bytes: 1 };
  const view = {
    files: [
      { ...size, name: { start: 0, end: 27 }, format: 'txt' as const },
      { ...size, name: { start: 54, end: 62 }, format: null },
    ],
    parts: [{ file: 1 }, { file: 1 }, { file: 2 }],
  };
  const byPart = new Map([
    [1, [inName, anna]],
    // It reaches over the border of two parts.
    [2, [anna, joerg]],
  ]);
  expect(archiveEntries(view, text, byPart, (id) => id === joerg.id)).toEqual([
    { number: 1, name: 'brief.txt', folders: ['Akten', 'Anna Müller'], isRead: true, finds: 3, open: 2 },
    { number: 2, name: 'foto.bin', folders: [], isRead: false, finds: 0, open: 0 },
  ]);
});
