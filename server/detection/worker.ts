import type { DetectorDefinition, TryDetectorResult } from '../contract/detectors.ts';
import { workerTask } from '../core/workers/task.ts';
import { createDefaultEngine } from './index.ts';
import type { PluggedDetector } from './models/plugged.ts';
import { packSpans, type PackedSpans } from './packedSpans.ts';
import { createTermMatcher } from './terms/index.ts';
import type { DetectionEngine, DetectionOptions, DetectionResult, DetectionTerm, Span } from './types.ts';

/** What an engine is made of. */
export interface DetectionSetup {
  readonly resourcesDir: string;
  readonly modelsDir: string;
  /** Plugged detectors that are switched on. */
  readonly plugged: readonly DetectorDefinition[];
}

/** Work of a detection thread. */
export type DetectionOrder =
  | {
      readonly kind: 'detect';
      readonly setup: DetectionSetup;
      readonly text: string;
      readonly options: DetectionOptions;
    }
  | {
      readonly kind: 'try';
      readonly modelsDir: string;
      readonly definition: DetectorDefinition;
      readonly text: string;
    }
  | { readonly kind: 'terms'; readonly text: string; readonly terms: readonly DetectionTerm[] };

export type TermSpan = Span & { readonly termId: string };
export type DetectionAnswer =
  | { readonly kind: 'detect'; readonly result: Omit<DetectionResult, 'spans'>; readonly spans: PackedSpans }
  | { readonly kind: 'try'; readonly result: TryDetectorResult }
  | { readonly kind: 'terms'; readonly spans: readonly TermSpan[] };

/** One engine per thread: building it takes longer than most texts. Another set-up takes its place and its models' memory. */
let current: { key: string; engine: DetectionEngine; plugged: readonly PluggedDetector[] } | null = null;

async function engineFor(setup: DetectionSetup): Promise<DetectionEngine> {
  const key = JSON.stringify(setup);
  if (current?.key !== key) {
    const old = current;
    const plugged = await pluggedOf(setup);
    const engine = createDefaultEngine({ resourcesDir: setup.resourcesDir, plugged });
    current = { key, engine, plugged };
    await Promise.all(old?.plugged.map((detector) => detector.release()) ?? []);
  }
  return current.engine;
}

/** The libraries of plugged detectors are loaded only where there is one: they would take a third of the start-up of a thread. */
async function pluggedOf({ plugged, modelsDir }: DetectionSetup): Promise<readonly PluggedDetector[]> {
  if (plugged.length === 0) return [];
  const { createPluggedDetector } = await import('./models/plugged.ts');
  return plugged.map((definition) => createPluggedDetector(definition, modelsDir));
}

/** Posts `started` before it begins, so that time spent in the queue does not count against the text. */
export default workerTask<DetectionOrder, DetectionAnswer, 'started'>(async (order, { post }) => {
  if (order.kind === 'detect') {
    const engine = await engineFor(order.setup);
    post('started');
    const { spans, ...result } = await engine.detect(order.text, order.options);
    return { kind: 'detect', result, spans: packSpans(spans) };
  }
  post('started');
  if (order.kind === 'try') {
    const { tryPlugged } = await import('./models/trial.ts');
    return { kind: 'try', result: await tryPlugged(order.definition, order.modelsDir, order.text) };
  }
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
