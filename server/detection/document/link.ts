import { SHAPE, type Lexicon } from '../gazetteers/lexicon.ts';
import { ROLE } from '../gazetteers/vocabulary/roles.ts';
import type { Candidate, TextView } from '../recognizer.ts';
import { eachTokenRange } from './coverage.ts';
import { withoutGenitive } from './personWords.ts';

interface Mention {
  readonly index: number;
  /** Folded words without particles and initials. */
  readonly words: readonly string[];
  readonly initials: readonly string[];
}

interface Entity {
  readonly id: number;
  words: ReadonlySet<string>;
}

/** Entities looked at for one word; a surname that more people share links nobody by itself. */
const SHARED_MAX = 8;

/**
 * Numbers the mentions of persons and organizations; mentions that plainly name the same one get the same number. Linear in the
 * number of mentions: words are looked up, mentions are never compared pairwise.
 *
 * @param finds - sorted by start, not overlapping
 * @returns the same finds, persons and organizations with `entity`
 */
export function link(view: TextView, lexicon: Lexicon, finds: readonly Candidate[]): Candidate[] {
  const entityOf = new Map<number, number>();
  const numbers = { next: 1 };
  for (const category of ['person', 'organization'] as const) {
    const mentions = readMentions(view, lexicon, finds, category);
    const linker = createLinker(numbers);
    // Longest first: short forms are linked to what the long ones say.
    for (const mention of [...mentions].sort(
      (a, b) => b.words.length - a.words.length || b.initials.length - a.initials.length || a.index - b.index,
    )) {
      entityOf.set(mention.index, category === 'person' ? linker.person(mention) : linker.organization(mention));
    }
  }
  return finds.map((find, index) => {
    const entity = entityOf.get(index);
    return entity === undefined ? find : { ...find, entity };
  });
}

function readMentions(view: TextView, lexicon: Lexicon, finds: readonly Candidate[], category: string): Mention[] {
  const mentions: Mention[] = [];
  const indexes = new Map(finds.map((find, index) => [find, index]));
  eachTokenRange(lexicon, finds, (find, first, last) => {
    if (find.category !== category) return;
    const words: string[] = [];
    const initials: string[] = [];
    for (let i = first; i <= last; i += 1) {
      if (lexicon.tokens[i]!.kind !== 'word') continue;
      if (lexicon.shape[i] === SHAPE.letter) initials.push(view.folded[i]!);
      else if (category === 'organization' || !lexicon.has(i, ROLE.particle) || first === last)
        words.push(view.folded[i]!);
    }
    mentions.push({ index: indexes.get(find)!, words, initials });
  });
  return mentions;
}

interface Linker {
  person(mention: Mention): number;
  organization(mention: Mention): number;
}

function createLinker(numbers: { next: number }): Linker {
  /** Entities that a word is part of, in order of appearance. */
  const byWord = new Map<string, Entity[]>();

  const create = (words: readonly string[]): Entity => {
    const entity: Entity = { id: numbers.next, words: new Set(words) };
    numbers.next += 1;
    register(entity, words);
    return entity;
  };
  const register = (entity: Entity, words: readonly string[]): void => {
    for (const word of words) {
      const list = byWord.get(word);
      if (list === undefined) byWord.set(word, [entity]);
      else if (list.length <= SHARED_MAX) list.push(entity);
    }
  };
  /** Entities with the word, or with the name it is the genitive of. */
  const having = (word: string): readonly Entity[] => {
    const direct = byWord.get(word);
    if (direct !== undefined) return direct;
    const stem = withoutGenitive(word);
    return (stem === undefined ? undefined : byWord.get(stem)) ?? [];
  };
  const includes = (entity: Entity, word: string): boolean => {
    const stem = withoutGenitive(word);
    return entity.words.has(word) || (stem !== undefined && entity.words.has(stem));
  };

  return {
    person({ words, initials }) {
      const key = words.length === 0 ? initials.join(' ') : words[words.length - 1]!;
      const candidates = having(key).slice(0, SHARED_MAX);
      const matching = candidates.filter(
        (entity) =>
          words.every((word) => includes(entity, word)) &&
          initials.every((initial) => [...entity.words].some((word) => word.startsWith(initial))),
      );
      if (matching.length === 1 && candidates.length <= SHARED_MAX) return matching[0]!.id;
      return create(words.length === 0 ? [key] : words).id;
    },
    organization({ words }) {
      const first = words[0];
      if (first === undefined) return create([]).id;
      const matching = having(first)
        .slice(0, SHARED_MAX)
        .filter((entity) => words.every((word) => includes(entity, word)));
      return matching.length === 1 ? matching[0]!.id : create(words).id;
    },
  };
}
