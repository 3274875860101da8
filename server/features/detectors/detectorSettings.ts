import { type DetectorDefinition, detectorDefinition, type PluggedDetector } from '../../contract/detectors.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Database, Db } from '../../core/db/types.ts';
import { AppError } from '../../core/errors.ts';
import type { Principal } from '../../http/types.ts';
import './tables.ts';

/** What this feature writes into the audit log. */
export interface DetectorAudit {
  record(
    db: Db,
    event: {
      readonly action: 'detector.created' | 'detector.changed' | 'detector.deleted';
      readonly principal: Principal;
      readonly target: { readonly kind: 'detector'; readonly id: string };
    },
  ): Promise<void>;
}

export interface DetectorSettingsOptions {
  readonly database: Database;
  readonly audit: DetectorAudit;
  /** Detectors of the environment or the configuration file. They come first, and a stored one of the same name is left out. */
  readonly configured: readonly DetectorDefinition[];
}

/** The detectors that were added to those of the product. */
export interface DetectorSettings {
  list(): Promise<readonly PluggedDetector[]>;
  /** Those that take part in jobs. */
  active(): Promise<readonly DetectorDefinition[]>;
  create(principal: Principal, definition: DetectorDefinition): Promise<PluggedDetector>;
  /** @param name - the name so far; the definition may bring another one */
  replace(principal: Principal, name: string, definition: DetectorDefinition): Promise<PluggedDetector>;
  remove(principal: Principal, name: string): Promise<void>;
}

export function createDetectorSettings({ database, audit, configured }: DetectorSettingsOptions): DetectorSettings {
  const isConfigured = (name: string): boolean => configured.some((definition) => definition.name === name);

  const stored = async (db: Db): Promise<DetectorDefinition[]> => {
    const rows = await db.selectFrom('detectors').select('definition').orderBy('name').execute();
    return rows.map((row) => detectorDefinition.parse(JSON.parse(row.definition)));
  };
  const exists = async (db: Db, name: string): Promise<boolean> =>
    (await db.selectFrom('detectors').select('name').where('name', '=', name).executeTakeFirst()) !== undefined;
  const store = async (db: Db, definition: DetectorDefinition): Promise<void> => {
    if (isConfigured(definition.name) || (await exists(db, definition.name))) {
      throw new AppError('NAME_TAKEN', 'There is already a detector with this name.');
    }
    const row = { name: definition.name, definition: JSON.stringify(definition) };
    await db.insertInto('detectors').values(row).execute();
  };
  const take = async (db: Db, name: string): Promise<void> => {
    if (isConfigured(name)) {
      throw new AppError('DETECTOR_READ_ONLY', 'This detector belongs to the configuration of the server.');
    }
    const { numDeletedRows } = await db.deleteFrom('detectors').where('name', '=', name).executeTakeFirst();
    if (numDeletedRows === 0n) throw new AppError('DETECTOR_NOT_FOUND', 'There is no such detector.');
  };
  // Every text needs them. Only this process writes them (the data folder is locked), so they are read once.
  let known: Promise<readonly DetectorDefinition[]> | null = null;
  const all = (): Promise<readonly DetectorDefinition[]> =>
    (known ??= stored(database.db).catch((error: unknown) => {
      known = null;
      throw error;
    }));
  const change = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const result = await database.transaction(work);
    known = null;
    return result;
  };
  const list = async (): Promise<PluggedDetector[]> => [
    ...configured.map((definition) => ({ definition, origin: 'configuration' as const })),
    ...(await all())
      .filter(({ name }) => !isConfigured(name))
      .map((definition) => ({ definition, origin: 'settings' as const })),
  ];

  return Object.freeze({
    list,
    async active() {
      return (await list()).map(({ definition }) => definition).filter(({ enabled }) => enabled);
    },

    create: (principal: Principal, definition: DetectorDefinition) =>
      change(async (db) => {
        if ((await stored(db)).length >= LIMITS.detectors) {
          throw new AppError('TOO_MANY_DETECTORS', `At most ${LIMITS.detectors} detectors can be added.`);
        }
        await store(db, definition);
        const target = { kind: 'detector', id: definition.name } as const;
        await audit.record(db, { principal, action: 'detector.created', target });
        return { definition, origin: 'settings' as const };
      }),

    replace: (principal: Principal, name: string, definition: DetectorDefinition) =>
      change(async (db) => {
        await take(db, name);
        await store(db, definition);
        const target = { kind: 'detector', id: definition.name } as const;
        await audit.record(db, { principal, action: 'detector.changed', target });
        return { definition, origin: 'settings' as const };
      }),

    remove: (principal: Principal, name: string) =>
      change(async (db) => {
        await take(db, name);
        await audit.record(db, { principal, action: 'detector.deleted', target: { kind: 'detector', id: name } });
      }),
  });
}
