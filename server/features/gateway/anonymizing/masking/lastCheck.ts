import { AppError } from '../../../../core/errors.ts';
import { type AnyJson, isJsonObject } from '../../../../providers/types.ts';
import { isFixed } from './fixedTexts.ts';
import type { HiddenSearch } from './hidden.ts';
import type { MaskPlan } from './planSpans.ts';
import { readingsOf } from './planSpans.ts';
import { isInstruction, isProtocolWord, PROVIDER_TOOLS } from './protocolWords.ts';
import { FIELD_NAMES } from './rewriteBody.ts';
import { isSchemaWord } from './schema.ts';
import type { Replacements } from './slots.ts';
import type { ValueSearch } from './valueSearch.ts';

const PLACEHOLDER = /\[\[[a-z][a-z0-9_]{0,30}-[0-9a-hjkmnp-tv-z]{8,26}\]\]/g;
const BLANK = '\u0001';

/**
 * Looks for every known value in what is about to leave, and lets nothing leave that holds one. Once in all that was masked; once in the bytes
 * themselves, read back, wherever in them it stands: what the first walk does not know, the second one sees.
 * @param bytes - the serialized body
 * @throws AppError anonymization_failed
 */
export function checkOutgoing(
  bytes: string,
  replacements: Replacements,
  { search, hidden, slots }: MaskPlan,
  shown: ReadonlySet<string>,
): void {
  const shows = (text: string, kind: 'text' | 'name') => {
    const rest = blanked(text, shown);
    return readingsOf({ kind, text: rest }).some((reading) => search.has(reading.text)) || hidden.find(rest).length > 0;
  };
  /** Texts that hold no value at all, protocol words among them: the same text in the bytes needs no second look. */
  const clean = new Set<string>();
  const leaks = replacements.some((replacement, index) => {
    // It was compared with all values already, but for those that it consists of.
    if (isFixed(slots[index]!)) {
      clean.add(slots[index]!.text);
      return false;
    }
    const isText = slots[index]!.kind === 'text' || slots[index]!.kind === 'number';
    const text = typeof replacement === 'string' ? replacement : JSON.stringify(replacement);
    if (shows(text, isText ? 'text' : 'name')) return true;
    if (isText) clean.add(text);
    return false;
  });
  const holds = (text: string) => !clean.has(text) && showsBeyondProtocol(blanked(text, shown), search, hidden);
  if (leaks || walk(JSON.parse(bytes) as AnyJson, holds)) {
    throw new AppError('anonymization_failed', 'A value could not be masked, so nothing was sent.');
  }
}

/** The text without its placeholders and without what the person shows. */
function blanked(text: string, shown: ReadonlySet<string>): string {
  let rest = text.replace(PLACEHOLDER, BLANK);
  for (const value of shown) if (value !== '') rest = rest.replaceAll(value, BLANK);
  return rest;
}

/** Words of a protocol are in every body: a value that is one of them is looked for in the texts alone. */
function showsBeyondProtocol(text: string, search: ValueSearch, hidden: HiddenSearch): boolean {
  if (isVocabulary(text)) return false;
  const finds = [
    ...readingsOf({ kind: 'text', text }).flatMap((reading) => search.find(reading.text)),
    ...hidden.find(text),
  ];
  return finds.some(({ value }) => !isVocabulary(value.text));
}

/** Whether a text is nothing but a word or a sentence of the protocols or the name of one of their fields. */
function isVocabulary(text: string): boolean {
  return (
    isInstruction(text) ||
    isProtocolWord(text) ||
    PROVIDER_TOOLS.has(text) ||
    FIELD_NAMES.has(text) ||
    isSchemaWord(text)
  );
}

/** Smaller numbers are settings of the request; those among its texts are looked at there. */
const LEAST_NUMBER = 100_000;

/** Whether any text, number or name in a value holds true. The name of the model is the gateway's own. */
function walk(value: AnyJson, holds: (text: string) => boolean, isBody = true): boolean {
  if (typeof value === 'string') return holds(value);
  if (typeof value === 'number') return Math.abs(value) >= LEAST_NUMBER && holds(String(value));
  if (Array.isArray(value)) return (value as readonly AnyJson[]).some((item) => walk(item, holds, false));
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(
    ([name, item]) =>
      !(isBody && name === 'model') && (holds(name) || (item !== undefined && walk(item, holds, false))),
  );
}
