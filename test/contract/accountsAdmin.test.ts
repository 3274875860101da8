import { describe, expect, it } from 'vitest';
import { bootHttp, OWNER, type BootedHttp } from '../helpers/bootHttp.ts';
import { cookieOf, type JsonObject } from '../helpers/httpClient.ts';

const key = OWNER.apiKey;
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const PASSWORD = 'long enough 1';

async function addUser({ call }: BootedHttp, name: string, role = 'member'): Promise<string> {
  const body = { email: `${name}@example.org`, name, role, password: PASSWORD };
  const answer = await call('POST', '/v1/admin/users', { key, body });
  expect(answer.status).toBe(201);
  return (answer.json['user'] as { id: string }).id;
}

async function loginAs({ call }: BootedHttp, name: string): Promise<string> {
  const body = { email: `${name}@example.org`, password: PASSWORD };
  return cookieOf(await call('POST', '/v1/auth/login', { body }));
}

async function ownerId({ call }: BootedHttp): Promise<string> {
  return ((await call('GET', '/v1/account', { key })).json['account'] as { id: string }).id;
}

/** All entries of a paged list, read with pages of two. */
async function readAll({ call }: BootedHttp, path: string, list: string): Promise<JsonObject[]> {
  const all: JsonObject[] = [];
  const first = `${path}${path.includes('?') ? '&' : '?'}limit=2`;
  for (let next = first; next !== '';) {
    const { json } = await call('GET', next, { key });
    all.push(...(json[list] as JsonObject[]));
    const { cursor } = json as { cursor: string | null };
    next = cursor === null ? '' : `${first}&cursor=${cursor}`;
  }
  return all;
}

describe('users', () => {
  it('are added with a role and can log in', async () => {
    const server = await bootHttp();
    await addUser(server, 'anna', 'admin');
    const cookie = await loginAs(server, 'anna');
    expect((await server.call('GET', '/v1/admin/users', { cookie })).status).toBe(200);
    const taken = await server.call('POST', '/v1/admin/users', {
      key,
      body: { email: 'ANNA@example.org', name: 'Other', password: PASSWORD },
    });
    expect([taken.status, taken.json['code']]).toEqual([409, 'EMAIL_TAKEN']);
    const invalid = await server.call('POST', '/v1/admin/users', { key, body: { email: 'CANARY-77', name: '' } });
    expect([invalid.status, invalid.json['code']]).toEqual([400, 'INVALID_BODY']);
    expect(invalid.text).not.toContain('CANARY-77');
  });

  it('are listed in pages and found by part of a name, wildcards taken literally', async () => {
    const server = await bootHttp();
    for (const name of ['zoe', 'yves', 'xaver', 'ute']) await addUser(server, name);
    expect(await readAll(server, '/v1/admin/users', 'users')).toHaveLength(5);
    const found = async (q: string) =>
      (await readAll(server, `/v1/admin/users?q=${encodeURIComponent(q)}`, 'users')).length;
    expect([await found('XAV'), await found('example'), await found('%'), await found('_')]).toEqual([1, 5, 0, 0]);
    const wrong = await server.call('GET', '/v1/admin/users?cursor=CANARY', { key });
    expect([wrong.status, wrong.json['code']]).toEqual([400, 'INVALID_QUERY']);
  });

  it('are managed by owners and admins only, and owners by owners only', async () => {
    const server = await bootHttp();
    const { call } = server;
    await addUser(server, 'mia');
    const admin = await addUser(server, 'adam', 'admin');
    const member = await loginAs(server, 'mia');
    for (const path of ['/v1/admin/users', '/v1/admin/groups', '/v1/admin/audit', '/v1/admin/settings']) {
      const answer = await call('GET', path, { cookie: member });
      expect([path, answer.status, answer.json['code']]).toEqual([path, 403, 'FORBIDDEN']);
    }
    const cookie = await loginAs(server, 'adam');
    const body = { email: 'o@example.org', name: 'O', role: 'owner', password: PASSWORD };
    const owner = await ownerId(server);
    for (const answer of [
      await call('POST', '/v1/admin/users', { cookie, body }),
      await call('PATCH', `/v1/admin/users/${admin}`, { cookie, body: { role: 'owner' } }),
      await call('PATCH', `/v1/admin/users/${owner}`, { cookie, body: { disabled: true } }),
      await call('PATCH', `/v1/admin/users/${owner}`, { cookie, body: { name: 'taken over by now' } }),
    ]) {
      expect([answer.status, answer.json['code']]).toEqual([403, 'FORBIDDEN']);
    }
  });

  it('always include an owner who can act', async () => {
    const server = await bootHttp();
    const { call } = server;
    const owner = await ownerId(server);
    for (const body of [{ role: 'admin' }, { disabled: true }]) {
      const answer = await call('PATCH', `/v1/admin/users/${owner}`, { key, body });
      expect([answer.status, answer.json['code']]).toEqual([409, 'LAST_OWNER']);
    }
    await addUser(server, 'second', 'owner');
    expect((await call('PATCH', `/v1/admin/users/${owner}`, { key, body: { role: 'member' } })).status).toBe(200);
    expect((await call('GET', '/v1/admin/users', { key })).status).toBe(403);
  });

  it('lose sessions and keys when they are disabled', async () => {
    const server = await bootHttp();
    const { call } = server;
    const id = await addUser(server, 'leo');
    const cookie = await loginAs(server, 'leo');
    const created = await call('POST', '/v1/account/keys', { cookie, body: { name: 'k' } });
    const secret = created.json['secret'] as string;
    expect((await call('GET', '/v1/account', { key: secret })).status).toBe(200);
    await call('PATCH', `/v1/admin/users/${id}`, { key, body: { disabled: true } });
    expect((await call('GET', '/v1/account', { key: secret })).status).toBe(401);
    expect((await call('GET', '/v1/account', { cookie })).status).toBe(401);
    await call('PATCH', `/v1/admin/users/${id}`, { key, body: { disabled: false } });
    expect((await call('GET', '/v1/account', { key: secret })).status).toBe(401);
    expect(await loginAs(server, 'leo')).not.toBe('');
  });

  it('that do not exist answer 404', async () => {
    const { call } = await bootHttp();
    for (const id of [NOWHERE, 'no-uuid', '%20']) {
      const answer = await call('PATCH', `/v1/admin/users/${id}`, { key, body: { name: 'x' } });
      expect([answer.status, answer.json['code']]).toEqual([404, 'USER_NOT_FOUND']);
    }
  });
});

