/** Reasons a find is explained with, in the order in which they are told. */
export const SOURCE_KINDS = Object.freeze([
  'manual',
  'guard',
  'term',
  'checksum',
  'format',
  'label',
  'context',
  'title',
  'signature',
  'names',
  'organization',
  'place',
  'propagated',
  'model',
  'plugged',
  'rule',
] as const);
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Beginnings of recognizer identifiers (`family:name`) and what they mean; the first that fits counts. */
const MEANINGS: readonly (readonly [RegExp, SourceKind])[] = Object.freeze([
  [/^manual/, 'manual'],
  [/^guard/, 'guard'],
  [/^term/, 'term'],
  [/^checksum/, 'checksum'],
  [/^names:(title|greeting|relation|article)/, 'title'],
  [/^names:signature/, 'signature'],
  [/^(label|[a-z]+:(label|naming|speaker|residence))/, 'label'],
  [/^names/, 'names'],
  [/^organizations/, 'organization'],
  [/^places/, 'place'],
  [/^context/, 'context'],
  [/^(mention|repeat|propagat|link)/, 'propagated'],
  [/^tagger/, 'model'],
  [/^model/, 'plugged'],
  [/^(pattern|shape)/, 'format'],
]);

/** The kinds of reasons behind the sources of a find, each once. */
export function sourceKinds(sources: readonly string[]): readonly SourceKind[] {
  const kinds = new Set(sources.map((source) => MEANINGS.find(([pattern]) => pattern.test(source))?.[1] ?? 'rule'));
  // "A rule" says nothing beside a reason that says something.
  if (kinds.size > 1) kinds.delete('rule');
  return SOURCE_KINDS.filter((kind) => kinds.has(kind));
}
