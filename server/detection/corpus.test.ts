import { describe, expect, it } from 'vitest';
import type { Language } from '../contract/common.ts';
import { structuredFinds } from '../../test/helpers/detection/structuredFinds.ts';

/** Office sentences and what a careful reader would mask in them, names and places apart. */
const CORPUS: readonly (readonly [Language, string, readonly string[]])[] = [
  [
    'de',
    'Bitte überweisen Sie 1.250,00 € bis zum 15.04.2025 unter Angabe der Rechnungsnummer RE-2025-0417.',
    ['reference: RE-2025-0417'],
  ],
  [
    'de',
    'Sie erreichen mich unter 0351 / 44 71 208 oder per E-Mail (anna.roth@elbpost.example).',
    ['phone: 0351 / 44 71 208', 'email: anna.roth@elbpost.example'],
  ],
  [
    'de',
    'Versicherungsnehmer, geb. am 4. Juli 1968, Versicherungsschein-Nr. 44-881.207-3',
    ['birthdate: 4. Juli 1968', 'reference: 44-881.207-3'],
  ],
  [
    'de',
    'In dem Rechtsstreit 14 O 77/24 wird Termin bestimmt auf den 3. März 2025, 9:30 Uhr, Saal 112.',
    ['casenumber: 14 O 77/24'],
  ],
  ['de', 'Unfallgegner: Kennzeichen DD-XY 815, Versicherung unbekannt.', ['licenseplate: DD-XY 815']],
  ['de', 'Gemäß § 536 Abs. 1 BGB mindere ich die Miete um 15 % für 3 Monate.', []],
  ['de', 'Die Version 4.12.1 läuft seit 2019 auf Port 8080, siehe Kapitel 3.2.', []],
  ['de', 'Raum 4.17, 2. OG, Durchgang A 12; geöffnet 8:00 bis 16:30 Uhr.', []],
  [
    'en',
    'Please quote invoice number INV-20417 and pay into account number 31926819, sort code 20-00-00.',
    ['reference: INV-20417', 'bankaccount: 31926819', 'bankaccount: 20-00-00'],
  ],
  ['en', 'Date of birth: 3 May 1971. NHS number: 401 023 2137.', ['birthdate: 3 May 1971', 'healthid: 401 023 2137']],
  [
    'en',
    'Call me on 020 7946 0958 or write to j.doe@example.org.',
    ['phone: 020 7946 0958', 'email: j.doe@example.org'],
  ],
  ['en', 'My new password is Tr0ub4dor&3 and the door PIN is 4811.', ['secret: Tr0ub4dor&3', 'secret: 4811']],
  ['en', 'Section 21 of the Housing Act 1988 requires two months’ notice; see page 14.', []],
  ['en', 'The meeting on 12 June 2025 at 10.30 covers items 1 to 7 and a budget of £12,500.', []],
  [
    'fr',
    'Votre numéro de client 4471-88-02 figure sur la facture n° F2025-00318.',
    ['reference: 4471-88-02', 'reference: F2025-00318'],
  ],
  ['fr', 'Né le 14 juin 1996, joignable au 07 51 20 88 46.', ['birthdate: 14 juin 1996', 'phone: 07 51 20 88 46']],
  ['fr', 'Merci de virer 450 € avant le 30 avril 2025 conformément à l’article 1103 du code civil.', []],
  ['fr', 'La réunion du 3 mars 2025 à 14 h 30 durera deux heures, salle 204.', []],
  [
    'es',
    'Contrato n.º 2024-00917-B, póliza 88-441702, matrícula 4417 LMN.',
    ['reference: 2024-00917-B', 'reference: 88-441702', 'licenseplate: 4417 LMN'],
  ],
  [
    'es',
    'Nacida el 19 de agosto de 1990; teléfono 654 31 09 77.',
    ['birthdate: 19 de agosto de 1990', 'phone: 654 31 09 77'],
  ],
  ['es', 'El artículo 24 de la Ley 29/1994 fija un plazo de 30 días y 1.200 euros.', []],
  ['it', 'La fattura n. 2025/0417 va intestata a P. IVA 01234567897.', ['reference: 2025/0417', 'vatid: 01234567897']],
  ['it', 'Nata a Parma il 3 marzo 1988, cell. 347 00 51 862.', ['birthdate: 3 marzo 1988', 'phone: 347 00 51 862']],
  ['it', "Ai sensi dell'art. 13 del D.lgs. 196/2003 e del Reg. UE 2016/679, entro 30 giorni.", []],
];

describe('office sentences', () => {
  it.each(CORPUS)('%s: %s', (language, text, expected) => {
    expect(structuredFinds(text, language)).toEqual(expected);
  });
});
