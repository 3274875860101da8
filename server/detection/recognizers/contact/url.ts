import { find } from 'linkifyjs';
import { CharacterClass, classAt, isWordBefore } from '../../characters.ts';
import type { Candidate, Recognizer } from '../../recognizer.ts';
import { createPatternRecognizer } from '../shared/patterns.ts';

/** Characters that end an address. */
const END = /[\s<>"“”„«»()[\]{}|\\^`]/;
/** Longest stretch that is looked at around a dot. */
const RUN_MAX = 2_048;
const DOT = 46;
const COLON = 58;

/** Endings that are file names rather than places on the web, and abbreviations with a dot inside. */
const FILE_NAME =
  /^[^/]*\.(?:pdf|docx?|xlsx?|pptx?|txt|csv|jpe?g|png|gif|tiff?|zip|md|html?|xml|json|js|ts|py|sh|exe|msg|eml|odt|ods|rtf|log|ini|cfg|conf|bak|mov|java|rs|cc|ps|pl|so)(?::\d+)?$/i;
const INITIALS =
  /^(?:\p{L}{1,2}\.){1,3}\p{L}{1,12}$|^(?:Gent|Egr|Ill|Spett|Preg|Chiar|Stim|[Ss]ig)\.(?:m[oaie]|le|gio|li|na|ne|ra|re)$/u;
/** A dotted name of a program goes on behind what looks like a domain. */
const GOES_ON = /^(?:\.[\p{L}_]|[(_$])/u;
const SENTENCE_SEAM = /^\p{L}+\.\p{Lu}\p{Ll}+$/u;

/** Web addresses with a scheme, www, or a bare domain of a known top-level domain (linkify). */
export function createUrlRecognizer(): Recognizer {
  return {
    id: 'pattern:url',
    categories: ['url'],
    *recognize({ text }) {
      for (const [start, end] of runsAround(text)) yield* linksIn(text.slice(start, end), start);
    },
  };
}

/** Stretches without spaces around "://" and around dots between letters or digits; they never overlap. */
function* runsAround(text: string): Generator<readonly [number, number]> {
  let readUntil = 0;
  for (let dot = nextMark(text, 0); dot >= 0; dot = nextMark(text, Math.max(dot + 1, readUntil))) {
    let start = dot;
    const lowest = Math.max(readUntil, dot - RUN_MAX);
    while (start > lowest && !END.test(text[start - 1]!)) start -= 1;
    let end = dot + 1;
    const highest = Math.min(text.length, start + RUN_MAX);
    while (end < highest && !END.test(text[end]!)) end += 1;
    readUntil = end;
    yield [start, end];
  }
}

/** Next place that an address may be built around, or -1. */
function nextMark(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (
      unit === DOT
        ? isWordBefore(text, at) && isLetterAt(text, at + 1) && isLetterAt(text, at + 2)
        : unit === COLON && text.startsWith('//', at + 1)
    ) {
      return at;
    }
  }
  return -1;
}

function* linksIn(run: string, offset: number): Generator<Candidate> {
  for (const link of find(run, 'url')) {
    const isBare = !/^(?:[a-z][a-z0-9+.-]*:\/\/|www\.)/i.test(link.value);
    const isPart = run[link.start - 1] === '@' || run[link.end] === '@' || GOES_ON.test(run.slice(link.end));
    if (link.value.startsWith('mailto:') || (isBare && (isPart || isNoPlace(link.value)))) continue;
    yield {
      start: offset + link.start,
      end: offset + link.end,
      category: 'url',
      priority: isBare ? 58 : 72,
      confidence: isBare ? 0.75 : 0.95,
      sources: ['pattern:url'],
    };
  }
}

function isLetterAt(text: string, at: number): boolean {
  return at < text.length && classAt(text, at) === CharacterClass.letter;
}

function isNoPlace(value: string): boolean {
  return FILE_NAME.test(value) || INITIALS.test(value) || SENTENCE_SEAM.test(value);
}

/** Accounts named by an @ in running text ("@mara_k82"), but not the second half of an e-mail address. */
export function createHandleRecognizer(): Recognizer {
  return createPatternRecognizer('pattern:handle', [
    {
      category: 'username',
      pattern: /(?<![\p{L}\p{N}@._-])@(?<value>[A-Za-z][A-Za-z0-9_.-]{1,30}[A-Za-z0-9_])/dgu,
      group: 'value',
      needs: 'shape',
      accept: (value) => /[\d_.]/.test(value) || /^[a-z]+(?:-[a-z]+)*$/.test(value),
      confidence: 0.7,
    },
  ]);
}
