import { strToU8, zipSync } from 'fflate';
import { Document, Packer, Paragraph } from 'docx';
import PDFDocument from 'pdfkit';
import type { CANARY } from './traces.ts';

/** A file as it is uploaded. */
export interface PlantedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

type Canaries = typeof CANARY;

const linesWith = ({ name, word, number }: Canaries): string[] => [
  `Dear Ms ${name},`,
  `please write to office@kanzlei-beispiel.example about ${word}.`,
  `Customer no. ${number}, and again ${name}.`,
];

async function wordDocument(lines: readonly string[]): Promise<Uint8Array> {
  const children = lines.map((text) => new Paragraph({ text }));
  return new Uint8Array(await Packer.toBuffer(new Document({ sections: [{ children }] })));
}

function pdfDocument(lines: readonly string[]): Promise<Uint8Array> {
  // Without compression, so that the canaries lie readable in the bytes that a careless parser might quote.
  const document = new PDFDocument({ compress: false });
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    document.on('error', reject);
    document.font('Helvetica').fontSize(11).text(lines.join('\n'));
    document.end();
  });
}

/** Sound documents in which every canary stands; their file names carry one as well. */
export async function plantedDocuments(canaries: Canaries): Promise<PlantedFile[]> {
  const lines = linesWith(canaries);
  return [
    { name: `${canaries.name}.txt`, bytes: strToU8(lines.join('\r\n')) },
    { name: `${canaries.word}.docx`, bytes: await wordDocument(lines) },
    { name: `${canaries.number}.pdf`, bytes: await pdfDocument(lines) },
  ];
}

/** Documents that cannot be read, each with canaries in the part that breaks. */
export async function damagedDocuments(canaries: Canaries): Promise<PlantedFile[]> {
  const lines = linesWith(canaries);
  const [word, pdf] = [await wordDocument(lines), await pdfDocument(lines)];
  const types =
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
  const broken = (body: string) =>
    zipSync({ '[Content_Types].xml': strToU8(types), 'word/document.xml': strToU8(body) }, { level: 0 });
  return [
    { name: `${canaries.word}-cut.docx`, bytes: word.slice(0, word.length * 0.6) },
    { name: `${canaries.word}-cut.pdf`, bytes: pdf.slice(0, 400) },
    { name: 'header.pdf', bytes: strToU8(`%PDF-1.7\n${lines.join('\n')}`) },
    { name: 'xml.docx', bytes: broken(`<w:document><w:t>${canaries.name}</w:tt ${canaries.word}`) },
    {
      name: 'entity.docx',
      bytes: broken(`<!DOCTYPE a [<!ENTITY b "${canaries.name}">]><w:document>&b;${canaries.word}</w:document>`),
    },
    { name: 'binary.txt', bytes: strToU8(`\0\0\0${canaries.name}\0`) },
    {
      name: 'picture.png',
      bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...strToU8(canaries.name)]),
    },
    { name: `${canaries.name}.exe`, bytes: strToU8(`MZ${canaries.word}`) },
  ];
}
