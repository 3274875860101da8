import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { makeLetter } from '../helpers/letters.ts';
import { quantile, type Figure } from './measure.ts';
import { processCpuSeconds, processMemory, withServer } from './server.ts';

/** Characters of about 1,000 tokens. */
const TEXT_CHARACTERS = 4_000;
/** Requests at a time, with how often that many are sent. */
const PARALLEL = [
  { streams: 1, rounds: 40 },
  { streams: 50, rounds: 4 },
  { streams: 200, rounds: 2 },
] as const;
const WARM_UP_STREAMS = 20;
/** A server that has just started runs slower code than one that is in use. */
const WARM_UP_REQUESTS = 300;
const WHOLE_REQUESTS = 1_000;
const WHOLE_PARALLEL = 16;
const HELD_STREAMS = 200;

/** Where requests go: the provider itself, or through Deckname. */
interface Way {
  readonly pool: Pool;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Put before the name of a model. */
  readonly prefix: string;
  readonly nextText: () => string;
}

/** Milliseconds from sending a request to the first bytes of its answer and to the last. */
interface Times {
  readonly first: number;
  readonly last: number;
}

/**
 * Answers through the gateway, plain and anonymous, beside the same provider called directly. Requests carry a text of about 1,000 tokens, a different
 * one each.
 */
export async function benchGateway(): Promise<Figure[]> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('gatewayProvider.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const origin = `http://127.0.0.1:${Number(line.replace('port ', ''))}`;
    const provider = { id: 'bench', kind: 'compatible', baseUrl: `${origin}/v1`, models: ['paced', 'whole', 'held'] };
    return await withServer(
      async ({ url, apiKey, process: server }) => {
        const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
        const nextText = createTexts();
        const gateway = new Pool(new URL(url).origin, { pipelining: 1 });
        const direct: Way = {
          pool: new Pool(origin, { pipelining: 1 }),
          path: '/v1/chat/completions',
          headers,
          prefix: '',
          nextText,
        };
        const plain: Way = { pool: gateway, path: '/api/v1/llm/chat/completions', headers, prefix: 'bench/', nextText };
        const anonymous: Way = { ...plain, path: '/api/v1/llm-anonymous/chat/completions' };
        try {
          return [
            ...(await latencies(direct, { plain, anonymous })),
            ...(await throughput(direct, { plain, anonymous }, server.pid!)),
            ...(await memory({ plain, anonymous }, server.pid!)),
          ];
        } finally {
          await Promise.all([gateway.destroy(), direct.pool.destroy()]);
        }
      },
      { DECKNAME_PROVIDERS: JSON.stringify([provider]) },
    );
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

type Ways = Readonly<Record<'plain' | 'anonymous', Way>>;

const GOALS: Readonly<Record<string, string>> = Object.freeze({
  'plain last': 'p50 at most 1 ms more',
  'anonymous last': 'p50 at most 10 ms more',
  'plain first': 'at most 5 ms more',
  'anonymous first': 'at most 5 ms more',
});

async function latencies(direct: Way, ways: Ways): Promise<Figure[]> {
  const figures: Figure[] = [];
  const all = { direct, ...ways };
  for (const way of Object.values(all)) {
    for (let sent = 0; sent < WARM_UP_REQUESTS; sent++) await (await send(way, requestBody(way, 'whole'))).body.dump();
    await streams(way, WARM_UP_STREAMS);
  }
  for (const { streams: count, rounds } of PARALLEL) {
    const times = { direct: [] as Times[], plain: [] as Times[], anonymous: [] as Times[] };
    // By turns, so that what else the machine does falls on all of them.
    for (let round = 0; round < rounds; round++) {
      for (const name of ['direct', 'plain', 'anonymous'] as const)
        times[name].push(...(await streams(all[name], count)));
    }
    for (const part of ['first', 'last'] as const) {
      const told = `${part === 'first' ? 'first byte' : 'whole stream'}, ${count} at a time`;
      const there = times.direct.map((time) => time[part]);
      figures.push({ name: `direct, ${told}`, value: both(there) });
      for (const name of ['plain', 'anonymous'] as const) {
        const here = times[name].map((time) => time[part]);
        const more = (q: number): string => `${(quantile(here, q) - quantile(there, q)).toFixed(1)} ms more`;
        figures.push({
          name: `${name}, ${told}`,
          value: both(here),
          ratio: `${(quantile(here, 0.5) / quantile(there, 0.5)).toFixed(2)} × direct; ${more(0.5)}, p99 ${more(0.99)}`,
          ...(count === 1 && { goal: GOALS[`${name} ${part}`] ?? '' }),
        });
      }
    }
  }
  return figures;
}

const both = (sample: readonly number[]): string =>
  `${quantile(sample, 0.5).toFixed(1)}, p99 ${quantile(sample, 0.99).toFixed(1)} ms`;

/** Sends `count` streams at once. */
function streams(way: Way, count: number): Promise<Times[]> {
  const bodies = Array.from({ length: count }, () => requestBody(way, 'paced'));
  return Promise.all(bodies.map((body) => timed(way, body)));
}

/** Texts of which none comes twice. */
function createTexts(): () => string {
  let seed = 0;
  return () => {
    let text = '';
    while (text.length < TEXT_CHARACTERS) text += `${makeLetter('de', seed++).text}\n`;
    return text.slice(0, TEXT_CHARACTERS);
  };
}

function requestBody(way: Way, model: string): string {
  const messages = [{ role: 'user', content: way.nextText() }];
  return JSON.stringify({ model: `${way.prefix}${model}`, messages, stream: model !== 'whole' });
}

async function send(way: Way, body: string, signal?: AbortSignal) {
  const answer = await way.pool.request({
    ...{ method: 'POST', path: way.path, headers: way.headers, body },
    ...(signal !== undefined && { signal }),
  });
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
  return answer;
}

async function timed(way: Way, body: string): Promise<Times> {
  const started = performance.now();
  let first = 0;
  for await (const part of (await send(way, body)).body) {
    if (first === 0 && (part as Uint8Array).length > 0) first = performance.now() - started;
  }
  return { first, last: performance.now() - started };
}

/** Requests without streams; what counts is the processor time of the server, which a busy machine does not change. */
async function throughput(direct: Way, ways: Ways, pid: number): Promise<Figure[]> {
  const baseline = await wholePerSecond(direct);
  const figures: Figure[] = [{ name: 'direct, whole answers', value: `${baseline.toFixed(0)} per second` }];
  for (const [name, way] of Object.entries(ways)) {
    const before = await processCpuSeconds(pid);
    const perSecond = await wholePerSecond(way);
    const after = await processCpuSeconds(pid);
    figures.push({
      name: `${name}, whole answers`,
      value: `${perSecond.toFixed(0)} per second`,
      ratio: `${(perSecond / baseline).toFixed(3)} × direct`,
    });
    if (before === null || after === null) continue;
    const perCoreSecond = WHOLE_REQUESTS / (after - before);
    figures.push({
      name: `${name}, on one core`,
      value: `${perCoreSecond.toFixed(0)} per second`,
      ratio: 'of processor time of the server',
    });
  }
  return figures;
}

async function wholePerSecond(way: Way): Promise<number> {
  const bodies = Array.from({ length: WHOLE_REQUESTS }, () => requestBody(way, 'whole'));
  const started = performance.now();
  await Promise.all(
    Array.from({ length: WHOLE_PARALLEL }, async () => {
      for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) await (await send(way, body)).body.dump();
    }),
  );
  return (WHOLE_REQUESTS * 1000) / (performance.now() - started);
}

