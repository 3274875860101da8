import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { keyRotation } from '../../server/contract/accountTasks.ts';
import { SEALED_COLUMNS } from '../../server/sealedColumns.ts';
import { type AccountContents, fillAccount, readContents } from '../helpers/accountContents.ts';
import { addSecondFactor, authenticatorCode, STEP_MS } from '../helpers/authenticator.ts';
import { bootGateway, type BootedGateway } from '../helpers/gateway.ts';
import { httpClient } from '../helpers/httpClient.ts';
import { PASSWORD, withSession } from '../helpers/rights.ts';
import { addFile, getNode, type Person, refusal, succeeded, writeFile } from '../helpers/workspace.ts';

const CANARY = 'Wendelgard Quastenflosser';

const answer = z.object({ rotation: keyRotation });
const stateOf = async (person: Person) =>
  succeeded(await person.call('GET', '/v1/account/rotate-key'), 200).read(answer).rotation;
async function rotated(person: Person): Promise<void> {
  for (let state = await stateOf(person); state.status === 'running'; state = await stateOf(person)) await sleep(20);
}

let gateway: BootedGateway;
let person: Person;
let contents: AccountContents;
let secret: string;
beforeAll(async () => {
  gateway = await bootGateway();
  person = await gateway.team.addPerson('wendelgard');
  secret = await addSecondFactor(await withSession(gateway.team, person));
  contents = await fillAccount(gateway, person, await gateway.team.addPerson('friend'), CANARY);
});
afterAll(() => gateway.stop());

/** First byte of every ciphertext in the tables and of every object of the account. */
function keyNumbers(): Map<string, number> {
  const { dataDir } = gateway.server;
  const db = new BetterSqlite3(join(dataDir, 'deckname.db'), { readonly: true });
  const counts = new Map<string, number>();
  const note = (where: string, bytes: Uint8Array) =>
    counts.set(`${where}:${bytes[0]!}`, (counts.get(`${where}:${bytes[0]!}`) ?? 0) + 1);
  try {
    for (const { table, column, owner } of SEALED_COLUMNS) {
      if (typeof owner !== 'string') continue;
      const rows = db.prepare(`select ${column} as sealed from ${table} where ${owner} = ?`).all(person.id);
      for (const row of z.array(z.object({ sealed: z.instanceof(Uint8Array).nullable() })).parse(rows)) {
        if (row.sealed !== null && table !== 'chat_prompts') note('rows', row.sealed);
      }
    }
  } finally {
    db.close();
  }
  const objects = join(dataDir, 'objects', person.id);
  for (const entry of readdirSync(objects, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) note('objects', readFileSync(join(entry.parentPath, entry.name)));
  }
  return counts;
}

function storedKey() {
  const db = new BetterSqlite3(join(gateway.server.dataDir, 'deckname.db'), { readonly: true });
  const row = db.prepare('select * from account_keys where account_id = ?').get(person.id);
  db.close();
  return z
    .object({
      wrapped_key: z.instanceof(Uint8Array),
      number: z.number(),
      former_key: z.unknown(),
      created_at: z.string(),
    })
    .parse(row);
}

