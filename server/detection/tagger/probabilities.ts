import type { Gazetteers } from '../gazetteers/index.ts';
import type { Lexicon } from '../gazetteers/lexicon.ts';
import type { TextView } from '../recognizer.ts';
import { CLASS_COUNT } from './categories.ts';
import { PLACE_FEATURES, placeFeatures, wordFeatures } from './features.ts';
import { RUN_TOKENS, type Network } from './network.ts';

const PLACE_COUNT = Object.keys(PLACE_FEATURES).length;
/** A lead of "nothing" over every category, in logits, from which the token is certainly nothing. */
const CERTAIN_LEAD = 7;

/** What the tagger thinks of every token of a text. */
export interface Probabilities {
  /** Probability that the token belongs to any value. */
  readonly any: Float32Array;
  /** Most likely category, as an index of TAGGER_CATEGORIES. */
  readonly category: Uint8Array;
  /** Probability of that category. */
  readonly best: Float32Array;
  /** Probability that a value begins here, given that the token belongs to one. */
  readonly begin: Float32Array;
}

/**
 * Runs the network over a text in windows. Every token sees all it can see, so the windows do not show in the result.
 * Linear in the number of tokens.
 */
export function tagTokens(view: TextView, lexicon: Lexicon, gazetteers: Gazetteers, network: Network): Probabilities {
  const count = view.tokens.length;
  const result: Probabilities = {
    any: new Float32Array(count),
    category: new Uint8Array(count),
    best: new Float32Array(count),
    begin: new Float32Array(count),
  };
  const places = placeFeatures(view, lexicon);
  const addresses = new Int32Array(RUN_TOKENS);
  const step = RUN_TOKENS - 2 * network.reach;
  for (let core = 0; core < count; core += step) {
    const first = Math.max(0, core - network.reach);
    const end = Math.min(count, core + step + network.reach);
    network.startRun();
    for (let i = first; i < end; i += 1) {
      const key = `${view.language}${view.tokens[i]!.text}`;
      addresses[i - first] = network.word(key, (rows) => wordFeatures(view, lexicon, gazetteers, i, rows));
    }
    const logits = network.run(addresses, end - first, places, first * PLACE_COUNT);
    const last = Math.min(count, core + step);
    for (let i = core; i < last; i += 1)
      judge(logits, (i - first) * network.outputs, 1 / network.temperature, i, result);
  }
  return result;
}

/** Turns the logits of one token into probabilities. */
function judge(logits: Float32Array, at: number, sharpness: number, token: number, result: Probabilities): void {
  let best = 1;
  for (let k = 2; k < CLASS_COUNT; k += 1) if (logits[at + k]! > logits[at + best]!) best = k;
  const top = logits[at + best]!;
  const nothing = logits[at]!;
  if (nothing - top > CERTAIN_LEAD) return;
  const peak = Math.max(top, nothing);
  let sum = 0;
  for (let k = 1; k < CLASS_COUNT; k += 1) sum += Math.exp((logits[at + k]! - peak) * sharpness);
  const total = sum + Math.exp((nothing - peak) * sharpness);
  result.any[token] = sum / total;
  result.category[token] = best - 1;
  result.best[token] = Math.exp((top - peak) * sharpness) / total;
  result.begin[token] = 1 / (1 + Math.exp(-logits[at + CLASS_COUNT]!));
}
