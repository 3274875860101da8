import { BrowserWindow, ipcMain } from 'electron';
import { PROMPT_ANSWER, PROMPT_QUESTION, promptAnswer, promptQuestion, type PromptReason } from './prompt.ts';
import type { ShellLabels } from '../menu/labels.ts';
import { WEB_PREFERENCES } from '../window/createWindow.ts';

/** Opens the passphrase window and resolves with what was entered; null when it was cancelled or closed. */
export function askPassphrase(folder: string, labels: ShellLabels, reason: PromptReason): Promise<string | null> {
  const window = new BrowserWindow({
    width: 460,
    height: reason === 'create' ? 430 : 330,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    title: labels.passphraseTitle,
    webPreferences: { ...WEB_PREFERENCES, partition: 'deckname-prompt', preload: `${folder}/prompt.cjs` },
  });
  window.setMenu(null);
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  window.webContents.on('will-navigate', (event) => event.preventDefault());
  return new Promise((resolve) => {
    const finish = (passphrase: string | null) => {
      ipcMain.removeHandler(PROMPT_QUESTION);
      ipcMain.removeHandler(PROMPT_ANSWER);
      resolve(passphrase);
    };
    const isOwn = (id: number) => !window.isDestroyed() && id === window.webContents.id;
    ipcMain.handle(PROMPT_QUESTION, (event) => (isOwn(event.sender.id) ? promptQuestion(labels, reason) : null));
    ipcMain.handle(PROMPT_ANSWER, (event, answer: unknown) => {
      const parsed = promptAnswer.safeParse(answer);
      if (!isOwn(event.sender.id) || !parsed.success) return;
      window.removeAllListeners('closed');
      window.destroy();
      finish(parsed.data);
    });
    window.once('closed', () => finish(null));
    void window.loadFile(`${folder}/page.html`);
  });
}
