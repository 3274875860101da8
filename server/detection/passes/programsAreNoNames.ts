import type { LexiconSource } from '../gazetteers/lexicon.ts';
import type { Candidate, DocumentPass, TextView } from '../recognizer.ts';
import { isProgramNumber } from '../recognizers/labelled/codes.ts';
import { CERTAIN, isFullName, restsOnLooks, restsOnLooksOrKinds } from './certainty.ts';
import { exceptStrict } from './exceptStrict.ts';
import { isTaggerAlone, NAMES } from './names.ts';

/** Categories for which the tagger alone takes what programs write: error numbers, functions, classes. */
const TECHNICAL: ReadonlySet<string> = new Set([
  'username',
  'secret',
  'reference',
  'url',
  'email',
  'ip',
  'passport',
  'idcard',
  'taxid',
  'deviceid',
  'licenseplate',
]);

/** A time of day with seconds at the beginning of a line, perhaps behind a date and a number in brackets. */
const STAMP = String.raw`^[\s[(#>*|-]{0,6}(?:\w{4,8}\)[ ])?(?:\d{4}[-/.]\d\d[-/.]\d\d|\d{1,2}[-/.](?:\d{1,2}|\p{L}{3,4})[-/.]\d{2,4}|\p{L}{3,4}[ ]{1,2}\d{1,2})?[T :,]{0,2}\d{1,2}:\d\d:\d\d[.,:\dZ+]{0,10}[\])]?`;
/** The severity behind it, or the process with its number. */
const SEVERITY = String.raw`(?:[\[(<]?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERR(?:OR)?|FATALE?|CRIT(?:ICAL)?|SEVERE|FEHLER|WARNUNG|ERREUR|AVERT(?:ISSEMENT)?|ERRORE|AVVISO|AVISO|ADVERTENCIA)(?![\p{L}\p{N}])|(?:Trace|Debug|Info|Warning|Error)[ ]?\(|[a-z][\w./-]{1,30}\[\d{1,7}\]:[ ])`;
/** Stamp, host and process without a number (RFC 3164, RFC 5424); in other stamps a name before a colon is somebody who writes a message. */
const SYSLOG = String.raw`^(?:\p{Lu}\p{Ll}{2}[ ]{1,2}\d{1,2}[ ]|\d{4}-\d\d-\d\dT)\d\d:\d\d:\d\d[.\d:Z+-]{0,16}[ ][\w.-]{1,60}[ ][a-z][\w./-]{1,30}:[ ]`;
const LOG_LINE = new RegExp(String.raw`${STAMP}[ \t]{1,4}(?:[\w.-]{1,40}[ \t]{1,4}){0,2}${SEVERITY}|${SYSLOG}`, 'u');
const LOG_HEAD_MAX = 160;

const REACH = 36;
/** What stands before somebody in a log line: an account, a preposition, a part in a business. */
const ACCOUNT_BEFORE =
  /(?:[="'\\/@]|=["'][^"'\n]{0,30}|(?<!\p{L})(?:user(?:name)?|utente|usuario|utilisateur|benutzer(?:in)?|account|login|logon|cuenta|compte|konto|owner|caller|by|of|with|von|durch|mit|par|por|avec|con|da|für|for|from|pour|para|per|patient(?:in|e)?|pa[cz]iente|kund(?:e|in)|customer|cliente?|mitarbeiter(?:in)?|employee|employée?|emplead[oa]|dipendente)[ :]{1,2})$/iu;
