import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { DEFAULT_RATE_LIMITS, type RateLimits } from '../../server/config/settings.ts';
import { createAccounts, createPasswordStrength, type Accounts } from '../../server/features/accounts/index.ts';
import { createSystem } from '../../server/features/system/index.ts';
import { createHttpApp } from '../../server/http/app.ts';
import { type BodyRoom, createBodyRoom } from '../../server/http/bodyRoom.ts';
import { createSessionCookie } from '../../server/http/cookies.ts';
import { createRateLimiter } from '../../server/http/rateLimits.ts';
import type { Route } from '../../server/http/route.ts';
import type { Call } from './httpClient.ts';
import { httpClient } from './httpClient.ts';
import { openTestCore, type TestCore } from './openTestCore.ts';

export const OWNER = Object.freeze({
  email: 'Owner@Example.org',
  password: 'correct horse battery',
  apiKey: `dk_${'k'.repeat(43)}`,
});

/** One for all servers of this process: it takes a second to load. */
const strength = createPasswordStrength();

export interface BootHttpOptions {
  readonly mode?: 'local' | 'team';
  /** Routes beside those of accounts and system, to probe the HTTP layer with. */
  readonly routes?: readonly Route[];
  readonly owner?: typeof OWNER | null;
  readonly launchToken?: string | null;
  readonly desktopToken?: string | null;
  readonly rateLimits?: RateLimits | null;
  readonly rendererDir?: string | null;
  readonly publicUrl?: string | null;
  readonly host?: string;
  readonly allowedHosts?: readonly string[];
  readonly trustedProxies?: readonly string[];
  readonly bodyRoom?: BodyRoom;
  /** Folder of an earlier boot, to test restarts. */
  readonly core?: Pick<TestCore, 'dir' | 'masterKey'>;
}

export interface BootedHttp {
  /** Address of the server, without a slash at the end. */
  readonly origin: string;
  readonly call: Call;
  readonly accounts: Accounts;
  readonly core: TestCore;
  readonly setupToken: string | null;
  /** Moves the server's clock. */
  readonly advance: (seconds: number) => void;
  /** From now on new requests are refused. */
  readonly shutDown: () => void;
  /** Saves the counters and closes the server; done by itself at the end of the test. */
  readonly stop: () => Promise<void>;
}

/** The HTTP side with accounts on a real socket, a real database and a clock that tests move. */
export async function bootHttp(options: BootHttpOptions = {}): Promise<BootedHttp> {
  const { mode = 'team', rateLimits = DEFAULT_RATE_LIMITS, publicUrl = null } = options;
  let offset = 0;
  let ending = false;
  const clock = { now: () => Date.now() + offset };
  const core = await openTestCore({ ...options.core, clock });
  const cookie = createSessionCookie(publicUrl?.startsWith('https:') ?? false);
  const accounts = createAccounts({
    ...{
      database: core.database,
      vault: core.vault,
      logger: core.logger,
      clock,
      cookie,
      strength,
      mode,
      publicUrl,
      version: '1.2.3',
    },
    owner: options.owner === undefined ? OWNER : options.owner,
    launchToken: options.launchToken ?? null,
  });
  const system = createSystem({
    ...{ version: '1.2.3', mode, dataDir: core.dir, workers: 1, rateLimits },
    engine: () => ({ recognizers: '1', model: null }),
    ocr: () => ({ engine: 'embedded', version: 'test' }),
  });
  const rateLimiter = createRateLimiter(rateLimits, accounts.dayCounters, core.logger);
  await rateLimiter.start();
  const { setupToken } = await accounts.ensureFirstAccounts();
  const app = createHttpApp({
    bodyRoom: options.bodyRoom ?? createBodyRoom(1024 ** 3),
    ...{ mode, cookie, rateLimiter, publicUrl, logger: core.logger, docsAssets: system.docsAssets },
    routes: [...accounts.routes, ...system.routes, ...(options.routes ?? [])],
    host: options.host ?? '127.0.0.1',
    allowedHosts: options.allowedHosts ?? [],
    trustedProxies: options.trustedProxies ?? ['loopback'],
    authenticator: accounts.authenticator,
    desktopToken: options.desktopToken ?? null,
    checkResponses: true,
    isShuttingDown: () => ending,
    rendererDir: options.rendererDir ?? null,
    resourcesDir: join(import.meta.dirname, '..', '..', 'resources'),
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let stopped = false;
  const stop = async (): Promise<void> => {
    if (stopped) return;
    stopped = true;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rateLimiter.stop();
  };
  onTestFinished(stop);
  return {
    ...{ origin, call: httpClient(`${origin}/api`), accounts, core, setupToken, stop },
    advance: (seconds) => (offset += seconds * 1000),
    shutDown: () => (ending = true),
  };
}