describe('groups', () => {
  it('have members and unique names', async () => {
    const server = await bootHttp();
    const { call } = server;
    const [a, b] = [await addUser(server, 'a'), await addUser(server, 'b')];
    const created = await call('POST', '/v1/admin/groups', { key, body: { name: 'Büro', memberIds: [a, a] } });
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({ group: { name: 'Büro', memberIds: [a] } });
    const { id } = created.json['group'] as { id: string };
    const changed = await call('PATCH', `/v1/admin/groups/${id}`, { key, body: { memberIds: [a, b] } });
    expect((changed.json['group'] as { memberIds: string[] }).memberIds.toSorted()).toEqual([a, b].toSorted());
    const taken = await call('POST', '/v1/admin/groups', { key, body: { name: 'BÜRO' } });
    expect([taken.status, taken.json['code']]).toEqual([409, 'NAME_TAKEN']);
    const renamed = await call('PATCH', `/v1/admin/groups/${id}`, { key, body: { name: 'büro' } });
    expect(renamed.json).toMatchObject({ group: { name: 'büro' } });
    const stranger = await call('PATCH', `/v1/admin/groups/${id}`, { key, body: { memberIds: [NOWHERE] } });
    expect([stranger.status, stranger.json['code']]).toEqual([404, 'USER_NOT_FOUND']);
    expect((await call('GET', '/v1/admin/groups', { key })).json).toMatchObject({ groups: [{ id, name: 'büro' }] });
    expect((await call('DELETE', `/v1/admin/groups/${id}`, { key })).status).toBe(204);
    for (const [method, options] of [
      ['DELETE', {}],
      ['PATCH', { body: {} }],
    ] as const) {
      const answer = await call(method, `/v1/admin/groups/${id}`, { key, ...options });
      expect([answer.status, answer.json['code']]).toEqual([404, 'GROUP_NOT_FOUND']);
    }
  });

  it('are listed in pages by name', async () => {
    const server = await bootHttp();
    for (const name of ['c', 'A', 'b', 'D', 'e'])
      await server.call('POST', '/v1/admin/groups', { key, body: { name } });
    const names = (await readAll(server, '/v1/admin/groups', 'groups')).map((group) => group['name']);
    expect(names).toEqual(['A', 'b', 'c', 'D', 'e']);
  });
});