/** "haproxy[331]", also when the find holds a part of the number. */
const PROCESS_BEHIND = /^\[\d{1,7}\]/;
const PROCESS = /^[a-z][\w.-]*\[\d{1,7}$/;
/** "pam_unix(sudo:auth)", "getSession()": a module or function with its arguments. */
const CALL_BEHIND = /^\((?:\w{1,30}:\w{1,30})?\)/;
/** Names of packages and classes: some parts in small letters, then one with a capital. */
const CLASS = /^(?:[a-z_]\w{0,30}\.){2,12}[A-Z]\w{0,60}(?:[.$]\w{1,60}){0,4}$/;
/** Language and country (BCP 47): "en-IE". */
const LOCALE = /^[a-z]{2}-[A-Z]{2}(?![\p{L}\p{N}])/u;
/** A time of day and its date, however much of them the tagger took (ISO 8601): "2026-03-11T08:14:03". */
const TIMESTAMP = /^(?:\d{4}-)?(?:\d{2}-)?\d{2}(?:-\d{2}){0,2}[T ]\d{2}:\d{2}/;
/** "uid=": a key. */
const KEY_BEHIND = '=';
/** " /scannow", " .bak": an option of a command and the end of a file name. */
const OPTION_BEFORE = /(?:^|\s)[./]$/;
const CALL_REACH = 70;
/** What stands before the part of a number that the tagger took. */
const NUMBER_HEAD = /[A-Z0-9]{1,6}-?$/;
/**
 * "FSLogix 2.9.8884", "agent v2.11.3": a version, which neither persons nor towns have. Its first numbers are short, unlike those of telephones and of social
 * security ("031.312.45.67", "756.1234.5678.97").
 */
const VERSION_BEHIND =
  /^[ ]v?(?<major>0|[1-9]\d?)\.(?<minor>\d{1,2})\.(?<patch>\d{1,6})(?:\.\d{1,6})?(?![\p{L}\p{N}/]|[.,-]\d)/u;

/**
 * Takes back what programs write and a list or the tagger takes for names and accounts: words of log lines, processes, classes, numbers of errors, programs with
 * their version. Users, hosts, addresses and full names in the same lines stay. The strict level keeps all.
 */
export function createProgramsAreNoNamesPass(lexiconOf: LexiconSource): DocumentPass {
  return exceptStrict((view, winners) => {
    const logLines = new Map<number, boolean>();
    const isInLog = (offset: number): boolean => {
      const line = view.lineAt(offset);
      let is = logLines.get(line);
      if (is === undefined) {
        is = LOG_LINE.test(view.after(view.lineStarts[line]!, LOG_HEAD_MAX));
        logLines.set(line, is);
      }
      return is;
    };
    return winners.filter((find, index) => {
      if (!NAMES.has(find.category)) {
        return !TECHNICAL.has(find.category) || !isTaggerAlone(find) || !isTechnicalTerm(view, find);
      }
      if (!restsOnLooksOrKinds(find) || find.confidence >= CERTAIN.logLine) return true;
      if (isFullName(view, lexiconOf(view), find)) return true;
      if (restsOnLooks(find) && isVersioned(view, find, winners[index + 1])) return false;
      return !isInLog(find.start) || ACCOUNT_BEFORE.test(view.before(find.start, REACH));
    });
  });
}

function isTechnicalTerm(view: TextView, { start, end, category }: Candidate): boolean {
  const written = view.text.slice(start, end);
  const after = view.after(end, CALL_REACH);
  if (PROCESS.test(written) || (category !== 'secret' && CLASS.test(written))) return true;
  if (/^[a-z]/.test(written) && (PROCESS_BEHIND.test(after) || CALL_BEHIND.test(after))) return true;
  if (LOCALE.test(written + after)) return true;
  if (category !== 'secret' && TIMESTAMP.test(written + after) && !/[-T:\d]$/.test(view.before(start, 1))) return true;
  const isPlain = category === 'username' && /^[a-z]+$/.test(written);
  if (isPlain && (after.startsWith(KEY_BEHIND) || OPTION_BEFORE.test(view.before(start, 2)))) return true;
  const head = NUMBER_HEAD.exec(view.before(start, REACH))?.[0] ?? '';
  return isProgramNumber(written) || isProgramNumber(head + written);
}

/** A version behind it that is no date and no find of its own: "2.9.8884", but not "12.5.84". */
function isVersioned(view: TextView, { end }: Candidate, next: Candidate | undefined): boolean {
  const found = VERSION_BEHIND.exec(view.after(end, REACH));
  if (found === null || (next !== undefined && next.start < end + found[0].length)) return false;
  const { major, minor, patch = '' } = found.groups!;
  const [first, second] = [Number(major), Number(minor)];
  const isDay = Math.max(first, second) <= 31 && Math.min(first, second) <= 12;
  return !(isDay && (patch.length === 2 || /^(?:19|20)\d\d$/.test(patch)));
}
