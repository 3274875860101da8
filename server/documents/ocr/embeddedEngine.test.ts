import { afterAll, describe, expect, it } from 'vitest';
import { cutRows, type GrayPage } from '../image/graymap.ts';
import { drawPage } from '../pdf/draw.ts';
import { loadPdfium, withDocument } from '../pdf/pdfium.ts';
import { writePdf } from '../write/pdf.ts';
import { createEmbeddedEngine } from './embeddedEngine.ts';
import { recognizePage } from './recognizePage.ts';
import { createLanguageTeller } from './tellLanguage.ts';

const LINES = {
  de: 'Sehr geehrte Frau Müller, vielen Dank für Ihr Schreiben vom 14. März aus Köln.',
  it: 'Gentile signora Rossi, la ringraziamo della sua lettera del 14 marzo da Perugia.',
} as const;

/** The head of a page with the text: three inches at 300 dpi. */
async function headOf(text: string): Promise<GrayPage> {
  const pdf = await writePdf({ format: 'pdf', text, title: '', prompt: null, language: 'de' });
  const pdfium = await loadPdfium();
  const page = withDocument(pdfium, pdf, (document) => drawPage(pdfium, document, 0));
  return cutRows(page, 0, 900);
}

describe('the embedded engine', () => {
  const engine = createEmbeddedEngine();
  afterAll(() => engine.close());

  it('reads the same words whatever it has read before, in one language after the other', async () => {
    const [de, it] = [await headOf(LINES.de), await headOf(LINES.it)];
    const first = await engine.recognize(de, 'de');
    const second = await engine.recognize(it, 'it');
    expect(first.text).toContain(LINES.de);
    expect(second.text).toContain(LINES.it);
    expect(await engine.recognize(de, 'de')).toEqual(first);
    await engine.close();
    expect(await engine.recognize(it, 'it')).toEqual(second);
  });

  it('tells the language of a page from a few of its lines', async () => {
    const page = await headOf(Array<string>(4).fill(LINES.it).join('\n'));
    const looks: number[] = [];
    const watched: typeof engine = {
      ...engine,
      recognize: (picture, language) => {
        looks.push(picture.height / picture.dpi);
        return engine.recognize(picture, language);
      },
    };
    const { language, text } = await recognizePage(watched, page, null, createLanguageTeller);
    expect({ language, looks: looks.length }).toEqual({ language: 'it', looks: 2 });
    expect(looks[0]).toBeLessThan(1.1);
    expect(text).toContain(LINES.it);
  });
});
