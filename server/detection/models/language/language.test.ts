import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { detectorDefinition } from '../../../contract/detectors.ts';
import { AppError } from '../../../core/errors.ts';
import { createTextView } from '../../view.ts';
import { createPluggedDetector } from '../plugged.ts';
import { createLocalChat } from './localChat.ts';
import { cutIntoParts } from './parts.ts';
import { locateProposals, readProposals } from './proposals.ts';

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    }),
  );
});

type Answer = (question: string, response: ServerResponse, request: IncomingMessage, body: string) => void;

/** A model server on 127.0.0.1 that answers as the test says. @returns its base address and what it was asked */
async function modelServer(answer: Answer): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
      const question = messages.find(({ role }) => role === 'user')?.content ?? '';
      asked.push(question);
      answer(question, response, request, body);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

const says =
  (content: string): Answer =>
  (_question, response) =>
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
const finds = (...list: (readonly [string, string])[]): Answer =>
  says(JSON.stringify({ finds: list.map(([text, category]) => ({ text, category })) }));

const detector = (url: string, rest: object = {}) =>
  createPluggedDetector(
    detectorDefinition.parse({
      ...{ name: 'local', kind: 'language_model', url, model: 'tiny', categories: ['person', 'organization'] },
      ...rest,
    }),
    '/nowhere',
  );
const OPTIONS = { level: 'balanced', categories: {}, terms: [] } as const;
const find = async (url: string, text: string, signal?: AbortSignal): Promise<string[]> => {
  const found = await detector(url).propose(createTextView(text, 'de'), OPTIONS, signal);
  return found.map(({ start, end, category }) => `${category}: ${text.slice(start, end)}`);
};
const reason = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'nothing failed',
    (error: unknown) => (error instanceof AppError ? error.details?.['reason'] : error),
  );

describe('a local language model', () => {
  it('is asked for JSON and believed where the text agrees', async () => {
    let sent = {};
    const { url, asked } = await modelServer((question, response, request, body) => {
      sent = JSON.parse(body) as object;
      finds(['Mira Holm', 'person'], ['Nordstern', 'organization'])(question, response, request, body);
    });
    const text = 'Mira Holm leitet Nordstern. Nordsterne gibt es viele, Mira Holm eine.';
    expect(await find(url, text)).toEqual(['person: Mira Holm', 'organization: Nordstern', 'person: Mira Holm']);
    expect(asked).toEqual([text]);
    expect(sent).toMatchObject({
      model: 'tiny',
      temperature: 0,
      stream: false,
      response_format: { type: 'json_schema' },
    });
  });

  it('masks nothing that the text does not hold, and no category that was not asked for', async () => {
    const { url } = await modelServer(
      finds(
        ['Jonas Weit', 'person'],
        ['mira holm', 'person'],
        ['Holm', 'secret'],
        ['Holm', 'hobby'],
        ['', 'person'],
        ['e', 'person'],
        ['!?', 'person'],
      ),
    );
    expect(await find(url, 'Mira Holm ist e – da!? Mira.')).toEqual([]);
  });

  it.each([
    ['in a code block', 'Gern:\n```json\n{"finds":[{"text":"Holm","category":"person"}]}\n```'],
    [
      'behind its thoughts',
      '<think>{"finds":[{"text":"Mira","category":"person"}]}</think>{"finds":[{"text":"Holm","category":"person"}]}',
    ],
    ['as a bare list', '[{"text":"Holm","category":"person"}]'],
    ['among rubbish', '{"finds":[7,null,{"text":9},{"text":"Holm","category":"person","more":[]},"x"]}'],
  ])('is understood when it answers %s', async (_, content) => {
    const { url } = await modelServer(says(content));
    expect(await find(url, 'Mira Holm')).toEqual(['person: Holm']);
  });

  it('is asked again without a format by servers that know none', async () => {
    const { url, asked } = await modelServer((question, response, request, body) => {
      if (body.includes('response_format')) response.writeHead(400).end('{"error":"unknown field"}');
      else finds(['Holm', 'person'])(question, response, request, body);
    });
    expect(await find(url, 'Mira Holm')).toEqual(['person: Holm']);
    expect(asked).toHaveLength(2);
  });

  it('reads long texts in parts and finds a value in all of them', async () => {
    const text = `${'Ein Satz ohne Namen. '.repeat(600)}Mira Holm.\n${'Und weiter. '.repeat(600)}Mira Holm`;
    const { url, asked } = await modelServer((question, response, request, body) => {
      const answer = question.includes('Mira Holm.') ? finds(['Mira Holm', 'person']) : finds();
      answer(question, response, request, body);
    });
    expect(await find(url, text)).toEqual(['person: Mira Holm', 'person: Mira Holm']);
    expect(asked.length).toBeGreaterThan(4);
    expect(Math.max(...asked.map((part) => part.length))).toBeLessThanOrEqual(4_000);
  });

  it.each<readonly [string, string, Answer]>([
    ['answers no JSON', 'bad_answer', says('I would rather not.')],
    ['answers another shape', 'bad_answer', (_question, response) => response.end('{"choices":[]}')],
    ['answers rubbish', 'bad_answer', (_question, response) => response.end('<html>')],
    ['answers without end', 'bad_answer', (_question, response) => response.end('x'.repeat(2_000_000))],
    ['fails', 'unreachable', (_question, response) => response.writeHead(500).end('{}')],
    [
      'redirects',
      'unreachable',
      (_question, response) => response.writeHead(307, { location: 'http://198.51.100.7/v1' }).end(),
    ],
    ['hangs up', 'unreachable', (_question, response) => response.destroy()],
  ])('is not available when it %s', async (_, expected, answer) => {
    const { url } = await modelServer(answer);
    expect(await reason(find(url, 'Mira Holm'))).toBe(expected);
  });

  it('follows no redirect', async () => {
    const other = await modelServer(finds(['Holm', 'person']));
    const { url } = await modelServer((_question, response) =>
      response.writeHead(307, { location: `${other.url}/chat/completions` }).end(),
    );
    expect(await reason(find(url, 'Mira Holm'))).toBe('unreachable');
    expect(other.asked).toEqual([]);
  });

  it('is not available when nobody listens', async () => {
    const { url } = await modelServer(finds());
    await new Promise((resolve) => servers.pop()!.close(resolve));
    expect(await reason(find(url, 'Mira Holm'))).toBe('unreachable');
  });

  it('is given up after its time', async () => {
    const { url } = await modelServer(() => undefined);
    const chat = createLocalChat({ url, model: 'tiny', timeoutMs: 50 });
    await expect(chat({ system: '', user: '', schema: {} })).rejects.toMatchObject({ reason: 'timeout' });
  });

  it('is left alone when the job is cancelled', async () => {
    const abort = new AbortController();
    const { promise: hungUp, resolve } = Promise.withResolvers<undefined>();
    const { url } = await modelServer((_question, response) => {
      response.on('close', () => resolve(undefined));
      abort.abort();
    });
    await expect(find(url, 'Mira Holm', abort.signal)).rejects.toMatchObject({ name: 'AbortError' });
    await hungUp;
  });
});

