import { find } from 'linkifyjs';
import type { Candidate, Recognizer } from '../../recognizer.ts';
import { createPatternRecognizer } from '../shared/patterns.ts';

/** What may be part of an address; a run of these around a dot or a scheme is what the library is asked about. */
const RUN = /[^\s<>"“”„«»()[\]{}|\\^`]{4,2048}/gu;
const MAY_BE_URL = /:\/\/|[\p{L}\p{N}]\.\p{L}{2,}/u;
/** Endings that are file names rather than places on the web, and abbreviations with a dot inside. */
const FILE_NAME =
  /^[^/]*\.(?:pdf|docx?|xlsx?|pptx?|txt|csv|jpe?g|png|gif|tiff?|zip|md|html?|xml|json|js|ts|py|sh|exe|msg|eml|odt|ods|rtf|log|ini|cfg|conf|bak|mov|java|rs|cc|ps|pl|so)(?::\d+)?$/i;
const INITIALS = /^(?:\p{L}{1,2}\.){1,3}\p{L}{1,12}$|^(?:Gent|Egr|Ill|Spett|Preg|Chiar|Stim)\.(?:m[oaie]|le|gio|li)$/u;
/** A dotted name of a program goes on behind what looks like a domain. */
const GOES_ON = /^(?:\.[\p{L}_]|[(_$])/u;
const SENTENCE_SEAM = /^\p{L}+\.\p{Lu}\p{Ll}+$/u;

/** Web addresses with a scheme, www, or a bare domain of a known top-level domain (linkify). */
export function createUrlRecognizer(): Recognizer {
  return {
    id: 'pattern:url',
    categories: ['url'],
    *recognize({ text }) {
      for (const { 0: run, index } of text.matchAll(RUN)) {
        if (!MAY_BE_URL.test(run)) continue;
        for (const link of find(run, 'url')) {
          const isBare = !/^(?:[a-z][a-z0-9+.-]*:\/\/|www\.)/i.test(link.value);
          if (link.value.startsWith('mailto:')) continue;
          if (
            isBare &&
            (isNoPlace(link.value) ||
              GOES_ON.test(run.slice(link.end)) ||
              run[link.start - 1] === '@' ||
              run[link.end] === '@')
          )
            continue;
          yield {
            start: index + link.start,
            end: index + link.end,
            category: 'url',
            priority: isBare ? 58 : 72,
            confidence: isBare ? 0.75 : 0.95,
            sources: ['pattern:url'],
          } satisfies Candidate;
        }
      }
    },
  };
}

function isNoPlace(value: string): boolean {
  return FILE_NAME.test(value) || INITIALS.test(value) || SENTENCE_SEAM.test(value);
}

/** Accounts named by an @ in running text ("@mara_k82"), but not the second half of an e-mail address. */
export function createHandleRecognizer(): Recognizer {
  return createPatternRecognizer('pattern:handle', [
    {
      category: 'username',
      pattern: /(?<![\p{L}\p{N}@._-])@(?<value>[A-Za-z][A-Za-z0-9_.]{1,30}[A-Za-z0-9_])/dgu,
      group: 'value',
      needs: 'shape',
      accept: (value) => /[\d_.]/.test(value) || /^[a-z]+$/.test(value),
      confidence: 0.7,
    },
  ]);
}
