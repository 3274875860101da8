import { describe, expect, it } from 'vitest';
import { createTextView } from '../view.ts';
import { createGoodsAreNoNamesPass } from './goodsAreNoNames.ts';
import { createProductsAreNoNamesPass } from './productsAreNoNames.ts';
import { createProgramsAreNoNamesPass } from './programsAreNoNames.ts';
import { createRequestsAreNoNamesPass } from './requestsAreNoNames.ts';
import { createRolesAreNoNamesPass } from './rolesAreNoNames.ts';
import { createTermsAreNoNamesPass } from './termsAreNoNames.ts';
import { keeps, loadLexicon } from '../../../test/helpers/detection/passes.ts';

const lexicon = loadLexicon();

describe('goods', () => {
  const pass = createGoodsAreNoNamesPass(lexicon);
  const table = 'Pos  Artikel             Menge   Preis   Gesamt\n1    Tilsiter Jung        3 St    18,40   55,20\n';

  it.each([
    ['de', table, 'Tilsiter Jung'],
    ['en', 'OAK12   Rustic Beam, planed     4   12.50   50.00', 'Rustic Beam'],
    ['fr', 'VIN3 | Coteau Vermeil | 6 | 9,90 | 59,40', 'Coteau Vermeil'],
    ['es', 'JB02   Jabón Lavanda   10   2,15   21,50 €', 'Lavanda'],
    ['it', 'TZ1\tTazza Marea\t2\t7,50\t15,00', 'Marea'],
  ] as const)('%s: are no names in the rows of price lists', (language, text, name) => {
    expect(keeps(pass, language, text, name)).toBe(false);
  });

  it('are none elsewhere in the text, but only they', () => {
    const text = `${table}Bemerkung: Der Tilsiter fehlte, Sandkühler weiß Bescheid.`;
    const row = { start: text.indexOf('Tilsiter'), end: text.indexOf('Tilsiter') + 8 };
    const both = [row, { start: text.lastIndexOf('Tilsiter'), end: text.lastIndexOf('Tilsiter') + 8 }];
    const person = { start: text.indexOf('Sandkühler'), end: text.indexOf('Sandkühler') + 10 };
    const finds = [...both, person].map((bounds) => ({
      ...{ ...bounds, category: 'person', confidence: 0.8, priority: 41 },
      sources: ['tagger:context'],
    }));
    const kept = pass(createTextView(text, 'de'), finds, { level: 'balanced', categories: {}, terms: [] });
    expect(kept.map(({ start, end }) => text.slice(start, end))).toEqual(['Sandkühler']);
  });

  it.each([
    ['de', table, 'Tilsiter Jung', { confidence: 0.99 }],
    ['de', table, 'Tilsiter Jung', { sources: ['names:title'] }],
    ['de', 'Monteur Tilsiter   8,0 Std   52,00   416,00', 'Tilsiter', {}],
    ['en', 'Refund to Harbottle   12.50   20.00   99.00', 'Harbottle', {}],
    ['it', 'Versato da Marea il 3 maggio, saldo 15,00', 'Marea', {}],
    ['de', '2   Yusuf Özkaraca   2   35,00   70,00', 'Yusuf Özkaraca', { sources: ['names:given-surname'] }],
    ['es', 'Salvat   3 noches   80,00   240,00', 'Salvat', {}],
    ['fr', 'Dupraz   4 séances   50,00   200,00', 'Dupraz', {}],
  ] as const)('%s: leaves persons: %s', (language, text, name, rest) => {
    expect(keeps(pass, language, text, name, rest)).toBe(true);
  });

  it('have batches that are no devices', () => {
    const batch = { category: 'deviceid', sources: ['label:deviceid'], confidence: 0.6 };
    expect(keeps(pass, 'de', 'Charge K0426-B, MHD 30.03.2026', 'K0426-B', batch)).toBe(false);
    expect(keeps(pass, 'it', 'da consumarsi entro 02/2027, lotto K26-B', 'K26-B', batch)).toBe(false);
    expect(keeps(pass, 'de', 'Implantat Charge K0426-B, Seite links', 'K0426-B', batch)).toBe(true);
  });
});

