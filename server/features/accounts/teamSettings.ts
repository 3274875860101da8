import { DEFAULT_TEAM_SETTINGS, teamSettings, type TeamSettings } from '../../contract/administration.ts';
import type { Database, Db } from '../../core/db/types.ts';
import type { Principal } from '../../http/types.ts';
import type { Audit } from './audit.ts';
import { type Change, merged } from './storage/merged.ts';

const ONLY_ROW = 1;
const stored = teamSettings.partial();

/** Settings of the installation, with the defaults for what nobody has changed. */
export async function readTeamSettings(db: Db): Promise<TeamSettings> {
  const row = await db.selectFrom('team_settings').select('settings').where('id', '=', ONLY_ROW).executeTakeFirst();
  return merged(DEFAULT_TEAM_SETTINGS, row === undefined ? {} : stored.parse(JSON.parse(row.settings)));
}

export interface TeamSettingsService {
  get(): Promise<TeamSettings>;
  change(principal: Principal, change: Change<TeamSettings>): Promise<TeamSettings>;
}

export function createTeamSettings({ database, audit }: { database: Database; audit: Audit }): TeamSettingsService {
  return Object.freeze({
    get: () => readTeamSettings(database.db),
    change: (principal: Principal, change: Change<TeamSettings>) =>
      database.transaction(async (db) => {
        const settings = merged(await readTeamSettings(db), change);
        const row = { settings: JSON.stringify(settings) };
        await db
          .insertInto('team_settings')
          .values({ id: ONLY_ROW, ...row })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute();
        await audit.record(db, { principal, action: 'settings.changed' });
        return settings;
      }),
  });
}
