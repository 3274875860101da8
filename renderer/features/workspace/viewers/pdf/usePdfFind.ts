import type { PDFDocumentProxy } from 'pdfjs-dist';
import { computed, onBeforeUnmount, ref, shallowRef, watch, type ShallowRef } from 'vue';
import { matchesIn, MOST_MATCHES, type Match } from './find.ts';

/** Pause after the last letter before the search begins, in milliseconds. */
const PAUSE_MS = 200;

/** Search in the words of a PDF, page by page; the texts of pages are read once. */
export function usePdfFind(pdf: ShallowRef<PDFDocumentProxy | null>) {
  const query = ref('');
  const matches = shallowRef<readonly Match[]>([]);
  const current = ref(0);
  const searching = ref(false);
  let texts = new Map<number, string>();
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The text of a page as its layer of words has it: line ends take no character there. */
  async function textOf(document: PDFDocumentProxy, index: number): Promise<string> {
    const known = texts.get(index);
    if (known !== undefined) return known;
    const page = await document.getPage(index + 1);
    const { items } = await page.getTextContent({ includeMarkedContent: false });
    const text = items.map((item) => ('str' in item ? item.str : '')).join('');
    texts.set(index, text);
    return text;
  }

  async function search(): Promise<void> {
    asked += 1;
    const mine = asked;
    const document = pdf.value;
    const words = query.value;
    matches.value = [];
    current.value = 0;
    if (document === null || words.trim() === '') {
      searching.value = false;
      return;
    }
    searching.value = true;
    const found: Match[] = [];
    try {
      for (let index = 0; index < document.numPages && found.length < MOST_MATCHES; index += 1) {
        const text = await textOf(document, index);
        if (mine !== asked) return;
        const here = matchesIn(index, text, words);
        if (here.length === 0) continue;
        found.push(...here);
        matches.value = [...found];
      }
    } catch {
      // The document was closed, or a page of it cannot be read: what was found so far stays.
    }
    if (mine === asked) searching.value = false;
  }
  watch(query, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void search(), PAUSE_MS);
  });
  watch(pdf, () => {
    texts = new Map();
    void search();
  });
  onBeforeUnmount(() => {
    asked += 1;
    clearTimeout(timer);
  });

  const step = (by: number): void => {
    const { length } = matches.value;
    if (length > 0) current.value = (current.value + by + length) % length;
  };
  const byPage = computed(() => Map.groupBy(matches.value, ({ page }) => page));
  return { query, matches, current, searching, byPage, next: () => step(1), previous: () => step(-1) };
}
