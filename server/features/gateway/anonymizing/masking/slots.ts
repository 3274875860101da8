import type { AnyJson } from '../../../../providers/types.ts';
import type { BodyVisitor, Place, Speaker } from './visitor.ts';

/**
 * What the provider needs exactly as it is: an address that it calls, the name of a model. A placeholder in it would lead elsewhere, so a
 * request is refused where it holds a value, and it stays untouched where it holds none.
 */
export type FixedKind = 'address' | 'model';

/** A thing in a body that may hold a value. */
export interface Slot {
  readonly kind: 'text' | 'number' | 'key' | 'name' | 'participant' | 'identifier' | FixedKind;
  /** The text; of a number its digits. */
  readonly text: string;
  /** Of a text that is fixed the field it is in. */
  readonly label: string;
  readonly speaker: Speaker;
  /** Number of the part of the conversation it belongs to. */
  readonly part: number;
}

/** What is to stand in the places of the slots: a text, or a number that stays. */
export type Replacements = readonly AnyJson[];

/** Notes the slots of a body, in the order of the walk. */
export function createCollector(): { readonly visitor: BodyVisitor; readonly slots: Slot[] } {
  const slots: Slot[] = [];
  let part = 0;
  const add = (kind: Slot['kind'], text: string, place?: Place) => {
    slots.push({ kind, text, label: place?.label ?? '', speaker: place?.speaker ?? 'other', part });
    return text;
  };
  return {
    slots,
    visitor: {
      part: () => void (part += 1),
      text: (value, place) => add('text', value, place),
      number: (value, place) => Number(add('number', value, place)),
      key: (value) => add('key', value),
      name: (value) => add('name', value),
      participant: (value) => add('participant', value),
      address: (value, param) => add('address', value, { label: param, speaker: 'other' }),
      identifier: (value) => add('identifier', value),
    },
  };
}

/** Puts replacements into the places of the slots, in the order of the walk. */
export function createWriter(replacements: Replacements): BodyVisitor {
  let next = 0;
  const take = (): AnyJson => {
    const replacement = replacements[next];
    if (replacement === undefined) throw new Error('the body has more places than were read');
    next += 1;
    return replacement;
  };
  const text = () => {
    const replacement = take();
    if (typeof replacement !== 'string') throw new Error('the body has other places than were read');
    return replacement;
  };
  return {
    ...{ part: () => undefined, number: take },
    ...{ text, key: text, name: text, participant: text, address: text, identifier: text },
  };
}
