import { useAnonymize } from './store.ts';

/** So many files at once are followed together, with one progress and one download. */
const BATCH_FROM = 10;
const ARCHIVE = /\.zip$/i;

/** Folder by folder, and numbers in names by their value: systems give files of a folder in any order. */
const { compare } = new Intl.Collator(undefined, { numeric: true });
const byPath = (a: File, b: File): number => compare(a.webkitRelativePath || a.name, b.webkitRelativePath || b.name);

/**
 * Takes files from anywhere: dropped on the window, opened with the app, chosen. They start with the current options. A folder, a ZIP and many
 * files make a batch.
 */
export function acceptFiles(files: readonly File[], folder: string | null = null): void {
  const store = useAnonymize();
  const archives = folder === null ? files.filter(({ name }) => ARCHIVE.test(name)) : [];
  for (const archive of archives) store.batches.add([archive], archive.name, store.options);
  const documents = files.filter((file) => !archives.includes(file));
  if (documents.length > 0 && (folder !== null || documents.length >= BATCH_FROM)) {
    store.batches.add(documents.sort(byPath), folder, store.options);
  } else store.addFiles(documents, store.options);
}

/** Takes a pasted text. It is put into the text field, not sent: what was in the clipboard may not be what was meant. */
export function acceptText(text: string): void {
  const store = useAnonymize();
  store.draft = store.draft.trim() === '' ? text : `${store.draft}\n\n${text}`;
}
