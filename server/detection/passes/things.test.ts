import { describe, expect, it } from 'vitest';
import { createAgesOfThingsPass } from './agesOfThings.ts';
import { createAnimalsAreNoNamesPass } from './animalsAreNoNames.ts';
import { keeps, loadLexicon } from '../../../test/helpers/detection/passes.ts';
import { createThingsAreNoNamesPass } from './thingsAreNoNames.ts';

const lexicon = loadLexicon();

describe('makes of things', () => {
  const pass = createThingsAreNoNamesPass(lexicon);
  const company = { category: 'organization' };

  it.each([
    ['de', 'Fenster Zorvex Softline 82.', 'Zorvex Softline', company],
    ['de', 'auf der Motorschiene Artrovar K1, danach', 'Artrovar', {}],
    ['en', 'in a grey Zorvex jacket', 'Zorvex', {}],
    ['en', 'She was driving a Wright, fleet number 2163.', 'Wright', {}],
    ['fr', 'un canapé Zorvex, un tapis', 'Zorvex', {}],
    ['fr', 'la chaudière Zorvex PH25, qui fuit', 'Zorvex', {}],
    ['es', 'con sudadera Zorvex', 'Zorvex', {}],
    ['es', 'marcapasos Zorvex implantado', 'Zorvex', company],
    ['it', 'la pressa Zorvex PH3200', 'Zorvex', {}],
    ['it', 'Il firewall Zorvex va sostituito', 'Zorvex', company],
  ] as const)('%s: are no names: %s', (language, text, name, rest) => {
    expect(keeps(pass, language, text, name, rest)).toBe(false);
    expect(keeps(pass, language, text, name, rest, 'strict')).toBe(true);
  });

  it.each([
    ['de', 'Laptop Kowalke defekt', 'Kowalke', {}],
    ['de', 'Handy Kowalke 0176 5551234', 'Kowalke', {}],
    ['de', 'Drucker Kowalke 2 Patronen', 'Kowalke', {}],
    ['de', 'Fahrrad Kowalke, 12.3. abgeholt', 'Kowalke', {}],
    ['de', 'Jacke Kowalke', 'Kowalke', {}],
    ['de', 'Pumpe Meier 200', 'Meier GmbH', { sources: ['organizations:legal-form'] }],
    ['en', 'the Smith jacket', 'Smith', {}],
    ['en', 'Okonjo laptop, screen broken', 'Okonjo', {}],
    ['en', 'He was driving Okonjo home.', 'Okonjo', {}],
    ['fr', 'montre Zorvex, lunettes', 'Zorvex', {}],
    ['fr', 'chaudière Zorvex à dépanner', 'Zorvex', {}],
    ['fr', 'le canapé de Zorvex', 'Zorvex', {}],
    ['fr', 'canapé Dupont', 'Dupont', {}],
    ['es', 'coche Zorvex averiado', 'Zorvex', {}],
    ['es', 'la chaqueta de Zorvex', 'Zorvex', {}],
    ['es', 'sofá Pilar Lafuente', 'Pilar Lafuente', { sources: ['names:given-surname'] }],
    ['it', 'il computer Zorvex è rotto', 'Zorvex', {}],
    ['it', 'giacca, Zorvex la cerca', 'Zorvex', {}],
    ['it', 'trattore Zorvex', 'Zorvex', { sources: ['names:title'] }],
  ] as const)('%s: leaves owners: %s', (language, text, name, rest) => {
    expect(keeps(pass, language, text, name, rest)).toBe(true);
  });
});

