import type { Language } from '../../contract/languages.ts';
import { fold } from '../characters.ts';
import type { Lexicon, LexiconSource } from '../gazetteers/lexicon.ts';
import type { Candidate, DocumentPass, TextView } from '../recognizer.ts';
import { restsOnLooks } from './certainty.ts';
import { exceptStrict } from './exceptStrict.ts';
import { ANIMALS } from './things.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' ').map(fold));
/** Articles and possessives: "unser Hund Rex". Without one a note may call an animal after its owner: "Hund Kowalke". */
const DETERMINERS: Readonly<Record<Language, ReadonlySet<string>>> = Object.freeze({
  de: words(
    'der die das den dem des ein eine einen einem einer mein meine meinen meinem meiner dein deine deinen deinem sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer unser unsere unseren unserem unserer euer eure euren',
  ),
  en: words('the a an my your his her its our their'),
  fr: words('le la les un une mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs'),
  es: words('el la los las un una mi mis tu tus su sus nuestro nuestra vuestro vuestra'),
  it: words('il lo la i le un uno una mio mia tuo tua suo sua nostro nostra vostro vostra loro'),
});
/** Between the animal and its name: "Hund namens Rex", "perro llamado Roco". */
const NAMED = words('namens called named nommé nommée appelé appelée llamado llamada chiamato chiamata');
/** Strength from which a word is known as a name of persons. */
const KNOWN = 3;
/** Strength up to which a word may be a name although it is one of the language. */
const WORD = 5;

/**
 * Takes back names of animals: "unser Hund Rex", "sa chienne, Filoute,", "Sparky the goat"; elsewhere in the text, too, where no list knows the word as a name of persons. A
 * surname stays, because it may be that of the owner. The strict level keeps all.
 */
export function createAnimalsAreNoNamesPass(lexiconOf: LexiconSource): DocumentPass {
  return exceptStrict((view, winners) => {
    const lexicon = lexiconOf(view);
    const animals = animalsOf(view, lexicon);
    if (animals.size === 0) return winners;
    const unknown = new Set([...animals].filter((at) => lexicon.given[at]! < KNOWN).map((at) => view.folded[at]!));
    return winners.filter((find) => {
      const at = view.tokenAt(find.start);
      return !isOneName(lexicon, find, at) || !(animals.has(at) || unknown.has(view.folded[at]!));
    });
  });
}

/** One capitalised word for a person, for which nothing but its look speaks. */
function isOneName(lexicon: Lexicon, find: Candidate, at: number): boolean {
  return (
    find.category === 'person' && restsOnLooks(find) && lexicon.tokens[at]!.end === find.end && lexicon.isCapital(at)
  );
}

/** Indexes of the tokens that are names of animals. */
function animalsOf(view: TextView, lexicon: Lexicon): ReadonlySet<number> {
  const kinds = ANIMALS[view.language];
  const found = new Set<number>();
  for (const [at, { kind }] of view.tokens.entries()) {
    if (kind !== 'word' || !kinds.has(view.folded[at]!)) continue;
    const name = nameBeside(view, lexicon, at);
    if (name !== undefined) found.add(name);
  }
  return found;
}

/** The token that names the animal at a token, if one does. */
function nameBeside(view: TextView, lexicon: Lexicon, animal: number): number | undefined {
  const { folded, language, tokens } = view;
  const isName = (at: number): boolean =>
    at >= 0 &&
    at < tokens.length &&
    lexicon.isCapital(at) &&
    (lexicon.surname[at]! < KNOWN || lexicon.given[at]! >= KNOWN) &&
    lexicon.common[at]! <= WORD;
  if (language === 'en' && folded[animal - 1] === 'the' && isName(animal - 2)) return animal - 2;
  const isDetermined = (at: number): boolean => DETERMINERS[language].has(folded[at] ?? '');
  // "unser alter Hund Rex": one word may stand between.
  if (!isDetermined(animal - 1) && !(tokens[animal - 1]?.kind === 'word' && isDetermined(animal - 2))) return undefined;
  const isApart = tokens[animal + 1]?.text === ',' || NAMED.has(folded[animal + 1] ?? '');
  const name = isApart ? animal + 2 : animal + 1;
  return isName(name) && (isApart || lexicon.isSpaced(name)) ? name : undefined;
}
