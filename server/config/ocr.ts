import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { StartError } from '../core/startError.ts';
import { environmentName, type Settings } from './settings.ts';
import type { Environment } from './sources.ts';

/** What recognizes scans. */
export type OcrConfig =
  | { readonly engine: 'embedded' }
  | {
      readonly engine: 'system';
      /** The installed tesseract. */
      readonly program: {
        /** Absolute. */
        readonly path: string;
        /** The part of the server's environment that it needs. */
        readonly env: Readonly<Record<string, string>>;
      };
    };

/** Where its data lies, where its libraries lie, and what every program on Windows needs. */
const PASSED_ON = ['TESSDATA_PREFIX', 'LD_LIBRARY_PATH', 'SystemRoot'];

/** @throws StartError when the settings contradict each other or the program is not there */
export function ocrOf(settings: Settings, env: Environment, platform: NodeJS.Platform = process.platform): OcrConfig {
  const { ocrEngine: engine = 'embedded', ocrProgram } = settings;
  if (engine === 'embedded') {
    if (ocrProgram === undefined) return Object.freeze({ engine });
    throw new StartError(
      `The setting ${environmentName('ocrProgram')} has a meaning only where ${environmentName('ocrEngine')} is "system".`,
    );
  }
  const path = ocrProgram ?? onPath(platform === 'win32' ? 'tesseract.exe' : 'tesseract', env);
  if (path === null || !isProgram(path)) {
    const reason = path === null ? 'there is no tesseract on PATH' : `${path} is no program`;
    throw new StartError(
      `The setting ${environmentName('ocrEngine')} is "system", but ${reason}. Install it, or name it in ${environmentName('ocrProgram')}.`,
    );
  }
  const passed = PASSED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return Object.freeze({ engine, program: { path, env: Object.fromEntries(passed) } });
}

function onPath(name: string, env: Environment): string | null {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter);
  // An empty or relative entry means the folder in which the server was started, where anybody may have put a program.
  return (
    folders
      .filter(isAbsolute)
      .map((folder) => join(folder, name))
      .find(isProgram) ?? null
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
