import type { DesktopBridge } from '../../server/contract/desktop.ts';
import type { DownloadedFile } from './client.ts';

declare global {
  interface Window {
    /** The desktop shell's bridge; absent in a browser. */
    readonly deckname?: DesktopBridge;
  }
}

/** Saves a file: by the desktop's save dialog, or as a download of the browser. False when the person cancelled. */
export async function saveFile(file: DownloadedFile, fallbackName: string): Promise<boolean> {
  const name = file.filename ?? fallbackName;
  if (window.deckname) {
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
