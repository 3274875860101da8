import { fold } from '../characters.ts';
import type { DocumentPass, TextView } from '../recognizer.ts';
import { ABOUT } from '../recognizers/dates/ages/phrases.ts';
import { exceptStrict } from './exceptStrict.ts';
import { AGEING_THINGS, ANIMALS, DEVICES, MADE_THINGS } from './things.ts';

/** The words of a list, each with a capital or without; modifiers of expressions would say the same, but V8 reads some of them wrongly. */
const anyCase = (list: string): string =>
  list
    .split(' ')
    .map((word) => `[${word[0]!.toUpperCase()}${word[0]!}]${word.slice(1)}`)
    .join('|');

/** Where a clause begins: behind a mark, or behind a word that opens one. Behind a preposition or a verb the thing is not what the clause speaks of. */
const CLAUSE = `(?:^|[.,;:!?(–—\\n-][ \\t]*|(?<!\\p{L})(?:${anyCase('dass weil da denn und aber that because since and but que car puisque et mais porque pues y pero che perché poiché e ed ma')})[ ])`;
/** Articles and possessives of the subject. */
const SUBJECT = `(?:(?:${anyCase('der die das ein eine mein meine sein seine ihr ihre unser unsere dieser diese dieses the a an my your his her our their this le la les un une mon ma son sa notre votre leur ce cet cette el los las una mi su nuestro nuestra este esta il lo i gli uno questo questa')})[ ]|(?:[Ii]l[ ](?:mio|suo|nostro)|[Ll]a[ ](?:mia|sua|nostra))[ ]|[Ll]['’]|[Uu]n['’])?`;
/** "ist", "a", "tiene", "ne ha": what says how old. */
const VERB =
  '(?:ist|sind|war|waren|wird|is|are|was|were|a|ont|avait|aura|fête(?:[ ]ses)?|tiene|tienen|tenía|cumple|cumplirá|ne[ ]ha|ha|hanno|aveva|compie)';
const MORE = '(?:über|over|more[ ]than|plus[ ]de|más[ ]de|oltre|più[ ]di)?[ ]?';
/** The names a thing bears: "El ascensor Otis Gen2 tiene", "Su perro, Roco, tiene". */
const NAMES = '(?:(?:[ ][\\p{Lu}\\d][\\p{L}\\d-]*){1,3}|,[ ]\\p{Lu}\\p{L}+,)?';
/** A thing as the subject, perhaps with an adjective, and the verb before the number. */
const OLD_THING = new RegExp(
  `${CLAUSE}${SUBJECT}(?:\\p{Ll}+[ ])??(?<thing>\\p{L}+)${NAMES}[ ]${VERB}[ ]${MORE}${ABOUT}$`,
  'u',
);
const REACH = 90;

/** Takes back ages of things and animals: "das Gerät ist 9 Jahre alt", "el coche tiene seis años", "la caldaia ha sei anni". The strict level keeps them. */
export function createAgesOfThingsPass(): DocumentPass {
  return exceptStrict((view, winners) =>
    winners.filter((find) => find.category !== 'age' || !isThingBefore(view, view.before(find.start, REACH))),
  );
}

function isThingBefore({ language }: TextView, before: string): boolean {
  const thing = OLD_THING.exec(before)?.groups?.['thing'];
  if (thing === undefined) return false;
  const word = fold(thing);
  return [AGEING_THINGS, DEVICES, MADE_THINGS, ANIMALS].some((things) => things[language].has(word));
}