/** Growth of the server's memory while streams are open and silent. */
async function memory(ways: Ways, pid: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, way] of Object.entries(ways)) {
    // The first ones pay for what stays: connections, compiled code, the heap's size.
    await holding(way, () => Promise.resolve());
    const before = await processMemory(pid);
    const during = await holding(way, () => processMemory(pid));
    if (before === null || during === null) return [{ name: 'memory', value: 'not measured on this system' }];
    const kib = ((during.residentMib - before.residentMib) * 1024) / HELD_STREAMS;
    const share = (during.residentMib - before.residentMib) / before.residentMib;
    figures.push({
      name: `${name}, memory of an open stream`,
      value: `${kib.toFixed(0)} KiB`,
      ratio: `${HELD_STREAMS} streams are ${(share * 100).toFixed(1)} % of the server`,
    });
  }
  return figures;
}

async function holding<T>(way: Way, work: () => Promise<T>): Promise<T> {
  const client = new AbortController();
  const bodies = await Promise.all(
    Array.from({ length: HELD_STREAMS }, async () => {
      const { body } = await send(way, requestBody(way, 'held'), client.signal);
      body.on('error', () => undefined);
      await once(body, 'readable');
      return body;
    }),
  );
  try {
    return await work();
  } finally {
    client.abort();
    await Promise.all(bodies.map(async (body) => body.closed || once(body, 'close')));
  }
}