describe('what programs write', () => {
  const pass = createProgramsAreNoNamesPass(lexicon);

  it.each([
    ['en', '2026-02-24 08:01:33 ERROR  Cerberus 4771  account=jdoe', 'Cerberus', {}],
    ['de', 'Feb 17 09:12:58 gw02 kernel: Killed process 4471 (Styx)', 'Styx', {}],
    ['es', '2026-02-24 08:02:10 INFO vpnd[771]: closed', 'vpnd', { category: 'username' }],
    ['it', 'sudo: pam_unix(sudo:auth): errore', 'pam_unix', { category: 'username' }],
    ['fr', 'at org.acme.queue.Worker.run (inconnu)', 'org.acme.queue.Worker.run', { category: 'url' }],
    ['fr', 'le correctif KB5051987 manque', 'KB5051987', { category: 'passport' }],
    ['en', 'FATAL ORA-12541: no listener', '12541', { category: 'reference' }],
    ['en', 'web, en-IE, queue 4', 'en', { category: 'username' }],
    ['de', '2026-04-17T09:14:03 charon: up', '2026-04', { category: 'reference' }],
    ['en', 'uid=1004 ruser=root', 'ruser', { category: 'username' }],
    ['de', 'Befehl: sfc /scannow, danach', 'scannow', { category: 'username' }],
    ['it', 'rinominato in .old; poi', 'old', { category: 'username' }],
    ['de', 'Fehler in Nordix 2.9.8884 behoben', 'Nordix', {}],
  ] as const)('%s: is no name: %s', (language, text, name, rest) => {
    expect(keeps(pass, language, text, name, rest)).toBe(false);
  });

  it.each([
    ['en', '2026-02-24 08:01:33 ERROR login failed for Okonjo', 'Okonjo', {}],
    ['it', '2026-02-24 08:01:33 ERRORE utente=Zuccarello', 'Zuccarello', {}],
    ['de', '2026-02-24 08:01:33 INFO contact="dr. Femke Meulen"', 'Femke Meulen', {}],
    ['de', '[12.03.24, 17:36:12] Jossi: kommt Femke auch?', 'Femke', {}],
    ['de', '08:15 Özkaraca: Registry geprüft', 'Özkaraca', {}],
    ['de', 'Femke 12.5.84 in Kiel', 'Femke', {}],
    ['en', 'Okonjo 12.25.1984', 'Okonjo', {}],
    ['de', 'Meulen 031.312.45.67', 'Meulen', {}],
    ['de', 'Meulen 756.1234.5678.97', 'Meulen', {}],
    ['en', 'Okonjo 555.123.4567', 'Okonjo', {}],
    ['de', '[12.03.24, 17:36:12] jossi: kommt Meulen auch?', 'Meulen', {}],
    ['de', '12.03.24, 17:36:12 - mama: Meulen kommt', 'Meulen', {}],
    ['en', '2026-02-24 08:01:33 INFO Patient Okonjo admitted', 'Okonjo', {}],
    ['en', '2026-02-24 08:01:33 ERROR no order: Anna Smith', 'Anna Smith', { sources: ['names:given-surname'] }],
    ['es', '2026-02-24 08:02:44 ERROR uid=rsalvat02 host', 'rsalvat02', { category: 'username' }],
  ] as const)('%s: leaves users and people: %s', (language, text, name, rest) => {
    expect(keeps(pass, language, text, name, rest)).toBe(true);
  });
});

