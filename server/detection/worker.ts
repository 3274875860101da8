import { workerTask } from '../core/workers/task.ts';
import { createDefaultEngine } from './index.ts';
import { packSpans, type PackedSpans } from './packedSpans.ts';
import { createTermMatcher } from './terms/index.ts';
import type { DetectionEngine, DetectionOptions, DetectionResult, DetectionTerm, Span } from './types.ts';

/** Work of a detection thread. */
export type DetectionOrder =
  | {
      readonly kind: 'detect';
      readonly resourcesDir: string;
      readonly text: string;
      readonly options: DetectionOptions;
    }
  | { readonly kind: 'terms'; readonly text: string; readonly terms: readonly DetectionTerm[] };

export type TermSpan = Span & { readonly termId: string };
export type DetectionAnswer =
  | { readonly kind: 'detect'; readonly result: Omit<DetectionResult, 'spans'>; readonly spans: PackedSpans }
  | { readonly kind: 'terms'; readonly spans: readonly TermSpan[] };

/** One engine per thread and resource folder: building it takes longer than most texts. */
const engines = new Map<string, Promise<DetectionEngine>>();

function engineFor(resourcesDir: string): Promise<DetectionEngine> {
  const known = engines.get(resourcesDir);
  if (known !== undefined) return known;
  const engine = createDefaultEngine({ resourcesDir });
  engines.set(resourcesDir, engine);
  return engine;
}

/** Posts `started` before it begins, so that time spent in the queue does not count against the text. */
export default workerTask<DetectionOrder, DetectionAnswer, 'started'>(async (order, { post }) => {
  if (order.kind === 'detect') {
    const engine = await engineFor(order.resourcesDir);
    post('started');
    const { spans, ...result } = await engine.detect(order.text, order.options);
    return { kind: 'detect', result, spans: packSpans(spans) };
  }
  post('started');
  const spans = createTermMatcher(order.terms)
    .find(order.text)
    .map(({ start, end, term }) => ({
      start,
      end,
      category: term.category,
      confidence: 1,
      sources: [`term:${term.kind}`],
      termId: term.id,
    }));
  return { kind: 'terms', spans };
});
