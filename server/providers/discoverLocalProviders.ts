import { setTimeout as sleep } from 'node:timers/promises';
import type { ProviderKind } from '../contract/gatewayProviders.ts';
import { systemClock } from '../core/clock.ts';
import { createTransport, type JsonResponse } from './transport/createTransport.ts';
import { DEFAULT_RETRIES } from './transport/settings.ts';
import { isJsonObject, ProviderError, type AnyJson, type JsonObject, type LocalProvider } from './types.ts';

/** A server answers on its own machine at once, or it is not one. */
const TIMEOUT_MS = 1_500;
const SIZES = Object.freeze({ jsonBytes: 4 * 1024 * 1024, errorBytes: 1024, eventCharacters: 1024 });

interface LocalServer {
  readonly kind: ProviderKind;
  readonly port: number;
  /** A path that tells this server from others. */
  readonly probe: string;
  readonly recognizes: (body: JsonObject) => boolean;
}

const ownedBy = (body: JsonObject, owner: string): boolean =>
  entries(body).some((entry) => entry['owned_by'] === owner);

/** How each server is told, because 8000 and 8080 are everybody's ports. */
const LOCAL_SERVERS: readonly LocalServer[] = Object.freeze([
  {
    // https://docs.ollama.com/api: every version has it
    kind: 'ollama',
    port: 11_434,
    probe: '/api/version',
    recognizes: (body) => typeof body['version'] === 'string',
  },
  {
    // https://lmstudio.ai/docs/developer/rest: its own list of models, beside OpenAI's
    kind: 'lmstudio',
    port: 1_234,
    probe: '/api/v0/models',
    recognizes: (body) => body['object'] === 'list' && Array.isArray(body['data']),
  },
  { kind: 'llamacpp', port: 8_080, probe: '/v1/models', recognizes: (body) => ownedBy(body, 'llamacpp') },
  { kind: 'vllm', port: 8_000, probe: '/v1/models', recognizes: (body) => ownedBy(body, 'vllm') },
]);

export interface DiscoveryOptions {
  /** Other ports than the usual ones. */
  readonly ports?: Partial<Record<ProviderKind, number>>;
}

/**
 * Looks for model servers on the loopback address at their usual ports. Sends nothing but GET requests without a body.
 * @throws the signal's reason when it aborts
 */
export async function discoverLocalProviders(
  signal: AbortSignal,
  { ports = {} }: DiscoveryOptions = {},
): Promise<readonly LocalProvider[]> {
  const found = await Promise.all(
    LOCAL_SERVERS.map((server) => look(server, ports[server.kind] ?? server.port, signal)),
  );
  return found.filter((provider) => provider !== null);
}

async function look(
  { kind, probe, recognizes }: LocalServer,
  port: number,
  signal: AbortSignal,
): Promise<LocalProvider | null> {
  const origin = `http://127.0.0.1:${port}`;
  const transport = createTransport({
    origin,
    timeouts: { connectMs: TIMEOUT_MS, firstByteMs: TIMEOUT_MS, idleMs: TIMEOUT_MS },
    sizes: SIZES,
    retries: { ...DEFAULT_RETRIES, attempts: 1 },
    clock: systemClock,
    sleep: (milliseconds, whileSignal) => sleep(milliseconds, undefined, { signal: whileSignal }),
    random: Math.random,
  });
  const get = (path: string): Promise<JsonResponse> => transport.json({ method: 'GET', path, headers: {}, signal });
  try {
    if (!recognizes((await get(probe)).body)) return null;
    const models = entries((await get('/v1/models')).body).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
    return { kind, baseUrl: `${origin}/v1`, models };
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  } finally {
    await transport.close();
  }
}

function entries(body: JsonObject): readonly JsonObject[] {
  return Array.isArray(body['data']) ? (body['data'] as readonly AnyJson[]).filter((entry) => isJsonObject(entry)) : [];
}
