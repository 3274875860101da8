import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openTestCore } from '../../../../test/helpers/openTestCore.ts';
import { tempDir } from '../../../../test/helpers/tempDir.ts';
import { formKey } from '../../../core/placeholders/assign.ts';
import { encodeText } from '../../../core/textCodec.ts';
import { MIGRATIONS } from '../../../migrations.ts';
import { createMappingVault } from './mappingVault.ts';

/** What jobs need, and the columns of the vault. */
const BEFORE: ReadonlySet<string> = new Set(['0001-core', '0003-anonymization', '0017-key-rotation']);
const HASH = 'k3v9q2xd';
const SHARED = '00001111';

it('brings the mappings of jobs into a database that requests share them in', async () => {
  const dir = tempDir();
  const masterKey = randomBytes(32);
  // A file as it was before requests to models had mappings.
  const migrations = MIGRATIONS.filter(({ id }) => BEFORE.has(id));
  const before = await openTestCore({ dir, masterKey, migrations });
  const accountId = await before.addAccount();
  const [first, second] = [randomUUID(), randomUUID()];
  const lookup = await before.vault.macFor(accountId, 'lookup');
  const store = async (hash: string, category: string, original: string) => {
    const boundTo = `mappings/${accountId}/${hash}/original`;
    await before.database.db
      .insertInto('mappings')
      .values({
        ...{ account_id: accountId, hash, category, created_at: '2026-01-01T00:00:00.000Z' },
        value_key: Buffer.from(lookup(encodeText(formKey({ category, text: original })))).toString('hex', 0, 16),
        original: await before.vault.encrypt(accountId, boundTo, encodeText(original)),
      })
      .execute();
  };
  await store(HASH, 'person', 'Anna Müller');
  await store(SHARED, 'iban', 'DE89 3704 0044 0532 0130 00');
  for (const [jobId, hashes] of [
    [first, [HASH, SHARED]],
    [second, [SHARED]],
  ] as const) {
    await sql`insert into anonymization_jobs (id, account_id, source, filename, options, revision, input_ref, created_at)
      values (${jobId}, ${accountId}, 'text', ${Buffer.alloc(1)}, '{}', 1, 'ref', '2026-01-01T00:00:00.000Z')`.execute(
      before.database.db,
    );
    for (const hash of hashes) {
      await sql`insert into job_mappings (job_id, account_id, hash) values (${jobId}, ${accountId}, ${hash})`.execute(
        before.database.db,
      );
    }
  }
  await before.database.close();

  const step = MIGRATIONS.find(({ id }) => id === '0007-mapping-uses')!;
  // Behind the step that the vault needs, which it came before.
  const later = { ...step, id: '0099-mapping-uses' as const };
  const after = await openTestCore({ dir, masterKey, migrations: [...migrations, later] });
  const vault = createMappingVault(after);
  const valuesOf = async (id: string) => (await vault.valuesOf({ id, accountId })).map(({ original }) => original);
  expect(await valuesOf(first)).toEqual(['DE89 3704 0044 0532 0130 00', 'Anna Müller']);
  expect(await valuesOf(second)).toEqual(['DE89 3704 0044 0532 0130 00']);
  const form = { category: 'person', text: 'Anna Müller' };
  expect((await (await vault.bookOf(accountId)).hashesOf([form])).get(formKey(form))).toBe(HASH);

  // A request uses one of them; the jobs go, and with them what nothing else uses.
  const value = { original: 'Anna Müller', placeholder: `[[person-${HASH}]]`, category: 'person', isNew: false };
  const requestId = randomUUID();
  expect(await vault.keep({ id: requestId, accountId }, [value], () => Promise.resolve())).not.toBeNull();
  for (const id of [first, second]) {
    await after.database.transaction((db) => vault.release(db, { id, accountId }));
  }
  expect(await valuesOf(requestId)).toEqual(['Anna Müller']);
  expect(await after.database.db.selectFrom('mappings').select('hash').execute()).toEqual([{ hash: HASH }]);

  // The file as it was lies beside it.
  const backups = join(dir, 'backups');
  const [copy] = readdirSync(backups);
  const old = new BetterSqlite3(join(backups, copy!), { readonly: true });
  expect(old.prepare('select count(*) as count from job_mappings').get()).toEqual({ count: 3 });
  old.close();
});
