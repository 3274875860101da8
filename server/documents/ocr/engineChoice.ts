import type { Engines } from './engines.ts';
import type { OcrProgram } from './program/openProgram.ts';

/** What recognizes scans now, and what could. */
export interface EngineState {
  readonly engine: 'embedded' | 'system';
  /** Name and version of the installed program; null where none can be used. */
  readonly installed: string | null;
}

/** The choice of the engine while the server runs, for a program that has its own settings. */
export interface EngineChoice {
  /** Looks for the installed program, which takes seconds where there is one, until it was found once. */
  state(): Promise<EngineState>;
  /** Recognizes with this engine from now on; running work keeps its own. Where the installed program cannot be used, nothing changes. */
  choose(engine: EngineState['engine']): Promise<EngineState>;
}

/** @param open - opens the installed program; rejects where none can be used */
export function createEngineChoice({
  engines,
  open,
}: {
  readonly engines: Pick<Engines, 'choose' | 'chosen'>;
  readonly open: () => Promise<OcrProgram>;
}): EngineChoice {
  let program: OcrProgram | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other: two choices that overlap would end with whichever took longer. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  }
  const look = async (): Promise<void> => {
    program = await open().catch(() => null);
  };
  const state = (): EngineState => ({ engine: engines.chosen().engine, installed: program?.name ?? null });

  return {
    state: () =>
      inTurn(async () => {
        if (program === null) await look();
        return state();
      }),
    choose: (engine) =>
      inTurn(async () => {
        // The program or its data may have been replaced since it was found.
        await look();
        if (engine === 'embedded') engines.choose(null);
        else if (program !== null) engines.choose(program);
        return state();
      }),
  };
}
