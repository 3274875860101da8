import { describe, expect, it } from 'vitest';
import type { Span } from '../../server/detection/types.ts';
import type { AnnotatedDocument } from './annotated.ts';
import { addFind, createCalibration, expectedCalibrationError } from './calibration.ts';
import { parseMarked } from './inlineMarks.ts';
import { byConfidence, byLabel, markdown, overview } from './report.ts';
import { compare, documentResultOf, evaluation, type Evaluation } from './results.ts';
import { addDocument, createScore, mergeScore, totalOf, type Score } from './score.ts';

function documentOf(marked: string, judged?: readonly string[]): AnnotatedDocument {
  return {
    ...{ id: 'd', source: 'tests', domain: 'tests', language: 'de' },
    ...parseMarked(marked),
    ...(judged === undefined ? {} : { judged: new Set(judged) }),
  };
}

/** Finds of parts of the text, each where it first stands. */
function finds(text: string, ...parts: readonly (readonly [string, string, number?])[]): Span[] {
  return parts.map(([part, category, confidence = 0.9]) => {
    const start = text.indexOf(part);
    if (start < 0) throw new Error('the part is not in the text');
    return { start, end: start + part.length, category, confidence, sources: ['test'] };
  });
}

function scored(
  marked: string,
  parts: readonly (readonly [string, string, number?])[],
  judged?: readonly string[],
): Score {
  const score = createScore();
  const document = documentOf(marked, judged);
  addDocument(score, document, finds(document.text, ...parts));
  return score;
}

describe('inline marks', () => {
  it('are taken out of the text', () => {
    expect(parseMarked('Frau ⟦PERSON|Roth⟧, ⟦?LOCATION|Bayern⟧.')).toEqual({
      text: 'Frau Roth, Bayern.',
      marks: [
        { start: 5, end: 9, label: 'PERSON', required: true },
        { start: 11, end: 17, label: 'LOCATION', required: false },
      ],
    });
  });
});

describe('a mention', () => {
  const masked = (marked: string, ...parts: string[]): number =>
    totalOf(
      scored(
        marked,
        parts.map((part) => [part, 'person'] as const),
      ),
    ).masked;

  it('counts only when every letter and digit of it is masked', () => {
    expect(masked('⟦PERSON|Anna Roth⟧', 'Anna Roth')).toBe(1);
    expect(masked('⟦PERSON|Anna Roth⟧', 'Anna Rot')).toBe(0);
    expect(masked('⟦PERSON|Anna Roth⟧', 'Anna')).toBe(0);
    expect(masked('⟦PERSON|Anna Roth⟧', 'Anna', 'Roth')).toBe(1);
    expect(masked('⟦PERSON|𝒜nna⟧', 'nna')).toBe(0);
  });

  it('may show its marks and an English possessive', () => {
    expect(masked('⟦PHONE|(0341) 86-71⟧', '0341) 86-71')).toBe(1);
    expect(masked("⟦PERSON|Roth's⟧ dog", 'Roth')).toBe(1);
    expect(masked("⟦PERSON|Roth's⟧ dog", "Roth's")).toBe(1);
  });

  it('is named rightly by the category that covers most of it', () => {
    const named = (category: string): number =>
      totalOf(scored('⟦LOCATION|04229 Leipzig⟧', [['04229 Leipzig', category]])).named;
    expect([named('location'), named('address'), named('person')]).toEqual([1, 1, 0]);
    const mixed = scored('⟦PERSON|Anna-Lena Roth⟧', [
      ['Anna-Lena', 'person'],
      ['Roth', 'organization'],
    ]);
    expect(totalOf(mixed)).toMatchObject({ masked: 1, named: 1 });
  });
});

describe('a value', () => {
  it('is leaked when one of its mentions shows', () => {
    const score = scored('⟦PERSON|Roth⟧ und ⟦PERSON|Roth⟧ und ⟦PERSON|Klein⟧', [
      ['Roth', 'person'],
      ['Klein', 'person'],
    ]);
    expect(totalOf(score)).toMatchObject({ mentions: 3, masked: 2, values: 2, leaked: 1 });
  });
});

