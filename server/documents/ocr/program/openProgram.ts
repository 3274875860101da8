import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '../../../contract/common.ts';
import { StartError } from '../../../core/startError.ts';
import { createSlots } from '../../../core/workers/slots.ts';
import type { GrayPage } from '../../image/graymap.ts';
import { DOCUMENT_LIMITS } from '../../limits.ts';
import { MODELS } from '../languageData.ts';
import { PREPARATION } from '../preparePage.ts';
import { SETTINGS } from '../settings.ts';
import { toBitmap } from './bitmap.ts';
import { ProgramError } from './programError.ts';
import { runProgram, type InstalledProgram } from './runProgram.ts';

/** A picture as it goes to the program. */
export interface ProgramPicture {
  /** A Windows bitmap, see `toBitmap`. */
  readonly bitmap: Uint8Array;
  readonly dpi: number;
  readonly language: Language;
}

/** The installed `tesseract`, with data for all languages. */
export interface OcrProgram {
  /** Names the program with its version and data, for records of what read a document. */
  readonly name: string;
  /**
   * The words of a picture as hOCR. Waits while as many processes as allowed are running. Rejects with the signal's reason, which kills the process, and
   * with ProgramError, also when version or data are no longer those of `name`.
   */
  recognize(picture: ProgramPicture, signal: AbortSignal): Promise<string>;
}

export interface OpenProgramOptions {
  readonly program: InstalledProgram;
  /** Most processes at a time; each uses one thread. */
  readonly threads: number;
}

/** Older ones say neither where their data lies nor how lines stand in the way that is read here. */
const OLDEST_MAJOR = 5;
const START_MILLISECONDS = 60_000;
const BLANK: GrayPage = Object.freeze({ pixels: new Uint8Array(64 * 64).fill(255), width: 64, height: 64, dpi: 300 });
/** hOCR names its maker in its head. */
const HEAD_CHARACTERS = 4_096;

/**
 * Finds out what an installed tesseract is and tries it in every language.
 * @throws StartError when it cannot be started, is too old, or lacks a language
 */
export async function openOcrProgram({ program: { path, env }, threads }: OpenProgramOptions): Promise<OcrProgram> {
  // Parallel pages are processes of their own: a second level of threads would only make them wait for each other.
  const program = { path, env: { ...env, OMP_THREAD_LIMIT: '1' } };
  const slots = createSlots(threads);
  const ask = async (argument: string) => {
    const limits = { signal: new AbortController().signal, milliseconds: START_MILLISECONDS, outputBytes: 65_536 };
    const answer = await runProgram(program, [argument], null, limits).catch(() => null);
    if (answer === null) throw unusable(path, 'it cannot be started');
    return answer.toString('utf8');
  };

  const version = /^tesseract (v?(\d+)\.\S+)/m.exec(await ask('--version'));
  if (version === null) throw unusable(path, 'it does not say that it is tesseract');
  if (Number(version[2]) < OLDEST_MAJOR) throw unusable(path, `it is older than version ${OLDEST_MAJOR}`);
  const models = await openModels(path, await ask('--list-langs'));
  const maker = `tesseract ${version[1]!}`;

  const recognize: OcrProgram['recognize'] = async ({ bitmap, dpi, language }, signal) => {
    const release = await slots.acquire(signal);
    try {
      if (!(await models.areUnchanged(language))) throw new ProgramError('OCR_PROGRAM_CHANGED');
      const args = ['stdin', 'stdout', '-l', MODELS[language], '--dpi', String(dpi), ...ARGUMENTS];
      const answer = await runProgram(program, args, bitmap, {
        ...{ signal, milliseconds: DOCUMENT_LIMITS.recognitionProgramMilliseconds },
        outputBytes: DOCUMENT_LIMITS.recognitionProgramBytes,
      });
      const hocr = answer.toString('utf8');
      const made = /name='ocr-system' content='([^']*)'/.exec(hocr.slice(0, HEAD_CHARACTERS))?.[1];
      if (made?.trim() !== maker) throw new ProgramError('OCR_PROGRAM_CHANGED');
      return hocr;
    } finally {
      release();
    }
  };

  const trial = async (language: Language) => {
    const picture = { bitmap: toBitmap(BLANK), dpi: BLANK.dpi, language };
    return await recognize(picture, new AbortController().signal).catch(() => {
      throw unusable(path, `it cannot read with the data for ${MODELS[language]}`);
    });
  };
  await Promise.all(LANGUAGES.map(trial));
  return { name: `${maker}, data ${models.digest}, ${PREPARATION}`, recognize };
}

/** LSTM models, the picture as one block (reading order is found from the places of the words), and hOCR as the answer. */
const ARGUMENTS = Object.freeze([
  ...['--oem', '1', '--psm', '6'],
  ...Object.entries({ ...SETTINGS, tessedit_create_hocr: '1' }).flatMap((setting) => ['-c', setting.join('=')]),
]);

interface Models {
  /** Start of the SHA-256 of the data of all languages. */
  readonly digest: string;
  /** Whether the file of a language is the one that was there at the start. */
  areUnchanged(language: Language): Promise<boolean>;
}

/** `list` is what `--list-langs` says: the folder in quotes, then a model on each line. */
async function openModels(path: string, list: string): Promise<Models> {
  const folder = /^List of available languages in "(.+)" \(\d+\)/m.exec(list)?.[1];
  if (folder === undefined) throw unusable(path, 'it does not say where its data lies');
  const installed = new Set(list.split(/\r?\n/));
  const missing = Object.values(MODELS).filter((model) => !installed.has(model));
  if (missing.length > 0) throw unusable(path, `it has no data for ${missing.join(', ')}`);
  const fileOf = (language: Language) => join(folder, `${MODELS[language]}.traineddata`);
  const stateOf = async (language: Language) => {
    const { ino, size, mtimeMs } = await stat(fileOf(language));
    return `${ino} ${size} ${mtimeMs}`;
  };
  const hash = createHash('sha256');
  const states = new Map<Language, string>();
  try {
    for (const language of LANGUAGES) {
      states.set(language, await stateOf(language));
      hash.update(await readFile(fileOf(language)));
    }
  } catch {
    throw unusable(path, 'its data cannot be read');
  }
  return {
    digest: hash.digest('hex').slice(0, 12),
    areUnchanged: async (language) => (await stateOf(language).catch(() => null)) === states.get(language),
  };
}

function unusable(path: string, reason: string): StartError {
  return new StartError(`The setting DECKNAME_OCR_ENGINE is "system", but ${path} cannot be used: ${reason}.`);
}
