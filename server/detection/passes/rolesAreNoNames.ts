import type { LexiconSource } from '../gazetteers/lexicon.ts';
import { fold } from '../characters.ts';
import type { DocumentPass } from '../recognizer.ts';
import { isFullName, restsOnLooksOrKinds } from './certainty.ts';
import { NAMES } from './names.ts';

/** "(la «Arrendataria»)", "(im Folgenden „die Verkäuferin“)", "(hereinafter the “Licensee”)": an article, then one word in quotation marks. */
const DEFINED =
  /[(,][^()\n"„“«]{0,40}?(?:(?<![\p{L}])(?:the|der|die|das|den|dem|la|le|les|el|los|las|il|lo|gli|i)[ ]["„“«‘'][ ]?|(?<![\p{L}])l['’][ ]?["“«][ ]?|["„“«][ ]?(?:the|der|die|das|la|le|les|el|los|las|il|lo|gli)[ ]|["“«][ ]?l['’])(?<role>\p{Lu}[\p{L}-]{3,30})[ ]?["”“»’']/gu;
/** Strength from which a word is one of the language; names of companies are rarely so. */
const WORD = 2;
/** Strength from which a word is a surname first of all: "Bauer", "Miller", "Marchand". */
const SURNAME = 5;
/** Endings of words for those who do or get something in a contract. */
const ROLE_END =
  /(?:(?:nehmer|geber|käufer|mieter|pächter)in|er|ee|or|ant|ent|eur|euse|rice|aire|ante)s?$|(?:dor|dora|ario|aria|nte)(?:es|s)?$|tore$/iu;

/**
 * Takes back names that are the parts the contract gives to somebody, where it says so. A frequent surname and a word of a name that more than its look speaks for
 * ("Schneider GmbH (die „Schneider“)") are no parts.
 */
export function createRolesAreNoNamesPass(lexiconOf: LexiconSource): DocumentPass {
  return (view, winners) => {
    const roles = new Set<string>();
    const lexicon = lexiconOf(view);
    for (const { groups, index, 0: found } of view.text.matchAll(DEFINED)) {
      const role = groups?.['role'] ?? '';
      const at = view.tokenAt(index + found.lastIndexOf(role));
      if (lexicon.given[at]! > 0 || lexicon.surname[at]! >= SURNAME) continue;
      if (lexicon.common[at]! >= WORD || ROLE_END.test(role)) roles.add(fold(role));
    }
    if (roles.size === 0) return winners;
    for (const find of winners) {
      if (!NAMES.has(find.category) || (restsOnLooksOrKinds(find) && !isFullName(view, lexicon, find))) continue;
      for (let at = view.tokenAt(find.start); at < lexicon.tokens.length; at += 1) {
        if (lexicon.tokens[at]!.start >= find.end) break;
        roles.delete(view.folded[at]!);
      }
    }
    return winners.filter((find) => {
      if (!NAMES.has(find.category) || !restsOnLooksOrKinds(find)) return true;
      const first = view.tokenAt(find.start);
      return lexicon.tokens[first]!.end < find.end || !roles.has(view.folded[first]!);
    });
  };
}