describe('animals', () => {
  const pass = createAnimalsAreNoNamesPass(lexicon);

  it.each([
    ['de', 'Unser Hund Rex beißt nicht.', 'Rex'],
    ['de', 'ihr alter Kater Schnurri', 'Schnurri'],
    ['en', 'the pond and Sparky the goat', 'Sparky'],
    ['en', 'our dog called Bess', 'Bess'],
    ['fr', 'Le chien Filou reste. Filou a faim.', 'Filou'],
    ['es', 'y su perro, Roquito, ladra', 'Roquito'],
    ['it', 'La gatta Mimì dorme.', 'Mimì'],
  ] as const)('%s: have names that are nobody’s: %s', (language, text, name) => {
    expect(keeps(pass, language, text, name)).toBe(false);
    expect(keeps(pass, language, text, name, {}, 'strict')).toBe(true);
  });

  it.each([
    ['de', 'Katze Kowalke, Impfung', 'Kowalke', {}],
    ['de', 'Der Hund von Rex Meulen', 'Rex', {}],
    ['de', 'Der Hund Schmidt beißt.', 'Schmidt', {}],
    ['de', 'Der Hund beißt Rex.', 'Rex', {}],
    ['de', 'Unser Hund Rex beißt. Herr Rex zahlt.', 'Rex', { sources: ['names:title'] }],
    ['en', 'Sparky took the goat home.', 'Sparky', {}],
    ['en', 'The dog bit Bess.', 'Bess', {}],
    ['fr', 'Le chien de Filou', 'Filou', {}],
    ['fr', 'Notre chien Gaston dort. Gaston est mon oncle.', 'Gaston', {}],
    ['es', 'La dueña del perro se llama Reina', 'Reina', {}],
    ['es', 'El perro de la vecina, Omaña', 'Omaña', {}],
    ['it', 'Il cane morde Mimì.', 'Mimì', {}],
  ] as const)('%s: leaves people: %s', (language, text, name, rest) => {
    expect(keeps(pass, language, text, name, rest)).toBe(true);
  });
});

describe('ages of things', () => {
  const pass = createAgesOfThingsPass();
  const age = { category: 'age', sources: ['pattern:age'] };

  it.each([
    ['de', 'Der Lüfter rappelt, Gerät ist 9 Jahre alt.', '9 Jahre alt'],
    ['de', 'Fenster. Das Gebäude ist über 50 Jahre alt', '50 Jahre alt'],
    ['en', 'The school is 150 years old.', '150 years old'],
    ['fr', 'L’immeuble a 35 ans.', '35 ans'],
    ['fr', 'Le vieux toit a cent ans', 'cent ans'],
    ['es', 'y que el coche tiene seis años', 'seis años'],
    ['es', 'Su perro, Roco, tiene 14 años', '14 años'],
    ['it', 'La caldaia ha sei anni ed', 'sei anni'],
    ['it', 'La casa regge; il trattore ne ha dodici.', 'dodici'],
  ] as const)('%s: are nobody’s: %s', (language, text, value) => {
    expect(keeps(pass, language, text, value, age)).toBe(false);
    expect(keeps(pass, language, text, value, age, 'strict')).toBe(true);
  });

  it.each([
    ['de', 'Der Herr aus dem Haus ist 50 Jahre alt', '50 Jahre alt'],
    ['de', 'Sie fährt Auto und ist 40 Jahre alt', '40 Jahre alt'],
    ['de', 'Er kam mit dem Auto, Anna ist 20 Jahre alt', '20 Jahre alt'],
    ['en', 'The owner of the boat is 64 years old', '64 years old'],
    ['en', 'She left the house. Tom is 12 years old', '12 years old'],
    ['fr', 'Le propriétaire de la maison a 60 ans', '60 ans'],
    ['fr', 'Il aime sa voiture et a 35 ans', '35 ans'],
    ['es', 'El señor del coche tiene 40 años', '40 años'],
    ['es', 'La mujer que conduce el coche tiene 40 años', '40 años'],
    ['it', 'Il padrone del cane ha 70 anni', '70 anni'],
    ['it', 'Chi usa la macchina ha vent’anni', 'vent’anni'],
  ] as const)('%s: leaves those of people: %s', (language, text, value) => {
    expect(keeps(pass, language, text, value, age)).toBe(true);
  });
});
