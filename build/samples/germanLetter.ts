import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  Header,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
  type IRunOptions,
} from 'docx';

const strong = (text: string) => {
  const options: IRunOptions = { text, bold: true };
  return new TextRun(options);
};
const line = (text: string) => new Paragraph(text);
const lines = (texts: readonly string[]) => texts.map(line);
const small = (text: string) =>
  new Paragraph({ alignment: AlignmentType.CENTER, children: [new TextRun({ text, size: 16, color: '666666' })] });

const ITEMS = [
  ['Pos.', 'Leistung', 'Ansprechpartner', 'Betrag'],
  ['1', 'Erstberatung Mietrecht, 45 Minuten', 'RA Jonas Hartwig', '190,00 €'],
  ['2', 'Schreiben an die Hausverwaltung Kessler & Partner GmbH', 'RAin Dr. Miriam Vogt', '320,00 €'],
  ['3', 'Telefonat mit Frau Petra Lindner', 'RA Jonas Hartwig', '60,00 €'],
] as const;

function itemTable(): Table {
  const border = { style: BorderStyle.SINGLE, size: 4, color: 'BBBBBB' };
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    borders: {
      top: border,
      bottom: border,
      left: border,
      right: border,
      insideHorizontal: border,
      insideVertical: border,
    },
    rows: ITEMS.map(
      (cells, row) =>
        new TableRow({
          tableHeader: row === 0,
          children: cells.map(
            (text) =>
              new TableCell({
                children: [new Paragraph({ children: [row === 0 ? strong(text) : new TextRun(text)] })],
              }),
          ),
        }),
    ),
  });
}

/** A letter of a law firm with header, footer, table and signature. */
export async function germanLetter(): Promise<Uint8Array> {
  const document = new Document({
    title: 'Kostennote',
    creator: '',
    lastModifiedBy: '',
    styles: { default: { document: { run: { font: 'Calibri', size: 22, language: { value: 'de-DE' } } } } },
    sections: [
      {
        headers: {
          default: new Header({ children: [small('Kanzlei Vogt & Hartwig · Schillerstraße 21 · 80336 München')] }),
        },
        footers: {
          default: new Footer({
            children: [
              small('Tel. 089 1234567 · kanzlei@vogt-hartwig.example · USt-IdNr. DE136695976'),
              small('Bankverbindung: IBAN DE89 3704 0044 0532 0130 00 · BIC COBADEFFXXX'),
            ],
          }),
        },
        children: [
          ...lines([
            'Herrn',
            'Stefan Brückner',
            'Am Mühlbach 9',
            '85049 Ingolstadt',
            '',
            'München, den 17. April 2026',
            '',
          ]),
          new Paragraph({
            children: [strong('Kostennote Nr. 2026-0173, Ihr Mietverhältnis Am Mühlbach 9')],
          }),
          ...lines([
            '',
            'Sehr geehrter Herr Brückner,',
            '',
            'in Ihrer Angelegenheit gegen die Hausverwaltung Kessler & Partner GmbH rechnen wir unsere Tätigkeit wie folgt ab. Frau Lindner hat uns am 8. April 2026 zugesagt, dass die Abrechnung der Nebenkosten bis Ende Mai berichtigt wird.',
            '',
          ]),
          itemTable(),
          ...lines([
            '',
            'Bitte überweisen Sie den Gesamtbetrag von 570,00 € bis zum 15. Mai 2026. Bei Fragen erreichen Sie Herrn Hartwig unter 0171 9876543 oder jonas.hartwig@vogt-hartwig.example. Ihr Aktenzeichen lautet 118/26-VH.',
            '',
            'Mit freundlichen Grüßen',
            '',
            'Dr. Miriam Vogt',
            'Rechtsanwältin',
          ]),
        ],
      },
    ],
  });
  return await Packer.pack(document, 'uint8array');
}
