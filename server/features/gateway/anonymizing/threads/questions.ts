import type { Language } from '../../../../contract/common.ts';
import type { Form, Mapping } from '../../../../core/placeholders/assign.ts';
import type { PackedSpans } from '../../../../detection/packedSpans.ts';
import type { DetectionOptions } from '../../../../detection/types.ts';

/** Finds on their way to the thread. */
export interface PackedFinds {
  readonly language: Language;
  readonly spans: PackedSpans;
}

/** What a thread that masks a body asks the server's own one, with the answers. */
export interface Questions {
  readonly find: (key: string, text: string, options: DetectionOptions) => Promise<PackedFinds>;
  readonly hashesOf: (forms: readonly Form[]) => Promise<ReadonlyMap<string, string>>;
  readonly originals: (hashes: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly listsModel: (name: string) => Promise<boolean>;
  /** Hands over some of the mappings of the result: all at once would hold the server's thread. */
  readonly keep: (mappings: readonly Mapping[]) => Promise<void>;
}

/** A question on its way. An answer is the number with the value; a question that fails ends the task. */
export interface Asked {
  readonly id: number;
  readonly kind: keyof Questions;
  readonly args: readonly unknown[];
}

export interface Answered {
  readonly id: number;
  readonly value: unknown;
}

/** Forms, hashes or mappings that one message carries. */
export const AT_ONCE = 1_000;

/** A list in pieces that one message can carry. */
export function* piecesOf<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += AT_ONCE) yield list.slice(at, at + AT_ONCE);
}
