import { computed, nextTick } from 'vue';
import type { Area } from '../../../../server/contract/documentView.ts';
import { useReview } from '../context.ts';
import type { PageBox } from './boxes.ts';
import { useShownDocument } from './useDocument.ts';

/** The areas of a document by their pages, and what is done to them. */
export function useAreaEditing(scroller: () => HTMLElement | null) {
  const review = useReview();
  const original = useShownDocument();

  /** `first`: place of the first area of a page among those of the document, from 1. */
  const byPage = computed(() => {
    const pages = new Map<number, { first: number; areas: Area[] }>();
    original.areas.value.forEach((area, index) => {
      const entry = pages.get(area.page);
      if (entry) entry.areas.push(area);
      else pages.set(area.page, { first: index + 1, areas: [area] });
    });
    return pages;
  });

  return {
    byPage,
    async draw(page: number, box: PageBox): Promise<void> {
      const area: Area = { id: crypto.randomUUID(), page, ...box };
      original.board()?.put(area);
      review.tookSideStep();
      original.selectedAreaId.value = area.id;
      await nextTick();
      scroller()?.querySelector<HTMLElement>(`[data-area="${area.id}"]`)?.focus({ preventScroll: true });
    },
    change(area: Area): void {
      original.board()?.put(area);
      review.tookSideStep();
    },
    remove(id: string): void {
      original.board()?.remove(id);
      review.tookSideStep();
      scroller()?.focus({ preventScroll: true });
    },
  };
}
