import { DEFAULT_TEAM_SETTINGS, teamSettings, type TeamSettings } from '../../contract/administration.ts';
import { type Clock, isoTime } from '../../core/clock.ts';
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

/** Since when a second factor is required, ISO 8601; null: it is not. */
export async function readSecondFactorRequiredAt(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('team_settings')
    .select('second_factor_required_at')
    .where('id', '=', ONLY_ROW)
    .executeTakeFirst();
  return row?.second_factor_required_at ?? null;
}

export interface TeamSettingsService {
  get(): Promise<TeamSettings>;
  change(principal: Principal, change: Change<TeamSettings>): Promise<TeamSettings>;
}

export function createTeamSettings({
  database,
  clock,
  audit,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
}): TeamSettingsService {
  return Object.freeze({
    get: () => readTeamSettings(database.db),
    change: (principal: Principal, change: Change<TeamSettings>) =>
      database.transaction(async (db) => {
        const settings = merged(await readTeamSettings(db), change);
        const requiredAt = settings.requireSecondFactor
          ? ((await readSecondFactorRequiredAt(db)) ?? isoTime(clock.now()))
          : null;
        const row = { settings: JSON.stringify(settings), second_factor_required_at: requiredAt };
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
