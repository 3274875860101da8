import { isWordAt } from '../../characters.ts';
import type { Candidate, Recognizer } from '../../recognizer.ts';
import { createPatternRecognizer } from '../shared/patterns.ts';

const LOCAL_MAX = 64;
const DOMAIN_MAX = 255;
/** RFC 5321 atoms and the letters of RFC 6531. */
const LOCAL = /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]/u;
const DOMAIN = /[\p{L}\p{N}.-]+/uy;
/** Labels with a top-level domain at the end; a count of their letters here would take milliseconds to compile. */
const LABELS = /^(?:[\p{L}\p{N}]+(?:-+[\p{L}\p{N}]+)*\.)+(?:\p{L}+|xn--[a-z0-9-]{2,59})$/u;
const LABEL_MAX = 63;
const TOP_LEVEL_LENGTHS = Object.freeze({ least: 2, most: 24 });
/** Marks that stand before an address rather than in it. */
const LEADING = /^[.'`{|}*_~=/&?!#$%^+-]+/;
/** A scheme glued to the address, as in "mailto:". */
const SPACED_AT = / {1,2}@ {1,2}/g;

/** E-mail addresses (RFC 5321), found from the @ outwards so that long runs without one cost nothing. */
export function createEmailRecognizer(): Recognizer {
  return {
    id: 'pattern:email',
    categories: ['email'],
    *recognize({ text }) {
      let readUntil = 0;
      for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
        const found = addressAround(text, at, at + 1, readUntil);
        if (found === undefined) continue;
        readUntil = found.end;
        yield found;
      }
      // Scanned forms set the sign apart: "name @ domain.fr".
      for (const { 0: sign, index } of text.matchAll(SPACED_AT)) {
        const found = addressAround(text, index, index + sign.length, 0);
        if (found !== undefined) yield { ...found, confidence: 0.85 };
      }
    },
  };
}

function addressAround(text: string, localEnd: number, domainStart: number, least: number): Candidate | undefined {
  let start = localEnd;
  const lowest = Math.max(least, localEnd - LOCAL_MAX);
  while (start > lowest && LOCAL.test(text[start - 1]!)) start -= 1;
  const local = text.slice(start, localEnd);
  // "user=name@host" in logs: what stands before the last equals sign is no part of the address.
  start += local.lastIndexOf('=') + 1;
  start += LEADING.exec(text.slice(start, localEnd))?.[0].length ?? 0;
  if (start >= localEnd || text[localEnd - 1] === '.') return undefined;
  DOMAIN.lastIndex = domainStart;
  const domain = DOMAIN.exec(text.slice(0, Math.min(text.length, domainStart + DOMAIN_MAX)))?.[0].replace(
    /(?<![.-])[.-]+$/,
    '',
  );
  if (domain === undefined || !isDomain(domain)) return undefined;
  const end = domainStart + domain.length;
  if (isWordAt(text, end)) return undefined;
  return { start, end, category: 'email', priority: 80, confidence: 0.99, sources: ['pattern:email'] };
}

/** Lengths as in RFC 1035, 2.3.4; names in other scripts come as `xn--` or as they are read. */
function isDomain(domain: string): boolean {
  if (!LABELS.test(domain)) return false;
  const labels = domain.split('.');
  const last = labels.at(-1)!;
  const { least, most } = TOP_LEVEL_LENGTHS;
  const isNamed = last.startsWith('xn--') || (last.length >= least && last.length <= most);
  return isNamed && labels.every(({ length }) => length <= LABEL_MAX);
}

/** A word in brackets or capitals in place of @. */
const SIGN = /[([{<][ ]?(?:at|ät|arobase|arroba|chiocciola|@)[ ]?[)\]}>]|[ ]AT[ ]/;

/** Addresses written so that machines should not read them: "name (at) firma (dot) de". */
export function createObfuscatedEmailRecognizer(): Recognizer {
  const at = '(?:[ ]?[([{<][ ]?(?:at|ät|arobase|arroba|chiocciola|@)[ ]?[)\\]}>][ ]?|[ ](?:AT|\\[at\\])[ ])';
  const dot = '(?:[ ]?[([{<][ ]?(?:dot|punkt|point|punto|\\.)[ ]?[)\\]}>][ ]?|[ ](?:DOT|PUNKT)[ ]|\\.)';
  const recognizer = createPatternRecognizer('pattern:email-obfuscated', [
    {
      category: 'email',
      pattern: new RegExp(
        `[A-Za-z0-9][A-Za-z0-9._+-]{0,40}${at}[A-Za-z0-9-]{1,63}(?:${dot}[A-Za-z0-9-]{1,63}){0,3}${dot}[A-Za-z]{2,12}`,
        'g',
      ),
      needs: 'shape',
      confidence: 0.9,
      priority: 75,
    },
  ]);
  // One look for the sign spares the search at every letter.
  return { ...recognizer, recognize: (view) => (SIGN.test(view.text) ? recognizer.recognize(view) : []) };
}
