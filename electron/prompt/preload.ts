import { contextBridge, ipcRenderer } from 'electron';
import { PROMPT_ANSWER, PROMPT_QUESTION } from './prompt.ts';

contextBridge.exposeInMainWorld('prompt', {
  question: () => ipcRenderer.invoke(PROMPT_QUESTION),
  answer: (passphrase: string | null) => ipcRenderer.invoke(PROMPT_ANSWER, passphrase),
});
