import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadGazetteers } from '../../server/detection/gazetteers/index.ts';
import { withAccounts } from './accounts.ts';
import { parsePieces, type AnnotatedText, type Piece } from './annotated.ts';
import { distort } from './distort.ts';
import { classOf, IGNORED } from './labels.ts';
import { renamePersons } from './personNames.ts';
import type { Pools } from './pools.ts';
import { createRandom } from './random.ts';
import { createValuePool, substitute } from './substitute.ts';
import { createThingPool, renameThings } from './things.ts';

const gazetteers = loadGazetteers(join(import.meta.dirname, '../../resources/gazetteers'));
const pools: Pools = {
  given: () => 'Ilvana',
  surname: () => 'Drostek',
  town: () => 'Neuweiler',
  organization: () => 'Atelier Nordlicht',
  username: () => 'nacht_falter',
  nickname: () => undefined,
};
const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');
const german = (marked: string): AnnotatedText => ({
  id: 'test',
  language: 'de',
  kind: 'document',
  pieces: parsePieces(marked),
  isDev: false,
});

describe('marks', () => {
  it('are told apart from the text, optional ones from required ones', () => {
    expect(parsePieces('Von ⟦PERSON|Anna Roth⟧ am ⟦?DATE|3. Mai⟧.')).toEqual([
      { text: 'Von ' },
      { text: 'Anna Roth', label: 'PERSON', required: true },
      { text: ' am ' },
      { text: '3. Mai', label: 'DATE', required: false },
      { text: '.' },
    ]);
  });

  it('become classes: nothing, ignored, or a category', () => {
    expect(classOf({ text: 'x' })).toBe(0);
    expect(classOf({ text: 'x', label: 'DATE', required: false })).toBe(0);
    expect(classOf({ text: 'x', label: 'ORGANIZATION', required: false })).toBe(IGNORED);
    expect(classOf({ text: 'x', label: 'PERSON', required: true })).toBe(1);
    expect(classOf({ text: 'x', label: 'PASSWORD', required: true })).toBeGreaterThan(1);
  });
});

describe('other values', () => {
  it('rename a person alike in every form and leave the same word outside of marks', () => {
    const text = german(
      'Frau ⟦PERSON|Anna Klein⟧ und ⟦PERSON|KLEIN⟧, ⟦PERSON|Kleins⟧ Hund, ⟦PERSON|A. Klein⟧, ⟦PERSON|anna⟧: klein.',
    );
    const rename = renamePersons(text, gazetteers, pools, createRandom(1));
    const marked = text.pieces.filter(({ label }) => label !== undefined);
    expect(marked.map((piece) => rename(piece.text))).toEqual([
      'Ilvana Drostek',
      'DROSTEK',
      'Drosteks',
      'I. Drostek',
      'ilvana',
    ]);
  });

  it('keep ordinary words and labels, and give the same text for the same seed', () => {
    const text = german('Kunde ⟦REFERENCE|KD-4711⟧: ⟦PERSON|Anna Roth⟧, ⟦LOCATION|20095 Hamburg⟧, KD-4711.');
    const things = createThingPool([text], gazetteers);
    const substitution = { gazetteers, pools, things, values: createValuePool([text]) };
    const once = substitute(text, substitution, createRandom(7));
    expect(substitute(text, substitution, createRandom(7))).toEqual(once);
    expect(once.map(({ label }) => label)).toEqual(text.pieces.map(({ label }) => label));
    once.forEach((piece, index) => {
      if (piece.label === undefined) expect(piece.text).toBe(text.pieces[index]!.text);
    });
  });

  it('give things other names alike everywhere, and leave ordinary words, labels and the words of marks', () => {
    const text = german(
      'Der Thermolux von ⟦PERSON|Anna Zwiebelring⟧ steht still. Thermolux tauschen, TKX prüfen, Zwiebelring nicht. Vertragskennwort: neu',
    );
    const things = createThingPool([german('Die Quarzolith bleibt.')], gazetteers);
    const made = new Set<string>();
    for (let seed = 0; seed < 200; seed += 1) {
      const rename = renameThings(text, { gazetteers, pools, things }, createRandom(seed));
      const result = rename(
        'Der Thermolux steht still. Thermolux tauschen, TKX prüfen, Zwiebelring nicht. Vertragskennwort: neu',
      );
      const match =
        /^Der (\p{Lu}\p{L}+) steht still\. \1 tauschen, (\p{Lu}{3}) prüfen, Zwiebelring nicht\. Vertragskennwort: neu$/u.exec(
          result,
        );
      expect(match, result).not.toBeNull();
      made.add(match![1]!);
    }
    expect(made).toContain('Thermolux');
    expect(made).toContain('Quarzolith');
    expect([...made].filter((word) => word.endsWith('olux')).length).toBeGreaterThan(10);
    expect(made.size).toBeGreaterThan(40);
  });

  it('name the speakers of a chat by their accounts, and nobody in a letter', () => {
    const chat = parsePieces('⟦PERSON|Anna⟧: hallo\n[10:02] ⟦PERSON|Ben⟧: hi ⟦PERSON|Anna⟧\n⟦PERSON|Anna⟧: ok');
    const named = withAccounts(chat, 'de', pools, createRandom(1));
    expect(textOf(named)).toBe('nacht_falter: hallo\n[10:02] nacht_falter: hi Anna\nnacht_falter: ok');
    const letter = parsePieces('Liebe ⟦PERSON|Anna⟧,\nes grüßt\n⟦PERSON|Ben⟧');
    expect(withAccounts(letter, 'de', pools, createRandom(1))).toBe(letter);
  });
});

describe('spoilt texts', () => {
  it('keep their marks in order, whatever happens to the letters', () => {
    const pieces = parsePieces(
      'Sehr geehrte Frau ⟦PERSON|Anna Roth⟧,\n\nIhre Nummer: ⟦REFERENCE|KD-4711⟧ bleibt.\nOrt: ⟦LOCATION|Hamburg⟧\n',
    );
    const spoilt = new Set<string>();
    for (let seed = 0; seed < 300; seed += 1) {
      const result = distort(pieces, createRandom(seed));
      expect(result.map(({ label }) => label)).toEqual(pieces.map(({ label }) => label));
      spoilt.add(textOf(result));
    }
    expect(spoilt.size).toBeGreaterThan(15);
  });
});
