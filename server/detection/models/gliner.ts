import { z } from 'zod';
import type { Gliner } from '../../contract/detectors.ts';
import { createOrderedOffsets } from '../orderedOffsets.ts';
import type { DetectionModel, ModelFind } from './model.ts';
import type { OpenModelFolder } from './modelFolder.ts';
import { loadNetwork, type OnnxNetwork } from './onnxSession.ts';
import { ModelFailure } from './unavailable.ts';
import { planWindows } from './windows.ts';
import { joinedWordsOfView, type ModelWord } from './words.ts';
import { createWordTokenizer } from './wordTokenizer.ts';

/** Words that neighbouring windows share, as a share of a window. */
const OVERLAP = 0.2;
/** Pieces that a window may have with its prompt; what DeBERTa is trained with. */
const PIECES_MAX = 512;

/** gliner_config.json as the library writes it; other fields do not matter here. */
const glinerConfig = z.object({
  max_width: z.number().int().min(1).max(100).default(12),
  max_len: z.number().int().min(1).max(2_048).default(384),
  ent_token: z.string().min(1).max(100).default('<<ENT>>'),
  sep_token: z.string().min(1).max(100).default('<<SEP>>'),
  span_mode: z.string().default('markerV0'),
});

/** A find with its score before the sigmoid, which does not round to 1. */
interface ScoredFind extends ModelFind {
  readonly score: number;
}

/** Words of one window with their pieces. */
interface Prepared {
  readonly words: readonly ModelWord[];
  readonly pieces: readonly (readonly number[])[];
}

/**
 * Loads a GLiNER model with the span architecture (Zaratiana et al., NAACL 2024): gliner_config.json, tokenizer.json and a network
 * with the inputs input_ids, attention_mask, words_mask, text_lengths, span_idx and span_mask, and the output logits
 * (1 × words × widths × labels). The labels are the prompt.
 * @throws ModelFailure
 */
export async function loadGliner(
  folder: OpenModelFolder,
  { labels, threshold }: Pick<Gliner, 'labels' | 'threshold'>,
): Promise<DetectionModel> {
  const config = glinerConfig.safeParse(await folder.readJson('gliner_config.json'));
  if (!config.success) throw new ModelFailure('not_a_model');
  const { max_width: widths, max_len: wordsMax, ent_token, sep_token, span_mode } = config.data;
  if (span_mode.startsWith('token')) throw new ModelFailure('unsupported_model');
  const tokenizer = createWordTokenizer(
    await folder.readJson('tokenizer.json'),
    await folder.readOptionalJson('tokenizer_config.json'),
  );
  const categories = Object.entries(labels);
  const prompt = promptOf(
    tokenizer.encoder(),
    categories.map(([label]) => label),
    { ent_token, sep_token },
  );
  const budget = PIECES_MAX - tokenizer.before.length - tokenizer.behind.length - prompt.length;
  if (budget < PIECES_MAX / 8) throw new ModelFailure('unsupported_model');
  const network = await loadNetwork(await folder.readNetwork());

  /** Scores of one window: `at(word, width, label)` before the sigmoid. */
  const score = async ({
    words,
    pieces,
  }: Prepared): Promise<(word: number, width: number, label: number) => number> => {
    const ids = [...tokenizer.before, ...prompt];
    const wordsMask = ids.map(() => 0);
    pieces.forEach((piecesOfWord, word) => {
      piecesOfWord.forEach((id, piece) => {
        ids.push(id);
        wordsMask.push(piece === 0 ? word + 1 : 0);
      });
    });
    ids.push(...tokenizer.behind);
    wordsMask.push(...tokenizer.behind.map(() => 0));
    const { values, dims } = await runOn(network, ids, wordsMask, words.length, widths);
    const expected = [1, words.length, widths, categories.length];
    if (dims.length !== 4 || dims.some((size, axis) => size !== expected[axis])) {
      throw new ModelFailure('unsupported_model');
    }
    return (word, width, label) => values[(word * widths + width) * categories.length + label]!;
  };

  return {
    version: network.version,
    labels: categories.map(([label, category]) => ({ label, category })),
    async find(view, checkpoint) {
      const encode = tokenizer.encoder();
      const all = joinedWordsOfView(view).flatMap((word) => {
        // Each word as if it stood alone, marks too: so the texts of the training were given to the tokenizer.
        const pieces = encode(view.text.slice(word.start, word.end), 'space');
        // A word without pieces has no place in the network's input.
        return pieces.length === 0 ? [] : [{ word, pieces: pieces.slice(0, budget) }];
      });
      const finds: ScoredFind[] = [];
      // The number of words is limited beside that of pieces, so a word counts at least its share of the window.
      const least = budget / wordsMax;
      const sizes = all.map(({ pieces }) => Math.max(pieces.length, least));
      for (const { from, to, ownFrom, ownTo } of planWindows(sizes, budget, budget * OVERLAP)) {
        checkpoint();
        const part = all.slice(from, to);
        const words = part.map(({ word }) => word);
        const found: ScoredFind[] = [];
        const at = await score({ words, pieces: part.map(({ pieces }) => pieces) });
        for (let word = ownFrom - from; word < ownTo - from; word += 1) {
          for (let width = 0; width < widths && word + width < words.length; width += 1) {
            categories.forEach(([, category], label) => {
              const logit = at(word, width, label);
              const confidence = 1 / (1 + Math.exp(-logit));
              if (!(confidence >= threshold)) return;
              found.push({
                start: words[word]!.start,
                end: words[word + width]!.end,
                category,
                confidence,
                score: logit,
              });
            });
          }
        }
        // Part by part, so that a low threshold does not gather every span of a long text.
        finds.push(...withoutOverlaps(found));
      }
      return withoutOverlaps(finds).map(({ start, end, category, confidence }) => ({
        start,
        end,
        category,
        confidence,
      }));
    },
    release: () => network.release(),
  };
}

