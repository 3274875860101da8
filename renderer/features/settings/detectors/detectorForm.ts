import type { BuiltInCategory } from '../../../../server/contract/categories.ts';
import {
  DEFAULT_PROMPT_LABELS,
  detectorDefinition,
  type DetectorDefinition,
  type TryDetectorResult,
} from '../../../../server/contract/detectors.ts';

export const DETECTOR_KINDS = ['token_classification', 'gliner', 'language_model'] as const;
export type DetectorKind = (typeof DETECTOR_KINDS)[number];

/** A label and what becomes of it; null: it is ignored. */
export interface LabelRow {
  readonly label: string;
  readonly category: BuiltInCategory | null;
}

/** What the fields of the dialog hold, for every kind. Numbers are as typed. */
export interface DetectorForm {
  readonly kind: DetectorKind;
  readonly name: string;
  readonly need: DetectorDefinition['need'];
  readonly folder: string;
  readonly threshold: string;
  /** Of a classifier: the labels that were set. */
  readonly settings: readonly LabelRow[];
  /** Of a GLiNER model: what it is asked for. */
  readonly prompt: readonly LabelRow[];
  readonly url: string;
  readonly model: string;
  readonly timeout: string;
  readonly categories: readonly BuiltInCategory[];
}

const DEFAULT_CATEGORIES = ['person', 'organization', 'location', 'address', 'username'] as const;
const DEFAULT_URL = 'http://127.0.0.1:11434/v1';

const rowsOf = (labels: Readonly<Record<string, BuiltInCategory | null>>): LabelRow[] =>
  Object.entries(labels).map(([label, category]) => ({ label, category }));

/** The fields of a new model, or of one that exists. Numbers are written with the given decimal mark. */
export function formOf(definition: DetectorDefinition | null): DetectorForm {
  const empty: DetectorForm = {
    kind: 'token_classification',
    name: '',
    need: 'required',
    folder: '',
    threshold: '0.5',
    settings: [],
    prompt: rowsOf(DEFAULT_PROMPT_LABELS),
    url: DEFAULT_URL,
    model: '',
    timeout: '60',
    categories: DEFAULT_CATEGORIES,
  };
  if (definition === null) return empty;
  const { kind, name, need } = definition;
  const known = { ...empty, kind, name, need };
  switch (definition.kind) {
    case 'token_classification':
      return {
        ...known,
        folder: definition.folder,
        threshold: String(definition.threshold),
        settings: rowsOf(definition.labels),
      };
    case 'gliner':
      return {
        ...known,
        folder: definition.folder,
        threshold: String(definition.threshold),
        prompt: rowsOf(definition.labels),
      };
    case 'language_model':
      return {
        ...known,
        url: definition.url,
        model: definition.model,
        timeout: String(definition.timeoutSeconds),
        categories: definition.categories,
      };
  }
}

/** Parts of the form that can be wrong. */
export type Problem = 'name' | 'folder' | 'threshold' | 'labels' | 'url' | 'model' | 'timeoutSeconds' | 'categories';

/** The definition that the fields describe, or the fields that are not right yet. */
export function definitionOf(
  form: DetectorForm,
  enabled: boolean,
): { readonly definition: DetectorDefinition } | { readonly problems: ReadonlySet<Problem> } {
  const { kind, name, need } = form;
  const prompt = new Map(form.prompt.map(({ label, category }) => [label.trim(), category]));
  if (kind === 'gliner' && prompt.size < form.prompt.length) return { problems: new Set(['labels']) };
  const fields = {
    token_classification: () => ({
      folder: form.folder,
      threshold: numberOf(form.threshold),
      labels: Object.fromEntries(form.settings.map(({ label, category }) => [label, category])),
    }),
    gliner: () => ({
      folder: form.folder,
      threshold: numberOf(form.threshold),
      labels: Object.fromEntries(prompt),
    }),
    language_model: () => ({
      url: form.url.trim(),
      model: form.model,
      categories: form.categories,
      timeoutSeconds: numberOf(form.timeout),
    }),
  }[kind]();
  const parsed = detectorDefinition.safeParse({ kind, name: name.trim(), need, enabled, ...fields });
  if (parsed.success) return { definition: parsed.data };
  return { problems: new Set(parsed.error.issues.map(({ path }) => String(path[0]) as Problem)) };
}

/** A decimal comma is as good as a point; NaN for anything else. */
function numberOf(text: string): number {
  const trimmed = text.trim().replace(',', '.');
  return trimmed === '' ? Number.NaN : Number(trimmed);
}

/** The labels to show for a classifier: those the trial has told, and those that were set before. */
export function classifierRows(settings: readonly LabelRow[], trial: TryDetectorResult | null): LabelRow[] {
  const rows = new Map((trial?.labels ?? []).map(({ label, category }) => [label, category]));
  for (const { label, category } of settings) rows.set(label, category);
  return rowsOf(Object.fromEntries(rows));
}

/** The settings with one label set anew. */
export function withLabel(settings: readonly LabelRow[], changed: LabelRow): LabelRow[] {
  return [...settings.filter(({ label }) => label !== changed.label), changed];
}
