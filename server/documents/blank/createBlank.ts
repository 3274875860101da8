import { Document, Packer, Paragraph } from 'docx';
import { AppError } from '../../core/errors.ts';

export type BlankKind = 'doc' | 'sheet' | 'slides' | 'sketch';

/** Extension of the files that {@link createBlank} makes. */
export const BLANK_EXTENSIONS = Object.freeze({
  doc: '.docx',
  sheet: '.xlsx',
  slides: '.pptx',
  sketch: '.excalidraw',
} as const) satisfies Readonly<Record<BlankKind, string>>;

/** The bytes of an empty document that office programs open without repair. */
export async function createBlank(kind: BlankKind): Promise<Uint8Array> {
  switch (kind) {
    case 'doc':
      return Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph('')] }] }));
    case 'sketch':
      return Buffer.from(
        `${JSON.stringify({ type: 'excalidraw', version: 2, source: 'deckname', elements: [], appState: {}, files: {} })}\n`,
      );
    case 'sheet':
    case 'slides':
      throw new AppError('UNSUPPORTED_TYPE', 'Not available.');
  }
}
