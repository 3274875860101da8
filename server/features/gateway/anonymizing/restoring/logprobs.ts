import { type AnyJson, isJsonObject, type JsonObject } from '../../../../providers/types.ts';
import type { RestoreBook } from './book.ts';
import { createTextRestorer } from './textRestorer.ts';

/**
 * Restores the log probabilities of tokens (`logprobs.content` of the chat completions protocol), whose tokens together are the text. The tokens
 * that a placeholder was written with become one with the original, as likely as all of them together; alternatives to them are left out.
 * All others stay.
 */
export interface LogprobsRestorer {
  /** What is certain after the tokens of one more chunk. */
  push(entries: readonly AnyJson[]): AnyJson[];
  /** Nothing follows. @returns what was held back */
  end(): AnyJson[];
}

export function createLogprobsRestorer(book: RestoreBook): LogprobsRestorer {
  const restorer = createTextRestorer(book);
  const pending: JsonObject[] = [];
  /** What the restorer gave for the pending tokens so far. */
  let out = '';

  const take = (): AnyJson[] => {
    const written = pending.map(tokenOf).join('');
    if (out === '' && written !== '') return [];
    if (!written.startsWith(out)) return [merged(pending.splice(0), takeOut())];
    const taken: JsonObject[] = [];
    for (let [first] = pending; first !== undefined && tokenOf(first).length <= out.length; [first] = pending) {
      taken.push(pending.shift()!);
      out = out.slice(tokenOf(first).length);
    }
    return taken;
  };
  const takeOut = (): string => {
    const text = out;
    out = '';
    return text;
  };

  return {
    push: (entries) =>
      entries.flatMap((entry) => {
        if (!isJsonObject(entry)) return [entry];
        pending.push(entry);
        out += restorer.push(tokenOf(entry));
        return take();
      }),
    end() {
      out += restorer.end();
      const taken = take();
      return pending.length === 0 ? taken : [...taken, merged(pending.splice(0), takeOut())];
    },
  };
}

function tokenOf({ token }: JsonObject): string {
  return typeof token === 'string' ? token : '';
}

/** Several tokens as one: that all of them come one after the other is as likely as the product of their probabilities. */
function merged(entries: readonly JsonObject[], token: string): JsonObject {
  const logprobs = entries.map(({ logprob }) => (typeof logprob === 'number' ? logprob : 0));
  return {
    token,
    logprob: logprobs.reduce((sum, logprob) => sum + logprob, 0),
    bytes: [...Buffer.from(token, 'utf8')],
    top_logprobs: [],
  };
}

/** {@link createLogprobsRestorer} for the `logprobs` of a whole choice. */
export function restoreLogprobs(logprobs: JsonObject, book: RestoreBook): JsonObject {
  const entries = Object.entries(logprobs).map(([name, value]): [string, AnyJson | undefined] => {
    if (!Array.isArray(value)) return [name, value];
    const restorer = createLogprobsRestorer(book);
    return [name, [...restorer.push(value as readonly AnyJson[]), ...restorer.end()]];
  });
  return Object.fromEntries(entries);
}
