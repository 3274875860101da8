import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { makeLetter } from '../helpers/letters.ts';
import { quantile, type Figure } from './measure.ts';
import { processCpuSeconds, processMemory, withServer } from './server.ts';

/** Characters of about 1,000 tokens. */
const TEXT_CHARACTERS = 4_000;
/** Requests one behind the other: the ways take turns after so many, and so often. */
const RUN_LENGTH = 10;
const RUNS = 40;
/** Requests by themselves, each after a pause. */
const ALONE = 40;
/** Clients at a time, each of which sends one stream behind the other. */
const CLIENTS = [50, 200] as const;
const ROUNDS = 2;
/** Streams of a client in a round. The first of them do not count: not all clients are there yet. */
const STREAMS_OF_CLIENT = 3;
/** About how long a stream of the model `long` takes; over that time the clients begin. */
const LONG_MS = 5_000;
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
    const provider = {
      id: 'bench',
      kind: 'compatible',
      baseUrl: `${origin}/v1`,
      models: ['paced', 'long', 'quick', 'whole', 'held'],
    };
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
  const all = { direct, ...ways };
  for (const way of Object.values(all)) {
    for (let sent = 0; sent < WARM_UP_REQUESTS; sent++) await oneBehindTheOther(way, 'quick', 1);
  }
  const figures: Figure[] = [];
  const add = async (told: string, rounds: number, measure: (way: Way) => Promise<Times[]>, hasGoal: boolean) => {
    const times = { direct: [] as Times[], plain: [] as Times[], anonymous: [] as Times[] };
    // By turns, so that what else the machine does falls on all of them.
    for (let round = 0; round < rounds; round++) {
      for (const name of ['direct', 'plain', 'anonymous'] as const) times[name].push(...(await measure(all[name])));
    }
    figures.push(...compared(times, told, hasGoal));
  };
  await add('one behind the other', RUNS, (way) => oneBehindTheOther(way, 'quick', RUN_LENGTH), true);
  await add('one after a pause', ALONE, (way) => oneBehindTheOther(way, 'paced', 1), false);
  for (const clients of CLIENTS) await add(`${clients} at a time`, ROUNDS, (way) => atATime(way, clients), false);
  return figures;
}

/** Figures of the ways beside those of calling the provider directly. */
function compared(times: Readonly<Record<string, Times[]>>, told: string, hasGoal: boolean): Figure[] {
  return (['first', 'last'] as const).flatMap((part) => {
    const what = `${part === 'first' ? 'first byte' : 'whole stream'}, ${told}`;
    const there = times['direct']!.map((time) => time[part]);
    return Object.entries(times).map(([name, sample]): Figure => {
      const here = sample.map((time) => time[part]);
      const more = (q: number): string => `${(quantile(here, q) - quantile(there, q)).toFixed(1)} ms more`;
      return {
        name: `${name}, ${what}`,
        value: both(here),
        ...(name !== 'direct' && {
          ratio: `${(quantile(here, 0.5) / quantile(there, 0.5)).toFixed(2)} × direct; ${more(0.5)}, p99 ${more(0.99)}`,
          ...(hasGoal && { goal: GOALS[`${name} ${part}`] ?? '' }),
        }),
      };
    });
  });
}

const both = (sample: readonly number[]): string =>
  `${quantile(sample, 0.5).toFixed(1)}, p99 ${quantile(sample, 0.99).toFixed(1)} ms`;

/** Sends `count` requests, each when the one before has its whole answer. */
async function oneBehindTheOther(way: Way, model: string, count: number): Promise<Times[]> {
  const times: Times[] = [];
  for (let sent = 0; sent < count; sent++) times.push(await timed(way, requestBody(way, model)));
  return times;
}

/** Streams of as many clients as are told, who begin one after the other. */
async function atATime(way: Way, clients: number): Promise<Times[]> {
  const times = await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      await sleep((LONG_MS * index) / clients);
      return oneBehindTheOther(way, 'long', STREAMS_OF_CLIENT);
    }),
  );
  return times.flatMap((ofClient) => ofClient.slice(1));
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
