import type { Box } from '../../layout/lines.ts';
import { inverse, multiply, type Matrix } from '../../layout/matrix.ts';
import type { Turn } from '../../pdf/glyphs.ts';
import { marksOf } from '../marks.ts';
import { hitsOf, type Hit } from '../placedText.ts';
import type { Surroundings } from '../recognition/coverWords.ts';
import { lettersBeside, wholeWord } from '../recognition/words.ts';
import { shareOf } from '../shareOf.ts';
import type { RemainingValue, TextReplacement } from '../types.ts';
import type { PageFacts, PagePicture } from './facts.ts';
import { frameOf } from './frames.ts';
import { pageKey, pictureKey, type PdfModel, type PdfSource } from './model.ts';
import type { TextSlot } from './slots.ts';
import { lettersOf, type Letter } from './textLayer.ts';

/** A box that is covered on a page, with its label. */
export interface TargetMark {
  /** Number of the replacement. */
  readonly id: number;
  /** Its text; the label stands over the first box alone. */
  readonly replacement: string;
  readonly box: Box;
  readonly label: string;
  readonly toUser: Matrix;
  /** Turn of the text in a text layer; undefined for words of pictures. */
  readonly turn?: Turn;
  /** For words of pictures. */
  readonly around?: Surroundings;
}

/** A box over recognized words. */
export interface WordMark extends TargetMark {
  readonly around: Surroundings;
}

/** What is taken out of one page. */
export interface PageTargets {
  /** Characters of the text layer, by their places among all of the page. */
  readonly glyphs: Set<number>;
  /** Some of them are not shown: they lie over a picture of the same words. */
  invisible: boolean;
  readonly marks: TargetMark[];
  /** Boxes in pictures of the page that are not the whole page. */
  readonly pictures: Map<PagePicture, WordMark[]>;
  /** Some of it was recognized on the page as a whole. */
  recognized: boolean;
}

export interface Targets {
  readonly pages: ReadonlyMap<number, PageTargets>;
  readonly slots: ReadonlyMap<TextSlot, TextReplacement[]>;
}

type WordHit = Hit<Extract<PdfSource, { readonly kind: 'word' }>>;
type SlotHit = Hit<Extract<PdfSource, { readonly kind: 'slot' }>>;
/** What a replacement touches, that of text layers letter by letter. */
type Touched =
  | { readonly kind: 'letter'; readonly page: number; readonly letter: Letter }
  | { readonly kind: 'word'; readonly hit: WordHit }
  | { readonly kind: 'slot'; readonly hit: SlotHit };

/** Sorts what replacements touch by pages and by other texts. `firstId` is the number of the first replacement. */
export function targetsOf(model: PdfModel, replacements: readonly TextReplacement[], firstId: number): Targets {
  const pages = new Map<number, PageTargets>();
  const slots = new Map<TextSlot, TextReplacement[]>();
  const page = (number: number): PageTargets => {
    let targets = pages.get(number);
    if (targets === undefined) {
      targets = { glyphs: new Set(), invisible: false, marks: [], pictures: new Map(), recognized: false };
      pages.set(number, targets);
    }
    return targets;
  };
  const touched = createTouched(model.facts);
  hitsOf(model.placed.segments, replacements).forEach(({ replacement, hits }, index) => {
    const id = firstId + index;
    // The label stands where the value begins; what else of it there is elsewhere goes without one.
    let label = replacement.text;
    for (const run of runsOf(hits.flatMap(touched))) {
      const [first] = run;
      const text = { id, replacement: replacement.text, label };
      if (first.kind === 'letter') addLetters(page(first.page), run as LetterRun, text);
      else if (first.kind === 'word') addWords(page(first.hit.source.page), model, run as WordRun, text);
      else addEdits(slots, run as SlotRun, label);
      label = '';
    }
  });
  return { pages, slots };
}

type Run<T extends Touched> = readonly [T, ...T[]];
type LetterRun = Run<Extract<Touched, { readonly kind: 'letter' }>>;
type WordRun = Run<Extract<Touched, { readonly kind: 'word' }>>;
type SlotRun = Run<Extract<Touched, { readonly kind: 'slot' }>>;

/** Takes hits apart into letters. Replacements are sorted: those of a page follow each other. */
function createTouched(facts: readonly PageFacts[]): (hit: Hit<PdfSource>) => Touched[] {
  let latest: { readonly page: number; readonly letters: readonly Letter[] } | null = null;
  return ({ source, start, end }) => {
    if (source.kind === 'word') return [{ kind: 'word', hit: { source, start, end } }];
    if (source.kind === 'slot') return [{ kind: 'slot', hit: { source, start, end } }];
    const { page } = source;
    if (latest?.page !== page) latest = { page, letters: lettersOf(facts[page]!.glyphs) };
    return latest.letters.flatMap((letter) =>
      letter.start < end && letter.end > start ? [{ kind: 'letter', page, letter }] : [],
    );
  };
}

