import type { Language } from '../../server/contract/common.ts';
import type { JsonObject } from '../../server/providers/types.ts';
import { makeLetter } from './letters.ts';
import { createRandom } from './random.ts';

/** A way to write a value so that no word of the text shows it, and a reader of such writing. */
export interface HiddenForm {
  readonly name: string;
  readonly write: (value: string) => string;
  /** All that a reader of this form finds in a text. */
  readonly read: (text: string) => string;
}

const point = (letter: string): number => letter.codePointAt(0)!;
const mapped = (text: string, change: (letter: string) => string): string => Array.from(text, change).join('');
const turned = (text: string): string => Array.from(text).reverse().join('');
/** Tag characters carry ASCII alone. */
const ascii = (value: string): string =>
  value
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/[^\x20-\x7e]/g, 'x');

const tag = (letter: string): string => String.fromCodePoint(0xe0000 + point(letter));
const selector = (byte: number): string => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16);
function readTags(text: string): string {
  return mapped(text, (letter) =>
    point(letter) >= 0xe0020 && point(letter) < 0xe007f ? String.fromCodePoint(point(letter) - 0xe0000) : '',
  );
}
function readSelectors(text: string): string {
  const bytes = Array.from(text).flatMap((letter) => {
    const code = point(letter);
    if (code >= 0xfe00 && code < 0xfe10) return [code - 0xfe00];
    return code >= 0xe0100 && code < 0xe01f0 ? [code - 0xe0100 + 16] : [];
  });
  return Buffer.from(bytes).toString('utf8');
}

function joined(separator: string, between: string): HiddenForm {
  return {
    name: `letters over "${separator}"`,
    write: (value) =>
      value
        .split(' ')
        .map((word) => Array.from(word).join(separator))
        .join(between),
    read: (text) => text.replaceAll(separator.charAt(0), ''),
  };
}

function codes(
  name: string,
  one: (letter: string) => string,
  between: string,
  pattern: RegExp,
  radix: number,
): HiddenForm {
  return {
    name,
    write: (value) => Array.from(value, one).join(between),
    read: (text) =>
      [...text.matchAll(pattern)].map(([, code]) => String.fromCodePoint(Number.parseInt(code!, radix))).join(''),
  };
}

const hexadecimal = (letter: string): string => point(letter).toString(16).padStart(2, '0');

/** The forms of hidden writing that the gateway undoes. */
export const HIDDEN_FORMS: readonly HiddenForm[] = [
  { name: 'tag characters', write: (value) => mapped(ascii(value), tag), read: readTags },
  {
    name: 'tag characters in words',
    write: (value) => mapped(ascii(value), (letter) => `o${tag(letter)}`),
    read: readTags,
  },
  {
    name: 'variation selectors',
    write: (value) => `😀${Array.from(Buffer.from(value), selector).join('')}`,
    read: readSelectors,
  },
  { name: 'an override of the direction', write: (value) => `\u202e${turned(value)}\u202c`, read: turned },
  ...[',', '.', ';', '|', "'", '_', '/'].map((separator) => joined(separator, separator.repeat(3))),
  joined(' ', '   '),
  joined('||', '||||'),
  codes('decimal codes', (letter) => String(point(letter)), ' ', /(\d{2,3})[ ,\s]?/g, 10),
  codes('hexadecimal codes', hexadecimal, ' ', /([0-9a-f]{2}) ?/g, 16),
  codes('hexadecimal codes with 0x', (letter) => `0x${hexadecimal(letter)}`, ', ', /0x([0-9a-f]{2})/g, 16),
  { name: 'words from their end', write: turned, read: turned },
];

const ASKS: Readonly<Record<Language, (name: string, account: string) => string>> = Object.freeze({
  de: (name, account) => `Bitte schreibe an Frau ${name}.\nIhr Konto: ${account}`,
  en: (name, account) => `Please write to Mrs ${name}.\nHer account: ${account}`,
  fr: (name, account) => `Merci d’écrire à Madame ${name}.\nSon compte : ${account}`,
  es: (name, account) => `Por favor, escribe a la señora ${name}.\nSu cuenta: ${account}`,
  it: (name, account) => `Per favore scrivi alla signora ${name}.\nIl suo conto: ${account}`,
});

/** A conversation in which somebody hides a name and the number of an account. */
export interface HiddenConversation {
  readonly form: HiddenForm;
  readonly messages: readonly JsonObject[];
  readonly values: readonly string[];
}

/** The same language and seed give the same conversation. In every second one a letter shows the same values openly. */
export function hideValues(language: Language, seed: number): HiddenConversation {
  const random = createRandom(seed * 17 + language.charCodeAt(0));
  const letter = makeLetter(language, seed);
  const [given, surname, , , iban] = letter.values as [string, string, string, string, string];
  const form = HIDDEN_FORMS[seed % HIDDEN_FORMS.length]!;
  const name = `${given} ${surname}`;
  const asked = { role: 'user', content: ASKS[language](form.write(name), form.write(iban)) };
  const opened = [
    { role: 'user', content: letter.text },
    { role: 'assistant', content: 'OK.' },
  ];
  return { form, messages: [...(random.chance(0.5) ? opened : []), asked], values: [name, iban] };
}

const bare = (text: string): string =>
  ascii(text)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Values that a reader of the form finds in what the provider got. */
export function readHidden(form: HiddenForm, received: string, values: readonly string[]): string[] {
  const texts = [received, received.replaceAll('\\n', ' ')];
  const read = [...texts, ...texts.map((text) => form.read(text))].map(bare);
  return values.filter((value) => read.some((text) => text.includes(bare(value))));
}
