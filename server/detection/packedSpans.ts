import { mapInTurns } from '../core/turns.ts';
import type { Span } from './types.ts';

/**
 * Finds on their way between threads. Copying two hundred thousand objects would hold the server's thread for half a second;
 * arrays of numbers are copied at once, and the objects are made in turns.
 */
export interface PackedSpans {
  /** Start and end of every find. */
  readonly offsets: Uint32Array;
  readonly confidences: Float64Array;
  /** Number of the kind of every find, into {@link kinds}. */
  readonly kindNumbers: Uint32Array;
  /** {@link Span.entity} + 1, or 0 where there is none. */
  readonly entities: Uint32Array;
  /** Category and sources as they occur together: few, however many finds there are. */
  readonly kinds: readonly SpanKind[];
}

type SpanKind = Pick<Span, 'category' | 'sources'>;

/** Packs finds for a message to another thread. */
export function packSpans(spans: readonly Span[]): PackedSpans {
  const offsets = new Uint32Array(spans.length * 2);
  const confidences = new Float64Array(spans.length);
  const kindNumbers = new Uint32Array(spans.length);
  const entities = new Uint32Array(spans.length);
  const kinds: SpanKind[] = [];
  const numbers = new Map<string, number>();
  spans.forEach(({ start, end, category, confidence, sources, entity }, index) => {
    const key = [category, ...sources].join('\0');
    let number = numbers.get(key);
    if (number === undefined) {
      numbers.set(key, (number = kinds.length));
      kinds.push({ category, sources });
    }
    offsets[index * 2] = start;
    offsets[index * 2 + 1] = end;
    confidences[index] = confidence;
    kindNumbers[index] = number;
    entities[index] = entity === undefined ? 0 : entity + 1;
  });
  return { offsets, confidences, kindNumbers, entities, kinds };
}

/** The finds behind {@link packSpans}, in their order. */
export function unpackSpans({ offsets, confidences, kindNumbers, entities, kinds }: PackedSpans): Promise<Span[]> {
  return mapInTurns(confidences, (confidence, index): Span => {
    const entity = entities[index]!;
    return {
      start: offsets[index * 2]!,
      end: offsets[index * 2 + 1]!,
      ...kinds[kindNumbers[index]!]!,
      confidence,
      ...(entity === 0 ? {} : { entity: entity - 1 }),
    };
  });
}
