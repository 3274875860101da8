import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextView } from '../view.ts';
import { createDocumentPass } from './index.ts';
import { loadGazetteers } from '../gazetteers/index.ts';
import { createLexiconSource } from '../gazetteers/lexicon.ts';
import { createNameFinder, textsOf, type Found } from '../../../test/helpers/detection/names.ts';

const find = createNameFinder();
const lexiconOf = createLexiconSource(loadGazetteers(join(import.meta.dirname, '../../../resources/gazetteers')));
const OPTIONS = { level: 'balanced', categories: {}, terms: [] } as const;
const people = (found: readonly Found[]): Found[] => found.filter(({ category }) => category === 'person');

describe('repeated mentions', () => {
  it('finds a surname alone before and after the full name', () => {
    const text =
      'Rosenbaum fehlte. Frau Chantelle Rosenbaum kam später. Das war ROSENBAUM recht, Rosenbaums Mann auch.';
    const texts = people(find('de', text)).map((span) => span.text);
    expect(texts).toEqual(['Rosenbaum', 'Chantelle Rosenbaum', 'ROSENBAUM', 'Rosenbaums']);
  });

  it('finds a name that a line break divides', () => {
    const text = 'Herr Seidenfaden rief an. Danach wurde Seiden-\nfaden informiert.';
    expect(people(find('de', text)).map((span) => span.text)).toContain('Seiden-\nfaden');
  });

  it('does not mask the adjective of the same letters', () => {
    const text = 'Herr Klein wohnt in einer kleinen Wohnung. Sie ist klein und laut.';
    expect(people(find('de', text)).map((span) => span.text)).toEqual(['Klein']);
  });

  it('does not mask a German noun that is somebody’s name', () => {
    const text = 'Frau Sommer kommt. Im Sommer ist es warm.';
    expect(people(find('de', text))).toHaveLength(1);
  });

  it('takes the genitive of a name but not the noun behind it', () => {
    const found = people(find('de', 'Familie Müller zog um. Da kam Müllers Hund vorbei.'));
    expect(found.map((span) => span.text)).toEqual(['Müller', 'Müllers']);
  });

  it('finds a name in small letters when it is no word', () => {
    const text = 'Fran Canoviejas llega tarde.\nno regales nada, canoviejas';
    expect(people(find('es', text)).map((span) => span.text)).toContain('canoviejas');
  });

  it('finds a company by the beginning of its name', () => {
    const text = 'Die Kronberg & Töchter Hausverwaltungs GmbH kündigt. Kronberg & Töchter bittet um Antwort.';
    expect(textsOf(find('de', text), 'organization')).toEqual([
      'Kronberg & Töchter Hausverwaltungs GmbH',
      'Kronberg & Töchter',
    ]);
  });

  it.each([
    ['de', 'Anschrift\nDorfstraße 3\n24891 Struxdorf\n'],
    ['de', 'Rechnungsadresse\nDorfstraße 3\n24891 Struxdorf\n'],
    ['it', 'Residenza\nVia Garibaldi 3\n20121 Milano\n'],
  ] as const)('%s: takes no label above an address for a name: %j', (language, text) => {
    expect(textsOf(find(language, text), 'organization')).toEqual([]);
  });

  it('takes a line above an address for a name', () => {
    const found = find('de', 'Holzwerk Angeltal\nDorfstraße 3\n24891 Struxdorf\n');
    expect(textsOf(found, 'organization')).toEqual(['Holzwerk Angeltal']);
  });
});

