import { useAnonymize } from './store.ts';

/** Takes files from anywhere: dropped on the window, opened with the app, chosen. They start with the current options. */
export function acceptFiles(files: readonly File[]): void {
  const store = useAnonymize();
  store.addFiles(files, store.options);
}

/** Takes a pasted text. It is put into the text field, not sent: what was in the clipboard may not be what was meant. */
export function acceptText(text: string): void {
  const store = useAnonymize();
  store.draft = store.draft.trim() === '' ? text : `${store.draft}\n\n${text}`;
}
