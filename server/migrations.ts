import { coreMigrations, keyRotationMigrations } from './core/migrations.ts';
import {
  keyRightsMigrations,
  migrations as accounts,
  resetMigrations,
  secondFactorMigrations,
  sessionDeviceMigrations,
  taskMigrations,
} from './features/accounts/index.ts';
import {
  areaMigrations,
  batchMigrations,
  documentMigrations,
  exportMigrations,
  mappingMigrations,
  migrations as anonymization,
  originMigrations,
} from './features/anonymization/index.ts';
import { migrations as chat } from './features/chat/index.ts';
import { migrations as detectors } from './features/detectors/index.ts';
import { exchangeMigrations } from './features/gateway/exchanges/exchangeStorage.ts';
import { migrations as gateway } from './features/gateway/index.ts';
import { imageUseMigrations, migrations as workspace, uploadMigrations } from './features/workspace/index.ts';

/** The history of the schema. The order is part of every existing database: new migrations go to the end. */
export const MIGRATIONS = Object.freeze([
  ...coreMigrations,
  ...accounts,
  ...anonymization,
  ...workspace,
  ...detectors,
  ...gateway,
  ...mappingMigrations,
  ...exchangeMigrations,
  ...chat,
  ...documentMigrations,
  ...batchMigrations,
  ...areaMigrations,
  ...keyRightsMigrations,
  ...originMigrations,
  ...keyRotationMigrations,
  ...taskMigrations,
  ...uploadMigrations,
  ...exportMigrations,
  ...imageUseMigrations,
  ...sessionDeviceMigrations,
  ...secondFactorMigrations,
  ...resetMigrations,
]);