describe('names that are words', () => {
  const mentions = (text: string, name: string, likelihood: (at: number) => number): string[] => {
    const view = createTextView(text, 'en');
    const start = text.indexOf(name);
    const sources = ['names:title'];
    const find = { start, end: start + name.length, category: 'person', confidence: 0.95, priority: 50, sources };
    const pass = createDocumentPass(lexiconOf, () => Float32Array.from(view.tokens, (_, at) => likelihood(at)));
    return pass(view, [find], OPTIONS).map((span) => text.slice(span.start, span.end));
  };

  it('are found again where the words around them speak for a name', () => {
    const text = 'I met Mr Long. Long spoke. A long talk.';
    expect(mentions(text, 'Long', (at) => (at === 5 ? 0.3 : 0))).toEqual(['Long', 'Long']);
    expect(mentions(text, 'Long', () => 0)).toEqual(['Long']);
  });

  it('stay words in small letters', () => {
    expect(mentions('I met Mr Long. A long talk.', 'Long', () => 0.2)).toEqual(['Long']);
  });
});

describe('what stays of a name', () => {
  it.each([
    ['frau wu ist krank', 'wu', true],
    ['frau von der ist krank', 'von der', false],
  ])('%s', (text, name, stays) => {
    const start = text.indexOf(name);
    const sources = ['tagger:context'];
    const find = { start, end: start + name.length, category: 'person', confidence: 0.9, priority: 41, sources };
    const kept = createDocumentPass(lexiconOf)(createTextView(text, 'de'), [find], OPTIONS);
    expect(kept).toHaveLength(stays ? 1 : 0);
  });
});

describe('names introduced by the text', () => {
  it.each([
    ['de', 'Die Wackernagel Metallbau GmbH (WMB) liefert. WMB zahlt.', ['WMB', 'WMB']],
    ['de', 'Die Hallig Kältetechnik GmbH, nachfolgend „HKT“ genannt, haftet. HKT zahlt.', ['HKT', 'HKT']],
    ['it', 'La Fonderia Marinoni S.r.l. (di seguito FMA) paga.', ['FMA']],
    ['en', 'Thackray Moss LLP (the “Lender”) pays. The Lender waits.', []],
    ['de', 'Die Hallig Kältetechnik GmbH (UK) liefert.', []],
  ] as const)('short names of companies: %s %s', (language, text, expected) => {
    const shorts = textsOf(find(language, text), 'organization').filter((name) => !name.includes(' '));
    expect(shorts).toEqual(expected);
  });

  it.each([
    ['en', 'in memory of Kathleen (Kitty) Delahunty', ['Kathleen', 'Kitty', 'Delahunty']],
    ['en', 'We thank Donal "the Oar" Kiernan for it.', ['Donal', 'the Oar', 'Kiernan']],
    ['de', 'Frau Anna Lüdke („Annika“) kam. Annika ging.', ['Anna Lüdke', 'Annika', 'Annika']],
  ] as const)('nicknames: %s %s', (language, text, expected) => {
    expect(people(find(language, text)).map((span) => span.text)).toEqual(expected);
  });
});

describe('user names', () => {
  const text = 'Frau Jana Müller hat ein Konto: ';
  it.each(['j.mueller', 'jmueller', 'jana_mueller87', 'j-muller', 'mueller.jana', '@janamueller', 'jana87'])(
    'made of a name of the document: %s',
    (name) => {
      expect(textsOf(find('de', `${text}${name}, aktiv`), 'username')).toEqual([name.replace('@', '')]);
    },
  );

  it('made of an initial that the document does not give', () => {
    expect(textsOf(find('fr', 'Linh remplace M. Diop. agent=mdiop3'), 'username')).toEqual(['mdiop3']);
  });

  it.each(['k.schmidt', 'mueller-hof', 'jmuellerin'])('not made of one: %s', (name) => {
    expect(textsOf(find('de', `${text}${name}, aktiv`), 'username')).toEqual([]);
  });
});

