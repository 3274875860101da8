import { describe, expect, it } from 'vitest';
import { createNameFinder, textsOf } from '../../../../test/helpers/detection/names.ts';

const find = createNameFinder();

describe('addresses', () => {
  it.each([
    ['de', 'wohnhaft Schönauer Mühlgasse 48 c, 04229 Leipzig, seit Mai', 'Schönauer Mühlgasse 48 c, 04229 Leipzig'],
    ['de', 'Sie wohnt Am Glockenturm 15 im Hinterhaus.', 'Am Glockenturm 15'],
    ['de', 'Büro: Otto-Hahn-Str. 7a', 'Otto-Hahn-Str. 7a'],
    [
      'en',
      'Send it to 6 Bramhall Moor Mews, Hazel Grove, Stockport SK7 5QX by Friday',
      '6 Bramhall Moor Mews, Hazel Grove, Stockport SK7 5QX',
    ],
    ['en', 'The tenant of Flat 3, 14 High Street complained.', 'Flat 3, 14 High Street'],
    ['fr', 'domicilié 12 bis, rue de l’Église, 68000 Colmar depuis', '12 bis, rue de l’Église, 68000 Colmar'],
    ['fr', 'au 27 bis bd du Général-Leclerc, 22360 Langueux', '27 bis bd du Général-Leclerc, 22360 Langueux'],
    ['es', 'en C/ Alfarería Vieja, 27, esc. 2, 4.º D', 'C/ Alfarería Vieja, 27, esc. 2, 4.º D'],
    ['es', 'Avda. de la Constitución nº 12, 28013 Madrid', 'Avda. de la Constitución nº 12, 28013 Madrid'],
    ['it', 'residente in Via Garibaldi 12/A, 45100 Rovigo (RO)', 'Via Garibaldi 12/A, 45100 Rovigo (RO)'],
    ['it', 'negozio in C.so Cavallotti 21/b a Novara', 'C.so Cavallotti 21/b'],
    ['de', 'wohnt in der lindenallee 17, bei den eltern', 'lindenallee 17'],
    ['de', 'Anschrift:  Osterdeich 12, Hinterhaus', 'Osterdeich 12, Hinterhaus'],
    ['fr', 'Fiduciaire du Lac, Grand-Rue 9, 1680 Romont', 'Grand-Rue 9, 1680 Romont'],
    ['fr', 'Livraison : ZA du Moulin, 87220 Feytiat', 'ZA du Moulin, 87220 Feytiat'],
    ['fr', 'Elle habite 7 rue des tanneurs à Dole', '7 rue des tanneurs'],
    ['es', 'Vive en calle Robles, 12, esc. izda., 3.º B', 'calle Robles, 12, esc. izda., 3.º B'],
    ['es', 'Oficina en Av. Colón 482, X5000EPR Córdoba', 'Av. Colón 482, X5000EPR Córdoba'],
    ['es', 'con domicilio en calle Pérez Moya, n.º 23, 38770, y DNI', 'calle Pérez Moya, n.º 23, 38770'],
    ['it', 'ci vediamo in via cigna 88 alle otto', 'via cigna 88'],
    ['it', 'abita in Via Carlo Lenti 30 palazzina C', 'Via Carlo Lenti 30 palazzina C'],
    ['en', 'Just drop it at 310 N Webb Rd please', '310 N Webb Rd'],
    ['en', 'The Barn, 8 Rivergate, Bristol BS1 6ED', 'The Barn, 8 Rivergate, Bristol BS1 6ED'],
  ] as const)('%s: %s', (language, text, expected) => {
    expect(textsOf(find(language, text), 'address')).toContain(expected);
  });

  it('reads street and town on two lines as address and location', () => {
    const found = find('de', 'Tjark Onken\nDeichreihe 4\n26434 Wangerland\n');
    expect(textsOf(found, 'address')).toEqual(['Deichreihe 4']);
    expect(textsOf(found, 'location')).toEqual(['26434 Wangerland']);
  });

  it('reads a street of any name above a line with a postal code', () => {
    expect(textsOf(find('en', 'Mrs A Pell\n17 The Homend\nLedbury HR8 1BT\n'), 'address')).toEqual(['17 The Homend']);
    expect(textsOf(find('de', 'Jana Onken\nRotes Feld 3\n26434 Wangerland\n'), 'address')).toEqual(['Rotes Feld 3']);
  });

  it.each([
    ['it', 'Inviare via mail 3 copie del contratto.'],
    ['de', 'E-Mail-Adresse: siehe unten'],
    ['de', 'AHV 756, 6600 Locarno'],
    ['de', 'Das Treffen ist am Montag 12 Uhr im Saal.'],
    ['de', 'Im Jahr 2020 waren es 15 Fälle.'],
    ['en', 'On 14 June the court gave 21 days.'],
    ['fr', 'Le 3 mai 2024, 12 personnes étaient présentes.'],
    ['es', 'El plazo de 30 días vence el 5 de mayo.'],
    ['it', 'Il termine di 30 giorni scade il 5 maggio.'],
  ] as const)('finds no address: %s %s', (language, text) => {
    expect(textsOf(find(language, text), 'address')).toEqual([]);
  });
});

describe('towns', () => {
  it.each([
    ['de', 'Leipzig, den 12. Mai 2024', 'Leipzig'],
    ['de', 'geboren in Jever', 'Jever'],
    ['de', 'CH-8001 Zürich', 'CH-8001 Zürich'],
    ['fr', 'F-75011 Paris', 'F-75011 Paris'],
    ['fr', 'né à Saint-Imier le 3 mai', 'Saint-Imier'],
    ['es', 'Vive en San Sebastián desde 2010.', 'San Sebastián'],
    ['es', 'Vive en A Coruña desde 2010.', 'A Coruña'],
    ['es', 'A Coruña, 18 de noviembre de 2024', 'A Coruña'],
    ['es', 'Ayer llovió. A Madrid viajó sola.', 'Madrid'],
    ['it', 'Rovigo, 23 maggio 2024', 'Rovigo'],
    ['en', 'Leeds LS1 4AB', 'Leeds LS1 4AB'],
  ] as const)('%s: %s', (language, text, expected) => {
    expect(textsOf(find(language, text), 'location')).toContain(expected);
  });

  it('leaves countries alone', () => {
    expect(textsOf(find('de', 'Der Vertrag gilt in Deutschland und Frankreich.'), 'location')).toEqual([]);
  });
});
