import { describe, expect, it } from 'vitest';
import { createNameFinder, textsOf } from '../../../../test/helpers/detection/names.ts';

const find = createNameFinder();

describe('names of persons', () => {
  it.each([
    ['de', 'Gestern rief Frau Dr. med. Anna-Lena Öztürk an.', ['Anna-Lena Öztürk']],
    ['de', 'Wir schreiben Herrn Klein wegen der Miete.', ['Klein']],
    ['de', 'Das Gutachten stammt von Torsten Lüdke.', ['Torsten Lüdke']],
    ['de', 'Laut Karl-Heinz von der Mühlen ist alles bezahlt.', ['Karl-Heinz von der Mühlen']],
    ['de', 'Die Unterlagen gehen an R. Mirza weiter.', ['R. Mirza']],
    ['en', 'Please ask Mrs O’Connor about the keys.', ['O’Connor']],
    ['en', 'The letter was signed by Priya Raghunathan yesterday.', ['Priya Raghunathan']],
    ['en', 'Paid to Mr D Lamb in full.', ['D Lamb']],
    ['en', 'Major (Retd) Harbottle wrote, Colonel (ret.) Vance too.', ['Harbottle', 'Vance']],
    ['de', 'Oberst (a. D.) Meulen kam.', ['Meulen']],
    ['fr', 'Nous avons rencontré Mme Aya N’Guessan lundi.', ['Aya N’Guessan']],
    ['fr', 'Le contrat a été signé par DE SANTIS Giada.', ['DE SANTIS Giada']],
    ['fr', 'Vu et signé, J.-M. Lachaud.', ['J.-M. Lachaud']],
    ['fr', 'Reçu de M.-C. Lachaud pour M. Dupraz.', ['M.-C. Lachaud', 'Dupraz']],
    ['es', 'La vivienda es de D.ª Begoña Echeverría Ruiz.', ['Begoña Echeverría Ruiz']],
    ['es', 'Firmó el documento Xènia Puig i Torrents ayer.', ['Xènia Puig i Torrents']],
    ['it', 'Ha telefonato l’avv. Giulia De Luca per la causa.', ['Giulia De Luca']],
    ['it', 'Il teste Boscolo Gianfranco ha confermato.', ['Boscolo Gianfranco']],
  ] as const)('%s: %s', (language, text, expected) => {
    expect(textsOf(find(language, text), 'person')).toEqual(expected);
  });

  it.each([
    ['de', 'Ansprechpartner: Bülent Şahin'],
    ['en', 'Patient: Oyelaran, Grace'],
    ['fr', 'Locataire : KOUASSI Amenan'],
    ['es', 'Apellidos: Catrileo Soto'],
    ['it', 'Intestatario: Dell’Orto Samanta'],
  ] as const)('reads the value of a label: %s %s', (language, text) => {
    expect(textsOf(find(language, text), 'person')).toEqual([text.slice(text.indexOf(':') + 2)]);
  });

  it.each([
    ['en', 'The major (retd) wrote.'],
    ['en', 'The printer is a Brother HL-L5100DN.'],
  ] as const)('finds nothing: %s %s', (language, text) => {
    expect(textsOf(find(language, text), 'person')).toEqual([]);
  });

  it('reads surname, comma, given name', () => {
    expect(textsOf(find('de', 'Teilnehmerliste\nMÜLLER, Anna Maria\nYılmaz, Cem'), 'person')).toEqual([
      'MÜLLER, Anna Maria',
      'Yılmaz, Cem',
    ]);
    expect(textsOf(find('es', 'falta un parte (OKWARAJI, Ndidika), corregido'), 'person')).toEqual([
      'OKWARAJI, Ndidika',
    ]);
  });

  it.each([
    ['de', 'Mit freundlichen Grüßen\n\nH. Wiesengrund'],
    ['en', 'Kind regards,\n\nBlossom Okafor'],
    ['fr', 'Cordialement,\nSolène Trémaudan'],
    ['es', 'Un saludo,\n\nRosario Peláez'],
    ['it', 'Cordiali saluti\n\nErmenegilda Zonta'],
  ] as const)('reads a signature: %s %s', (language, text) => {
    expect(textsOf(find(language, text), 'person')).toEqual([text.slice(text.lastIndexOf('\n') + 1)]);
  });

  it('reads the speakers of a chat, in small letters as well', () => {
    const found = textsOf(find('de', '[10:12] Jana: bin da\n[10:13] ahmet: ich auch'), 'person');
    expect(found).toEqual(['Jana', 'ahmet']);
  });

  it('reads a name that is broken at the end of a line', () => {
    expect(textsOf(find('de', 'Lieferung an Frau Oster-\nkamp, bitte klingeln.'), 'person')).toEqual(['Oster-\nkamp']);
  });

  it.each([
    ['de', 'Petra Lindner RA Jonas Hartwig', ['Petra Lindner', 'Jonas Hartwig']],
    ['de', 'Petra Lindner\tJonas Hartwig', ['Petra Lindner', 'Jonas Hartwig']],
    ['de', 'Petra Lindner  Jonas Hartwig', ['Petra Lindner', 'Jonas Hartwig']],
    ['de', 'Gestern kam Ferdinand Graf zu Erlenburg.', ['Ferdinand Graf zu Erlenburg']],
    ['de', 'gez. E. Harms', ['E. Harms']],
    ['de', 'Bitte Rückruf bei Frau Freitag.', ['Freitag']],
    ['de', 'Ich buchstabiere: P-R-Z-Y-B-Y-L-S-K-I', ['P-R-Z-Y-B-Y-L-S-K-I']],
    ['it', 'Da: Ubalda Sbarbati <u.sbarbati@posta.example>', ['Ubalda Sbarbati']],
    ['en', 'Sent by "Okafor, Blossom" <b@post.example>', ['Okafor, Blossom']],
    ['de', 'Ich heiße Matthias Richter, bin Dachdecker.', ['Matthias Richter']],
    ['en', 'The contact was Eric Love until May.', ['Eric Love']],
    ['es', 'Informa la Licda. Durán del caso.', ['Durán']],
  ] as const)('separates and completes: %s %s', (language, text, expected) => {
    expect(textsOf(find(language, text), 'person')).toEqual(expected);
  });

  it.each([
    ['de', 'Protokoll vom Montag, Pers.-Nr. 317, Abt. 4'],
    ['de', 'Morgens Gilurytmal 20 mg, abends nichts.'],
    ['de', 'Da kam ein Hund vorbei, den niemand kannte.'],
    ['es', 'Comprar un tornillo Allen y una llave Stillson.'],
    ['en', 'Quote IMEI 354758607145898 with every claim.'],
    ['es', 'El profesor de Matemáticas llega tarde.'],
    ['de', 'Die Miete für die Wohnung ist am dritten Werktag fällig.'],
    ['de', 'Im Sommer ist der Garten klein, aber schön.'],
    ['de', 'Nach § 174 BGB ist die Kündigung zurückzuweisen.'],
    ['de', 'Der Termin am Montag im August entfällt.'],
    ['de', 'Diagnose: Morbus Crohn.'],
    ['en', 'The Tenant shall pay the rent in advance on the first day of June.'],
    ['fr', 'La présente décision est notifiée par lettre recommandée.'],
    ['es', 'El pago se realizará por transferencia en el mes de mayo.'],
    ['it', 'Ai sensi dell’art. 1491 c.c. la garanzia non è dovuta.'],
  ] as const)('finds nobody: %s %s', (language, text) => {
    expect(textsOf(find(language, text), 'person')).toEqual([]);
  });

  it('keeps offsets exact after characters outside the basic plane', () => {
    const text = '🙂👩‍⚖️ Frau Lindgreen 𝒳 und Torsten Lüdke';
    const found = find('de', text);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['Lindgreen', 'Torsten Lüdke']);
  });

  it('masks more at the strict level and less at the fast one', () => {
    const text = 'Gestern kam Seidenfaden vorbei. Frau Weber war auch da.';
    expect(textsOf(find('de', text, 'strict'), 'person')).toContain('Weber');
    expect(textsOf(find('de', text, 'strict'), 'person').length).toBeGreaterThanOrEqual(
      textsOf(find('de', text, 'balanced'), 'person').length,
    );
    expect(textsOf(find('de', text, 'fast'), 'person')).toEqual(['Weber']);
  });
});

describe('hostile texts', () => {
  // Time is not asserted: a quadratic step would exceed the time limit of the test by far.
  it.each([
    ['capitals', 'Anna '.repeat(200_000)],
    ['particles', 'von der '.repeat(120_000)],
    ['initials', 'A. B. '.repeat(160_000)],
    ['ampersands', 'A & B '.repeat(150_000)],
    ['hyphens', 'Anna-'.repeat(200_000)],
    ['titles', 'Dr. '.repeat(250_000)],
    ['commas', 'Müller, '.repeat(120_000)],
    ['numbers', '12 '.repeat(300_000)],
    ['quotes', '„'.repeat(900_000)],
    ['one word', 'Ä'.repeat(900_000)],
    ['line breaks', '\n'.repeat(900_000)],
    ['closing formulas', 'Grüße\n'.repeat(150_000)],
  ])('stays linear on %s', (_name, text) => {
    for (const { start, end } of find('de', text)) expect(end).toBeGreaterThan(start);
  });
});
