import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../contract/languages.ts';
import { loadGazetteers } from '../gazetteers/index.ts';
import { createLexiconSource } from '../gazetteers/lexicon.ts';
import type { Candidate } from '../recognizer.ts';
import { createTextView } from '../view.ts';
import { extend } from './extend.ts';

const lexiconOf = createLexiconSource(loadGazetteers(join(import.meta.dirname, '../../../resources/gazetteers')));

/** Extends finds given as `[category|text]` in a text. */
function extended(language: Language, marked: string): string[] {
  let text = '';
  let at = 0;
  const finds: Candidate[] = [];
  for (const match of marked.matchAll(/\[(\w+)\|([^\]]*)\]/g)) {
    text += marked.slice(at, match.index);
    const start = text.length;
    text += match[2]!;
    const rest = { confidence: 0.9, priority: 41, sources: ['test'] };
    finds.push({ start, end: text.length, category: match[1]!, ...rest });
    at = match.index + match[0].length;
  }
  text += marked.slice(at);
  const view = createTextView(text, language);
  return extend(view, lexiconOf(view), finds).map(({ start, end }) => text.slice(start, end));
}

describe('extend', () => {
  it.each([
    ['de', 'Frau [person|Hei]-\nnecke kam', ['Hei-\nnecke']],
    ['es', 'vecino de [location|Villanueva de los Infan]-\ntes, mayor', ['Villanueva de los Infan-\ntes']],
    ['it', 'in Foiano della Chi-\n[location|ana], li', ['Chi-\nana']],
    ['de', 'Herr [person|Seidenfaden]-\nMeier', ['Seidenfaden']],
    ['de', 'Gruß, [person|Strobl] jun.', ['Strobl jun.']],
    ['en', 'drawn by [person|Earl Boone] III', ['Earl Boone III']],
    ['en', 'the ship [person|Maria] II', ['Maria']],
    ['en', '[person|Muthu] s/o [person|Arumugam] came', ['Muthu s/o', 'Arumugam']],
    ['en', '[person|Ann] and [person|Bob]', ['Ann', 'Bob']],
    ['de', '[organization|Metallbau Noack] Inh. [person|Sven Noack]', ['Metallbau Noack Inh.', 'Sven Noack']],
    ['it', '[organization|Traslochi Felsina] di [person|N. Ungureanu]', ['Traslochi Felsina di', 'N. Ungureanu']],
    ['fr', 'sis lieu-dit [address|Les Brosses, 23200 Aubusson]', ['lieu-dit Les Brosses, 23200 Aubusson']],
    ['en', 'for Units 4-6, [address|Riverside Estate]', ['Units 4-6, Riverside Estate']],
    ['es', '[address|Residencial Los Cipreses], casa 27, en', ['Residencial Los Cipreses, casa 27']],
    ['de', 'Aktenz. KF [reference|81/2290], ist', ['KF 81/2290']],
    ['es', 'previo EJE [casenumber|512/2023] del', ['EJE 512/2023']],
    ['it', 'causa RG [casenumber|512/2023] del', ['512/2023']],
    ['de', 'gesamt CHF [reference|7740] für', ['7740']],
    ['de', 'RECHNUNG VOM MAI [reference|7740]', ['7740']],
    ['de', 'Tel. BB [phone|77 0441]', ['77 0441']],
    ['en', 'the DCF [reference|A-81/2290]', ['A-81/2290']],
  ] as const)('%s: %s', (language, marked, expected) => {
    expect(extended(language, marked)).toEqual(expected);
  });
});
