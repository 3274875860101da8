import { familyOf } from '../../../ui/categories.ts';

/** A value that was replaced on its way out. */
export interface MaskedValue {
  readonly original: string;
  readonly placeholder: string;
  readonly category: string;
}

/** Characters with a meaning in patterns (ECMA-262, 22.2.1 SyntaxCharacter). */
const SPECIAL = /[\\^$.*+?()[\]{}|]/g;
const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Finds the originals in a text as whole words, the longest first; null when there are none. */
export function patternOf(values: readonly MaskedValue[]): RegExp | null {
  const originals = [...new Set(values.map(({ original }) => original))].filter((text) => text.trim() !== '');
  if (originals.length === 0) return null;
  const alternatives = originals
    .sort((a, b) => b.length - a.length)
    .map((text) => {
      const escaped = text.replace(SPECIAL, '\\$&').replace(/\s+/g, '\\s+');
      return `${isWord(text.at(0)) ? '(?<![\\p{L}\\p{N}])' : ''}${escaped}${isWord(text.at(-1)) ? '(?![\\p{L}\\p{N}])' : ''}`;
    });
  return new RegExp(alternatives.join('|'), 'gu');
}

/** Marks originals inside elements. */
export interface RestoredMarker {
  /** Wraps every original below `root` into `<span class="restored" role="mark" data-placeholder data-category data-family>`. */
  readonly mark: (root: Element | DocumentFragment) => void;
}

/** Makes a marker for the values of a conversation. */
export function createRestoredMarker(values: readonly MaskedValue[]): RestoredMarker {
  const pattern = patternOf(values);
  const byOriginal = new Map(values.map((value) => [normal(value.original), value]));
  return {
    mark(root) {
      if (pattern === null) return;
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (walker.nextNode()) {
        const node = walker.currentNode as Text;
        if (node.data.search(pattern) !== -1 && !node.parentElement?.closest('[data-math]')) found.push(node);
      }
      for (const node of found) node.replaceWith(...pieces(node.data, pattern, byOriginal));
    },
  };
}

const normal = (text: string): string => text.replace(/\s+/g, ' ');

function pieces(text: string, pattern: RegExp, byOriginal: ReadonlyMap<string, MaskedValue>): (string | Element)[] {
  const result: (string | Element)[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const value = byOriginal.get(normal(match[0]));
    if (!value) continue;
    result.push(text.slice(at, match.index), spanOf(match[0], value));
    at = match.index + match[0].length;
  }
  return [...result, text.slice(at)].filter((piece) => piece !== '');
}

function spanOf(text: string, { placeholder, category }: MaskedValue): Element {
  const span = document.createElement('span');
  span.className = 'restored';
  // Not text that merely looks different: people who do not see it hear that it is marked.
  span.setAttribute('role', 'mark');
  span.tabIndex = -1;
  span.dataset['placeholder'] = placeholder;
  span.dataset['category'] = category;
  span.dataset['family'] = familyOf(category);
  span.textContent = text;
  return span;
}
