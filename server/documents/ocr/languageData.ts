import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { Language } from '../../contract/common.ts';

/** ISO 639-2 codes under which Tesseract keeps its models. */
export const MODELS = Object.freeze({ de: 'deu', en: 'eng', fr: 'fra', es: 'spa', it: 'ita' }) satisfies Record<
  Language,
  string
>;

/** Folder of the data in use in the packages of the models. */
const EMBEDDED_DATA = '4.0.0_best_int';

/** Names the embedded engine with its version and data, for records of what read a document. */
export function embeddedEngineName(): string {
  const manifest: unknown = createRequire(import.meta.url)('tesseract.js/package.json');
  return `tesseract.js ${z.object({ version: z.string() }).parse(manifest).version}, data ${EMBEDDED_DATA}`;
}

/** Where the model of a language lies on this machine. */
export interface LanguageData {
  readonly model: string;
  /** Folder with `<model>.traineddata`, packed where `gzip` is set. */
  readonly folder: string;
  readonly gzip: boolean;
}

/** The integer model of the best quality from the installed package @tesseract.js-data/<model>; nothing is fetched. */
export function languageData(language: Language): LanguageData {
  const model = MODELS[language];
  const manifest = createRequire(import.meta.url).resolve(`@tesseract.js-data/${model}/package.json`);
  return { model, folder: join(dirname(manifest), EMBEDDED_DATA), gzip: true };
}
