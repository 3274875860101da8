import type { Language } from '../../contract/languages.ts';
import { fold } from '../characters.ts';
import type { Lexicon, LexiconSource } from '../gazetteers/lexicon.ts';
import type { Candidate, DocumentPass, TextView } from '../recognizer.ts';
import { restsOnLooks } from './certainty.ts';
import { exceptStrict } from './exceptStrict.ts';
import { isPieceOfName } from './names.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' ').map(fold));
/** What families call each other, and whom letters address; at the beginning of a chat message a word before a colon is otherwise who writes. */
const KIN: Readonly<Record<Language, ReadonlySet<string>>> = Object.freeze({
  de: words('mama papa mami papi mutti vati oma opa omi opi'),
  en: words('sir sirs madam mum mom mummy mommy dad daddy grandma grandpa granny grandad'),
  fr: words('maman papa mamie mamy papi papy mémé pépé tata tonton'),
  es: words('mamá papá mami papi abuela abuelo abu yaya yayo tía tío'),
  it: words('mamma papà babbo nonna nonno zia zio'),
});
/** Italian pronouns of the formal address in the middle of a sentence. */
const FORMAL = /(?<=[\p{Ll},][ ])(?:Lei|Le|Suo|Sua|Suoi|Sue|Vs|S\.V)(?![ ]\p{Lu})(?!\p{L})/u;
const SPEAKER = 'names:speaker';
/** Strength of words without which no sentence is made. */
const FUNCTION_WORD = 7;
/** Strength from which a function word is a name as well: "Will", "Little". */
const KNOWN_NAME = 3;

/**
 * Takes back a single word for a person that is an article, a pronoun, a preposition or a word for a relative, where nothing but its look or a colon behind it speaks for a name: "Lei ha
 * lasciato", "Papa : j'arrive". Words that a list knows as names stay. The strict level keeps all.
 */
export function createFunctionWordsPass(lexiconOf: LexiconSource): DocumentPass {
  return exceptStrict((view, winners) => {
    const lexicon = lexiconOf(view);
    let isFormal: boolean | undefined;
    // Looked for once, however often the word stands in the text.
    const addressesFormally = (): boolean => (isFormal ??= FORMAL.test(view.text));
    return winners.filter(
      (find, index) =>
        find.category !== 'person' ||
        isPieceOfName(winners, index) ||
        !isNoName(view, lexicon, find, addressesFormally),
    );
  });
}

function isNoName(
  view: TextView,
  { tokens, common, given, surname }: Lexicon,
  find: Candidate,
  addressesFormally: () => boolean,
): boolean {
  const at = view.tokenAt(find.start);
  if (tokens[at]!.end < find.end) return false;
  // "Ella ha chiesto": a given name as well, but not before a word in small letters where the letter addresses so elsewhere.
  if (view.language === 'it' && view.folded[at] === 'ella')
    return restsOnLooks(find) && /^[ ]\p{Ll}/u.test(view.after(find.end, 2)) && addressesFormally();
  if (KIN[view.language].has(view.folded[at]!)) return restsOnLooks(withoutSpeaker(find));
  return common[at] === FUNCTION_WORD && given[at]! < KNOWN_NAME && surname[at]! < KNOWN_NAME && restsOnLooks(find);
}

const withoutSpeaker = (find: Candidate): Candidate => ({
  ...find,
  sources: find.sources.filter((source) => source !== SPEAKER),
});
