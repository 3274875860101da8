import type { PromptQuestion } from './prompt.ts';

/** The script of the passphrase window. */
interface PromptBridge {
  question(): Promise<PromptQuestion>;
  answer(passphrase: string | null): Promise<void>;
}

function element(id: string): HTMLElement {
  return document.getElementById(id)!;
}

async function show(bridge: PromptBridge): Promise<void> {
  const question = await bridge.question();
  const first = element('first') as HTMLInputElement;
  const second = element('second') as HTMLInputElement;
  element('title').textContent = question.title;
  element('text').textContent = question.text;
  element('label').textContent = question.label;
  element('continue').textContent = question.continue;
  element('cancel').textContent = question.cancel;
  element('repeat').hidden = question.repeatLabel === null;
  element('repeatLabel').textContent = question.repeatLabel;
  element('cancel').addEventListener('click', () => void bridge.answer(null));
  element('form').addEventListener('submit', (event) => {
    event.preventDefault();
    if (question.repeatLabel !== null && first.value !== second.value) {
      element('problem').textContent = question.mismatch;
      return;
    }
    void bridge.answer(first.value);
  });
}

void show((globalThis as unknown as { prompt: PromptBridge }).prompt);
