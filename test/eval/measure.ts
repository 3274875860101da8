import type { DetectionEngine, DetectionOptions } from '../../server/detection/types.ts';
import type { AnnotatedDocument } from './annotated.ts';
import { documentResultOf, type DocumentResult } from './results.ts';
import { addDocument, createScore, mergeScore, type Miss, type Score } from './score.ts';

/** Scores of one measurement, by every way to group the documents. */
export interface Measurement {
  /** By source, language and domain. */
  readonly groups: ReadonlyMap<string, Score>;
  readonly languages: ReadonlyMap<string, Score>;
  readonly domains: ReadonlyMap<string, Score>;
  readonly all: Score;
  /** By `source/id`. */
  readonly documents: Readonly<Record<string, DocumentResult>>;
}

/** Detects in all documents and scores what is found. @param options - openLanguage: the detector tells the language itself */
export async function measure(
  engine: DetectionEngine,
  documents: readonly AnnotatedDocument[],
  options: Omit<DetectionOptions, 'language'> & { readonly openLanguage: boolean },
  onMiss?: (document: AnnotatedDocument, miss: Miss) => void,
): Promise<Measurement> {
  const { openLanguage, ...rest } = options;
  const groups = new Map<string, Score>();
  const languages = new Map<string, Score>();
  const domains = new Map<string, Score>();
  const all = createScore();
  const results: Record<string, DocumentResult> = {};
  for (const document of documents) {
    const { source, domain, language, id } = document;
    const started = performance.now();
    const { spans } = await engine.detect(document.text, { ...rest, language: openLanguage ? undefined : language });
    const milliseconds = performance.now() - started;
    const own = createScore();
    for (const miss of addDocument(own, document, spans, milliseconds)) onMiss?.(document, miss);
    const group =
      source === 'letters' || source === 'office' ? `${domain} ${language}` : `${source} (${language}, ${domain})`;
    mergeScore(scoreOf(groups, group), own);
    mergeScore(scoreOf(languages, language), own);
    mergeScore(scoreOf(domains, domain), own);
    mergeScore(all, own);
    results[`${source}/${id}`] = documentResultOf(group, own);
  }
  return { groups, languages, domains, all, documents: results };
}

function scoreOf(scores: Map<string, Score>, name: string): Score {
  let score = scores.get(name);
  if (score === undefined) scores.set(name, (score = createScore()));
  return score;
}
