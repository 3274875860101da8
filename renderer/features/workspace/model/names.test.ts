import { expect, it } from 'vitest';
import { nameProblem, numberedName, splitName, stemLength, typeAhead } from './names.ts';

it('splits names at the last dot and numbers copies before it', () => {
  expect(splitName('archive.tar.gz')).toEqual({ stem: 'archive.tar', extension: '.gz' });
  expect(splitName('.htaccess')).toEqual({ stem: '.htaccess', extension: '' });
  expect(numberedName('Brief.docx', 0)).toBe('Brief.docx');
  expect(numberedName('Brief.docx', 1)).toBe('Brief (2).docx');
  expect(stemLength({ type: 'folder', name: 'v1.2' })).toBe(4);
  expect(stemLength({ type: 'file', name: 'Brief.docx' })).toBe(5);
});

it('finds entries by typed letters, accents aside, and goes around the end', () => {
  const names = ['Akte', 'Übersicht', 'Ulm', 'Zeugnis'];
  expect(typeAhead(names, 'u', 0)).toBe(1);
  expect(typeAhead(names, 'u', 2)).toBe(2);
  expect(typeAhead(names, 'u', 3)).toBe(1);
  expect(typeAhead(names, 'q', 0)).toBe(-1);
});

it('says what is wrong with a name', () => {
  expect(['', '  ', '..', 'a/b', 'a\\b', 'a\tb', ' Brief '].map(nameProblem)).toEqual([
    ...['empty', 'empty', 'dots', 'characters', 'characters', 'characters', null],
  ]);
});
