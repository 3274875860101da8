import { type AnyJson, isJsonObject, type JsonObject } from '../../../../providers/types.ts';
import type { RestoreBook } from './book.ts';
import { mapObject, restoreLeaves } from './leaves.ts';
import type { PieceRestorer } from './pieces.ts';
import { createTextRestorer } from './textRestorer.ts';

/**
 * Restores a text that comes as a list of parts in each delta (`[{"type": "text", "text": "…"}]`, reasoning among them): parts of the same kind
 * one after the other are one text. A part of another kind ends it, so that what was held back keeps its place.
 */
export interface PartsRestorer {
  /** What is certain after the parts of one more delta. */
  push(parts: readonly AnyJson[]): AnyJson[];
  /** Nothing follows. @returns parts with what was held back */
  end(): AnyJson[];
}

/** Fields of a part that go on in the next part of its kind: a text, or a list of parts. */
const GROWING: ReadonlySet<string> = new Set(['text', 'thinking', 'reasoning', 'refusal', 'content', 'summary']);
/** Fields that say what a part is; a part that has nothing else is empty. */
const NAMING: ReadonlySet<string> = new Set(['type', 'index', 'id', 'format']);

/** The text that is being read. */
interface OpenText {
  readonly key: string;
  readonly restorer: PieceRestorer;
  /** A part that carries a piece of it. */
  readonly wrap: (piece: AnyJson) => AnyJson;
}

export function createPartsRestorer(book: RestoreBook): PartsRestorer {
  let open: OpenText | null = null;

  const end = (): AnyJson[] => {
    const ended = open;
    open = null;
    const piece = ended?.restorer.end() ?? '';
    return piece === '' ? [] : [ended!.wrap(piece)];
  };
  /** @param tail - takes what an earlier text still held */
  const restorePiece = (piece: string, key: string, wrap: OpenText['wrap'], tail: AnyJson[]): string | undefined => {
    if (open?.key !== key) {
      tail.push(...end());
      open = { key, wrap, restorer: createTextRestorer(book) };
    }
    const out = open.restorer.push(piece);
    return out === '' && piece !== '' ? undefined : out;
  };
  const restorePart = (part: AnyJson, path: string, wrap: OpenText['wrap'], tail: AnyJson[]): AnyJson | undefined => {
    if (typeof part === 'string') return restorePiece(part, path, wrap, tail);
    if (!isJsonObject(part)) return restoreLeaves(part, book);
    const changed = mapObject(part, (name, value) => {
      const key = `${path}${kindOf(part)}${name}`;
      const own = (inner: AnyJson) => wrap({ ...namingOf(part), [name]: inner });
      if (GROWING.has(name) && typeof value === 'string') return restorePiece(value, key, own, tail);
      if (!isList(name, value)) return restoreLeaves(value, book);
      const inner = value.flatMap((item) => restorePart(item, key, (piece) => own([piece]), tail) ?? []);
      return inner.length === 0 && value.length > 0 ? undefined : inner;
    });
    const isLess = Object.keys(changed).length < Object.keys(part).length;
    return isLess && Object.keys(changed).every((name) => NAMING.has(name)) ? undefined : changed;
  };

  return {
    push: (parts) =>
      parts.flatMap(apart).flatMap((part) => {
        const tail = carriesText(part) ? [] : end();
        const changed = restorePart(part, '', (piece) => piece, tail);
        return changed === undefined ? tail : [...tail, changed];
      }),
    end,
  };
}

/** A part as several ones of which each carries one text only: what one of them still holds can then leave before the next one. */
function apart(part: AnyJson): AnyJson[] {
  if (!isJsonObject(part)) return [part];
  const texts = Object.entries(part).flatMap(([name, value]): [string, AnyJson][] => {
    if (isList(name, value)) return alike(value.flatMap(apart)).map((group) => [name, group]);
    return GROWING.has(name) && typeof value === 'string' ? [[name, value]] : [];
  });
  if (texts.length < 2) return [part];
  const others = Object.fromEntries(Object.entries(part).filter(([name]) => !texts.some(([text]) => text === name)));
  return texts.map(([name, value], index) =>
    index === texts.length - 1 ? { ...others, [name]: value } : { ...namingOf(part), [name]: value },
  );
}

function carriesText(part: AnyJson): boolean {
  if (!isJsonObject(part)) return typeof part === 'string';
  return Object.entries(part).some(
    ([name, value]) =>
      (isList(name, value) && value.some(carriesText)) || (GROWING.has(name) && typeof value === 'string'),
  );
}

/** Neighbours of one kind together. */
function alike(parts: readonly AnyJson[]): AnyJson[][] {
  const groups: AnyJson[][] = [];
  for (const part of parts) {
    const group = groups.at(-1);
    if (group !== undefined && kindOf(group[0]) === kindOf(part)) group.push(part);
    else groups.push([part]);
  }
  return groups;
}

function isList(name: string, value: AnyJson | undefined): value is readonly AnyJson[] {
  return GROWING.has(name) && Array.isArray(value);
}

function namingOf(part: JsonObject): JsonObject {
  return mapObject(part, (name, value) => (NAMING.has(name) ? value : undefined));
}

/** Tells a part from one of another kind beside it. */
function kindOf(part: AnyJson | undefined): string {
  return isJsonObject(part) ? JSON.stringify([part['type'] ?? null, part['index'] ?? null]) : typeof part;
}
