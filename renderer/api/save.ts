import type { DownloadedFile } from './client.ts';

/** What the desktop app adds to the page (electron/bridge). Absent in a browser. */
export interface DesktopBridge {
  /** Asks where to save and writes the file; `saved` is false when the person cancelled. */
  saveFile?(file: { name: string; bytes: Uint8Array }): Promise<{ saved: boolean }>;
}

declare global {
  interface Window {
    readonly deckname?: DesktopBridge;
  }
}

/** Saves a file: by the desktop's save dialog, or as a download of the browser. False when the person cancelled. */
export async function saveFile(file: DownloadedFile, fallbackName: string): Promise<boolean> {
  const name = file.filename ?? fallbackName;
  if (window.deckname?.saveFile) {
    const { saved } = await window.deckname.saveFile({ name, bytes: new Uint8Array(await file.blob.arrayBuffer()) });
    return saved;
  }
  const url = URL.createObjectURL(file.blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the blob after the click has returned.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 60_000);
  return true;
}

/** Saves a text as a UTF-8 file. */
export function saveText(text: string, name: string): Promise<boolean> {
  return saveFile({ blob: new Blob([text], { type: 'text/plain;charset=utf-8' }), filename: name }, name);
}
