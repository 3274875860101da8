import { describe, expect, it } from 'vitest';
import { structuredFinds } from '../../../../test/helpers/detection/structuredFinds.ts';

describe('e-mail', () => {
  it.each([
    'mira.holm@beispielpost.de',
    "o'neill+rechnung@sub.firma.co.uk",
    'jürgen@müller-büro.example',
    'name (at) firma (dot) de',
    'name [at] firma.de',
  ])('finds %s', (value) => {
    expect(structuredFinds(`Schreiben Sie an <${value}>, bitte.`)).toEqual([`email: ${value}`]);
  });
  it.each(['@', 'a@b', 'Treffen @ 9 Uhr', '5 Stück @ 3,20 EUR', 'x@.de'])('leaves %j', (text) => {
    expect(structuredFinds(text)).toEqual([]);
  });
});

describe('phone', () => {
  it.each([
    ['0341 / 86 71 40 93', 'de'],
    ['0341-230 118 77', 'de'],
    ['+49 (0)341 8671409', 'de'],
    ['(06074) 48 21-130', 'de'],
    ['0664 / 203 71 88', 'de'],
    ['07700 900 462', 'en'],
    ['(208) 555-0164', 'en'],
    ['1-800-555-0119 ext. 4470', 'en'],
    ['06 39 98 41 57', 'fr'],
    ['+33 (0)5 36 49 20 61', 'fr'],
    ['654 31 09 77', 'es'],
    ['347 00 51 862', 'it'],
    ['049/0091473', 'it'],
  ] as const)('finds %s', (value, language) => {
    expect(structuredFinds(`Tel. ${value}`, language)).toEqual([`phone: ${value}`]);
    expect(structuredFinds(`(${value})`, language)).toEqual([`phone: ${value}`]);
  });
  it('splits two numbers behind one label', () => {
    expect(structuredFinds('Tel. 0341 867140 / 0171 3920047')).toEqual(['phone: 0341 867140', 'phone: 0171 3920047']);
  });
  it.each([
    'am 12.03.2024 um 08.30–11.15 Uhr',
    'die Jahre 2019-2024',
    '1.250.000 Einwohner',
    'Rechnungssumme 12 345,60 EUR',
    '§§ 535, 536 BGB',
    'Pos. 04.02.0030',
  ])('leaves %j', (text) => {
    expect(structuredFinds(text)).toEqual([]);
  });
});

describe('web', () => {
  it.each(['https://www.firma.de/kontakt?id=7', 'www.firma.de', 'firma-nord.com'])('finds %s', (value) => {
    expect(structuredFinds(`Mehr unter ${value}.`)).toEqual([`url: ${value}`]);
  });
  it.each([
    'Anlage vertrag.pdf',
    'Gent.mo Sig.',
    'la sig.na Zuccarello',
    'z.B. oder u.a.',
    'Thread.java:840',
    'Ende.Neuer Satz',
  ])('leaves %j', (text) => {
    expect(structuredFinds(text)).toEqual([]);
  });
});