/** What follows each other in the same text, on the same page or in the same picture. */
function runsOf(all: readonly Touched[]): [Touched, ...Touched[]][] {
  const runs: [Touched, ...Touched[]][] = [];
  for (const touched of all) {
    const run = runs.at(-1);
    if (run !== undefined && belong(run[0], touched)) run.push(touched);
    else runs.push([touched]);
  }
  return runs;
}

function belong(a: Touched, b: Touched): boolean {
  if (a.kind === 'letter')
    return b.kind === 'letter' && a.page === b.page && a.letter.glyph.turn === b.letter.glyph.turn;
  if (a.kind === 'slot') return b.kind === 'slot' && a.hit.source.slot === b.hit.source.slot;
  return b.kind === 'word' && a.hit.source.page === b.hit.source.page && a.hit.source.picture === b.hit.source.picture;
}

function addEdits(slots: Map<TextSlot, TextReplacement[]>, run: SlotRun, label: string): void {
  const { slot } = run[0].hit.source;
  const edits = slots.get(slot) ?? [];
  for (const { hit } of run) edits.push({ start: hit.start, end: hit.end, text: label });
  slots.set(slot, edits);
}

/** A replacement as its boxes carry it. */
type MarkText = Pick<TargetMark, 'id' | 'replacement' | 'label'>;

function addLetters(targets: PageTargets, run: LetterRun, { id, replacement, label }: MarkText): void {
  const { turn } = run[0].letter.glyph;
  for (const { letter } of run) {
    targets.glyphs.add(letter.index);
    targets.invisible ||= letter.glyph.invisible;
  }
  const glyphs = [...new Set(run.map(({ letter }) => letter.glyph))];
  for (const mark of marksOf(glyphs, label)) {
    targets.marks.push({ id, replacement, ...mark, toUser: frameOf(turn), turn });
  }
}

function addWords(targets: PageTargets, model: PdfModel, run: WordRun, { id, replacement, label }: MarkText): void {
  const { page, picture } = run[0].hit.source;
  const boxes = run.map(({ hit }) => wholeWord(hit.source.word));
  const toUser = wordsToUser(model, page, picture);
  const { words, language } = recognizedOn(model, page, picture);
  const marks = marksOf(boxes, label).map((mark): WordMark => {
    const around = { others: lettersBeside(words, mark.box), language };
    return { id, replacement, ...mark, toUser, around };
  });
  targets.marks.push(...marks);
  if (picture === null) targets.recognized = true;
  else targets.pictures.set(picture, [...(targets.pictures.get(picture) ?? []), ...marks]);
}

const recognizedOn = ({ recognized }: Pick<PdfModel, 'recognized'>, page: number, picture: PagePicture | null) =>
  recognized.get(picture === null ? pageKey(page) : pictureKey(page, picture))!;

/** Leads from the places of recognized words to the user space of the page. */
export function wordsToUser(
  { facts, recognized }: Pick<PdfModel, 'facts' | 'recognized'>,
  page: number,
  picture: PagePicture | null,
): Matrix {
  const { toUser }: PageFacts = facts[page]!;
  const { toPicture } = recognizedOn({ recognized }, page, picture);
  if (picture === null) return multiply(toPicture, toUser);
  const { left, right, top, bottom } = picture.box;
  return multiply(multiply(toPicture, [right - left, 0, 0, bottom - top, left, top]), toUser);
}

/** The bounds of a mark in fractions of its page as it is shown; null where they are not on it. */
export function shownBox({ box, toUser }: Pick<TargetMark, 'box' | 'toUser'>, page: PageFacts): RemainingValue['box'] {
  const toShown = inverse(page.toUser);
  return toShown === null ? null : shareOf(box, multiply(toUser, toShown));
}

/** What is told of recognized words whose letters stick out of a cover. */
export const inkRemains =
  ({ replacement, toUser }: WordMark, page: PageFacts, index: number) =>
  (box: Box): RemainingValue => ({
    ...{ replacement, page: index + 1, box: shownBox({ box, toUser }, page), reason: 'ink' },
  });

/** The text of a slot after its replacements. */
export function applied(text: string, edits: readonly TextReplacement[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text: replacement } of [...edits].sort((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}
