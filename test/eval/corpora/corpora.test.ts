import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../server/contract/languages.ts';
import { LABEL_CATEGORIES } from '../annotated.ts';
import { parseColumns, rangesOf } from './columns.ts';
import { detokenize } from './detokenize.ts';
import { convert } from './read.ts';
import { CORPORA, type ColumnSource, type StandoffSource } from './sources.ts';
import { parseStandoff } from './standoff.ts';

/** Marks as they stand in the text. */
const shown = ({
  text,
  marks,
}: {
  text: string;
  marks: readonly { start: number; end: number; label: string; required: boolean }[];
}) => marks.map(({ start, end, label, required }) => `${required ? '' : '?'}${label}: ${text.slice(start, end)}`);

const columns = (rest: Partial<ColumnSource>): ColumnSource => ({
  id: 'test',
  file: 'test.conll',
  language: 'de',
  domain: 'tests',
  format: { token: 0, tag: 1 },
  sentences: 1,
  labels: { PER: 'PERSON', ORG: 'ORGANIZATION', LOC: 'LOCATION', MISC: '?MISC' },
  ...rest,
});

describe('tokens in columns', () => {
  it('are read between blank lines, with comments and document marks left out', () => {
    const content = '-DOCSTART- -X- O\n\n# sent_id = 1\n#\tsource\t[1999]\t\nAnna B-PER\n# O\nlacht O\n\nAb O\n';
    expect(parseColumns(content, { token: 0, tag: 1 })).toEqual([
      [
        { text: 'Anna', tag: 'B-PER' },
        { text: 'lacht', tag: 'O' },
      ],
      [{ text: 'Ab', tag: 'O' }],
    ]);
  });

  it('take any column, and O where a tag is missing', () => {
    expect(parseColumns('1\tAnna\tPER\tO\n2\tlacht\t\tO', { token: 1, tag: 2 })).toEqual([
      [
        { text: 'Anna', tag: 'PER' },
        { text: 'lacht', tag: 'O' },
      ],
    ]);
    expect(parseColumns('Anna NNP - I-PER', { token: 0, tag: -1 })).toEqual([[{ text: 'Anna', tag: 'I-PER' }]]);
  });

  const ranges = (...tags: string[]): string[] =>
    rangesOf(tags.map((tag) => ({ text: 'x', tag }))).map(({ first, last, label }) => `${first}-${last} ${label}`);

  it.each([
    ['IOB2', ['B-PER', 'I-PER', 'B-PER', 'O', 'B-LOC'], ['0-1 PER', '2-2 PER', '4-4 LOC']],
    ['IOB1', ['I-PER', 'I-PER', 'B-PER', 'I-LOC'], ['0-1 PER', '2-2 PER', '3-3 LOC']],
    ['bare labels', ['PERSON', 'PERSON', 'O', 'ORG', 'LOC'], ['0-1 PERSON', '3-3 ORG', '4-4 LOC']],
    ['labels with hyphens', ['B-location-city', 'I-location-city'], ['0-1 location-city']],
  ])('become values: %s', (_, tags, expected) => {
    expect(ranges(...tags)).toEqual(expected);
  });
});

describe('detokenizing', () => {
  it.each([
    ['Er sagte : " Ja , gut . "', 'Er sagte: "Ja, gut."'],
    ["He 's in ( New ) York , is n't he ?", "He's in (New) York, isn't he?"],
    ["C' est l' ami de L' Oréal .", "C'est l'ami de L'Oréal."],
    ['¿ Quién ? Un 5 % ...', '¿Quién? Un 5%...'],
    ['@ anna # berlin', '@anna #berlin'],
    ['Ein - und Ausgang', 'Ein - und Ausgang'],
  ])('%s', (joined, expected) => {
    expect(detokenize(joined.split(' '), []).text).toBe(expected);
  });

  it('closes hyphens inside a value and says where every token stands', () => {
    const { text, starts, ends } = detokenize('die Roth - Klein AG'.split(' '), [{ first: 1, last: 4, label: 'ORG' }]);
    expect(text).toBe('die Roth-Klein AG');
    expect(starts.map((start, index) => text.slice(start, ends[index]))).toEqual(['die', 'Roth', '-', 'Klein', 'AG']);
  });
});

describe('documents of a corpus', () => {
  it('hold sentences, with public things optional and unknown labels unmarked', () => {
    const content =
      'Anna B-PER\nRoth I-PER\nlas O\nFaust B-MISC\n. O\n\nIn O\nJena B-LOC\n: O\n1 B-NUM\n\nUnd O\nK. B-PER\n';
    const [first, second, third] = convert(columns({ sentences: 2 }), content);
    expect(first?.text).toBe('Anna Roth las Faust.\nIn Jena: 1');
    expect(shown(first!)).toEqual(['PERSON: Anna Roth', '?MISC: Faust', 'LOCATION: Jena']);
    // Initials alone are what a court has put in the place of a name.
    expect(shown(second!)).toEqual(['?PERSON: K.']);
    expect(third).toBeUndefined();
    expect([...first!.judged!]).toEqual(['person', 'organization', 'location', 'address']);
  });

  it('are cut where a page has no sentences, never inside a value', () => {
    const content = `${'Wort O\n'.repeat(399)}Anna B-PER\nRoth I-PER\nging O\n`;
    const [first, second] = convert(columns({}), content);
    expect(shown(first!)).toEqual(['PERSON: Anna Roth']);
    expect(second?.text).toBe('ging');
  });

  it('keep their text where offsets stand beside it, counted in code points', () => {
    const source: StandoffSource = {
      ...{ id: 'test', file: 'x.jsonl', language: 'fr', domain: 'tests', format: 'standoff' },
      labels: { NOM: 'PERSON', DATE: '?DATE' },
    };
    const json = JSON.stringify({
      id: 'a',
      text: '👩‍🚀 Née Roth, 1980',
      entities: [
        [14, 18, 'DATE'],
        [8, 12, 'NOM'],
        [0, 3, 'AUTRE'],
      ],
    });
    const [document] = convert(source, `${json}\n\n`);
    expect(shown(document!)).toEqual(['PERSON: Roth', '?DATE: 1980']);
  });

  it('refuse lines of another shape', () => {
    expect(() => parseStandoff('{"text":1}')).toThrow();
  });
});

describe('the table of corpora', () => {
  it('names labels and languages that exist, and each corpus once', () => {
    expect(new Set(CORPORA.map(({ id }) => id)).size).toBe(CORPORA.length);
    for (const { labels, language } of CORPORA) {
      expect(LANGUAGES).toContain(language);
      for (const label of Object.values(labels))
        if (!label.startsWith('?')) expect(LABEL_CATEGORIES).toHaveProperty(label);
    }
  });
});