describe('products and works', () => {
  const pass = createProductsAreNoNamesPass(lexicon);

  it.each([
    ['de', 'Die Marke Zorilla ist geschützt.', 'Zorilla'],
    ['en', 'The trademarks MAGNOLIO and Jaspero remain.', 'Jaspero'],
    ['fr', 'Logiciels Rodrigue, Orfeo et Word', 'Orfeo'],
    ['es', 'titular de las marcas «Sirena» y «Mar Bravo»', 'Mar Bravo'],
    ['it', 'arrivo della nave "Santa Chiara" oggi', 'Santa Chiara'],
    ['de', 'Das Anfängerboot "Wilde Hilde" ist leck.', 'Wilde Hilde'],
    ['en', 'a kitchen in the "Harlow" range', 'Harlow'],
    ['es', 'Vinos «Dama de Hierro», «Cuatro Leguas» y «Blanca Paloma»', 'Blanca Paloma'],
    ['fr', 'dort avec son doudou « Gaston »', 'Gaston'],
    ['it', 'Alimentazione: Benzina, Euro 6', 'Benzina'],
    ['en', 'Model: Fiesta 4x4 Cross', 'Cross'],
  ] as const)('%s: are no names: %s', (language, text, name) => {
    expect(keeps(pass, language, text, name)).toBe(false);
  });

  it.each([
    ['de', 'Die Marke gehört Zorilla.', 'Zorilla', {}],
    ['de', 'Die Marke von Zorilla ist alt.', 'Zorilla', {}],
    ['de', 'Fahrzeug Marke Opel, Meulen am Steuer', 'Meulen', {}],
    ['de', 'Gerät: iPhone von Femke', 'Femke', {}],
    ['de', 'Das Buch "Momo" Meulen gehört ihr.', 'Meulen', {}],
    ['de', 'Titel „Beschwerde Meulen“', 'Meulen', {}],
    ['de', 'Ordner „Meulen“ auf P:', 'Meulen', {}],
    ['en', 'a letter from "Harlow" arrived', 'Harlow', {}],
    ['es', 'Vinos «Dama de Hierro»; firma «Salvat»', 'Salvat', {}],
    ['fr', 'dort avec son doudou ; « Gaston » est son frère', 'Gaston', {}],
    ['es', 'La modelo Sofía vino.', 'Sofía', {}],
    ['es', 'el modelo de Salvat', 'Salvat', {}],
    ['fr', 'le logiciel, Dupraz le connaît', 'Dupraz', {}],
    ['it', 'Software Anna Zuccarello', 'Anna Zuccarello', { sources: ['names:given-surname'] }],
    ['en', 'Two drivers, Ruairi and Tariq, were stopped.', 'Tariq', {}],
    ['en', 'The boat of Okonjo', 'Okonjo', {}],
    ['fr', 'La marque est à M. Orfeo', 'Orfeo', {}],
    ['es', 'Responsable: Bravo', 'Bravo', {}],
    ['it', 'la marca Santa Chiara S.r.l.', 'Santa Chiara S.r.l', { sources: ['organizations:legal-form'] }],
  ] as const)('%s: leaves persons and companies: %s', (language, text, name, rest) => {
    expect(keeps(pass, language, text, name, rest)).toBe(true);
  });
});

describe('parts in a contract', () => {
  const pass = createRolesAreNoNamesPass(lexicon);

  it.each([
    ['de', 'Nordkai GmbH (nachfolgend die „Verkäuferin“). Die Verkäuferin liefert.', 'Verkäuferin'],
    ['en', 'Acme Ltd (the "Licensee"). The Licensee shall pay.', 'Licensee'],
    ['fr', 'ACME SAS (ci-après le « Preneur »). Le Preneur paie.', 'Preneur'],
    ['es', 'ACME SL (la «Arrendataria»). La Arrendataria paga.', 'Arrendataria'],
    ['it', 'ACME srl (di seguito il "Committente"). Il Committente paga.', 'Committente'],
  ] as const)('%s: are no names', (language, text, name) => {
    expect(keeps(pass, language, text, name)).toBe(false);
  });

  it('leaves short names of companies and words that no contract defines', () => {
    expect(keeps(pass, 'en', 'Acme Ltd ("Zorquil"). Zorquil shall pay.', 'Zorquil')).toBe(true);
    expect(keeps(pass, 'de', 'Nordkai GmbH (nachfolgend die „Zorquil“). Die Zorquil liefert.', 'Zorquil')).toBe(true);
    expect(keeps(pass, 'es', 'La Arrendataria paga.', 'Arrendataria')).toBe(true);
  });

  it('leaves the names of the parties', () => {
    expect(keeps(pass, 'de', 'Herr Kluge (der „Bauer“) zahlt. Bauer kommt.', 'Bauer')).toBe(true);
    expect(keeps(pass, 'fr', 'ACME (ci-après le « Marchand »). Marchand paie.', 'Marchand')).toBe(true);
    const text = 'Vossbacher GmbH (nachfolgend die „Vossbacher“). Vossbacher liefert.';
    const kind = { category: 'organization', confidence: 0.8, priority: 41 };
    const company = { ...kind, start: 0, end: 15, sources: ['organizations:legal-form'] };
    const start = text.lastIndexOf('Vossbacher');
    const short = { ...kind, start, end: start + 10, sources: ['tagger:context'] };
    const options = { level: 'balanced', categories: {}, terms: [] } as const;
    expect(pass(createTextView(text, 'de'), [company, short], options)).toHaveLength(2);
  });
});

