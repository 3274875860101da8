import { READABLE_ENDINGS } from '../../../server/contract/formats.ts';
import { LIMITS } from '../../../server/contract/limits.ts';
import type { Problem } from '../jobs/problems.ts';

/** Why a file need not be sent at all; null when it may be fine. The server decides by content; this only spares a hopeless upload. */
export function checkFile(file: { readonly name: string; readonly size: number }): Problem | null {
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (ending === 'doc' || ending === 'dot') return 'OLD_WORD_FORMAT';
  if (!READABLE_ENDINGS.includes(ending)) return 'UNSUPPORTED_TYPE';
  if (file.size === 0) return 'EMPTY_FILE';
  return file.size > LIMITS.fileBytes ? 'FILE_TOO_LARGE' : null;
}

/** Why a text need not be sent; null when it may be. */
export function checkText(text: string): Problem | null {
  if (text.trim() === '') return 'TEXT_REQUIRED';
  return text.length > LIMITS.textCharacters ? 'TEXT_TOO_LARGE' : null;
}

/** A name for a pasted text that tells several apart without storing any of it: date and time of day. */
export function textName(label: string, now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${String(now.getFullYear())}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${label} ${date} ${two(now.getHours())}.${two(now.getMinutes())}.txt`;
}
