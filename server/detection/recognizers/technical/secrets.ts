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

/** Words for a password, and for what it opens together with a user name. */
const PASSWORD_WORD =
  "(?:pass(?:wor[dt]|phrase|wd)|(?:start|initial|einmal)?(?:kenn|pass)wort|pwd?|psw|contraseñas?|clave|contra|mot[ ]de[ ]passe|phrase[ ]de[ ]passe|mdp|parola[ ](?:chiave|segreta|d['’]ordine))";
const ACCOUNT_WORD =
  '(?:log-?in|sign-?in|zugang(?:sdaten)?|benutzer(?:name)?|anmeld\\p{L}*|konto|account|user(?:name)?|usuario|utente|utilisateur|identifiants?|credenziali|credenciales|acceso|accesso|accès|smtp|imap|vpn|admin\\p{L}*|use)';
const NETWORK_WORD = '(?:wi-?fi|wlan|netzwerk|network|réseau|wifi|ssid|rete)';
/** Printed characters without those that set a value off. */
const SECRET_VALUE = '[^\\s"\'„“”«»‘’()<>|,;]{6,64}(?<![.:])';

/** Letters and figures alone are a password from this length on. */
const PLAIN_MIN = 8;

/** A word that nobody writes but as a password: a small letter, and a digit or sign inside; no address, link, file or date. */
function looksSecret(value: string): boolean {
  const inner = value.replace(/[!?]$/, '');
  if (/:\/\/|@[^@.\n]*\.|^[/~.]|\.\p{L}{2,4}$|^www\./u.test(value)) return false;
  if (!/\p{Ll}/u.test(value)) return false;
  return (
    /[!?#$%&*+=~^]/.test(inner) ||
    (value.length >= PLAIN_MIN && /\d/.test(value) && /\p{Lu}|[-_.]|\p{Ll}{3}\d{2}/u.test(value))
  );
}

/**
 * Passwords that running text hands on: "Das Passwort für reception2 ist jetzt Zimmer!Nr-14", "la clave (mauco2024)", "login redaktion / Jagst.74!", "Wi-Fi SeaBreeze,
 * key kittiwake-7731". Only what looks like one counts, so that other words of the sentence stay.
 */
const SPOKEN_RULES: readonly PatternRule[] = [
  `${PASSWORD_WORD}(?!\\p{L})[^\\n]{0,60}?(?:[(:=>→„"“«][ ]?|(?<!\\p{L})(?:ist|is|was|war|lautete?t?|now|jetzt|neu|ora|es|est|è|auf|to|zu|por|par)[ ])`,
  `${ACCOUNT_WORD}(?!\\p{L})[^\\n]{0,40}?[ ]?[\\p{L}\\p{N}._@\\\\-]{2,40}[ ]\\/[ ]`,
  `${NETWORK_WORD}(?!\\p{L})[^\\n]{0,48}?(?<!\\p{L})(?:key|clé|chiave|clave|schlüssel|code|pass|pw|contra)[ ]?[:=]?[ ]`,
].map((before) => ({
  category: 'secret',
  pattern: new RegExp(`(?<!\\p{L})${before}(?<value>${SECRET_VALUE})`, 'dgiu'),
  group: 'value',
  needs: 'shape',
  wholeWord: false,
  skipsRejected: true,
  accept: looksSecret,
  confidence: 0.8,
  priority: 58,
}));

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
export const SECRET_RULES: readonly PatternRule[] = [
  ...VENDOR_RULES,
  ...EMBEDDED_RULES,
  ...SPOKEN_RULES,
  ...RANDOM_RULES,
];
