import { computed, shallowRef, type Ref } from 'vue';
import type { Area } from '../../../server/contract/documentView.ts';
import type { ExportObstacle } from '../../../server/contract/exports.ts';
import type { Entity } from '../../../server/contract/jobs.ts';
import { useExportRuns } from '../jobs/exportRuns.ts';
import type { Review } from './context.ts';
import { boxesOf, type PageBox } from './document/boxes.ts';
import type { Surface } from './document/surface.ts';
import type { ShownDocument } from './document/useDocument.ts';

/** A value in the way of an export, and what a person has decided about it. */
export interface Obstacle extends ExportObstacle {
  readonly key: string;
  /** The find it belongs to; null where there is none any more. */
  readonly find: Entity | null;
  readonly state: 'open' | 'covered' | 'released';
  /** An area can be drawn where it stands. */
  readonly coverable: boolean;
}

/** Room around letters, in shares of the page. */
const MARGIN = 0.004;

/** What stood in the way of the last export of the document under review, and what can be done about it. */
export function useObstacles(parts: {
  readonly review: Review;
  readonly original: ShownDocument;
  readonly surface: Ref<Surface>;
  readonly drawing: Ref<boolean>;
  /** Shows a page, once the document is in view. */
  readonly goTo: (page: number) => Promise<void>;
}) {
  const { review, original, surface, drawing, goTo } = parts;
  const runs = useExportRuns();
  const jobId = review.job.job_id;

  const blocked = computed(() => runs.blocked.get(jobId) ?? null);
  /** Areas drawn for them, by their keys. */
  const covers = shallowRef<ReadonlyMap<string, string>>(new Map());
  const drawable = computed(() => original.value.value?.areas === true);

  const items = computed(() =>
    (blocked.value?.items ?? []).map((item, index): Obstacle => {
      const key = `${index}/${item.placeholder}/${item.page ?? ''}`;
      const find = review.finds.value.find(({ id }) => id === item.entityId) ?? null;
      const isCovered = original.areas.value.some(({ id }) => id === covers.value.get(key));
      const state = isCovered ? 'covered' : find?.accepted === false ? 'released' : 'open';
      return { ...item, key, find, state, coverable: drawable.value && item.page !== null };
    }),
  );

  /** Where the find stands on the page, as far as that is known by now. */
  function boxOf({ box, find, page }: Obstacle): PageBox | null {
    if (box !== null || find === null || page === null) return box;
    const content = original.contentOf(page);
    return content?.kind === 'page' ? (boxesOf(content.words, find)[0] ?? null) : null;
  }

  async function show(item: Obstacle): Promise<void> {
    if (item.page !== null && surface.value === 'text') surface.value = 'document';
    if (item.find !== null) review.select(item.find.id);
    const isElsewhere = item.find === null || original.partAt(item.find.start) !== item.page;
    if (item.page !== null && isElsewhere) await goTo(item.page);
  }

  /** Draws an area over it, or lets a person draw one where nobody knows where it stands. */
  async function cover(item: Obstacle): Promise<void> {
    const { page } = item;
    if (page === null) return;
    if (surface.value === 'text') surface.value = 'document';
    const box = boxOf(item);
    if (box === null) {
      drawing.value = true;
      await goTo(page);
      return;
    }
    const area: Area = { id: crypto.randomUUID(), page, ...widened(box) };
    original.board()?.put(area);
    review.tookSideStep();
    covers.value = new Map([...covers.value, [item.key, area.id]]);
    original.selectedAreaId.value = area.id;
  }

  /** Leaves the value readable, here and everywhere else in the document. */
  function release({ find }: Obstacle): void {
    if (find !== null) review.decide('reject', find, 'all');
  }

  return { blocked, items, show, cover, release, dismiss: () => runs.clear(jobId) };
}

export function widened({ x, y, width, height }: PageBox): PageBox {
  const [left, top] = [Math.max(0, x - MARGIN), Math.max(0, y - MARGIN)];
  const [right, bottom] = [Math.min(1, x + width + MARGIN), Math.min(1, y + height + MARGIN)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}
