import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../contract/languages.ts';
import { loadGazetteers } from '../gazetteers/index.ts';
import { createLexiconSource } from '../gazetteers/lexicon.ts';
import type { Candidate, Recognizer, TextView } from '../recognizer.ts';
import { createTextView } from '../view.ts';
import { createTagger, loadTaggerModel } from './index.ts';
import { createNetwork, RUN_TOKENS } from './network.ts';
import { tagTokens, type Probabilities } from './probabilities.ts';

const resources = join(import.meta.dirname, '../../../resources');
const gazetteers = loadGazetteers(join(resources, 'gazetteers'));
const lexiconOf = createLexiconSource(gazetteers);
const model = loadTaggerModel(join(resources, 'tagger'));
const network = createNetwork(model);
const tagger = createTagger(model, gazetteers, lexiconOf);

const tag = (view: TextView, by = network): Probabilities => tagTokens(view, lexiconOf(view), gazetteers, by);

function valuesOf(text: string, language: Language): [string, string][] {
  return [...tagger.recognizer.recognize(createTextView(text, language))]
    .filter(({ confidence }) => confidence >= 0.5)
    .map(({ start, end, category }) => [text.slice(start, end), category]);
}

describe('the tagger', () => {
  it.each<[Language, string, [string, string][]]>([
    [
      'de',
      'Gestern hat Tadeusz Wojnarowski aus Wermelskirchen angerufen.',
      [
        ['Tadeusz Wojnarowski', 'person'],
        ['Wermelskirchen', 'location'],
      ],
    ],
    [
      'en',
      'Please call Oluwaseun Adeyemi before noon, he lives in Macclesfield.',
      [
        ['Oluwaseun Adeyemi', 'person'],
        ['Macclesfield', 'location'],
      ],
    ],
    [
      'fr',
      'Le dossier de Solène Kerbrat est resté à Concarneau.',
      [
        ['Solène Kerbrat', 'person'],
        ['Concarneau', 'location'],
      ],
    ],
    [
      'es',
      'Ayer vino Nuria Etxebarria desde Tafalla con su hijo.',
      [
        ['Nuria Etxebarria', 'person'],
        ['Tafalla', 'location'],
      ],
    ],
    [
      'it',
      'Ieri è passata Ornella Brambati da Pinerolo.',
      [
        ['Ornella Brambati', 'person'],
        ['Pinerolo', 'location'],
      ],
    ],
  ])('finds names and places in running text (%s)', (language, text, values) => {
    expect(valuesOf(text, language)).toEqual(values);
  });

  it.each<[Language, string]>([
    ['de', 'Die Rechnung ist bis Freitag zu zahlen, sonst fallen Mahngebühren an.'],
    ['en', 'The invoice has to be paid by Friday, or a late fee will be charged.'],
    ['fr', 'La facture doit être payée avant vendredi, sinon des frais seront dus.'],
    ['es', 'La factura debe pagarse antes del viernes; si no, habrá recargo.'],
    ['it', 'La fattura va pagata entro venerdì, altrimenti si applica la mora.'],
  ])('leaves text without names alone (%s)', (language, text) => {
    expect(valuesOf(text, language)).toEqual([]);
  });

  it('gives offsets of the text as it is, with emoji and combining characters before the name', () => {
    const plain = 'Gestern hat Tadeusz Wojnarowski angerufen.';
    const before = '👩‍👩‍👧 Zoë und ñandú 🎉\n\n';
    const [name] = valuesOf(plain, 'de');
    const text = before + plain;
    const found = [...tagger.recognizer.recognize(createTextView(text, 'de'))].filter(
      ({ start }) => start >= before.length,
    );
    expect(found.map(({ start, end }) => text.slice(start, end))).toContain(name![0]);
  });

  it('says the same about a text when it has read others in between', () => {
    const view = createTextView('Frau Ilona Varga wohnt in Soltau und arbeitet bei Pohl & Lindner.', 'de');
    const before = tag(view);
    const many = Array.from({ length: 40_000 }, (_, index) => `w${index.toString(36)}`).join(' ');
    tag(createTextView(many, 'de'));
    expect(tag(view)).toEqual(before);
    expect(tag(view, createNetwork(model))).toEqual(before);
  });

  it('reads a long text in windows that do not show', () => {
    // Twice, so that every word is repeated in the short text as in the long one.
    const part = 'Am Montag rief Jelena Petrović aus Bad Oldesloe an. Kundennummer: 4711-22\n\n'.repeat(2);
    const long = createTextView(part.repeat(120), 'de');
    const short = createTextView(part.repeat(20), 'de');
    expect(long.tokens.length).toBeGreaterThan(3 * RUN_TOKENS);
    expect(short.tokens.length).toBeLessThan(RUN_TOKENS);
    const whole = tag(long);
    const alone = tag(short);
    // Beyond the reach of the ends, the short text lies in the long one at every multiple of its period.
    const period = createTextView(part, 'de').tokens.length;
    for (let i = network.reach; i < short.tokens.length - network.reach; i += 1) {
      for (let at = i; at < long.tokens.length - network.reach; at += period * 7)
        expect(whole.any[at]).toBe(alone.any[i]);
    }
  });

  it('takes back names it holds for ordinary words, and no others', () => {
    const text = 'Bitte die Fenster schließen. Es rief Tadeusz Wojnarowski an.';
    const find = (word: string, category: string, priority: number): Candidate => ({
      start: text.indexOf(word),
      end: text.indexOf(word) + word.length,
      category,
      confidence: 0.6,
      priority,
      sources: ['test'],
    });
    const lists: Recognizer = {
      id: 'test:names',
      categories: ['person', 'reference'],
      recognize: () => [
        find('Fenster', 'person', 35),
        find('Fenster', 'reference', 35),
        find('Wojnarowski', 'person', 35),
      ],
    };
    const kept = [...tagger.confirm(lists).recognize(createTextView(text, 'de'))];
    expect(kept.map(({ start, category }) => [text.slice(start, start + 4), category])).toEqual([
      ['Fens', 'reference'],
      ['Wojn', 'person'],
    ]);
  });
});
