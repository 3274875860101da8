import { setTimeout as wait } from 'node:timers/promises';
import { HOSTILE_SHAPES } from '../helpers/growth.ts';
import { type HostileLoad, HOSTILE_LOADS, LOAD_SHAPES } from '../helpers/hostileLoads.ts';
import { openEchoProvider } from '../helpers/echoProvider.ts';
import type { SpawnedServer } from '../helpers/spawnServer.ts';
import { milliseconds, quantile, tell, type Figure } from './measure.ts';
import { withServer } from './server.ts';

const POLL_MS = 20;
/** Detection of what takes longest has hours to do with 64 MiB of it; so long others are watched. */
const WATCHED_MS = Number(process.env['WATCHED'] ?? 40_000);

/** How others fare while a load is worked on. */
interface Watched {
  readonly shape: string;
  /** Milliseconds that `/health` took, by the clock. */
  readonly waits: readonly number[];
  /** Processor time of the longest turn of the server's thread. */
  readonly longestMs: number;
}

/** Sends a load and asks `/health` meanwhile. */
async function watch(server: SpawnedServer, load: HostileLoad, shape: string): Promise<Watched> {
  const text = HOSTILE_SHAPES[shape]!(load.length).slice(0, load.length);
  const waits: number[] = [];
  const over = new AbortController();
  const sending = Promise.all(Array.from({ length: load.count }, (_, index) => load.send(server, text, index))).then(
    () => over.abort(),
  );
  await server.turns();
  const began = performance.now();
  while (!over.signal.aborted && performance.now() - began < WATCHED_MS) {
    waits.push(await milliseconds(() => server.call('GET', '/health')));
    await wait(POLL_MS);
  }
  if (over.signal.aborted) await sending;
  // Whoever still waits is left alone: the server ends.
  else sending.catch(() => undefined);
  return { shape, waits, longestMs: (await server.turns()).longestMs };
}

/** How long hostile texts hold the server, for each entry point; goal of the specification: `/health` answers within 100 ms. */
export async function benchHealth(): Promise<Figure[]> {
  const provider = await openEchoProvider();
  const providers = [
    { id: 'echo', kind: 'compatible', baseUrl: provider.url, models: ['echo'] },
    { id: 'said', kind: 'anthropic', baseUrl: provider.url.replace(/\/v1$/, ''), models: ['echo'] },
  ];
  const only = process.env['LOAD'];
  const shapes = process.env['SHAPES']?.split(',') ?? LOAD_SHAPES;
  const figures: Figure[] = [];
  try {
    for (const load of HOSTILE_LOADS.filter(({ name }) => only === undefined || name.includes(only))) {
      let worst: Watched | undefined;
      for (const shape of shapes) {
        const watched = await withServer(
          async (server) => {
            await server.call('POST', '/anonymize', { text: 'Anna Berger' });
            return watch(server, load, shape);
          },
          { DECKNAME_PROVIDERS: JSON.stringify(providers) },
        );
        tell(`${load.name}, ${shape}: ${shown(watched)}`);
        if (worst === undefined || watched.longestMs > worst.longestMs) worst = watched;
      }
      if (worst !== undefined)
        figures.push({
          name: load.name,
          value: `${worst.longestMs.toFixed(0)} ms held`,
          ratio: `${shown(worst)} (${worst.shape})`,
          goal: '100 ms',
        });
    }
    return figures;
  } finally {
    await provider.stop();
  }
}

const shown = ({ waits, longestMs }: Watched): string =>
  `held ${longestMs.toFixed(0)} ms, /health p99 ${quantile(waits, 0.99).toFixed(0)} ms, longest ${Math.max(...waits).toFixed(0)} ms of ${String(waits.length)}`;
