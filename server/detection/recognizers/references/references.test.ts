import { describe, expect, it } from 'vitest';
import { structuredFinds } from '../../../../test/helpers/detection/structuredFinds.ts';

describe('case numbers', () => {
  it.each([
    ['Urteil 3 O 123/24', 'de', '3 O 123/24'],
    ['Az.: 12 C 45/23 (2)', 'de', '12 C 45/23 (2)'],
    ['540 Js 1234/24', 'de', '540 Js 1234/24'],
    ['ECLI:DE:BGH:2024:120324UVIIIZR12.23.0', 'de', 'ECLI:DE:BGH:2024:120324UVIIIZR12.23.0'],
    ['N° RG 24/01234', 'fr', '24/01234'],
    ['Procedimiento ordinario 1329/2023', 'es', '1329/2023'],
    ['n. 3351/2024 R.G.', 'it', '3351/2024'],
    ['el anterior, 1402/2024 del Juzgado de Primera Instancia', 'es', '1402/2024'],
    ['das Verfahren 44/23 vor dem Landgericht', 'de', '44/23'],
    ['la causa pende, 318/24 presso il Tribunale', 'it', '318/24'],
    ['Claim No. KB-2024-001234', 'en', 'KB-2024-001234'],
    ['1:24-cv-01234-ABC', 'en', '1:24-cv-01234-ABC'],
  ] as const)('finds the number in %j', (text, language, number) => {
    const finds = structuredFinds(text, language).map((find) => find.slice(find.indexOf(': ') + 2));
    expect(finds).toEqual([number]);
  });

  it.each([
    ['Reglamento 261/2004 del Parlamento', 'es'],
    ['am 12/2024 des Jahres', 'de'],
    ['la legge 300/1970 del lavoro', 'it'],
  ] as const)('leaves the numbers of laws: %j', (text, language) => {
    expect(structuredFinds(text, language).filter((find) => find.startsWith('casenumber'))).toEqual([]);
  });
});

describe('references', () => {
  it.each([
    ['Kundennummer: 70448213', 'de', '70448213'],
    ['Ihre Kundennummer bei uns ist die 8142.', 'de', '8142'],
    ['Votre numéro de client chez nous est le 8142.', 'fr', '8142'],
    ['Ihre Kd.-Nr. KD 7044 8213', 'de', 'KD 7044 8213'],
    ['Vertrags-Nr. KT-0417/2019', 'de', 'KT-0417/2019'],
    ['invoice no. INV-0092731-B', 'en', 'INV-0092731-B'],
    ['Our ref: CR/25/10083/BOW', 'en', 'CR/25/10083/BOW'],
    ['numéro de client : 1A 198 442 7031 6', 'fr', '1A 198 442 7031 6'],
    ['n.º de póliza 400.118.7263', 'es', '400.118.7263'],
    ['codice cliente 2024/V1/0093315', 'it', '2024/V1/0093315'],
    ['Kundennummer\n70448213', 'de', '70448213'],
    ['Kartenprüfnummer 8842-A', 'de', '8842-A'],
  ] as const)('finds the number in %j', (text, language, number) => {
    expect(structuredFinds(text, language)).toEqual([`reference: ${number}`]);
  });
  it('reads lists and columns', () => {
    expect(structuredFinds('Rechnungsnummern 4711-01, 4711-02 und 4711-03')).toEqual([
      'reference: 4711-01',
      'reference: 4711-02',
      'reference: 4711-03',
    ]);
    expect(structuredFinds('Kunde\tKundennummer\nA\t70448213\nB\t70448214')).toEqual([
      'reference: 70448213',
      'reference: 70448214',
    ]);
  });
  it('reads numbers beside the goods that were ordered', () => {
    const table = 'Order no.    Description    Qty    Price\nPO-77120-3   Oak table      2      310.00';
    expect(structuredFinds(table, 'en')).toContain('reference: PO-77120-3');
  });
  it.each([
    ['Rechnung vom 12.03.2024 über 1.234,50 €', 'de'],
    ['Bestellung von 100 Stück', 'de'],
    ['Vertrag 2024', 'de'],
    ['loi n° 89-462 du 6 juillet 1989', 'fr'],
    ['Ley 24/2013, de 26 de diciembre', 'es'],
    ['DIN EN ISO 9001:2015', 'de'],
    ['Regolamento (UE) 2016/679', 'it'],
    ['order of 20 items', 'en'],
    ['Fehler nach Update KB5034123, Code 0x80070643', 'de'],
    ['ORA-12541: no listener', 'en'],
    ['Pos  Art.-Nr.  Bezeichnung   Menge   Einzel\n1    7730-A    Sofa          1       899,00', 'de'],
    ['Réf.    Désignation     Qté    PU HT\nTUL33   Tulipe rouge    40     0,55', 'fr'],
  ] as const)('leaves %j', (text, language) => {
    expect(structuredFinds(text, language)).toEqual([]);
  });
});