describe('the address', () => {
  it.each([
    'http://192.168.1.5:11434/v1',
    'http://example.org/v1',
    'https://localhost/v1',
    'http://localhost.example.org/v1',
    'http://user:pw@localhost/v1',
    'http://localhost/v1?x=1',
    'http://0.0.0.0/v1',
    'http://[::ffff:198.51.100.7]/v1',
    'file:///etc/passwd',
    'nonsense',
  ])('is refused: %s', (url) => {
    expect(() => detector(url)).toThrow();
  });

  it.each(['http://localhost:11434/v1', 'http://127.0.0.1:1234/v1', 'http://[::1]:8080/v1'])('is taken: %s', (url) => {
    expect(() => detector(url)).not.toThrow();
  });

  it('may not resolve to another machine, whatever its name', async () => {
    const { url, asked } = await modelServer(finds());
    const lying: LookupFunction = (_host, _options, callback) =>
      callback(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '198.51.100.7', family: 4 },
      ]);
    const chat = createLocalChat({
      url: url.replace('127.0.0.1', 'localhost'),
      model: 'm',
      timeoutMs: 5_000,
      resolve: lying,
    });
    await expect(chat({ system: '', user: 'Mira Holm', schema: {} })).rejects.toMatchObject({ reason: 'not_local' });
    expect(asked).toEqual([]);
  });

  it('of an address without a name is checked as well', () => {
    const options = { model: 'm', timeoutMs: 1_000 };
    expect(() => createLocalChat({ ...options, url: 'http://198.51.100.7/v1' })).toThrow(
      expect.objectContaining({ reason: 'not_local' }),
    );
  });
});

describe('proposals', () => {
  it('never throw, whatever the answer', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.string(), (answer, text) => {
        const proposals = readProposals(answer, ['person']) ?? [];
        for (const { start, end } of locateProposals(text, proposals)) expect(end).toBeGreaterThan(start);
      }),
    );
  });
});

describe('parts', () => {
  it('cover the text in order, keep to the size and cut no surrogate pair', () => {
    const piece = fc.constantFrom('Wort ', '\n', '👩‍🚀', 'x'.repeat(30), '. ', 'é');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 120 }), fc.integer({ min: 40, max: 90 }), (pieces, size) => {
        const text = pieces.join('');
        let covered = 0;
        for (const { start, end } of cutIntoParts(text, size, 10)) {
          expect(end - start).toBeLessThanOrEqual(size);
          expect(start).toBeLessThanOrEqual(covered);
          expect(end > covered || text === '').toBe(true);
          expect(text.slice(start, end)).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
          covered = end;
        }
        expect(covered).toBe(text.length);
      }),
    );
  });
});
