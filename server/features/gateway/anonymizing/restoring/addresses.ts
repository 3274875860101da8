/**
 * Where in a text addresses stand that a program would open: targets of links and images in Markdown (inline, in angle brackets, of reference
 * definitions), addresses with a scheme and autolinks, attributes of HTML, `url()` and `@import` of CSS. What is doubtful counts as an address.
 */
export interface AddressTracker {
  /** Takes the next characters of the text. */
  take(text: string): void;
  /** What a value would stand in, if it came next. */
  readonly place: Place;
}

/** `whole`: at the beginning of an address; it is nothing but the value when one of `ends` follows, or the end of the text. */
export type Place =
  { readonly kind: 'text' | 'inside' | 'harmless' } | { readonly kind: 'whole'; readonly ends: RegExp };

type State =
  | { readonly in: 'text' | 'tag' }
  /** The target of a link; `depth`: open parentheses. */
  | { readonly in: 'target'; readonly isDefinition: boolean; depth: number }
  /** Up to a character that ends it: angle brackets, quoted attributes, `url()`. */
  | { readonly in: 'until'; readonly ends: RegExp; readonly back: 'text' | 'tag'; readonly isAddress: boolean }
  /** Behind the equals sign of an attribute. */
  | { readonly in: 'value'; readonly isAddress: boolean };

/** Attributes that no program opens; every other one may be an address. */
const PLAIN_ATTRIBUTE = /^(?:alt|title|class|id|lang|dir|label|placeholder|summary|abbr|aria-[a-z]{1,30})$/;
const SCHEME = /:(?:\\?\/){2}|^\W{0,4}www\./i;
/** Schemes that open no address of the net. */
const HARMLESS = /^(?:mailto|tel):/i;
const CSS = /(?:(?:url|src|image-set)\(\s{0,4}\\?["']?|@import\s{1,4}\\?["'])$/i;
const DEFINITION = /^[ >]{0,12}\[[^\]]{1,999}\]$/;
const WORD_END = /[\s<>"`]/;
const SPACE = /\s/;
const LONGEST_TAIL = 1_024;

export function createAddressTracker(): AddressTracker {
  let state: State = { in: 'text' };
  /** The line so far, while it may be the beginning of a definition. */
  let line = '';
  /** What stands behind the last end of a word; its beginning where it is long. */
  let word = '';
  /** The address so far. */
  let address = '';
  let last = '';
  let attribute = '';
  let css = '';

  const enter = (next: State) => {
    state = next;
    address = '';
    word = '';
    attribute = '';
  };
  const step = (character: string): void => {
    switch (state.in) {
      case 'text': {
        if (last === ']' && character === '(') enter({ in: 'target', isDefinition: false, depth: 0 });
        else if (last === ']' && character === ':' && DEFINITION.test(line)) {
          enter({ in: 'target', isDefinition: true, depth: 0 });
        } else if (last === '<' && /[a-z/!]/i.test(character)) {
          enter({ in: 'tag' });
          word = character;
          attribute = character;
        }
        return;
      }
      case 'tag': {
        if (character === '>') enter({ in: 'text' });
        else if (character === '=') {
          enter({ in: 'value', isAddress: !PLAIN_ATTRIBUTE.test(attribute.toLowerCase()) });
        } else if (!SPACE.test(character)) attribute = SPACE.test(last) ? character : attribute + character;
        if (attribute.length > LONGEST_TAIL) attribute = attribute.slice(0, LONGEST_TAIL);
        return;
      }
      case 'value': {
        if (address === '' && (SPACE.test(character) || character === '\\')) return;
        if (address === '' && /["']/.test(character)) {
          enter({ in: 'until', ends: character === '"' ? /"/ : /'/, back: 'tag', isAddress: state.isAddress });
        } else if (character === '>') enter({ in: 'text' });
        else if (SPACE.test(character)) enter({ in: 'tag' });
        else address += address.length < LONGEST_TAIL ? character : '';
        return;
      }
      case 'until': {
        if (state.ends.test(character)) enter({ in: state.back });
        else address += address.length < LONGEST_TAIL && (address !== '' || !SPACE.test(character)) ? character : '';
        return;
      }
      case 'target': {
        if (address === '' && SPACE.test(character)) {
          if (character === '\n' && last === '\n') enter({ in: 'text' });
          return;
        }
        if (address === '' && character === '<') {
          enter({ in: 'until', ends: /[>\n]/, back: 'text', isAddress: true });
          return;
        }
        if (character === '(') state.depth += 1;
        if (character === ')') state.depth -= 1;
        if (SPACE.test(character) || (state.depth < 0 && !state.isDefinition)) enter({ in: 'text' });
        else address += address.length < LONGEST_TAIL ? character : '';
        return;
      }
    }
  };

  return {
    take(text) {
      for (const character of text) {
        step(character);
        if (character === '\n') line = '';
        else if (line.length < LONGEST_TAIL) line += character;
        if (WORD_END.test(character)) word = '';
        else if (word.length < LONGEST_TAIL) word += character;
        css = (css + character).slice(-24);
        if (character === '(' || character === '"' || character === "'") {
          if (CSS.test(css)) {
            const ends = character === '(' ? /[)]/ : character === '"' ? /"/ : /'/;
            const back = state.in === 'tag' || state.in === 'value' ? 'tag' : 'text';
            // An attribute that holds it is an address already.
            if (state.in === 'text' || state.in === 'tag') enter({ in: 'until', ends, back, isAddress: true });
          }
        }
        last = character;
      }
    },
    get place(): Place {
      if (SCHEME.test(word)) return { kind: 'inside' };
      if (state.in === 'text' || state.in === 'tag') return { kind: 'text' };
      if ((state.in === 'value' || state.in === 'until') && !state.isAddress) return { kind: 'text' };
      if (HARMLESS.test(address)) return { kind: 'harmless' };
      if (address !== '') return { kind: 'inside' };
      if (state.in === 'until') return { kind: 'whole', ends: state.ends };
      return { kind: 'whole', ends: state.in === 'value' ? /[\s>]/ : /[\s)]/ };
    },
  };
}
