import { migrations as core } from './core/migrations.ts';
import { migrations as accounts } from './features/accounts/index.ts';
import { migrations as anonymization } from './features/anonymization/index.ts';
import { migrations as chat } from './features/chat/index.ts';
import { migrations as detectors } from './features/detectors/index.ts';
import { migrations as gateway } from './features/gateway/index.ts';
import { migrations as workspace } from './features/workspace/index.ts';

/**
 * The history of the schema, by the numbers of its steps. The order is part of every existing database: a new step has the next number, whichever feature it
 * belongs to.
 */
export const MIGRATIONS = Object.freeze(
  [...core, ...accounts, ...anonymization, ...workspace, ...detectors, ...gateway, ...chat].toSorted(
    (a, b) => Number.parseInt(a.id, 10) - Number.parseInt(b.id, 10),
  ),
);
