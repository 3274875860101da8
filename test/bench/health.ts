import { setTimeout as wait } from 'node:timers/promises';
import { HOSTILE_SHAPES } from '../helpers/growth.ts';
import { type HostileLoad, HOSTILE_LOADS, LOAD_SHAPES } from '../helpers/hostileLoads.ts';
import { pollHealth } from '../helpers/healthPoller.ts';
import { openEchoProvider } from '../helpers/echoProvider.ts';
import type { SpawnedServer } from '../helpers/spawnServer.ts';
import { quantile, tell, type Figure } from './measure.ts';
import { withServer } from './server.ts';

/** Detection has a quarter of an hour to do with 64 MiB; so long others are watched. */
const WATCHED_MS = 20_000;

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
  const polled = pollHealth(server.url);
  await server.turns();
  const sending = Promise.all(Array.from({ length: load.count }, (_, index) => load.send(server, text, index)));
  // Whoever still waits after that is left alone: the server ends.
  sending.catch(() => undefined);
  await Promise.race([sending, wait(WATCHED_MS, undefined, { ref: false })]);
  const waits = await polled();
  return { shape, waits, longestMs: (await server.turns()).longestMs };
}

/** How long hostile texts hold the server, for each entry point; goal of the specification: `/health` answers within 100 ms. */
export async function benchHealth(): Promise<Figure[]> {
  const provider = await openEchoProvider();
  const providers = [
    { id: 'echo', kind: 'compatible', baseUrl: provider.url, models: ['echo'] },
    { id: 'said', kind: 'anthropic', baseUrl: provider.url.replace(/\/v1$/, ''), models: ['echo'] },
  ];
  const figures: Figure[] = [];
  try {
    for (const load of HOSTILE_LOADS) {
      let worst: Watched | undefined;
      for (const shape of LOAD_SHAPES) {
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
