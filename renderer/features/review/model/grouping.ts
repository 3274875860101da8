import { BUILT_IN_CATEGORIES } from '../../../../server/contract/categories.ts';
import type { Entity } from '../../../../server/contract/jobs.ts';

/** Below this a find is shown as uncertain. */
const LOW_CONFIDENCE = 0.7;
export const isUncertain = (find: Entity) => find.confidence < LOW_CONFIDENCE;

export const SHOWN = ['all', 'open', 'uncertain', 'rejected'] as const;
/** Which finds the list shows; `open` are those nobody has decided on yet. */
export type Shown = (typeof SHOWN)[number];

export interface FindFilter {
  readonly shown: Shown;
  /** Null for every category. */
  readonly category: string | null;
  /** Part of the value or the placeholder, case-insensitive. */
  readonly query: string;
}
export const NO_FILTER: FindFilter = Object.freeze({ shown: 'all', category: null, query: '' });

/** Every mention of one value in one category. */
export interface ValueGroup {
  readonly key: string;
  readonly category: string;
  readonly text: string;
  readonly mentions: readonly Entity[];
  readonly accepted: number;
  /** The lowest of its mentions, 0 to 1. */
  readonly confidence: number;
}

export interface CategoryGroup {
  readonly category: string;
  readonly values: readonly ValueGroup[];
  readonly mentions: number;
}

/** The finds a filter lets through, in the order of the text. */
export function filterFinds(
  finds: readonly Entity[],
  filter: FindFilter,
  isReviewed: (id: string) => boolean,
): readonly Entity[] {
  const query = filter.query.trim().toLowerCase();
  return finds.filter((find) => {
    if (filter.category !== null && find.category !== filter.category) return false;
    if (filter.shown === 'open' && isReviewed(find.id)) return false;
    if (filter.shown === 'uncertain' && !isUncertain(find)) return false;
    if (filter.shown === 'rejected' && find.accepted) return false;
    if (query === '') return true;
    return find.text.toLowerCase().includes(query) || (find.placeholder?.includes(query) ?? false);
  });
}

const CATEGORY_ORDER = new Map<string, number>(BUILT_IN_CATEGORIES.map((category, index) => [category, index]));
/** The order in which the product lists categories; an account's own ones follow by name. */
export function compareCategories(a: string, b: string): number {
  const last = CATEGORY_ORDER.size;
  return (CATEGORY_ORDER.get(a) ?? last) - (CATEGORY_ORDER.get(b) ?? last) || a.localeCompare(b);
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Groups finds by category and value; values in the order of their first mention. */
export function groupFinds(finds: readonly Entity[]): CategoryGroup[] {
  const categories = new Map<string, Map<string, Entity[]>>();
  for (const find of finds) {
    const values = categories.get(find.category) ?? new Map<string, Entity[]>();
    categories.set(find.category, values);
    const mentions = values.get(find.text);
    if (mentions) mentions.push(find);
    else values.set(find.text, [find]);
  }
  return [...categories]
    .sort(([a], [b]) => compareCategories(a, b))
    .map(([category, values]) => {
      const groups = [...values].map(([text, mentions]) => ({
        key: `${category}\0${text}`,
        category,
        text: oneLine(text),
        mentions,
        accepted: mentions.filter((find) => find.accepted).length,
        confidence: Math.min(...mentions.map((find) => find.confidence)),
      }));
      return { category, values: groups, mentions: groups.reduce((sum, group) => sum + group.mentions.length, 0) };
    });
}

/** A line of the list of finds as the tree shows it (WAI-ARIA tree: level, position and size of its set). */
export interface TreeRow {
  readonly key: string;
  readonly level: 1 | 2 | 3;
  readonly position: number;
  readonly setSize: number;
  /** Null where there is nothing to open. */
  readonly expanded: boolean | null;
  readonly category: string;
  readonly group: CategoryGroup;
  readonly value: ValueGroup | null;
  readonly mention: Entity | null;
}

/**
 * The lines in sight. Categories are open unless closed, values closed unless opened; a value with one mention has no
 * lines of its own below it.
 */
export function treeRows(groups: readonly CategoryGroup[], toggled: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  groups.forEach((group, groupIndex) => {
    const { category } = group;
    const open = !toggled.has(category);
    const base = { category, group, value: null, mention: null };
    rows.push({ ...base, key: category, level: 1, position: groupIndex + 1, setSize: groups.length, expanded: open });
    if (!open) return;
    group.values.forEach((value, valueIndex) => {
      const several = value.mentions.length > 1;
      const valueOpen = several && toggled.has(value.key);
      const mention = several ? null : value.mentions[0]!;
      rows.push({
        key: value.key,
        level: 2,
        position: valueIndex + 1,
        setSize: group.values.length,
        expanded: several ? valueOpen : null,
        category,
        group,
        value,
        mention,
      });
      if (!valueOpen) return;
      value.mentions.forEach((find, index) => {
        rows.push({
          key: `${value.key}\0${find.id}`,
          level: 3,
          position: index + 1,
          setSize: value.mentions.length,
          expanded: null,
          category,
          group,
          value,
          mention: find,
        });
      });
    });
  });
  return rows;
}
