import { afterEach, beforeEach, expect, vi } from 'vitest';
import { z } from 'zod';
import { secondFactor } from '../../server/contract/secondFactor.ts';
import { authenticatorCode, STEP_MS } from './authenticator.ts';
import { bootHttp, OWNER, type BootHttpOptions, type BootedHttp } from './bootHttp.ts';
import { cookieOf, type HttpAnswer } from './httpClient.ts';

const key = OWNER.apiKey;
export const MEMBER = { email: 'mia@example.org', password: 'long enough 1', name: 'Mia' };
/** Seconds. */
export const DAY = 86_400;
export const withCodes = z.object({ secondFactor, recoveryCodes: z.array(z.string()).length(10) });

/** The clock of every test of a file stands still in the middle of a step, so that a slow machine does not carry codes into another one. */
export function holdClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / STEP_MS) * STEP_MS + 10_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

export interface Factor {
  readonly cookie: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** A server, the owner's ways in, and codes for its clock. */
export async function bootWithCodes(options: BootHttpOptions = {}) {
  const server = await bootHttp(options);
  const { call } = server;
  let offsetMs = 0;
  const advance = (seconds: number) => {
    offsetMs += seconds * 1000;
    server.advance(seconds);
  };
  const codeOf = (secret: string, steps = 0) => authenticatorCode(secret, Date.now() + offsetMs + steps * STEP_MS);
  const logIn = (code?: string, headers: Record<string, string> = {}, who: object = OWNER) =>
    call('POST', '/v1/auth/login', { body: { ...who, ...(code !== undefined && { code }) }, headers });
  /** Sets a second factor up and goes on to the next step, as the code of this one is spent. */
  async function setUp(who: object = OWNER): Promise<Factor> {
    const cookie = cookieOf(await logIn(undefined, {}, who));
    const begun = await call('POST', '/v1/account/second-factor', { cookie });
    expect(begun.status).toBe(201);
    const { secret } = z.object({ secret: z.string(), uri: z.string() }).parse(begun.json);
    const body = { code: codeOf(secret) };
    const confirmed = await call('POST', '/v1/account/second-factor/confirm', { cookie, body });
    expect(confirmed.status).toBe(200);
    advance(30);
    return { cookie, secret, recoveryCodes: withCodes.parse(confirmed.json).recoveryCodes };
  }
  const stateOf = async (cookie: string) =>
    z.object({ secondFactor }).parse((await call('GET', '/v1/account/second-factor', { cookie })).json).secondFactor;
  const addMember = async () => {
    const answer = await call('POST', '/v1/admin/users', { key, body: MEMBER });
    return (answer.json['user'] as { id: string }).id;
  };
  const require = (requireSecondFactor: boolean) =>
    call('PATCH', '/v1/admin/settings', { key, body: { requireSecondFactor } });
  return { ...server, advance, codeOf, logIn, setUp, stateOf, addMember, require };
}

/** Status with the exact code: every 401 has the same one, and a reason. */
export function outcome({ status, json }: HttpAnswer): unknown[] {
  const details = json['details'] as { reason?: string } | undefined;
  return [status, ...(status < 400 ? [] : [status === 401 ? details?.reason : json['code']])];
}

export async function auditedActions({ call }: BootedHttp): Promise<string[]> {
  const { json } = await call('GET', '/v1/admin/audit?limit=200', { key });
  return (json['entries'] as { action: string }[]).map(({ action }) => action);
}
