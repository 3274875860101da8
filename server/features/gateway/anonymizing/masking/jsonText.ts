import { AppError } from '../../../../core/errors.ts';
import { MOST_JSON_LEVELS, nestsTooDeep } from '../../../../core/jsonDepth.ts';

/** A string or number in a JSON text, or the name of a property. Offsets are UTF-16 code units; `end` is exclusive. */
export interface JsonToken {
  readonly kind: 'string' | 'number' | 'name';
  readonly start: number;
  readonly end: number;
  /** Name of the property it is the value of, or an item of; empty at the top. */
  readonly label: string;
}

const TOKEN = /"(?:[^"\\]|\\.)*(?:"|\\?$)|-?\d[\d.eE+-]*|[{}[\],:]/gs;

/**
 * Whether a text is a JSON object or list; other JSON is plain text.
 * @throws AppError invalid_request when it nests too deep
 */
export function isJsonText(text: string): boolean {
  if (!/^\s*(?:\{.*\}|\[.*\])\s*$/s.test(text)) return false;
  try {
    JSON.parse(text);
  } catch {
    return false;
  }
  if (!nestsTooDeep(text)) return true;
  throw new AppError('invalid_request', `JSON in a text may nest at most ${MOST_JSON_LEVELS} deep.`);
}

/** Strings, numbers and names of a text that {@link isJsonText}, in order. The text between them is structure and stays as it is. */
export function jsonTokens(text: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  /** One entry per open object or list: the label of what is in it; `expectsName` after `{` and `,` of an object. */
  const open: { isObject: boolean; label: string; expectsName: boolean }[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [raw] = match;
    const inner = open.at(-1);
    if (raw === '{' || raw === '[') {
      open.push({ isObject: raw === '{', label: inner?.label ?? '', expectsName: raw === '{' });
    } else if (raw === '}' || raw === ']') {
      open.pop();
    } else if (raw === ',') {
      if (inner?.isObject === true) inner.expectsName = true;
    } else if (raw !== ':') {
      const end = match.index + raw.length;
      if (inner?.expectsName === true) {
        inner.label = JSON.parse(raw) as string;
        inner.expectsName = false;
        tokens.push({ kind: 'name', start: match.index, end, label: '' });
      } else {
        const kind = raw.startsWith('"') ? 'string' : 'number';
        tokens.push({ kind, start: match.index, end, label: inner?.label ?? '' });
      }
    }
  }
  return tokens;
}