describe('what is masked without need', () => {
  it('counts against precision; optional marks do not', () => {
    const score = scored('⟦PERSON|Roth⟧ ⟦?DATE|1980⟧ Haus', [
      ['Roth', 'person'],
      ['1980', 'date'],
      ['Haus', 'location'],
    ]);
    expect(score).toMatchObject({ maskedCharacters: 12, rightCharacters: 8, spans: 3, falseSpans: 1 });
    expect(totalOf(score).mentions).toBe(1);
  });

  it('is not judged where a corpus says nothing about the category', () => {
    const score = scored(
      '⟦PERSON|Roth⟧ a@b.de',
      [
        ['Roth', 'person'],
        ['a@b.de', 'email'],
      ],
      ['person'],
    );
    expect(score).toMatchObject({ maskedCharacters: 4, rightCharacters: 4, spans: 1, falseSpans: 0 });
  });

  it('is reported by place', () => {
    const document = documentOf('⟦PERSON|Roth⟧ Haus');
    const misses = addDocument(createScore(), document, finds(document.text, ['Haus', 'location']));
    expect(misses).toEqual([
      { kind: 'missed', label: 'PERSON', start: 0, end: 4 },
      { kind: 'false', label: 'location', start: 5, end: 9 },
    ]);
  });
});

describe('scores', () => {
  it('add up to the score of all documents', () => {
    const texts = ['⟦PERSON|Roth⟧ Haus', '⟦LOCATION|Jena⟧ und ⟦PERSON|Klein⟧'];
    const parts = [[['Haus', 'person', 0.3]], [['Jena', 'location', 0.7]]] as const;
    const merged = createScore();
    const together = createScore();
    texts.forEach((marked, index) => {
      const document = documentOf(marked);
      const spans = finds(document.text, ...parts[index]!);
      const own = createScore();
      addDocument(own, document, spans, 2);
      mergeScore(merged, own);
      addDocument(together, document, spans, 2);
    });
    expect(merged).toEqual(together);
    expect(merged).toMatchObject({ documents: 2, milliseconds: 4, spans: 2, falseSpans: 1 });
  });
});

describe('calibration', () => {
  it('is perfect when as many finds are right as was claimed', () => {
    const bins = createCalibration();
    for (let find = 0; find < 10; find += 1) addFind(bins, 0.7, find < 7);
    expect(expectedCalibrationError(bins)).toBeCloseTo(0);
  });

  it('weighs the distance of every bin by its finds', () => {
    const bins = createCalibration();
    addFind(bins, 1, false);
    for (let find = 0; find < 3; find += 1) addFind(bins, 0.25, find === 0);
    expect(expectedCalibrationError(bins)).toBeCloseTo((1 + Math.abs(0.75 - 1)) / 4);
    expect(bins.count[9]).toBe(1);
    expect(bins.count[2]).toBe(3);
  });

  it('counts a find as right when most of its letters lie in marks', () => {
    const score = scored('Frau ⟦PERSON|Roth⟧ Hausmeister', [['Frau Roth', 'person', 0.85]]);
    expect(score.calibration['person']?.right[8]).toBe(0);
    const right = scored('Fr. ⟦PERSON|Roth⟧', [['Fr. Roth', 'person', 0.85]]);
    expect(right.calibration['all']?.right[8]).toBe(1);
  });
});

describe('reports', () => {
  const score = scored('⟦PERSON|Roth⟧ ⟦PERSON|Klein⟧', [['Roth', 'person']]);

  it('are tables in Markdown', () => {
    const lines = markdown(overview('texts', new Map([['mine', score]]))).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toMatch(/^\| mine +\| +1 \| +50\.0 \|/);
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
    expect(byLabel(score, new Map([['de', score]]))[1]).toEqual(['PERSON', '2', '50.0', '1/2', '100.0', '50.0']);
    expect(byConfidence(score)[1]?.slice(0, 2)).toEqual(['all', '1']);
  });

  it('compare two versions by group and by document, without any text', () => {
    const better = scored('⟦PERSON|Roth⟧ ⟦PERSON|Klein⟧', [
      ['Roth', 'person'],
      ['Klein', 'person'],
    ]);
    const evaluationOf = (...scores: Score[]): Evaluation => ({
      version: { recognizers: 'test', model: null },
      level: 'balanced',
      documents: Object.fromEntries(
        scores.map((of, index) => [`tests/${String(index)}`, documentResultOf('letters de', of)]),
      ),
    });
    const before = evaluation.parse(JSON.parse(JSON.stringify(evaluationOf(score, score, score))));
    const { groups, documents } = compare(before, evaluationOf(better, score));
    expect(groups.slice(1)).toEqual([
      ['letters de', '2', '50.0', '75.0', '100.0', '100.0', '0', '0'],
      ['all', '2', '50.0', '75.0', '100.0', '100.0', '0', '0'],
    ]);
    expect(documents.slice(1)).toEqual([['tests/0', '2', '1', '2', '0', '0']]);
    expect(JSON.stringify(before)).not.toContain('Roth');
  });
});
