import { MessageChannel, type MessagePort, type Transferable } from 'node:worker_threads';
import { AppError } from '../../core/errors.ts';
import { embeddedEngineName } from './languageData.ts';
import { serveProgram } from './program/channel.ts';
import type { OcrProgram } from './program/openProgram.ts';

/** What a thread recognizes with; the port leads to the installed program, see `serveProgram`. */
export type EngineOrder = { readonly kind: 'embedded' } | { readonly kind: 'program'; readonly port: MessagePort };

/** An engine as work in a thread uses it. */
export interface EngineInUse {
  readonly order: EngineOrder;
  readonly transfer: readonly Transferable[];
  /** Version and data included; the same name always reads the same words. */
  readonly name: string;
}

/** The engines of this server, seen from the main thread. */
export interface Engines {
  /**
   * Runs work with an engine and ends what the engine is still doing when the work has ended.
   * @param name - the engine that read a document before, as `EngineInUse` named it; null: it was not recorded, which is the embedded one; absent: the chosen one
   * @throws AppError NOT_EXPORTABLE when the named engine is not here any more, or not in this version
   */
  use<T>(name: string | null | undefined, work: (engine: EngineInUse) => Promise<T>): Promise<T>;
  /** Recognizes with the installed program from now on, or with the embedded engine (null). Running work keeps its engine. */
  choose(program: OcrProgram | null): void;
  /** The chosen engine. */
  chosen(): { readonly engine: 'embedded' | 'system'; readonly version: string };
}

/** @param program - the installed program, where it is chosen from the start. The embedded engine is always there. */
export function createEngines(program: OcrProgram | null): Engines {
  let chosen = program;
  /** What was chosen once still reads again what it has read. */
  const programs = new Map<string, OcrProgram>();

  function choose(next: OcrProgram | null): void {
    chosen = next;
    if (next !== null) programs.set(next.name, next);
  }
  choose(program);

  return {
    async use(name, work) {
      const wanted = name === undefined ? chosen : programs.get(name ?? '');
      if (wanted) return await withProgram(wanted, work);
      const own = embeddedEngineName();
      if (typeof name === 'string' && name !== own) throw otherEngine();
      return await work({ order: { kind: 'embedded' }, transfer: [], name: own });
    },
    choose,
    chosen: () =>
      chosen === null
        ? { engine: 'embedded', version: embeddedEngineName() }
        : { engine: 'system', version: chosen.name },
  };
}

async function withProgram<T>(program: OcrProgram, work: (engine: EngineInUse) => Promise<T>): Promise<T> {
  const { port1, port2 } = new MessageChannel();
  const ended = new AbortController();
  serveProgram(program, port1, ended.signal);
  try {
    return await work({ order: { kind: 'program', port: port2 }, transfer: [port2], name: program.name });
  } finally {
    ended.abort();
  }
}

const otherEngine = (): AppError =>
  new AppError('NOT_EXPORTABLE', 'The document was recognized by another program or version. Anonymize it again.');
