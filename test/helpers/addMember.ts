import { z } from 'zod';
import { apiClient, type ApiClient } from './apiClient.ts';
import type { BootedServer } from './bootServer.ts';

/** Another account of the same team with a key of its own. */
export async function addMember(server: BootedServer): Promise<ApiClient> {
  const login = { email: `member-${crypto.randomUUID()}@example.org`, password: 'a password of a member' };
  const created = await server.call('POST', '/v1/admin/users', { ...login, name: 'Member', role: 'member' });
  if (created.status !== 201) throw new Error(`adding a member answered ${created.status}`);
  const headers = { 'x-requested-with': 'deckname', 'content-type': 'application/json' };
  const session = await fetch(new URL('/api/v1/auth/login', server.url), {
    method: 'POST',
    headers,
    body: JSON.stringify(login),
  });
  const cookie = session.headers
    .getSetCookie()
    .map((value) => value.split(';')[0]!)
    .join('; ');
  const key = await fetch(new URL('/api/v1/account/keys', server.url), {
    method: 'POST',
    headers: { ...headers, cookie },
    body: JSON.stringify({ name: 'test' }),
  });
  const { secret } = z.object({ secret: z.string() }).parse(await key.json());
  return apiClient(() => server.url, secret);
}
