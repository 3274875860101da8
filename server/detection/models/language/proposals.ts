import { z } from 'zod';
import { isBuiltInCategory, type BuiltInCategory } from '../../../contract/categoryTable.ts';
import { isWholeWord } from '../../characters.ts';
import { createStringSearch } from '../../terms/ahoCorasick.ts';
import type { ModelFind } from '../model.ts';

/** A value that a language model claims to have read. */
export interface Proposal {
  readonly text: string;
  readonly category: BuiltInCategory;
}

/** Most values taken from one answer. */
const PROPOSALS_MAX = 500;
const VALUE_MAX_CHARACTERS = 200;
/** Bounds the search over a whole text. */
const VALUES_MAX = 20_000;
/** One letter or digit would mask half of a text. */
const VALUE_MIN_CHARACTERS = 2;
/** Such a model gives no probability; this lies above the threshold of every level. */
const CONFIDENCE = 0.7;

const finds = z.array(z.unknown());
const find = z.object({ text: z.string(), category: z.string() });

/** JSON schema of an answer. */
export function answerSchema(categories: readonly BuiltInCategory[]): Readonly<Record<string, unknown>> {
  const item = {
    type: 'object',
    properties: { text: { type: 'string' }, category: { type: 'string', enum: categories } },
    required: ['text', 'category'],
    additionalProperties: false,
  };
  return {
    type: 'object',
    properties: { finds: { type: 'array', items: item } },
    required: ['finds'],
    additionalProperties: false,
  };
}

/**
 * Reads `{"finds": [{"text", "category"}, …]}`, also inside a code block or behind other words. Single entries of the wrong shape
 * or with a category that was not asked for are dropped.
 * @returns null when the answer holds no such list
 */
export function readProposals(answer: string, categories: readonly BuiltInCategory[]): Proposal[] | null {
  const list = finds.safeParse(findsOf(answer));
  if (!list.success) return null;
  const proposals: Proposal[] = [];
  for (const entry of list.data.slice(0, PROPOSALS_MAX)) {
    const parsed = find.safeParse(entry);
    if (!parsed.success) continue;
    const { text, category } = parsed.data;
    if (isBuiltInCategory(category) && categories.includes(category)) proposals.push({ text: text.trim(), category });
  }
  return proposals;
}

function findsOf(answer: string): unknown {
  // Models that think aloud do so before the answer, perhaps with braces.
  const spoken = answer.split('</think>').at(-1)!;
  for (const [open, close] of ['{}', '[]']) {
    const from = spoken.indexOf(open!);
    const to = spoken.lastIndexOf(close!);
    if (from < 0 || to < from) continue;
    try {
      const value: unknown = JSON.parse(spoken.slice(from, to + 1));
      if (Array.isArray(value)) return value;
      if (typeof value === 'object' && value !== null && 'finds' in value) return value.finds;
    } catch {
      continue;
    }
  }
  return undefined;
}

/**
 * Looks proposals up in the text: every place where a value stands to the letter as whole words. What a model made up, changed or
 * took from an instruction inside the document is found nowhere and so masks nothing. One pass over the text.
 */
export function locateProposals(text: string, proposals: readonly Proposal[]): ModelFind[] {
  const categories = new Map<string, Set<BuiltInCategory>>();
  for (const { text: value, category } of proposals) {
    if (!isPlausible(value)) continue;
    const known = categories.get(value);
    if (known !== undefined) known.add(category);
    else if (categories.size < VALUES_MAX) categories.set(value, new Set([category]));
  }
  const values = [...categories];
  const located: ModelFind[] = [];
  createStringSearch(values.map(([value]) => value)).search(text, (index, end) => {
    const [value, found] = values[index]!;
    const start = end - value.length;
    if (!isWholeWord(text, start, end)) return;
    for (const category of found) located.push({ start, end, category, confidence: CONFIDENCE });
  });
  return located;
}

function isPlausible(value: string): boolean {
  if (value.length > VALUE_MAX_CHARACTERS) return false;
  return (value.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= VALUE_MIN_CHARACTERS;
}
