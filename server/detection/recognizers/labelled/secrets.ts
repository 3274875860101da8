import type { ValueStart } from './valueStart.ts';

const USERNAME = /@?[\p{L}\p{N}][\p{L}\p{N}._\-\\@+]{1,63}/uy;
const HANDLE = /@?[A-Za-z0-9][A-Za-z0-9._-]{2,40}/y;
const SECRET = /[^\s"'„“”«»‘’<>|]{4,512}/y;
const PIN = /[0-9][0-9 *-]{1,10}[0-9][#*]?(?![\p{L}\p{N}])|[A-Za-z0-9]{2,6}-?[0-9]{2,8}(?![\p{L}\p{N}])/uy;
const PLAIN_WORD = /^\p{Lu}?\p{Ll}+$/u;
const HAS_SYMBOL_OR_DIGIT = /[\d_.@\\-]/;
const TRAILING_MARKS = /(?<![.,;:!?)\]}])[.,;:!?)\]}]+$/;

function matchAt(pattern: RegExp, text: string, offset: number, limit: number): string | undefined {
  pattern.lastIndex = offset;
  const found = pattern.exec(text)?.[0];
  return found === undefined ? undefined : found.slice(0, Math.max(0, limit - offset));
}

/** A login name: after a colon any single word, elsewhere only what no dictionary word looks like. */
export function usernameEndAt(text: string, { offset, explicit }: ValueStart, limit: number): number {
  const found = matchAt(USERNAME, text, offset, limit)?.replace(/(?<![.\-])[.\-]+$/, '');
  // "D.ª Begoña" is a title.
  if (found === undefined || found.length < 3 || /[ªº]/.test(found)) return -1;
  const isPlain = PLAIN_WORD.test(found) || !(HAS_SYMBOL_OR_DIGIT.test(found) || found.startsWith('@'));
  const endsCell = text.slice(offset + found.length, limit).trim() === '';
  if (isPlain && !(explicit && (endsCell || /^[,;)]/.test(text.slice(offset + found.length))))) return -1;
  if (isPlain && /^\p{Lu}\p{Ll}+$/u.test(found)) return -1;
  if (!explicit && !(/\p{L}/u.test(found) && /[\d_.\\@]/.test(found))) return -1;
  return offset + found.length;
}

/** An account name on a social network, marked by @ or by a colon before it. */
export function handleEndAt(text: string, { offset, explicit }: ValueStart, limit: number): number {
  const found = matchAt(HANDLE, text, offset, limit)?.replace(/(?<![.\-])[.\-]+$/, '');
  if (found === undefined) return -1;
  if (!found.startsWith('@') && !(explicit && (HAS_SYMBOL_OR_DIGIT.test(found) || /^[a-z]{4,}$/.test(found))))
    return -1;
  return offset + found.length;
}

const QUOTED = /[„“”"«‘'][ ]?(?<value>[^\s„“”"«»‘’'\n](?:[^„“”"«»‘’\n]{2,40}[^\s„“”"«»‘’\n]))[ ]?[“”"»’']/dy;
/** Words in quotation marks behind "password" that are buttons and messages, not the password. */
const NO_SECRET =
  /(?<!\p{L})(?:vergessen|zurücksetzen|ändern|falsch|ungültig|abgelaufen|forgot(?:ten)?|reset|change|wrong|invalid|incorrect[oae]?|expired|oublié|changer|modifier|erroné|expiré|olvidad[oa]|restablecer|cambiar|caducad[oa]|dimenticat[oa]|reimposta|cambia|errat[oa]|scadut[oa])(?!\p{L})/iu;

/** A password in quotation marks: everything between them, also a plain word. @returns where it ends, or -1 */
function quotedEndAt(text: string, { offset, explicit }: ValueStart, limit: number): number {
  for (const start of [offset - 1, offset - 2]) {
    QUOTED.lastIndex = Math.max(0, start);
    const [from, to] = QUOTED.exec(text)?.indices?.groups?.['value'] ?? [-1, -1];
    if (from === offset && to <= limit) return !explicit && NO_SECRET.test(text.slice(from, to)) ? -1 : to;
  }
  return -1;
}

/**
 * A password or key. Behind a colon or "is" everything up to a space; elsewhere only what mixes letters with digits or
 * symbols, so that "Passwort vergessen" stays.
 */
export function secretEndAt(text: string, valueStart: ValueStart, limit: number): number {
  const { offset, explicit } = valueStart;
  const quoted = quotedEndAt(text, valueStart, limit);
  if (quoted > 0) return quoted;
  const found = matchAt(SECRET, text, offset, limit);
  if (found === undefined) return -1;
  const value = found.replace(TRAILING_MARKS, (marks) =>
    /^[.,;:]?$/.test(marks) || marks.length === 1 ? '' : marks.replace(/[.,;:]$/, ''),
  );
  if (value.length < 4) return -1;
  if (/^\p{L}+$/u.test(value)) {
    // A word alone is a password only where a colon says so and nothing else follows.
    const endsCell = text.slice(offset + found.length, limit).trim() === '';
    return explicit && endsCell && !PLAIN_WORD.test(value) ? offset + value.length : -1;
  }
  const mixed = /\p{L}/u.test(value) && /[^\p{L}]/u.test(value.replace(/[-/.]/g, ''));
  if (mixed || (explicit && (/\d/.test(value) || /[^\p{L}\p{N}\-/.]/u.test(value)))) return offset + value.length;
  return explicit && /^\p{Lu}?\p{L}+(?:-\p{L}+){2,}$/u.test(value) ? offset + value.length : -1;
}

/** A PIN, TAN or door code: digits, perhaps with a few letters. */
export function pinEndAt(text: string, { offset, explicit, numbered }: ValueStart, limit: number): number {
  const found = matchAt(PIN, text, offset, limit);
  if (found === undefined) return -1;
  const digits = found.replace(/\D/g, '').length;
  if (digits < 3 || digits > 10 || (/^(?:19|20)\d\d$/.test(found) && !(explicit || numbered))) return -1;
  return offset + found.trimEnd().length;
}
