import '@fontsource-variable/inter/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import { createPinia } from 'pinia';
import { createApp, watch } from 'vue';
import type { Router } from 'vue-router';
import { client, isApiError } from './api/index.ts';
import App from './App.vue';
import { createText, pickLanguage, setLanguage, textOf } from './i18n/index.ts';
import { createAppRouter } from './router.ts';
import { useConnection } from './stores/connection.ts';
import { useSession } from './stores/session.ts';
import { useFaults } from './stores/faults.ts';
import { applyTheme } from './ui/theme.ts';

type Session = ReturnType<typeof useSession>;

/** Builds the interface and shows it. */
export async function start(): Promise<void> {
  const pinia = createPinia();
  const session = useSession(pinia);
  const connection = useConnection(pinia);
  client.observe((event) => {
    if (event === 'unreachable') connection.markLost();
    else connection.markReached();
    if (event === 'locked') session.markLocked();
  });
  await openSession(session);

  const i18n = await createText(pickLanguage(session.settings.interfaceLanguage));
  const app = createApp(App).use(pinia).use(i18n);
  const router = createAppRouter(session, (key) => textOf(i18n).t(key));
  app.use(router);
  app.config.errorHandler = (error) => {
    useFaults(pinia).report(error);
  };

  client.observe((event) => {
    if (event === 'unauthenticated' && session.ready) expireSession(session, router);
    // The time was over while the page was open: what the account says now shows the set-up.
    if (event === 'secondFactorDue' && session.account?.secondFactor.overdue === false) void session.load();
  });
  watch(
    () => session.settings.interfaceLanguage,
    (language) => void setLanguage(i18n, pickLanguage(language)),
  );
  watch(() => session.settings.theme, applyTheme, { immediate: session.account !== null });
  // A part of the interface that does not arrive says nothing about why: the server is asked.
  window.addEventListener('vite:preloadError', () => void connection.check());
  // The first page is there before anything is shown; a failure to load it is shown in its place.
  await router.isReady().catch((error: unknown) => {
    useFaults(pinia).report(error);
  });
  router.onError((_error, to) => void openAnew(to.fullPath, connection));
  app.mount('#app');
}

/** Exchanges the one-time token of `/#launch=…` for a session, then asks who is logged in. */
async function openSession(session: Session): Promise<void> {
  const token = /^#launch=(.+)$/.exec(location.hash)?.[1];
  if (token !== undefined) {
    // The token works once; it must not stay in the address bar or the history.
    history.replaceState(null, '', location.pathname + location.search);
    try {
      await session.openWithLaunchToken(decodeURIComponent(token));
      return;
    } catch {
      // A used link: the session below tells whether this browser is in already.
    }
  }
  try {
    await session.load();
  } catch (error) {
    if (!isApiError(error)) throw error;
    // App shows that the server does not answer, and tries again.
  }
}

/**
 * Opens a page whose parts did not load with a new start: the server has another version of them now. While it does not answer, the person
 * stays where they are.
 */
async function openAnew(path: string, connection: ReturnType<typeof useConnection>): Promise<void> {
  await connection.check();
  if (!connection.lost) location.assign(path);
}

function expireSession(session: Session, router: Router): void {
  session.expire();
  const next = router.currentRoute.value.fullPath;
  void router.push({ name: 'login', query: { next, expired: '1' } });
}
