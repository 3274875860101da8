/**
 * Makes the sample documents of resources/samples: `node build/samples/make.ts`. All people, companies, numbers and letters in them are invented; bank account
 * and tax numbers are made up so that their check digits fit. See resources/samples/README.md.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { italianScan } from './italianScan.ts';
import { germanLetter } from './germanLetter.ts';
import { ENGLISH_NOTE, FRENCH_CONTRACT, SPANISH_MINUTES } from './texts.ts';
import { writePdf } from '../../server/documents/write/pdf.ts';

const folder = fileURLToPath(new URL('../../resources/samples/', import.meta.url));

const samples: Readonly<Record<string, Uint8Array>> = {
  'de-brief.docx': await germanLetter(),
  'fr-contrat.pdf': await writePdf({
    format: 'pdf',
    title: 'Contrat de prestation de services',
    text: FRENCH_CONTRACT,
    prompt: null,
    language: 'fr',
  }),
  'it-lettera-scansione.png': await italianScan(),
  'en-note.txt': new TextEncoder().encode(ENGLISH_NOTE),
  'es-acta.md': new TextEncoder().encode(SPANISH_MINUTES),
};

await mkdir(folder, { recursive: true });
for (const [name, bytes] of Object.entries(samples)) {
  await writeFile(folder + name, bytes);
  console.log(`${name}: ${bytes.byteLength} bytes`);
}
