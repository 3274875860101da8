import type { PatternRule } from '../shared/patterns.ts';

/** Bits per character of a string by its own letter frequencies (Shannon). */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

const KEY = { category: 'secret', needs: 'shape', confidence: 0.98, priority: 82, wholeWord: false } as const;

/** Keys by the prefixes that their issuers document. */
const VENDOR_RULES: readonly PatternRule[] = [
  { ...KEY, pattern: /(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{16}/g },
  { ...KEY, pattern: /gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_[A-Za-z0-9_]{22,251}/g },
  { ...KEY, pattern: /glpat-[A-Za-z0-9_-]{20,64}/g },
  { ...KEY, pattern: /(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{16,251}|whsec_[A-Za-z0-9]{16,251}/g },
  { ...KEY, pattern: /sk-(?:[a-z]{2,8}[0-9]{0,2}-){0,3}[A-Za-z0-9_-]{20,251}/g },
  { ...KEY, pattern: /xox[abeoprs]-[A-Za-z0-9-]{10,251}/g },
  { ...KEY, pattern: /AIza[A-Za-z0-9_-]{35}/g },
  {
    ...KEY,
    pattern: /(?:npm|hf|dk|pypi|dop_v1|shpat|shpss|SG)[_.-][A-Za-z0-9_.-]{30,251}/g,
    accept: (value) => entropy(value) > 3.5,
  },
  {
    ...KEY,
    pattern: /eyJ(?<![A-Za-z0-9_-]eyJ)[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,8000}(?:\.[A-Za-z0-9_-]{0,4000})?/g,
  },
  // Telegram bots, Twilio accounts.
  { ...KEY, pattern: /\d{8,10}:AA[A-Za-z0-9_-]{33}|(?:AC|SK)[0-9a-f]{32}/g },
  {
    ...KEY,
    pattern:
      /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s:,.]{16,8000}-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g,
  },
];

/** Credentials inside addresses and headers. */
const EMBEDDED_RULES: readonly PatternRule[] = [
  {
    ...KEY,
    pattern: /:\/\/[^\s:/@]{0,64}:(?<value>[^\s:/@]{1,128})@/dgi,
    group: 'value',
  },
  { ...KEY, pattern: /\b(?:Basic|Bearer)[ ](?<value>[A-Za-z0-9+/_.=-]{16,4000})/dg, group: 'value' },
  {
    ...KEY,
    pattern:
      /[?&](?:token|key|api_?key|access_token|auth|secret|sig|signature|password|pwd|code)=(?<value>[^\s&#"'<>]{6,1000})/dgi,
    group: 'value',
  },
  {
    // password=…, DB_PASSWORD="…", --password …
    ...KEY,
    pattern:
      /(?:password|passwd|pwd|passwort|kennwort|secret|api_?key|apikey|token|private_key|access_key)["']?[ ]{0,2}(?:=|:=|=>)[ ]{0,2}["']?(?<value>[^\s"',;]{4,500})/dgi,
    group: 'value',
  },
];

/** Long random strings, only where the text says that they are a key. */
const RANDOM_RULES: readonly PatternRule[] = [
  {
    category: 'secret',
    pattern: /[A-Za-z0-9+/_=-]{20,251}/g,
    needs: 'context',
    wholeWord: false,
    skipsRejected: true,
    accept: (value) => entropy(value) > 3.5 && /\d/.test(value) && /[A-Za-z]/.test(value),
  },
];

/** Keys, tokens and passwords that show by their form. Values after a label are found by recognizers/labelled. */
export const SECRET_RULES: readonly PatternRule[] = [...VENDOR_RULES, ...EMBEDDED_RULES, ...RANDOM_RULES];
