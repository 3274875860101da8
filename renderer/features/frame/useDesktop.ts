import { onBeforeUnmount, onMounted, watch } from 'vue';
import { useRouter } from 'vue-router';
import type { DesktopEvent } from '../../../server/contract/desktop.ts';
import { useText } from '../../i18n/index.ts';
import { useSession } from '../../stores/session.ts';
import { acceptFiles } from '../anonymize/intake.ts';
import { useFrame } from './store.ts';

/** Connects the page with the desktop shell: its menu, files opened with the app, the language of the menu. */
export function useDesktop(): void {
  const bridge = window.deckname;
  if (!bridge) return;
  const router = useRouter();
  const frame = useFrame();
  const session = useSession();
  const text = useText();

  async function takeFiles(): Promise<void> {
    const opened = await bridge!.takeOpenedFiles();
    if (opened.length === 0) return;
    // A copy: File takes no view on memory that another thread may share.
    acceptFiles(opened.map(({ name, bytes }) => new File([new Uint8Array(bytes)], name)));
    await router.push({ name: 'anonymize' });
  }
  async function onEvent(event: DesktopEvent): Promise<void> {
    switch (event.kind) {
      case 'navigate':
        await router.push(event.route);
        break;
      case 'files':
        await takeFiles();
        break;
      case 'palette':
        frame.paletteOpen = true;
        break;
      case 'lock':
        if (session.account?.appLock) await session.lockApp();
        break;
    }
  }

  let stop: (() => void) | undefined;
  onMounted(() => {
    stop = bridge.onEvent((event) => void onEvent(event));
    void takeFiles();
  });
  onBeforeUnmount(() => stop?.());
  watch(
    () => text.language,
    (language) => void bridge.setLanguage(language),
    { immediate: true },
  );
}
