import { Document, Packer, Paragraph } from 'docx';
import { writeWorkbook } from '../xlsx/writeWorkbook.ts';
import { blankPresentation } from './presentation.ts';

export type BlankKind = 'doc' | 'sheet' | 'slides' | 'sketch';

/** Extension of the files that {@link createBlank} makes. */
export const BLANK_EXTENSIONS = Object.freeze({
  doc: '.docx',
  sheet: '.xlsx',
  slides: '.pptx',
  sketch: '.excalidraw',
} as const) satisfies Readonly<Record<BlankKind, string>>;

/**
 * The bytes of an empty document that office programs open without repair.
 * @param options.sheetName - name of the one worksheet of a new workbook
 */
export async function createBlank(kind: BlankKind, { sheetName }: { sheetName: string }): Promise<Uint8Array> {
  switch (kind) {
    case 'doc':
      return Packer.toBuffer(
        new Document({ creator: '', lastModifiedBy: '', sections: [{ children: [new Paragraph('')] }] }),
      );
    case 'sheet':
      return writeWorkbook({ sheets: [{ name: sheetName, rows: [] }] });
    case 'slides':
      return blankPresentation();
    case 'sketch':
      return Buffer.from(
        `${JSON.stringify({ type: 'excalidraw', version: 2, source: 'deckname', elements: [], appState: {}, files: {} })}\n`,
      );
  }
}
