import { isWholeWord } from '../characters.ts';
import type { Candidate } from '../recognizer.ts';
import type { DetectionTerm } from '../types.ts';
import { createStringSearch, type StringSearch } from './ahoCorasick.ts';
import { foldTerm, foldText } from './foldedText.ts';
import { compilePattern, type OwnPattern } from './pattern.ts';

/** Where a term stands. Offsets are UTF-16 code units. */
export interface TermFind {
  readonly start: number;
  readonly end: number;
  readonly term: DetectionTerm;
}

/** An account's terms, prepared for one or many texts. */
export interface TermMatcher {
  /** Every match of every enabled term, `allow` terms included, sorted by start. @throws AppError INVALID_PATTERN */
  find(text: string): TermFind[];
  /** Matches that are to be masked, as candidates above all recognizers. @throws AppError INVALID_PATTERN */
  candidates(text: string): Candidate[];
  /** True for a find that an `allow` term names; own finds of the account are never allowed away. */
  isAllowed(text: string, candidate: Candidate): boolean;
}

const PRIORITY_OWN = 90;

/** Literal terms that are compared in the same way. */
interface LiteralSearch {
  readonly ignoreCase: boolean;
  readonly terms: readonly (readonly DetectionTerm[])[];
  readonly search: StringSearch;
}

function createLiteralSearch(terms: readonly DetectionTerm[], ignoreCase: boolean): LiteralSearch | undefined {
  const byForm = new Map<string, DetectionTerm[]>();
  for (const term of terms) {
    if (term.kind === 'pattern' || term.caseSensitive === ignoreCase) continue;
    const form = foldTerm(term.value, ignoreCase);
    const same = byForm.get(form);
    if (same === undefined) byForm.set(form, [term]);
    else same.push(term);
  }
  byForm.delete('');
  if (byForm.size === 0) return undefined;
  return { ignoreCase, terms: [...byForm.values()], search: createStringSearch([...byForm.keys()]) };
}

/** Prepares terms and patterns. @throws AppError INVALID_PATTERN */
export function createTermMatcher(allTerms: readonly DetectionTerm[]): TermMatcher {
  const terms = allTerms.filter(({ enabled }) => enabled);
  const literals = [createLiteralSearch(terms, true), createLiteralSearch(terms, false)].filter(
    (search) => search !== undefined,
  );
  const patterns: readonly { readonly term: DetectionTerm; readonly pattern: OwnPattern }[] = terms
    .filter(({ kind }) => kind === 'pattern')
    .map((term) => ({ term, pattern: compilePattern(term.value, term.caseSensitive) }));
  const allowed = {
    ignoringCase: new Set(formsOf(terms, true)),
    exact: new Set(formsOf(terms, false)),
  };

  const find = (text: string): TermFind[] => {
    const found = literals.flatMap((literal) => findLiterals(text, literal));
    for (const { term, pattern } of patterns) {
      for (const { start, end } of pattern.matches(text)) found.push({ start, end, term });
    }
    return found.sort((a, b) => a.start - b.start || b.end - a.end);
  };

  return {
    find,
    candidates: (text) =>
      find(text)
        .filter(({ term }) => term.kind !== 'allow')
        .map(({ start, end, term }) => ({
          start,
          end,
          category: term.category,
          priority: PRIORITY_OWN,
          confidence: 1,
          sources: [`term:${term.kind}`],
        })),
    isAllowed(text, { start, end, priority }) {
      if (priority >= PRIORITY_OWN || (allowed.ignoringCase.size === 0 && allowed.exact.size === 0)) return false;
      const value = text.slice(start, end);
      return allowed.ignoringCase.has(foldTerm(value, true)) || allowed.exact.has(foldTerm(value, false));
    },
  };
}

function formsOf(terms: readonly DetectionTerm[], ignoreCase: boolean): string[] {
  return terms
    .filter(({ kind, caseSensitive }) => kind === 'allow' && caseSensitive !== ignoreCase)
    .map(({ value }) => foldTerm(value, ignoreCase));
}

function findLiterals(text: string, { ignoreCase, terms, search }: LiteralSearch): TermFind[] {
  const { folded, sourceStart } = foldText(text, ignoreCase);
  const forms = terms.map(([term]) => foldTerm(term!.value, ignoreCase).length);
  const found: TermFind[] = [];
  search.search(folded, (index, foldedEnd) => {
    const foldedStart = foldedEnd - forms[index]!;
    const start = sourceStart[foldedStart]!;
    const end = sourceStart[foldedEnd]!;
    // A match must not begin or end inside what one source character became ("ß" → "ss", "é" → "e" and accent).
    const cutsStart = foldedStart > 0 && sourceStart[foldedStart - 1] === start;
    const cutsEnd = sourceStart[foldedEnd - 1] === end;
    if (cutsStart || cutsEnd) return;
    const trimmedEnd = start + text.slice(start, end).trimEnd().length;
    for (const term of terms[index]!) {
      if (!term.wholeWord || isWholeWord(text, start, trimmedEnd)) found.push({ start, end: trimmedEnd, term });
    }
  });
  return found;
}