describe('methods and degrees', () => {
  const pass = createTermsAreNoNamesPass(lexicon);

  it.each([
    ['de', 'Koronarangiographie nach Judkins', 'Judkins', {}],
    ['fr', 'cure de hernie selon Lichtenstein', 'Lichtenstein', {}],
    ['es', 'operado según técnica de Shouldice', 'Shouldice', {}],
    ['it', 'ernia sec. Bassini (2003)', 'Bassini', {}],
    ['it', 'sfinterotomia di Oddi', 'Oddi', {}],
    ['en', 'Bence Jones protein was absent', 'Bence Jones', { sources: ['names:given-surname'] }],
    ['fr', 'Flexion 110°, Lachman négatif, Zohlen douteux', 'Lachman', {}],
    ['es', 'fóvea hasta rodillas, Homans negativo', 'Homans', {}],
    ['de', 'Harris Hip Score 58', 'Harris', {}],
    ['fr', 'entorse de Chopart', 'Chopart', {}],
    ['es', 'Se inicia Entrepto.\nTratamiento: Entrepto 24/26: 1-0-1', 'Entrepto', {}],
    ['de', 'Nachweis von VES (Lown IVa)', 'Lown IVa', { sources: ['names:surname-given'] }],
  ] as const)('%s: are no persons: %s', (language, text, name, rest) => {
    expect(keeps(pass, language, text, name, rest)).toBe(false);
  });

  it.each([
    ['de', 'Der Anruf kam nach Judkins.', 'Judkins', {}],
    ['fr', 'Selon Lichtenstein, rien ne presse.', 'Lichtenstein', {}],
    ['it', 'la moglie di Oddi', 'Oddi', {}],
    ['it', 'La colonscopia di Zuccarello è andata bene.', 'Zuccarello', {}],
    ['it', 'Il test secondo Zuccarello è falso.', 'Zuccarello', {}],
    ['fr', 'L’opération selon Dupraz a échoué.', 'Dupraz', {}],
    ['fr', 'Dupraz signe ici', 'Dupraz', {}],
    ['de', 'Hoffmann negativ getestet', 'Hoffmann', {}],
    ['en', 'Murphy positive for flu', 'Murphy', {}],
    ['it', 'Zuccarello negativo, Conti positivo', 'Zuccarello', {}],
    ['es', 'Dupraz 24/26: 1-0-1 en ajedrez', 'Dupraz', { sources: ['names:title'] }],
    ['de', 'Meulen Hip Hop Score', 'Meulen', {}],
    ['en', 'The operation after Okonjo left', 'Okonjo', {}],
    ['en', 'John Okonjo sign here', 'John Okonjo', { sources: ['names:given-surname'] }],
    ['de', 'Nach der Punktion nach Lübeck verlegt', 'Lübeck', { category: 'location' }],
    ['de', 'Abteilung Technik Meulen', 'Meulen', {}],
    ['de', 'Klassenliste: Meulen IVb', 'Meulen IVb', { sources: ['names:surname-given'] }],
    ['en', 'Bence Jones called.', 'Bence Jones', { sources: ['names:given-surname'] }],
  ] as const)('%s: leaves persons: %s', (language, text, name, rest) => {
    expect(keeps(pass, language, text, name, rest)).toBe(true);
  });
});

describe('requests', () => {
  const pass = createRequestsAreNoNamesPass(lexicon);
  const doubtful = { confidence: 0.65 };

  it.each([
    ['en', '</document>\nSummarize.', 'Summarize'],
    ['en', 'Paraphrase!\n\nDear Ms Haverstock', 'Paraphrase'],
    ['fr', 'Madame,\r\nTraduis.\r\n', 'Traduis'],
    ['it', 'la lettera\n  Riassumi. ', 'Riassumi'],
  ] as const)('%s: are no names where they are a line and a sentence: %j', (language, text, name) => {
    expect(keeps(pass, language, text, name, doubtful)).toBe(false);
  });

  it.each([
    ['en', 'Kind regards\nQuendrick', 'Quendrick', doubtful],
    ['en', 'Who was it?\nQuendrick.', 'Quendrick', { confidence: 0.9 }],
    ['de', 'Wer war es?\nKrause.', 'Krause', doubtful],
    ['it', 'Chi viene?\nGinevra.', 'Ginevra', doubtful],
    ['en', 'It was Quendrick.', 'Quendrick', doubtful],
    ['en', 'Quendrick. And who else?', 'Quendrick', doubtful],
    ['en', 'Anwar Quendrick.', 'Anwar Quendrick', doubtful],
    ['fr', 'Qui ?\nQuendrick.', 'Quendrick', { ...doubtful, sources: ['names:title'] }],
  ] as const)('%s: leave the name in %j', (language, text, name, rest) => {
    expect(keeps(pass, language, text, name, rest)).toBe(true);
  });

  it('are kept at the strict level', () => {
    const find = {
      start: 0,
      end: 9,
      category: 'person',
      priority: 41,
      sources: ['tagger:context'],
      ...doubtful,
    } as const;
    const options = { level: 'strict', categories: {}, terms: [] } as const;
    expect(pass(createTextView('Summarize.', 'en'), [find], options)).toHaveLength(1);
  });
});
