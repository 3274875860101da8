import { lookup } from 'node:dns';
import { request } from 'node:http';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { z } from 'zod';
import { ModelFailure } from '../unavailable.ts';

/** Far above any list of finds in one part of a text. */
const ANSWER_MAX_BYTES = 1024 * 1024;
const ANSWER_MAX_TOKENS = 4_096;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Chat completions of the public OpenAI interface, as far as this needs them. */
const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

export interface ChatOptions {
  /** Base address, for example http://127.0.0.1:11434/v1. */
  readonly url: string;
  readonly model: string;
  /** Longest time for one answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Resolves host names; that of the system when absent. */
  readonly resolve?: LookupFunction;
}

export interface ChatQuestion {
  readonly system: string;
  readonly user: string;
  /** JSON schema that the answer has to follow. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Asks a language model on this machine and gives back what it wrote. */
export type LocalChat = (question: ChatQuestion, signal?: AbortSignal) => Promise<string>;

/**
 * A client for an OpenAI-compatible interface on this machine. A document leaves for a loopback address or not at all: every
 * address that the host name resolves to is checked and the connection made to the checked one, redirects are failures, and
 * no proxy is asked (node:http knows none).
 */
export function createLocalChat({ url, model, timeoutMs, resolve = lookup }: ChatOptions): LocalChat {
  const address = new URL(`${url.replace(/(?<!\/)\/+$/, '')}/chat/completions`);
  const host = address.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isLoopback(host)) throw new ModelFailure('not_local');

  const checkedLookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        callback(error, '', 4);
        return;
      }
      const addresses = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found;
      const [first] = addresses;
      if (first === undefined) callback(new ModelFailure('unreachable'), '', 4);
      else if (!addresses.every((entry) => isLoopback(entry.address))) callback(new ModelFailure('not_local'), '', 4);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

  const post = (body: unknown, signal: AbortSignal): Promise<{ status: number; text: string }> =>
    new Promise((settle, reject) => {
      const outgoing = request(
        address,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          agent: false,
          lookup: checkedLookup,
          signal,
        },
        (incoming) => {
          const parts: Buffer[] = [];
          let size = 0;
          incoming.on('data', (part: Buffer) => {
            size += part.length;
            if (size > ANSWER_MAX_BYTES) incoming.destroy(new ModelFailure('bad_answer'));
            else parts.push(part);
          });
          incoming.on('end', () =>
            settle({ status: incoming.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
          );
          incoming.on('error', reject);
        },
      );
      outgoing.on('error', reject);
      outgoing.end(JSON.stringify(body));
    });

  return async ({ system, user, schema }, signal) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const either = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    const body = {
      model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      temperature: 0,
      seed: 0,
      stream: false,
      max_tokens: ANSWER_MAX_TOKENS,
    };
    const format = { type: 'json_schema', json_schema: { name: 'finds', strict: true, schema } };
    try {
      let reply = await post({ ...body, response_format: format }, either);
      // Older servers know no answer formats; the instruction alone asks for JSON then.
      if (reply.status === 400) reply = await post(body, either);
      if (reply.status !== 200) throw new ModelFailure('unreachable');
      return contentOf(reply.text);
    } catch (cause) {
      if (signal?.aborted === true) throw signal.reason;
      if (cause instanceof ModelFailure) throw cause;
      throw new ModelFailure(deadline.aborted ? 'timeout' : 'unreachable', { cause });
    }
  };
}

/** The parser's own message would quote the answer, which quotes the document; so it is no cause of the failure. */
function contentOf(text: string): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ModelFailure('bad_answer');
  }
  const parsed = completion.safeParse(body);
  if (!parsed.success) throw new ModelFailure('bad_answer');
  return parsed.data.choices[0]!.message.content;
}

function isLoopback(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
