import { describe, expect, it } from 'vitest';
import { createNameFinder, textsOf } from '../../../../test/helpers/detection/names.ts';

const find = createNameFinder();

describe('names of organizations', () => {
  it.each([
    ['de', 'Wir vertreten die Hessophon Hörtechnik GmbH vor Gericht.', 'Hessophon Hörtechnik GmbH'],
    [
      'de',
      'Rechnung an die Kronberg & Töchter Hausverwaltungs GmbH & Co. KG.',
      'Kronberg & Töchter Hausverwaltungs GmbH & Co. KG',
    ],
    ['de', 'Die Hallig Kälte- und Klimatechnik GmbH liefert.', 'Hallig Kälte- und Klimatechnik GmbH'],
    ['de', 'Der Nachbarschaftshilfe Elbtal e. V. lädt ein.', 'Nachbarschaftshilfe Elbtal e. V.'],
    ['de', 'Es schreibt die Kanzlei Brüning Seifert.', 'Kanzlei Brüning Seifert'],
    ['en', 'The lease is held by Ballinroe Joinery & Glass Ltd today.', 'Ballinroe Joinery & Glass Ltd'],
    ['en', 'They instructed Thackray Moss LLP last week.', 'Thackray Moss LLP'],
    ['en', 'She works at Peel Dental Practice now.', 'Peel Dental Practice'],
    ['fr', 'Le devis de la société Transports Bourdin-Lacombe SAS expire.', 'Transports Bourdin-Lacombe SAS'],
    ['fr', 'L’immeuble appartient à la SCI Les Tilleuls Bleus.', 'SCI Les Tilleuls Bleus'],
    ['es', 'Compró el local Suministros Ebro Norte, S.L. en mayo.', 'Suministros Ebro Norte, S.L'],
    ['es', 'Su hija estudia en el Colegio La Inmaculada de Soria.', 'Colegio La Inmaculada'],
    ['de', 'Die Trauerfeier ist im Altenheim St. Vitus.', 'Altenheim St. Vitus'],
    ['de', 'Der Mieter arbeitet bei Friesenwind Planung in Husum.', 'Friesenwind Planung'],
    ['fr', 'Le chat est suivi à la clinique vétérinaire du Lac.', 'clinique vétérinaire du Lac'],
    ['fr', 'Courrier du Cabinet de cardiologie du Bourg-Neuf.', 'Cabinet de cardiologie du Bourg-Neuf'],
    ['es', 'La ficha es de la Peluquería canina Pelillos.', 'Peluquería canina Pelillos'],
    ['es', 'El niño va al CEIP Las Norias.', 'CEIP Las Norias'],
    ['it', 'I veicoli sono affidati alla Autosoccorso La Rota.', 'Autosoccorso La Rota'],
    ['it', 'Lavora alla Cooperativa Sociale La Ginestra Blu.', 'Cooperativa Sociale La Ginestra Blu'],
    ['it', 'Iscritta alla scuola materna Santa Rita.', 'scuola materna Santa Rita'],
    ['en', 'The ball went into Cusack’s Garage again.', 'Cusack’s Garage'],
    ['en', 'She was taken at Fernlea Residential Home.', 'Fernlea Residential Home'],
    ['it', 'Il saldo va a Fabbri e Fontana snc di Lodi.', 'Fabbri e Fontana snc'],
    ['it', 'Scrive lo Studio Legale Dal Pozzo Rigon.', 'Studio Legale Dal Pozzo Rigon'],
    ['es', 'Compramos en Hijos de Pura Cazorla todo.', 'Hijos de Pura Cazorla'],
    ['de', 'Geliefert haben die Gebrüder Haas gestern.', 'Gebrüder Haas'],
    ['it', 'Il camion dei Fratelli Zuccarello è fermo.', 'Fratelli Zuccarello'],
    ['it', 'Fattura di Vela s.n.c. di Pastrengo e Fabbri.', 'Vela s.n.c. di Pastrengo e Fabbri'],
    ['it', 'La Bosco S.a.s. di Ferri Luca paga.', 'Bosco S.a.s. di Ferri Luca'],
    ['de', 'Rechnung der Haas Rabe Partnerschaft mbB vom Mai.', 'Haas Rabe Partnerschaft mbB'],
    ['fr', 'hier le cabinet lefort a écrit', 'cabinet lefort'],
    ['de', 'gestern bei kanzlei meulen gewesen', 'kanzlei meulen'],
    ['de', 'Der Sohn besucht die Schule am Ententeich.', 'Schule am Ententeich'],
    ['de', 'Es malt das Malergeschäft Fässler.', 'Malergeschäft Fässler'],
    ['fr', 'Le sable vient de Granulats Kervadec.', 'Granulats Kervadec'],
    ['es', 'Trabaja en Excavaciones Zubeldia.', 'Excavaciones Zubeldia'],
    ['it', 'Scrive la Locanda Zuccarello.', 'Locanda Zuccarello'],
  ] as const)('%s: %s', (language, text, expected) => {
    expect(textsOf(find(language, text), 'organization').join('|')).toContain(expected);
  });

  it.each([
    ['de', 'Die Gesellschaft haftet beschränkt.'],
    ['de', 'Eine GmbH braucht ein Stammkapital.'],
    ['fr', 'Une société anonyme doit publier ses comptes.'],
    ['en', 'Please quote your National Insurance number.'],
    ['en', 'The company shall pay within thirty days.'],
    ['es', 'Los hijos de Pura vinieron.'],
    ['de', 'Die Gebrüder kamen spät.'],
    ['de', 'Es besteht eine Partnerschaft mit Lyon.'],
    ['de', 'gestern bei der kanzlei angerufen'],
    ['fr', 'le cabinet est fermé'],
    ['de', 'Die Schule ist am Montag zu.'],
    ['it', 'Le ceramiche di ieri sono rotte.'],
  ] as const)('finds nothing: %s %s', (language, text) => {
    expect(textsOf(find(language, text), 'organization')).toEqual([]);
  });

  it('leaves courts to the strict level', () => {
    const text = 'Klage beim Arbeitsgericht Kassel erhoben.';
    expect(textsOf(find('de', text), 'organization')).toEqual([]);
    expect(textsOf(find('de', text, 'strict'), 'organization')).toEqual(['Arbeitsgericht']);
  });
});
