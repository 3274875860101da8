import { BUILT_IN_CATEGORIES } from '../../../server/contract/categoryTable.ts';
import type { Language } from '../../../server/contract/common.ts';
import { createRuleEngine } from '../../../server/detection/engine.ts';
import { createStructuredRecognizers } from '../../../server/detection/index.ts';
import type { DetectionOptions } from '../../../server/detection/types.ts';

/** Options with every category on except those named. */
export function optionsWithout(...off: readonly string[]): DetectionOptions {
  const categories = Object.fromEntries(BUILT_IN_CATEGORIES.map((category) => [category, !off.includes(category)]));
  return { level: 'balanced', categories, terms: [] };
}

const engine = createRuleEngine({
  recognizers: createStructuredRecognizers(),
  version: { recognizers: 'test', model: null },
});

/** What the recognizers without word lists find, as `category: value`; dates and sums are off as in a fresh account. */
export function structuredFinds(text: string, language: Language = 'de'): string[] {
  return engine
    .detect(text, { ...optionsWithout('date', 'money'), language })
    .spans.map(({ start, end, category }) => `${category}: ${text.slice(start, end)}`);
}
