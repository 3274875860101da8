import { onBeforeUnmount, onMounted } from 'vue';
import { useRouter } from 'vue-router';
import { acceptFiles, acceptText } from './intake.ts';

/** True where a paste belongs to a field or a dialog. */
function belongsElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role=dialog]') !== null
  );
}

/** Ctrl+V outside of any field takes files and texts to the start screen. Stands once, in the frame. */
export function usePaste(): void {
  const router = useRouter();

  function onPaste(event: ClipboardEvent): void {
    const data = event.clipboardData;
    if (event.defaultPrevented || !data || belongsElsewhere(event.target)) return;
    const files = [...data.files];
    const text = data.getData('text/plain');
    if (files.length > 0) acceptFiles(files);
    else if (text.trim() !== '') acceptText(text);
    else return;
    event.preventDefault();
    void router.push({ name: 'anonymize' });
  }
  onMounted(() => {
    window.addEventListener('paste', onPaste);
  });
  onBeforeUnmount(() => {
    window.removeEventListener('paste', onPaste);
  });
}
