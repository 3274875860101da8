import { z } from 'zod';
import type { EndpointSpec } from '../../server/contract/endpoint.ts';
import { apiClient, type ApiAnswer, type ApiClient } from './apiClient.ts';
import { cookieOf, httpClient } from './httpClient.ts';
import { NOWHERE, succeeded, type Person, type Team } from './workspace.ts';

/** Password of the people of {@link Team}. */
export const PASSWORD = 'long enough 1';

/** A caller of the matrix. */
export interface Caller {
  /** What its key may reach; `all` for people. */
  readonly scope: 'all' | 'gateway' | 'anonymize' | 'tools';
  readonly isAgent: boolean;
  readonly isAdmin: boolean;
  readonly bySession: boolean;
  readonly call: ApiClient['call'];
}

/** A person with a session of a login instead of a key. */
export function withSession(team: Team, person: Person): Promise<ApiClient['call']> {
  return sessionCall(team.server.url, { email: person.email, password: PASSWORD });
}

/** Logs in and sends requests with the session. */
export async function sessionCall(
  url: string,
  credentials: { readonly email: string; readonly password: string },
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiClient['call']> {
  const call = httpClient(`${url}api`);
  const { email, password } = credentials;
  const cookie = cookieOf(await call('POST', '/v1/auth/login', { body: { email, password }, headers }));
  return async (method, path, json) => {
    const { status, headers, text } = await call(method, path, { cookie, ...(json !== undefined && { body: json }) });
    const body: unknown = text.startsWith('{') ? JSON.parse(text) : undefined;
    return { status, headers, text, body, read: (schema) => schema.parse(body) };
  };
}

/** A key made with a session of a login, which alone may give clear text. */
export async function newKey(
  team: Team,
  session: ApiClient['call'],
  body: object,
): Promise<ApiClient & { id: string }> {
  const made = succeeded(await session('POST', '/v1/account/keys', { name: 'Matrix', ...body }), 201);
  const { key, secret } = made.read(z.object({ key: z.object({ id: z.string() }), secret: z.string() }));
  return { ...apiClient(() => team.server.url, secret), id: key.id };
}

/** The address of an endpoint with these parameters, and {@link NOWHERE} for all others. */
export function addressOf({ path }: EndpointSpec, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/[:*](\w+)/g, (_, name: string) => params[name] ?? NOWHERE);
}

/** Why a request was refused before anything of it was looked at. */
export function refusalOf({ status, text }: ApiAnswer): 'scope' | 'agent' | 'role' | 'session' | null {
  if (status !== 403) return null;
  if (text.includes('"KEY_SCOPE"')) return 'scope';
  if (text.includes('"reason":"agent"')) return 'agent';
  if (text.includes('needs a session')) return 'session';
  return text.includes('Your role does not allow this') ? 'role' : null;
}
