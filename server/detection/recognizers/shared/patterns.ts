import { isWholeWord } from '../../characters.ts';
import type { Candidate, Recognizer, TextView } from '../../recognizer.ts';
import { hasContext } from './context.ts';
import { compact } from './spans.ts';

/** What a match of a pattern needs to be a find. */
export type Evidence =
  /** The shape is unmistakable. */
  | 'shape'
  /** The check digits are right. */
  | 'valid'
  /** The check digits are right or a label of the category stands near. */
  | 'valid or context'
  | 'valid and context'
  | 'context';

/** One written form of a value. */
export interface PatternRule {
  readonly category: string;
  /** Global; every repetition in it is bounded, so that a match costs a constant at each place. */
  readonly pattern: RegExp;
  /** Part of the match that is the value: the capture group of that name, the first of several that matched, with flag `d`; the whole match when absent. */
  readonly group?: string | readonly string[];
  readonly needs: Evidence;
  /** Check digits, on the value without separators in capitals; the source is named at each rule. */
  readonly isValid?: (compactValue: string) => boolean;
  /** Further conditions on the value as written. */
  readonly accept?: (value: string, view: TextView, start: number) => boolean;
  /** Categories whose labels count as context; the rule's own when absent. */
  readonly context?: readonly string[];
  /** False where the shape brings its own edges. */
  readonly wholeWord?: boolean;
  /** True when nothing that begins inside a rejected match can be a value; keeps long runs linear. */
  readonly skipsRejected?: boolean;
  /** Confidence of the shape alone; 0.7 when absent. */
  readonly confidence?: number;
  /** Priority of the shape alone; 60 when absent. */
  readonly priority?: number;
}

const VALID = Object.freeze({ priority: 80, confidence: 0.98 });
const IN_CONTEXT = Object.freeze({ priority: 70, confidence: 0.9 });
const SHAPE = Object.freeze({ priority: 60, confidence: 0.7 });

function judge(rule: PatternRule, view: TextView, start: number, end: number): Candidate | undefined {
  const { category, needs } = rule;
  const value = view.text.slice(start, end);
  if (rule.accept?.(value, view, start) === false) return undefined;
  const valid = rule.isValid?.(compact(value)) ?? false;
  const inContext = needs === 'valid' ? false : hasContext(view, { start, end }, rule.context ?? [category]);
  const enough = {
    shape: true,
    valid,
    'valid or context': valid || inContext,
    'valid and context': valid && inContext,
    context: inContext,
  }[needs];
  if (!enough) return undefined;
  const sources = [
    ...(valid ? [`checksum:${category}`] : [`shape:${category}`]),
    ...(inContext ? [`context:${category}`] : []),
  ];
  if (valid) return { start, end, category, ...VALID, sources };
  if (inContext) return { start, end, category, ...IN_CONTEXT, sources };
  return {
    start,
    end,
    category,
    priority: rule.priority ?? SHAPE.priority,
    confidence: rule.confidence ?? SHAPE.confidence,
    sources,
  };
}

/** A recognizer of values with a written form, given as data. */
export function createPatternRecognizer(id: string, rules: readonly PatternRule[]): Recognizer {
  return {
    id,
    categories: [...new Set(rules.map(({ category }) => category))],
    *recognize(view) {
      for (const rule of rules) yield* matchesOf(rule, view);
    },
  };
}

function boundsOf({ group }: PatternRule, match: RegExpExecArray): readonly [number, number] {
  if (group === undefined) return [match.index, match.index + match[0].length];
  const names = typeof group === 'string' ? [group] : group;
  return match.indices!.groups![names.find((name) => match.groups![name] !== undefined)!]!;
}

function* matchesOf(rule: PatternRule, view: TextView): Generator<Candidate> {
  const { text } = view;
  const { pattern } = rule;
  // Where the search stands is kept here and not in the expression: a copy of a hundred expressions would take longer than a short text.
  const matchFrom = (offset: number): RegExpExecArray | null => {
    pattern.lastIndex = offset;
    return pattern.exec(text);
  };
  let next = 0;
  for (let match = matchFrom(next); match !== null; match = matchFrom(next)) {
    const [start, end] = boundsOf(rule, match);
    const whole = rule.wholeWord === false || isWholeWord(text, start, end);
    const found = whole ? judge(rule, view, start, end) : undefined;
    if (found !== undefined) yield found;
    // A rejected match may hide a good one that begins inside it.
    next = found === undefined && rule.skipsRejected !== true ? match.index + 1 : Math.max(end, match.index + 1);
  }
}
