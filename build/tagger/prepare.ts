import { LANGUAGES, type Language } from '../../server/contract/common.ts';
import type { Gazetteers } from '../../server/detection/gazetteers/index.ts';
import { withAccounts } from './accounts.ts';
import type { AnnotatedText, Piece } from './annotated.ts';
import { DatasetWriter } from './dataset.ts';
import { distort } from './distort.ts';
import type { Pools } from './pools.ts';
import { createRandom, shuffled, type Random } from './random.ts';
import { createValuePool, substitute } from './substitute.ts';
import { createThingPool } from './things.ts';

export interface Material {
  /** Deckname's own text: office text and what was written for training. */
  readonly own: readonly AnnotatedText[];
  readonly corpora: readonly AnnotatedText[];
  readonly gazetteers: Gazetteers;
  readonly pools: Pools;
}

export interface Amounts {
  /** Versions of every own text. */
  readonly variants: number;
  /** Rounds in which half of the corpora's texts take part, one half and the other by turns. */
  readonly corpusVariants: number;
  readonly seed: number;
}

/** Snippets that are put together to one text at most, as in a list or a chat. */
const SNIPPETS_MAX = 8;
const ALONE_SHARE = 0.35;
/** Texts taken for another language, because the detection of languages errs. */
const WRONG_LANGUAGE_SHARE = 0.06;

/** Chats whose speakers get user names. */
const ACCOUNTS_SHARE = 0.35;

/** Short texts of one language put together at random, so that what stands before and behind them varies. */
function group(texts: readonly AnnotatedText[], random: Random): AnnotatedText[] {
  const groups: AnnotatedText[] = [];
  for (const language of LANGUAGES) {
    const own = shuffled(
      texts.filter((text) => text.language === language),
      random,
    );
    let at = 0;
    while (at < own.length) {
      const size = random.chance(ALONE_SHARE) ? 1 : 2 + random.below(SNIPPETS_MAX - 1);
      const separator = random.pick(['\n', '\n', '\n\n', ' ']);
      const parts = own.slice(at, at + size);
      const pieces = parts.flatMap(({ pieces: some }, index) => (index === 0 ? some : [{ text: separator }, ...some]));
      groups.push({ ...parts[0]!, pieces });
      at += size;
    }
  }
  return groups;
}

function add(writer: DatasetWriter, pieces: readonly Piece[], written: Language, random: Random): void {
  const taken = random.chance(WRONG_LANGUAGE_SHARE) ? random.pick(LANGUAGES) : written;
  writer.add(pieces, { taken, written });
}

/** The training set: many versions of every text, in random order, each with other values and perhaps spoilt. */
export function prepareTraining(material: Material, { variants, corpusVariants, seed }: Amounts): DatasetWriter {
  const { own, corpora, gazetteers, pools } = material;
  const random = createRandom(seed);
  const writer = new DatasetWriter(gazetteers);
  const substitution = { gazetteers, pools, values: createValuePool(own), things: createThingPool(own, gazetteers) };
  const documents = own.filter(({ kind }) => kind === 'document');
  const short = own.filter(({ kind }) => kind !== 'document');
  const rounds = Math.max(variants, corpusVariants);
  for (let round = 0; round < rounds; round += 1) {
    const texts = [
      ...(round < variants ? [...documents, ...group(short, random)] : []),
      ...(round < corpusVariants ? corpora.filter((_, index) => index % 2 === round % 2) : []),
    ];
    for (const text of shuffled(texts, random)) {
      const replaced = substitute(text, substitution, random);
      const named = random.chance(ACCOUNTS_SHARE) ? withAccounts(replaced, text.language, pools, random) : replaced;
      add(writer, distort(named, random), text.language, random);
    }
  }
  return writer;
}

/** The set to choose models by: texts as they are. */
export function prepareDev(texts: readonly AnnotatedText[], gazetteers: Gazetteers): DatasetWriter {
  const writer = new DatasetWriter(gazetteers);
  for (const { pieces, language } of texts) writer.add(pieces, { taken: language, written: language });
  return writer;
}
