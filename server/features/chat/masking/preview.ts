import type { ChatFind } from '../../../contract/chatAttachments.ts';
import { createAssigner, formKey } from '../../../core/placeholders/assign.ts';
import { forEachInTurns } from '../../../core/turns.ts';
import type { Vault } from '../../../core/vault/types.ts';
import type { Span } from '../../../detection/types.ts';
import type { ChatDependencies, Decisions } from '../types.ts';

/** Tells what would be masked; stores nothing. */
export interface Preview {
  /** In the order of the text, never overlapping. @throws AppError DETECTOR_UNAVAILABLE */
  finds(accountId: string, text: string, decisions: Decisions, signal?: AbortSignal): Promise<ChatFind[]>;
}

export const NO_DECISIONS: Decisions = Object.freeze({ shown: [], hidden: [] });

type Found = Pick<Span, 'start' | 'end' | 'category' | 'confidence' | 'entity'>;

export function createPreview({
  vault,
  detect,
  bookOf,
}: Pick<ChatDependencies, 'detect' | 'bookOf'> & { readonly vault: Vault }): Preview {
  const spansOf = async (
    accountId: string,
    text: string,
    hidden: Decisions['hidden'],
    signal?: AbortSignal,
  ): Promise<Found[]> => {
    if (text.trim() === '') return [];
    const { spans } = await detect(accountId, text, signal);
    return withHidden(spans, text, hidden);
  };

  return {
    async finds(accountId, text, { shown, hidden }, signal) {
      const spans = await spansOf(accountId, text, hidden, signal);
      const isShown = new Set(shown);
      const formOf = ({ start, end, category, entity }: Found) => ({
        category,
        text: text.slice(start, end),
        group: entity,
      });
      const assigner = createAssigner({
        book: await bookOf(accountId),
        mac: await vault.macFor(accountId, 'placeholder'),
      });
      const forms = spans.map(formOf);
      const assigned = await assigner.assign(forms.filter((form) => !isShown.has(form.text)));
      const finds: ChatFind[] = [];
      await forEachInTurns(spans, ({ start, end, category, confidence }, index) => {
        const form = forms[index]!;
        const placeholder = isShown.has(form.text) ? null : assigned.get(formKey(form))!.placeholder;
        finds.push({ start, end, text: form.text, category, placeholder, confidence });
      });
      return finds;
    },
  };
}

/** Finds of the detector with every place of a hidden value; where the two touch, what both cover is one find. */
function withHidden(spans: readonly Span[], text: string, hidden: Decisions['hidden']): Found[] {
  const added = hidden.flatMap(({ text: value, category }) =>
    placesOf(value, text).map((start): Found => ({ start, end: start + value.length, category, confidence: 1 })),
  );
  if (added.length === 0) return [...spans];
  // Of those that begin together the longest comes first, and of equal ones that of the person.
  const all = [...added, ...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Found[] = [];
  for (const span of all) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) {
      merged[merged.length - 1] = { ...last, end: span.end, confidence: Math.max(last.confidence, span.confidence) };
    }
  }
  return merged;
}

/** Offsets at which `value` stands in `text`, without overlaps. */
function placesOf(value: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) places.push(at);
  return places;
}