describe('POST /v1/account/rotate-key', () => {
  it('encrypts everything anew, changes nothing that is read, and destroys the former key', async () => {
    const before = await readContents(person, contents);
    const keyBefore = storedKey();
    expect([...keyNumbers().keys()].sort()).toEqual(['objects:1', 'rows:1']);
    const began = succeeded(await person.call('POST', '/v1/account/rotate-key'), 202).read(answer).rotation;
    expect(began).toMatchObject({ status: 'running' });
    // Once more while it runs: the same one.
    const again = succeeded(await person.call('POST', '/v1/account/rotate-key'), 202).read(answer).rotation;
    expect(again.startedAt).toBe(began.startedAt);
    await rotated(person);

    expect([...keyNumbers().keys()].sort()).toEqual(['objects:2', 'rows:2']);
    const key = storedKey();
    expect(key).toMatchObject({ number: 2, former_key: null });
    expect(Buffer.from(key.wrapped_key).equals(keyBefore.wrapped_key)).toBe(false);
    for (const name of ['deckname.db', 'deckname.db-wal']) {
      const bytes = readFileSync(join(gateway.server.dataDir, name));
      expect(bytes.includes(Buffer.from(keyBefore.wrapped_key)), `the former key in ${name}`).toBe(false);
    }
    expect(await readContents(person, contents)).toEqual(before);
    // The same values get the same placeholders.
    const { job_id } = (await person.call('POST', '/anonymize', { text: contents.text, language: 'de' })).read(
      z.object({ job_id: z.string() }),
    );
    expect((await person.finished(job_id)).body).toMatchObject({ anonymized_text_raw: contents.anonymized });
    expect(await stateOf(person)).toMatchObject({ status: 'idle', progress: null });
  });

  it('lets the account read and write meanwhile', async () => {
    const file = await addFile(person, 'busy.txt', 'start');
    for (const round of [1, 2, 3]) {
      succeeded(await person.call('POST', '/v1/account/rotate-key'), 202);
      const made: string[] = [];
      for (let number = 0; (await stateOf(person)).status === 'running'; number += 1) {
        const text = `mail ${round}-${number}@example.org`;
        const { job_id } = (await person.call('POST', '/anonymize', { text, language: 'de' })).read(
          z.object({ job_id: z.string() }),
        );
        expect((await person.finished(job_id)).body).toMatchObject({ status: 'completed', original_text: text });
        succeeded(await writeFile(person, file.id, `${round} ${number}`), 200);
        const read = await person.fetch(`/api/v1/workspace/nodes/${file.id}/download`);
        expect(await read.text()).toBe(`${round} ${number}`);
        made.push((await addFile(person, `${round}-${number}.txt`, text)).id);
      }
      expect(made.length).toBeGreaterThan(0);
      for (const id of made) expect((await getNode(person, id)).name).toMatch(/^\d-\d+\.txt$/);
      await gateway.server.whenIdle();
      const numbers = [...keyNumbers().keys()].sort();
      expect(numbers).toEqual([`objects:${storedKey().number}`, `rows:${storedKey().number}`]);
    }
  });

  it('leaves the second factor as it was, which is neither stored in the clear nor logged', async () => {
    const call = httpClient(`${gateway.server.url}api`);
    const code = authenticatorCode(secret, Date.now() + STEP_MS);
    const body = { email: person.email, password: PASSWORD, code };
    expect((await call('POST', '/v1/auth/login', { body })).status).toBe(200);
    expect((await call('POST', '/v1/auth/login', { body })).status).toBe(401);
    const { dataDir, logLines } = gateway.server;
    expect(logLines.length).toBeGreaterThan(0);
    expect(logLines.join('\n')).not.toMatch(new RegExp(`${secret}|"${code}"`));
    for (const name of ['deckname.db', 'deckname.db-wal']) {
      expect(readFileSync(join(dataDir, name)).includes(secret), `the secret in ${name}`).toBe(false);
    }
  });

  it('goes on after a restart', async () => {
    const before = await readContents(person, contents);
    const { number } = storedKey();
    succeeded(await person.call('POST', '/v1/account/rotate-key'), 202);
    await gateway.server.restart();
    await rotated(person);
    expect(storedKey()).toMatchObject({ number: number + 1, former_key: null });
    expect([...keyNumbers().keys()].sort()).toEqual([`objects:${number + 1}`, `rows:${number + 1}`]);
    expect(await readContents(person, contents)).toEqual(before);
  });

  it('is a matter of people, and audited', async () => {
    const agent = await gateway.team.addAgent(person);
    expect(refusal(await agent.call('POST', '/v1/account/rotate-key'))).toEqual([403, 'FORBIDDEN']);
    const log = await gateway.server.call('GET', `/v1/admin/audit?limit=200`);
    const entries = log.read(z.object({ entries: z.array(z.object({ action: z.string() })) })).entries;
    const actions = entries.map(({ action }) => action).filter((action) => action.startsWith('account.key'));
    expect(new Set(actions)).toEqual(new Set(['account.key_rotated', 'account.key_rotation_started']));
  });
});

describe('the list of encrypted columns', () => {
  it('names every one of the schema', () => {
    const db = new BetterSqlite3(join(gateway.server.dataDir, 'deckname.db'), { readonly: true });
    const blobs = db
      .prepare(
        `select m.name || '.' || p.name as name from sqlite_master m join pragma_table_info(m.name) p where m.type = 'table' and lower(p.type) = 'blob'`,
      )
      .all();
    db.close();
    const names = z
      .array(z.object({ name: z.string() }))
      .parse(blobs)
      .map(({ name }) => name);
    // Under the key of the installation.
    const ofInstallation = ['account_keys', 'model_providers', 'spaces', 'vault_check'];
    const expected = names.filter((name) => !ofInstallation.includes(name.split('.')[0]!));
    expect(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(expected.sort());
  });
});
