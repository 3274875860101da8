import type { ChatMark, ChatText } from '../../../contract/chatMessages.ts';
import { parsePlaceholder } from '../../../core/placeholders/format.ts';
import { scanPlaceholders } from '../../../core/placeholders/find.ts';
import { resolvePlaceholder } from '../../../core/placeholders/restore.ts';
import type { RequestMasking } from '../types.ts';

/** Values that were masked in a request: what its answer may be restored with, and nothing else. */
export interface MaskedValues {
  /** Original by hash. */
  readonly originals: ReadonlyMap<string, string>;
  readonly byHash: ReadonlyMap<string, { readonly placeholder: string; readonly category: string }>;
}

export function maskedValuesOf(masking: RequestMasking | null): MaskedValues {
  const originals = new Map<string, string>();
  const byHash = new Map<string, { placeholder: string; category: string }>();
  for (const { original, placeholder, category } of masking?.values ?? []) {
    const parts = parsePlaceholder(placeholder);
    if (parts === undefined) continue;
    originals.set(parts.hash, original);
    byHash.set(parts.hash, { placeholder, category });
  }
  return { originals, byHash };
}

/** What a piece of an answer adds to its texts. */
export interface TextPiece {
  readonly text: string;
  readonly sent: string;
  readonly marks: readonly ChatMark[];
}

/** A text of a model while it comes, as it was written and restored. */
export interface AnswerText {
  /** Takes what the model wrote; gives what is certain by now. */
  push(sent: string): TextPiece;
  /** What was held back, because it might have become a placeholder. */
  end(): TextPiece;
  /** All that was given so far. */
  readonly soFar: ChatText;
}

/** Restores a text piece by piece; a placeholder may be split over any number of them. */
export function createAnswerText({ originals, byHash }: MaskedValues): AnswerText {
  const marks: ChatMark[] = [];
  let content = '';
  let sent = '';
  let pending = '';

  const take = (isWhole: boolean): TextPiece => {
    // Where nothing was masked there is nothing to wait for.
    const { found, settled } =
      originals.size === 0 ? { found: [], settled: pending.length } : scanPlaceholders(pending, isWhole);
    const before = { content: content.length, sent: sent.length, marks: marks.length };
    let position = 0;
    for (const placeholder of found) {
      const original = resolvePlaceholder(placeholder, originals);
      const hash = placeholder.hashes.find((candidate) => originals.has(candidate));
      if (original === undefined || hash === undefined) continue;
      const plain = pending.slice(position, placeholder.start);
      const written = pending.slice(placeholder.start, placeholder.end);
      const start = content.length + plain.length;
      const sentStart = sent.length + plain.length;
      marks.push({
        ...{ start, end: start + original.length },
        ...{ sentStart, sentEnd: sentStart + written.length },
        ...byHash.get(hash)!,
      });
      content += plain + original;
      sent += plain + written;
      position = placeholder.end;
    }
    const rest = pending.slice(position, settled);
    content += rest;
    sent += rest;
    pending = pending.slice(settled);
    return { text: content.slice(before.content), sent: sent.slice(before.sent), marks: marks.slice(before.marks) };
  };

  return {
    push(piece) {
      pending += piece;
      return take(false);
    },
    end: () => take(true),
    get soFar() {
      return { content, sent, marks: [...marks] };
    },
  };
}

/** A whole text of a model, or one that went to it, with the originals put back. */
export function restoredText(sent: string, values: MaskedValues): ChatText {
  const text = createAnswerText(values);
  text.push(sent);
  text.end();
  return text.soFar;
}