describe('audit log', () => {
  it('says who did what when, newest first, and filters', async () => {
    const server = await bootHttp();
    const { call, advance } = server;
    const id = await addUser(server, 'nils');
    advance(60);
    await call('POST', '/v1/auth/login', { body: { email: 'nils@example.org', password: 'CANARY-pw' } });
    const cookie = await loginAs(server, 'nils');
    const created = await call('POST', '/v1/account/keys', { cookie, body: { name: 'k' } });
    const { id: keyId } = created.json['key'] as { id: string };
    await call('POST', `/v1/account/keys/${keyId}/rotate`, { cookie });
    await call('DELETE', `/v1/account/keys/${keyId}`, { cookie });
    await call('PATCH', '/v1/admin/settings', { key, body: { teamName: 'Team' } });
    await call('POST', '/v1/auth/logout', { cookie });
    const entries = await readAll(server, '/v1/admin/audit', 'entries');
    expect(entries.map((entry) => entry['action'])).toEqual([
      ...['logout', 'settings.changed', 'key.revoked', 'key.rotated', 'key.created', 'login.succeeded', 'login.failed'],
      ...['user.created', 'key.created', 'user.created'],
    ]);
    expect(entries[2]).toMatchObject({
      actor: { accountId: id, name: 'nils', via: 'session', keyId: null, agentId: null },
      target: { kind: 'key', id: keyId },
    });
    expect(entries[6]).toMatchObject({ actor: { accountId: null }, target: { kind: 'user', id } });
    expect(entries.at(-1)).toMatchObject({ actor: { via: 'system' } });
    expect(JSON.stringify(entries)).not.toContain('CANARY-pw');

    const filtered = async (query: string) => (await readAll(server, `/v1/admin/audit?${query}`, 'entries')).length;
    expect(await filtered('action=key.created')).toBe(2);
    expect(await filtered(`accountId=${id}`)).toBe(5);
    const login = String(entries[6]!['at']);
    expect(await filtered(`from=${login}`)).toBe(7);
    expect(await filtered(`to=${login}`)).toBe(3);
    const wrong = await call('GET', '/v1/admin/audit?from=yesterday', { key });
    expect([wrong.status, wrong.json['code']]).toEqual([400, 'INVALID_QUERY']);
  });

  it('forgets what is older than the team keeps', async () => {
    const server = await bootHttp();
    await server.call('PATCH', '/v1/admin/settings', { key, body: { auditRetentionDays: 30 } });
    server.advance(31 * 86_400);
    await server.accounts.cleanUp();
    expect(await readAll(server, '/v1/admin/audit', 'entries')).toEqual([]);
  });
});

describe('settings of the installation', () => {
  it('are changed one by one', async () => {
    const { call } = await bootHttp();
    expect((await call('GET', '/v1/admin/settings', { key })).json['settings']).toMatchObject({ sessionHours: 12 });
    const changed = await call('PATCH', '/v1/admin/settings', {
      key,
      body: { teamName: 'Kanzlei', jobRetentionDays: 7 },
    });
    expect(changed.json['settings']).toEqual({
      ...{
        teamName: 'Kanzlei',
        sessionHours: 12,
        jobRetentionDays: 7,
        auditRetentionDays: 365,
        exchangeRetentionDays: 30,
        requireSecondFactor: false,
      },
    });
    const wrong = await call('PATCH', '/v1/admin/settings', { key, body: { sessionHours: 0 } });
    expect([wrong.status, wrong.json['code']]).toEqual([400, 'INVALID_BODY']);
  });
});
