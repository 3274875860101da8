/** What the review shows: the text in both forms, the document itself, or the document with the anonymized text beside it. */
export const SURFACES = ['text', 'document', 'both'] as const;
export type Surface = (typeof SURFACES)[number];

const KEY = 'deckname.review.surface';
/** Documents whose pages are what people know them by, and archives, whose text is many in one. */
const PAGES = /\.(?:pdf|png|jpe?g|gif|bmp|tiff?|webp|zip)$/i;
/** Files that are nothing but their text. */
const PLAIN = /\.(?:txt|text|log)$/i;

/** Whether a job may have a document beside its text. */
export const mayHaveDocument = (job: { readonly source: 'text' | 'file'; readonly filename: string }): boolean =>
  job.source === 'file' && !PLAIN.test(job.filename);

/** What was chosen last; before that, pages for documents that have them. */
export function firstSurface(storage: Pick<Storage, 'getItem'>, filename: string): Surface {
  const stored = storage.getItem(KEY);
  return SURFACES.find((surface) => surface === stored) ?? (PAGES.test(filename) ? 'document' : 'text');
}

export function rememberSurface(storage: Pick<Storage, 'setItem'>, surface: Surface): void {
  storage.setItem(KEY, surface);
}