/** `<<ENT>> label <<ENT>> label … <<SEP>>` in pieces. */
function promptOf(
  encode: (word: string, follows: 'space' | 'word') => readonly number[],
  labels: readonly string[],
  { ent_token, sep_token }: { ent_token: string; sep_token: string },
): number[] {
  const special = (token: string): number => {
    const [id, ...rest] = encode(token, 'word');
    if (id === undefined || rest.length > 0) throw new ModelFailure('unsupported_model');
    return id;
  };
  const entity = special(ent_token);
  const words = labels.flatMap((label) => [
    entity,
    ...label.split(/\s+/).flatMap((word) => [...encode(word, 'space')]),
  ]);
  return [...words, special(sep_token)];
}

async function runOn(
  network: OnnxNetwork,
  ids: readonly number[],
  wordsMask: readonly number[],
  words: number,
  widths: number,
) {
  const spans = new Int32Array(words * widths * 2);
  const mask = new Int32Array(words * widths);
  for (let word = 0; word < words; word += 1) {
    for (let width = 0; width < widths && word + width < words; width += 1) {
      const at = word * widths + width;
      spans.set([word, word + width], at * 2);
      mask[at] = 1;
    }
  }
  const dims = [1, ids.length];
  return network.run({
    input_ids: { values: ids, dims },
    attention_mask: { values: ids.map(() => 1), dims },
    token_type_ids: { values: ids.map(() => 0), dims },
    words_mask: { values: wordsMask, dims },
    text_lengths: { values: [words], dims: [1, 1] },
    span_idx: { values: spans, dims: [1, words * widths, 2] },
    span_mask: { values: mask, dims: [1, words * widths], type: 'bool' },
  });
}

/** The best of overlapping finds, the longer one among equals: the model's own flat decoding. Sorted by start. */
function withoutOverlaps(finds: readonly ScoredFind[]): ScoredFind[] {
  if (finds.length === 0) return [];
  const order = finds.toSorted((a, b) => b.score - a.score || b.end - b.start - (a.end - a.start) || a.start - b.start);
  const base = finds.reduce((least, { start }) => Math.min(least, start), Infinity);
  const most = finds.reduce((end, find) => Math.max(end, find.end), 0);
  const kept = new Map<number, ScoredFind>();
  const starts = createOrderedOffsets(most - base);
  for (const find of order) {
    const neighbour = kept.get(base + starts.atOrBefore(find.end - 1 - base));
    if (neighbour !== undefined && neighbour.end > find.start) continue;
    starts.add(find.start - base);
    kept.set(find.start, find);
  }
  return [...kept.values()].sort((a, b) => a.start - b.start);
}
