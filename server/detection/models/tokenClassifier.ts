import { z } from 'zod';
import type { BuiltInCategory } from '../../contract/categoryTable.ts';
import type { TokenClassification } from '../../contract/detectors.ts';
import { categoryOfLabel, parseTag, type Tag } from './labels.ts';
import type { DetectionModel } from './model.ts';
import type { OpenModelFolder } from './modelFolder.ts';
import { loadNetwork, type Logits, type OnnxNetwork } from './onnxSession.ts';
import { joinTagged, type TaggedWord } from './tagged.ts';
import { ModelFailure } from './unavailable.ts';
import { planWindows } from './windows.ts';
import { wordsOfView } from './words.ts';
import { createWordTokenizer } from './wordTokenizer.ts';

/** Transformers cost the square of the window; more context than this helps names little. */
const WINDOW_MAX = 512;
/** Share of a window that its neighbour sees too. */
const OVERLAP = 0.2;
/** RoBERTa counts positions from 2, so two of `max_position_embeddings` are not there for text. */
const POSITIONS_RESERVED = 2;

const modelConfig = z.object({
  id2label: z.record(z.string().regex(/^\d+$/), z.string().max(200)),
  max_position_embeddings: z.number().int().positive().optional(),
});

/** What one output of the network stands for. */
interface Output extends Tag {
  readonly category: BuiltInCategory | null;
}

/**
 * Loads a token classifier: config.json with id2label, tokenizer.json and a network with the inputs input_ids and, if it wants
 * them, attention_mask and token_type_ids, and the output logits (1 × pieces × labels).
 * @throws ModelFailure
 */
export async function loadTokenClassifier(
  folder: OpenModelFolder,
  { labels: settings, threshold }: Pick<TokenClassification, 'labels' | 'threshold'>,
): Promise<DetectionModel> {
  const config = modelConfig.safeParse(await folder.readJson('config.json'));
  if (!config.success) throw new ModelFailure('not_a_model');
  const outputs = outputsOf(config.data.id2label, settings);
  const tokenizer = createWordTokenizer(
    await folder.readJson('tokenizer.json'),
    await folder.readOptionalJson('tokenizer_config.json'),
  );
  const positions = (config.data.max_position_embeddings ?? WINDOW_MAX) - POSITIONS_RESERVED;
  const budget = Math.min(WINDOW_MAX, positions) - tokenizer.before.length - tokenizer.behind.length;
  if (budget < 1) throw new ModelFailure('unsupported_model');
  const network = await loadNetwork(await folder.readNetwork());

  return {
    version: network.version,
    labels: knownLabels(outputs),
    async find(view, checkpoint) {
      const words = wordsOfView(view);
      const encode = tokenizer.encoder();
      const pieces = words.map(({ start, end, afterSpace }) =>
        encode(view.text.slice(start, end), afterSpace ? 'space' : 'word').slice(0, budget),
      );
      const tagged: TaggedWord[] = [];
      const sizes = pieces.map(({ length }) => length);
      for (const { from, to, ownFrom, ownTo } of planWindows(sizes, budget, Math.floor(budget * OVERLAP))) {
        checkpoint();
        const ids = [...tokenizer.before, ...pieces.slice(from, to).flat(), ...tokenizer.behind];
        const logits = await runOn(network, ids, outputs.length);
        let at = tokenizer.before.length;
        for (let word = from; word < to; at += sizes[word]!, word += 1) {
          if (word < ownFrom || word >= ownTo || sizes[word] === 0) continue;
          // The first piece speaks for the word: the others are left out of training as a rule.
          const tag = classify(logits.values.subarray(at * outputs.length, (at + 1) * outputs.length), outputs);
          if (tag !== null) tagged.push({ ...tag, ...words[word]!, word });
        }
      }
      return joinTagged(view.text, tagged).filter(({ confidence }) => confidence >= threshold);
    },
    release: () => network.release(),
  };
}

function outputsOf(id2label: Readonly<Record<string, string>>, settings: TokenClassification['labels']): Output[] {
  const count = Object.keys(id2label).length;
  const outputs = Array.from({ length: count }, (_, id): Output => {
    const name = id2label[String(id)];
    if (name === undefined) throw new ModelFailure('not_a_model');
    const tag = parseTag(name);
    return { ...tag, category: tag.label === null ? null : categoryOfLabel(tag.label, settings) };
  });
  if (count < 2) throw new ModelFailure('not_a_model');
  return outputs;
}

function knownLabels(outputs: readonly Output[]): DetectionModel['labels'] {
  const labels = new Map(
    outputs.flatMap(({ label, category }) => (label === null ? [] : [[label, category] as const])),
  );
  return [...labels].map(([label, category]) => ({ label, category }));
}

async function runOn(network: OnnxNetwork, ids: readonly number[], labels: number): Promise<Logits> {
  const dims = [1, ids.length];
  const logits = await network.run({
    input_ids: { values: ids, dims },
    attention_mask: { values: ids.map(() => 1), dims },
    token_type_ids: { values: ids.map(() => 0), dims },
  });
  if (logits.dims.length !== 3 || logits.dims[1] !== ids.length || logits.dims[2] !== labels) {
    throw new ModelFailure('unsupported_model');
  }
  return logits;
}

/**
 * The most likely category of a piece: softmax, then the sum over all tags of a category, so that a model that wavers between
 * B-PER and I-PER still says person. null for "outside" and for labels that are ignored.
 */
function classify(logits: Float32Array, outputs: readonly Output[]): Omit<TaggedWord, 'start' | 'end' | 'word'> | null {
  const most = logits.reduce((a, b) => Math.max(a, b), -Infinity);
  const weights = logits.map((value) => Math.exp(value - most));
  const total = weights.reduce((a, b) => a + b, 0);
  if (!Number.isFinite(total) || total <= 0) throw new ModelFailure('unsupported_model');
  const sums = new Map<BuiltInCategory | null, number>();
  const likeliest = new Map<BuiltInCategory | null, number>();
  outputs.forEach(({ category }, id) => {
    sums.set(category, (sums.get(category) ?? 0) + weights[id]!);
    const best = likeliest.get(category);
    if (best === undefined || weights[id]! > weights[best]!) likeliest.set(category, id);
  });
  const [category, sum] = [...sums].reduce((a, b) => (b[1] > a[1] ? b : a));
  if (category === null) return null;
  const { begin, end: ends, label } = outputs[likeliest.get(category)!]!;
  return { category, label, begin, ends, confidence: sum / total };
}
