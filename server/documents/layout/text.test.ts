import { describe, expect, it } from 'vitest';
import type { Word } from './lines.ts';
import { layoutText } from './text.ts';

const SIZE = 10;
const CHARACTER = 5;

/** Words of a line at a place; one space is 5 points, as wide as every character. */
function line(text: string, left: number, top: number): Word[] {
  let at = left;
  return text.split(' ').map((word) => {
    const start = at;
    at += (word.length + 1) * CHARACTER;
    return {
      text: word,
      left: start,
      right: start + word.length * CHARACTER,
      top,
      bottom: top + SIZE,
      softHyphen: false,
    };
  });
}
const lines = (texts: readonly string[], left: number, top: number, pitch = 12) =>
  texts.flatMap((text, index) => line(text, left, top + index * pitch));

describe('layoutText', () => {
  it('does not depend on the order of the words', () => {
    const words = lines(['Sehr geehrte Frau Weber', 'vielen Dank für Ihren Brief'], 50, 50);
    expect(layoutText(words.toReversed())).toBe('Sehr geehrte Frau Weber\nvielen Dank für Ihren Brief');
  });

  it('reads columns of prose one after the other, between the lines that span them', () => {
    const left = ['Die linke Spalte erzählt', 'von Karl, der in Bremen', 'seit langem zu Hause ist'];
    const right = ['In der rechten Spalte ist', 'von Eva die Rede, die im', 'Norden Deutschlands lebt'];
    const words = [
      ...line('Eine Überschrift, die über beide Spalten der ganzen Seite hinweg reicht', 50, 20),
      ...lines(left, 50, 50),
      ...lines(right, 220, 50),
      ...line('Eine Fußzeile, die ebenfalls über beide Spalten der Seite hinweg reicht', 50, 120),
    ];
    const text = layoutText(words);
    expect(text).toContain(left.join('\n'));
    expect(text).toContain(right.join('\n'));
    expect(text.indexOf('Karl')).toBeLessThan(text.indexOf('Eva'));
    expect(text.indexOf('Überschrift')).toBe(5);
    expect(text.indexOf('Fußzeile')).toBeGreaterThan(text.indexOf('Eva'));
  });

  it('keeps the rows of tables and forms together', () => {
    const words = [
      ...lines(['Name:', 'Straße:', 'Ort:', 'Telefon:'], 50, 50),
      ...lines(['Anna Berger', 'Lindenweg 5', 'Köln', '0221 4710'], 200, 50),
    ];
    expect(layoutText(words)).toBe('Name:\tAnna Berger\nStraße:\tLindenweg 5\nOrt:\tKöln\nTelefon:\t0221 4710');
  });

  it('keeps the address of a letter apart from the block beside it', () => {
    const words = [
      ...lines(['Frau Anna Berger', 'Lindenweg 5', '50667 Köln'], 50, 50, 12),
      ...lines(['Unser Zeichen 4711', 'Telefon 0221 4710', 'Datum 3. Mai 2026'], 300, 54, 17),
    ];
    expect(layoutText(words)).toBe(
      'Frau Anna Berger\nLindenweg 5\n50667 Köln\n\nUnser Zeichen 4711\nTelefon 0221 4710\nDatum 3. Mai 2026',
    );
  });

  it('keeps small letters on the line whose baseline they stand on', () => {
    const baseline = 50 + 0.76 * SIZE;
    const small = { ...line('Kleingedrucktes', 50, 0)[0]!, top: baseline - 0.76 * 2.5, bottom: baseline + 0.24 * 2.5 };
    const words = [small, ...line('und was daneben steht', 130, 50), ...line('Die nächste Zeile', 50, 62)];
    expect(layoutText(words)).toBe('Kleingedrucktes und was daneben steht\nDie nächste Zeile');
  });

  it('sets no space before a comma that stands by itself under the last letter', () => {
    const [name, comma] = line('Evelyn ,', 50, 50);
    const kerned = { ...comma!, left: name!.right - 1, right: name!.right + 2 };
    expect(layoutText([name!, kerned])).toBe('Evelyn,');
  });

  it('keeps an initial beside the last of its lines', () => {
    const initial = { ...line('E', 50, 0)[0]!, top: 74 - 0.76 * 36 - 2.4, bottom: 74 + 0.24 * 36 - 2.4 };
    const words = [
      initial,
      ...lines(['s war einmal ein König', 'der hatte drei Söhne', 'und lebte nicht weit'], 80, 40),
    ];
    expect(layoutText(words)).toBe('s war einmal ein König\nder hatte drei Söhne\nE und lebte nicht weit');
  });

  it('puts a blank line where the space is wider than between lines', () => {
    const words = [
      ...lines(['Erster Absatz', 'geht weiter'], 50, 50),
      ...lines(['Zweiter Absatz', 'geht auch weiter'], 50, 90),
    ];
    expect(layoutText(words)).toBe('Erster Absatz\ngeht weiter\n\nZweiter Absatz\ngeht auch weiter');
  });

  it.each([
    [['der Versiche-', 'rungsvertrag gilt'], 'der Versicherungsvertrag\ngilt'],
    [['der Versiche-', 'rung, die gilt'], 'der Versicherung,\ndie gilt'],
    [['Frau Müller-', 'Lüdenscheid kam'], 'Frau Müller-\nLüdenscheid kam'],
    [['anna-', 'berger@example.com'], 'anna-\nberger@example.com'],
    [['Nummer 4711-', 'abc'], 'Nummer 4711-\nabc'],
  ])('joins only words broken for sure: %j', (texts, expected) => {
    expect(layoutText(lines(texts, 50, 50))).toBe(expected);
  });
});
