import { computed, inject, onScopeDispose, ref, shallowReactive, shallowRef, type InjectionKey } from 'vue';
import {
  deleteArea,
  getDocumentView,
  getPagePicture,
  getViewContent,
  listAreas,
  putArea,
  type Area,
  type DocumentView,
  type ViewContent,
} from '../../../../server/contract/documentView.ts';
import { call } from '../../../api/index.ts';
import { sleepFor } from '../../../api/poll.ts';
import { createAreaBoard, type AreaBoard } from './areaBoard.ts';
import { classifyFailure } from '../openSession.ts';

/** A part that is being fetched, is here, or could not be fetched. */
export type Fetched<T> = { readonly value: T } | { readonly error: unknown } | 'loading';

const hereOf = <T>(fetched: Fetched<T>): T | null =>
  fetched !== 'loading' && 'value' in fetched ? fetched.value : null;

/** Pictures of pages, and contents of parts, that stay in memory. */
const PICTURES_KEPT = 24;
const CONTENTS_KEPT = 300;

export type ShownDocument = ReturnType<typeof useDocument>;

/** The document of a job as the review shows it: its parts on demand, pictures of its pages, and the areas drawn on them. */
export function useDocument(
  jobId: string,
  { onAreasChanged, onAreaDropped }: { onAreasChanged: () => void; onAreaDropped: (error: unknown) => void },
) {
  const leaving = new AbortController();
  const { signal } = leaving;
  const params = (part: number) => ({ id: jobId, part: String(part) });

  const view = shallowRef<Fetched<DocumentView>>('loading');
  const value = computed(() => hereOf(view.value));
  const contents = shallowReactive(new Map<number, Fetched<ViewContent>>());
  const pictures = new Map<string, Promise<string>>();
  const areas = shallowRef<readonly Area[]>([]);
  const selectedAreaId = ref<string | null>(null);
  let board: AreaBoard | null = null;

  async function fetched<T>(work: () => Promise<T>, keep: (result: Fetched<T>) => void): Promise<void> {
    try {
      const value = await work();
      if (!signal.aborted) keep({ value });
    } catch (error) {
      if (!signal.aborted) keep({ error });
    }
  }

  async function open(): Promise<DocumentView> {
    const [found, drawn] = await Promise.all([
      call(getDocumentView, { params: { id: jobId }, signal }),
      call(listAreas, { params: { id: jobId }, signal }),
    ]);
    board = createAreaBoard({
      initial: drawn.areas,
      put: ({ id, ...body }) => call(putArea, { params: { id: jobId, area_id: id }, body }),
      remove: (id) => call(deleteArea, { params: { id: jobId, area_id: id } }),
      classify: (error) => (classifyFailure(error) === 'retry' ? 'retry' : 'refused'),
      wait: (milliseconds) => sleepFor(milliseconds),
      onChange: () => {
        areas.value = board?.areas() ?? [];
        onAreasChanged();
      },
      onDropped: onAreaDropped,
    });
    areas.value = board.areas();
    return found;
  }
  const load = (): Promise<void> => {
    view.value = 'loading';
    return fetched(open, (result) => (view.value = result));
  };

  /** What a part shows; null while it is not here. */
  const contentOf = (part: number): ViewContent | null => hereOf(contents.get(part) ?? 'loading');

  /** Asks for a part unless it is here or on its way. */
  function need(part: number): void {
    const known = contents.get(part);
    if (known !== undefined && (known === 'loading' || 'value' in known)) return;
    contents.set(part, 'loading');
    const [oldest] = contents.keys();
    if (contents.size > CONTENTS_KEPT && oldest !== undefined) contents.delete(oldest);
    void fetched(
      () => call(getViewContent, { params: params(part), signal }),
      (result) => contents.set(part, result),
    );
  }

  /** Address of a picture of a page, at least `width` pixels wide; good until the screen is left or many others were asked for. */
  function picture(page: number, width: number): Promise<string> {
    const key = `${page}/${width}`;
    const known = pictures.get(key);
    if (known !== undefined) {
      pictures.delete(key);
      pictures.set(key, known);
      return known;
    }
    const made = call(getPagePicture, { params: params(page), query: { width }, signal }).then(({ blob }) =>
      URL.createObjectURL(blob),
    );
    pictures.set(key, made);
    made.catch(() => pictures.delete(key));
    for (const oldest of pictures.keys()) {
      if (pictures.size <= PICTURES_KEPT) break;
      release(oldest);
    }
    return made;
  }
  function release(key: string): void {
    const made = pictures.get(key);
    pictures.delete(key);
    made?.then((address) => URL.revokeObjectURL(address)).catch(() => undefined);
  }

  /** The part that shows an offset of the text; null where it is nowhere shown. */
  function partAt(offset: number): number | null {
    const places = value.value?.places ?? [];
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (places[middle]!.end <= offset) low = middle + 1;
      else high = middle;
    }
    const place = places[low];
    return place !== undefined && place.start <= offset ? place.part : null;
  }

  onScopeDispose(() => {
    leaving.abort();
    for (const key of [...pictures.keys()]) release(key);
  });

  const selectedArea = computed(() => areas.value.find(({ id }) => id === selectedAreaId.value) ?? null);
  return {
    ...{ view, value, contents, areas, selectedAreaId, selectedArea },
    ...{ load, need, contentOf, picture, partAt },
    board: () => board,
  };
}

export const DOCUMENT: InjectionKey<ShownDocument> = Symbol('document');

/** The document around this component. */
export function useShownDocument(): ShownDocument {
  const document = inject(DOCUMENT);
  if (!document) throw new Error('no document around this component');
  return document;
}
