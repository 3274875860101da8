import type { JobReport, RiskLevel } from '../../../../contract/documents.ts';
import { BUILT_IN_CATEGORIES } from '../../../../contract/categories.ts';
import type { Language } from '../../../../contract/common.ts';
import { findPlaceholders } from '../../../../core/placeholders/find.ts';
import type { Detector, Span } from '../../../../detection/types.ts';

/** From this confidence on the balanced level masks a find. */
const BALANCED = 0.5;

/**
 * Facts that name nobody by themselves, but few people fit several of them (Sweeney, "Simple Demographics Often Identify People Uniquely", 2000):
 * places, dates, ages, employers.
 */
const KINDS: Readonly<Record<string, string>> = Object.freeze({
  date: 'time',
  birthdate: 'time',
  age: 'time',
  location: 'place',
  address: 'place',
  coordinates: 'place',
  organization: 'employer',
  money: 'money',
});

/** What can still be seen in an anonymized text: every category at the strict level, as somebody would look who wants to know. */
export async function remainingRisk(
  detector: Pick<Detector, 'detect'>,
  anonymized: string,
  language: Language,
): Promise<JobReport['risk']> {
  const categories = Object.fromEntries(BUILT_IN_CATEGORIES.map((name) => [name, true]));
  const { spans } = await detector.detect(anonymized, { language, level: 'strict', categories, terms: [] });
  const outside = outsidePlaceholders(spans, anonymized);
  const visible = new Map<string, number>();
  let uncertain = 0;
  for (const { category, confidence } of outside) {
    if (confidence < BALANCED) uncertain += 1;
    else visible.set(category, (visible.get(category) ?? 0) + 1);
  }
  return { level: levelOf([...visible.keys()], uncertain), visible: Object.fromEntries(visible), uncertain };
}

function outsidePlaceholders(spans: readonly Span[], text: string): Span[] {
  const placeholders = findPlaceholders(text).filter(({ clear }) => clear);
  let next = 0;
  return [...spans]
    .sort((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      while (next < placeholders.length && placeholders[next]!.end <= start) next += 1;
      return next >= placeholders.length || placeholders[next]!.start >= end;
    });
}

function levelOf(visible: readonly string[], uncertain: number): RiskLevel {
  const kinds = new Set(visible.flatMap((category) => KINDS[category] ?? []));
  const direct = visible.some((category) => KINDS[category] === undefined);
  if (direct || kinds.size >= 3) return 'high';
  return kinds.size === 2 || uncertain > 0 ? 'medium' : 'low';
}
