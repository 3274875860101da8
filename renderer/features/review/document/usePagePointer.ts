import { ref, shallowRef } from 'vue';
import type { PageWord } from '../../../../server/contract/documentView.ts';
import type { Entity } from '../../../../server/contract/jobs.ts';
import { useReview } from '../context.ts';
import type { TextRange } from '../model/search.ts';
import { boxesOf, wordAt, type PageBox } from './boxes.ts';
import { boxBetween, LEAST_SIDE, turned, unturned, type Turn } from './turns.ts';
import { useShownDocument } from './useDocument.ts';

/** What stands on a page under the pointer. */
interface PointedPage {
  readonly turn: Turn;
  readonly words: readonly PageWord[];
  readonly finds: readonly Entity[];
  /** Dragging draws an area instead of selecting words. */
  readonly drawing: boolean;
}

/** Dragging over a page draws areas or selects words, a click selects finds. The handlers are those of the page's element. */
export function usePagePointer(
  page: () => PointedPage,
  emit: {
    readonly draw: (box: PageBox) => void;
    /** The rectangle is where the words stand in the window. */
    readonly pick: (range: TextRange, rect: DOMRect) => void;
  },
) {
  const review = useReview();
  const original = useShownDocument();

  /** What the pointer is doing: drawing an area, or selecting words from one on. */
  const drawn = ref<PageBox | null>(null);
  const picked = shallowRef<TextRange | null>(null);
  let from: { readonly x: number; readonly y: number; readonly word: PageWord | null } | null = null;

  function pointOf(event: PointerEvent | MouseEvent): readonly [number, number] {
    const { turn } = page();
    const rect = (event.currentTarget as Element).getBoundingClientRect();
    return unturned(turn, (event.clientX - rect.left) / rect.width, (event.clientY - rect.top) / rect.height);
  }
  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    const { words, drawing } = page();
    const [x, y] = pointOf(event);
    from = { x, y, word: drawing ? null : wordAt(words, x, y, 0.01) };
    picked.value = null;
    if (drawing || from.word) (event.currentTarget as Element).setPointerCapture(event.pointerId);
  }
  function onPointerMove(event: PointerEvent): void {
    const { words, drawing } = page();
    if (!from) {
      review.hoveredId.value = drawing ? null : findAt(event);
      return;
    }
    const [x, y] = pointOf(event);
    if (drawing) drawn.value = boxBetween(from.x, from.y, x, y);
    else if (from.word) {
      const to = wordAt(words, x, y, 0.2);
      if (to && (to !== from.word || picked.value)) {
        picked.value = { start: Math.min(from.word.start, to.start), end: Math.max(from.word.end, to.end) };
      }
    }
  }
  function onPointerUp(event: PointerEvent): void {
    const box = drawn.value;
    const range = picked.value;
    const started = from !== null;
    from = null;
    drawn.value = null;
    if (box) {
      if (box.width >= LEAST_SIDE && box.height >= LEAST_SIDE) emit.draw(box);
    } else if (range) pick(range, event.currentTarget as Element);
    else if (started && !page().drawing) select(findAt(event));
  }
  function select(id: string | null): void {
    original.selectedAreaId.value = null;
    review.select(id, false);
  }
  function pickWord(event: MouseEvent): void {
    const { words, drawing } = page();
    const word = drawing ? null : wordAt(words, ...pointOf(event), 0.01);
    if (!word || findAt(event) !== null) return;
    picked.value = { start: word.start, end: word.end };
    pick(picked.value, event.currentTarget as Element);
  }
  function pick(range: TextRange, sheet: Element): void {
    const { words, turn } = page();
    const [first] = boxesOf(words, range);
    if (!first) return;
    const rect = sheet.getBoundingClientRect();
    const shown = turned(turn, first);
    const corner = [rect.left + shown.x * rect.width, rect.top + shown.y * rect.height] as const;
    emit.pick(range, new DOMRect(...corner, shown.width * rect.width, shown.height * rect.height));
  }
  /** The smallest find at the pointer: one may lie inside another. */
  function findAt(event: MouseEvent): string | null {
    const { words, finds } = page();
    const [x, y] = pointOf(event);
    const word = wordAt(words, x, y, 0.004);
    if (!word) return null;
    const here = finds.filter((find) => find.start < word.end && find.end > word.start);
    const at = here.filter((find) =>
      boxesOf(words, find).some(
        (box) =>
          x >= box.x - 0.004 && x <= box.x + box.width + 0.004 && y >= box.y - 0.004 && y <= box.y + box.height + 0.004,
      ),
    );
    const order = (find: Entity) => (find.accepted ? 0 : 1e9) + find.end - find.start;
    return at.sort((a, b) => order(a) - order(b))[0]?.id ?? null;
  }

  return { drawn, picked, onPointerDown, onPointerMove, onPointerUp, pickWord };
}
