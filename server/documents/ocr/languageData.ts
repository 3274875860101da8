import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as z from 'zod';
import type { Language } from '../../contract/common.ts';
import { packageRoot } from '../../core/files/packageRoot.ts';
import { PREPARATION } from './preparePage.ts';

/** ISO 639-2 codes under which Tesseract keeps its models. */
export const MODELS = Object.freeze({ de: 'deu', en: 'eng', fr: 'fra', es: 'spa', it: 'ita' }) satisfies Record<
  Language,
  string
>;

/** What the models in resources/ocr are, see SOURCE.md there. */
const EMBEDDED_DATA = 'tessdata_fast 4.1.0';

/** Names the embedded engine with its version and data, for records of what read a document. */
export function embeddedEngineName(): string {
  const manifest: unknown = createRequire(import.meta.url)('tesseract.js/package.json');
  return `tesseract.js ${z.object({ version: z.string() }).parse(manifest).version}, data ${EMBEDDED_DATA}, ${PREPARATION}`;
}

/** Where models lie on this machine. */
export interface ModelFolder {
  /** Folder with `<model>.traineddata` for every model, packed where `gzip` is set. */
  readonly folder: string;
  readonly gzip: boolean;
}

/** The models that ship with the product; nothing is fetched. */
export function shippedModels(): ModelFolder {
  return { folder: join(packageRoot(import.meta.dirname), 'resources', 'ocr'), gzip: true };
}
