import { useVirtualizer, type VirtualItem } from '@tanstack/vue-virtual';
import { computed, type ComputedRef, type ShallowRef } from 'vue';

/** How a list lies in what scrolls it. Lengths are CSS pixels. */
export interface VirtualRowsOptions {
  readonly scroller: Readonly<ShallowRef<HTMLElement | null>>;
  readonly count: () => number;
  /** Of a row; only a first guess where rows are measured. */
  readonly rowHeight: (index: number) => number;
  /** What a row stands for, where rows change places. */
  readonly keyOf?: (index: number) => string | number | undefined;
  /** Rows kept ready above and below those in sight. */
  readonly overscan: number;
  /** Height of what stays in sight above the list, inside the scroller. */
  readonly head?: number;
  /** Room before the first, between two, and after the last row. */
  readonly before?: number;
  readonly between?: number;
  readonly after?: number;
}

/** A row in the page. */
export interface VirtualRow {
  readonly index: number;
  /** From the top of the list, in CSS pixels. */
  readonly start: number;
  readonly end: number;
  readonly size: number;
}

export interface VirtualRows {
  /** The rows in sight and some around them. */
  readonly rows: ComputedRef<readonly VirtualRow[]>;
  /** Of the whole list, in CSS pixels. */
  readonly height: ComputedRef<number>;
  /** How far it is scrolled, in CSS pixels. */
  readonly scrolled: ComputedRef<number>;
  readonly scrollTo: (index: number, align?: 'auto' | 'start' | 'center') => void;
  /** Rows that a page key leads over: those that fit, but one, which stays in sight. */
  readonly pageSize: () => number;
  /** As the `ref` of rows that know their height only once they are there; they carry their index as `data-index`. */
  readonly measure: (element: unknown) => void;
  /** Asks for all heights again. */
  readonly remeasure: () => void;
}

/** A list of which only the rows in sight are in the page, whatever its length. */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { scroller, count, rowHeight, keyOf, overscan, head = 0, before = 0, between = 0, after = 0 } = options;
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>(
    computed(() => ({
      count: count(),
      getScrollElement: () => scroller.value,
      estimateSize: rowHeight,
      getItemKey: (index: number) => keyOf?.(index) ?? index,
      overscan,
      scrollMargin: head,
      scrollPaddingStart: head,
      paddingStart: before,
      gap: between,
      paddingEnd: after,
    })),
  );
  const rowOf = ({ index, start, end, size }: VirtualItem): VirtualRow => ({
    index,
    start: start - head,
    end: end - head,
    size,
  });
  return {
    // What the list has lost leaves the virtualizer a moment later.
    rows: computed(() =>
      virtualizer.value
        .getVirtualItems()
        .filter(({ index }) => index < count())
        .map(rowOf),
    ),
    height: computed(() => virtualizer.value.getTotalSize()),
    scrolled: computed(() => virtualizer.value.scrollOffset ?? 0),
    scrollTo(index, align = 'auto') {
      virtualizer.value.scrollToIndex(index, { align });
    },
    pageSize() {
      const room = (scroller.value?.clientHeight ?? 0) - head;
      return Math.max(1, Math.floor(room / rowHeight(0)) - 1);
    },
    measure(element) {
      if (element instanceof HTMLElement) virtualizer.value.measureElement(element);
    },
    remeasure() {
      virtualizer.value.measure();
    },
  };
}
