import type { AccountDeletions } from './deletion.ts';
import { type AccountDeletionsOptions, createAccountDeletions } from './deletion.ts';
import { createKeyRotations, type KeyRotations } from './rotation.ts';
import { createTaskRunner, type TaskRunner } from './taskRunner.ts';
import type { Logger } from '../../../core/log/logger.ts';
import type { AccountTaskParts } from './types.ts';

/** Work on whole accounts. */
export interface AccountTasks {
  readonly deletions: AccountDeletions;
  readonly rotations: KeyRotations;
  /** Goes on with what an earlier run has left; from now on there is work. */
  start(parts: AccountTaskParts): void;
  stop(): Promise<void>;
}

type Options = Omit<AccountDeletionsOptions, 'parts' | 'runner'> & { readonly logger: Logger };

export function createAccountTasks({ logger, ...options }: Options): AccountTasks {
  let known: AccountTaskParts | null = null;
  const parts = (): AccountTaskParts => {
    if (known === null) throw new Error('the server has not begun to work on accounts');
    return known;
  };
  const runner = (): TaskRunner => tasks;
  const deletions = createAccountDeletions({ ...options, parts, runner });
  const rotations = createKeyRotations({ ...options, parts, runner });
  const tasks = createTaskRunner({
    ...{ database: options.database, logger },
    run: { deletion: deletions.run, rotation: rotations.run },
  });
  return {
    deletions,
    rotations,
    start(given) {
      known = given;
      tasks.start();
    },
    stop: () => tasks.stop(),
  };
}