describe('linking', () => {
  const entityOf = (found: readonly Found[], text: string): number | undefined =>
    found.find((span) => span.text === text)?.entity;

  it('numbers the mentions of one person alike', () => {
    const found = find(
      'de',
      'Frau Anna Lüdke und Herr Cem Yılmaz. A. Lüdke schrieb, dann Lüdkes Anwalt, dann LÜDKE. Yılmaz schwieg.',
    );
    const anna = entityOf(found, 'Anna Lüdke');
    expect(anna).toBeTypeOf('number');
    for (const text of ['A. Lüdke', 'Lüdkes', 'LÜDKE']) expect(entityOf(found, text)).toBe(anna);
    expect(entityOf(found, 'Yılmaz')).toBe(entityOf(found, 'Cem Yılmaz'));
    expect(entityOf(found, 'Yılmaz')).not.toBe(anna);
  });

  it('does not link a surname that two people share', () => {
    const found = find('de', 'Herr Otto Lüdke und Frau Anna Lüdke waren da. Lüdke sprach zuerst.');
    const alone = entityOf(found, 'Lüdke');
    expect(alone).not.toBe(entityOf(found, 'Otto Lüdke'));
    expect(alone).not.toBe(entityOf(found, 'Anna Lüdke'));
  });

  it('links a company and its short name', () => {
    const found = find('en', 'Thackray Moss LLP wrote. Later Thackray Moss replied.');
    expect(entityOf(found, 'Thackray Moss LLP')).toBeTypeOf('number');
    expect(entityOf(found, 'Thackray Moss')).toBe(entityOf(found, 'Thackray Moss LLP'));
  });
});

describe('any text', () => {
  it('gives sorted spans that never overlap and lie in the text', () => {
    const piece = fc.constantFrom(
      'Frau ',
      'Anna ',
      'Lüdke',
      '-\n',
      ', ',
      '12 ',
      'GmbH ',
      '🙂',
      '& ',
      'von der ',
      '\n',
      'Leipzig ',
      '“',
      'straße 5',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }),
        fc.constantFrom('de', 'en', 'fr', 'es', 'it'),
        (pieces, language) => {
          const text = pieces.join('');
          let end = 0;
          for (const span of find(language, text, 'strict')) {
            expect(span.start).toBeGreaterThanOrEqual(end);
            expect(span.end).toBeGreaterThan(span.start);
            expect(span.end).toBeLessThanOrEqual(text.length);
            end = span.end;
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('copes with ten thousand different people', () => {
    const letters = (n: number): string =>
      n.toString(26).replace(/./g, (digit) => 'abcdefghijklmnopqrstuvwxyz'.charAt(parseInt(digit, 26)));
    const text = Array.from(
      { length: 10_000 },
      (_, n) => `Frau Anna Zq${letters(n)}ow kam. Zq${letters(n)}ow ging.`,
    ).join('\n');
    const found = people(find('de', text));
    expect(found.length).toBeGreaterThanOrEqual(19_000);
    expect(new Set(found.map(({ entity }) => entity)).size).toBeGreaterThanOrEqual(9000);
  });
});

describe('words in brackets behind a name', () => {
  const text = 'Frau Vossbach (Strolchi) kam, Frau Meulen (Streusel) auch.';
  /** What the pass introduces where the tagger gives these probabilities to the two words. */
  const introduced = (likely: Readonly<Record<string, number>>): string[] => {
    const view = createTextView(text, 'de');
    const pass = createDocumentPass(lexiconOf, ({ tokens }) =>
      Float32Array.from(tokens, (token) => likely[token.text] ?? 0.9),
    );
    const named = ['Vossbach', 'Meulen'].map((name) => ({
      ...{ start: text.indexOf(name), end: text.indexOf(name) + name.length, category: 'person', confidence: 0.95 },
      ...{ priority: 52, sources: ['names:title'] },
    }));
    return pass(view, named, OPTIONS)
      .filter(({ sources }) => sources.includes('document:nickname'))
      .map(({ start, end }) => text.slice(start, end));
  };

  it('are nicknames unless the tagger is sure that they are none', () => {
    expect(introduced({})).toEqual(['Strolchi', 'Streusel']);
    expect(introduced({ Strolchi: 0.15, Streusel: 0.15 })).toEqual(['Strolchi', 'Streusel']);
    expect(introduced({ Streusel: 0.05 })).toEqual(['Strolchi']);
  });
});
