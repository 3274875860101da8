import type { Candidate } from '../recognizer.ts';

/** Categories of names, for which words and things may be mistaken. */
export const NAMES: ReadonlySet<string> = new Set(['person', 'organization', 'location']);

/** True when the tagger's opinion from the words around it is all that speaks for a find. */
export const isTaggerAlone = ({ sources }: Candidate): boolean =>
  sources.every((source) => source === 'tagger:context');
