import type { Box } from '../../layout/lines.ts';
import { multiply, type Matrix } from '../../layout/matrix.ts';
import type { Glyph, Turn } from '../../pdf/glyphs.ts';
import { marksOf } from '../marks.ts';
import { hitsOf, type Hit } from '../placedText.ts';
import { letterBox } from '../recognition/words.ts';
import type { TextReplacement } from '../types.ts';
import type { PageFacts, PagePicture } from './facts.ts';
import { frameOf } from './frames.ts';
import { pageKey, pictureKey, type PdfModel, type PdfSource } from './model.ts';
import type { TextSlot } from './slots.ts';

/** A box that is covered on a page, with its label. */
export interface TargetMark {
  /** Number of the replacement. */
  readonly id: number;
  readonly box: Box;
  readonly label: string;
  readonly toUser: Matrix;
  /** Turn of the text in a text layer; undefined for words of pictures. */
  readonly turn?: Turn;
}

/** What is taken out of one page. */
export interface PageTargets {
  readonly glyphs: Glyph[];
  readonly marks: TargetMark[];
  /** Boxes in pictures of the page that are not the whole page. */
  readonly pictures: Map<PagePicture, TargetMark[]>;
  /** Some of it was recognized on the page as a whole. */
  recognized: boolean;
}

export interface Targets {
  readonly pages: ReadonlyMap<number, PageTargets>;
  readonly slots: ReadonlyMap<TextSlot, TextReplacement[]>;
}

type GlyphHit = Hit<Extract<PdfSource, { readonly kind: 'glyph' }>>;
type WordHit = Hit<Extract<PdfSource, { readonly kind: 'word' }>>;

/** Sorts what replacements touch by pages and by other texts. `firstId` is the number of the first replacement. */
export function targetsOf(model: PdfModel, replacements: readonly TextReplacement[], firstId: number): Targets {
  const pages = new Map<number, PageTargets>();
  const slots = new Map<TextSlot, TextReplacement[]>();
  const page = (number: number): PageTargets => {
    let targets = pages.get(number);
    if (targets === undefined) {
      targets = { glyphs: [], marks: [], pictures: new Map(), recognized: false };
      pages.set(number, targets);
    }
    return targets;
  };
  hitsOf(model.placed.segments, replacements).forEach(({ replacement, hits }, index) => {
    const id = firstId + index;
    // The label stands where the value begins; what else of it there is elsewhere goes without one.
    let label = replacement.text;
    for (const run of runsOf(hits)) {
      const [{ source }] = run;
      if (source.kind === 'slot') {
        const edits = slots.get(source.slot) ?? [];
        for (const { start, end } of run) edits.push({ start, end, text: label });
        slots.set(source.slot, edits);
      } else if (source.kind === 'glyph') addGlyphs(page(source.page), run as GlyphHit[], id, label);
      else addWords(page(source.page), model, run as WordHit[], id, label);
      label = '';
    }
  });
  return { pages, slots };
}

/** Hits that follow each other in the same text, on the same page or in the same picture. */
function runsOf(hits: readonly Hit<PdfSource>[]): [Hit<PdfSource>, ...Hit<PdfSource>[]][] {
  const runs: [Hit<PdfSource>, ...Hit<PdfSource>[]][] = [];
  for (const hit of hits) {
    const run = runs.at(-1);
    if (run !== undefined && belong(run[0].source, hit.source)) run.push(hit);
    else runs.push([hit]);
  }
  return runs;
}

function belong(a: PdfSource, b: PdfSource): boolean {
  if (a.kind === 'slot') return b.kind === 'slot' && a.slot === b.slot;
  if (a.kind === 'glyph') return b.kind === 'glyph' && a.page === b.page && a.glyph.turn === b.glyph.turn;
  return b.kind === 'word' && a.page === b.page && a.picture === b.picture;
}

function addGlyphs(targets: PageTargets, hits: readonly GlyphHit[], id: number, label: string): void {
  const glyphs = [...new Set(hits.map(({ source }) => source.glyph))];
  const { turn } = glyphs[0]!;
  targets.glyphs.push(...glyphs);
  for (const mark of marksOf(glyphs, label)) targets.marks.push({ id, ...mark, toUser: frameOf(turn), turn });
}

function addWords(targets: PageTargets, model: PdfModel, hits: readonly WordHit[], id: number, label: string): void {
  const { page, picture } = hits[0]!.source;
  const boxes = hits.map((hit) => letterBox(hit.source.word, hit));
  const toUser = wordsToUser(model, page, picture);
  const marks = marksOf(boxes, label).map((mark) => ({ id, ...mark, toUser }));
  targets.marks.push(...marks);
  if (picture === null) targets.recognized = true;
  else targets.pictures.set(picture, [...(targets.pictures.get(picture) ?? []), ...marks]);
}

/** Leads from the places of recognized words to the user space of the page. */
export function wordsToUser(
  { facts, recognized }: Pick<PdfModel, 'facts' | 'recognized'>,
  page: number,
  picture: PagePicture | null,
): Matrix {
  const { toUser }: PageFacts = facts[page]!;
  const { toPicture } = recognized.get(picture === null ? pageKey(page) : pictureKey(page, picture))!;
  if (picture === null) return multiply(toPicture, toUser);
  const { left, right, top, bottom } = picture.box;
  return multiply(multiply(toPicture, [right - left, 0, 0, bottom - top, left, top]), toUser);
}

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
