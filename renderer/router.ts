import { createRouter, createWebHistory, type RouteLocationRaw, type Router, type RouteRecordRaw } from 'vue-router';
import type { MessageKey } from './i18n/index.ts';
import type { useSession } from './stores/session.ts';

declare module 'vue-router' {
  interface RouteMeta {
    /** Title of the window and of the page for assistive technology. */
    readonly title: MessageKey;
    /** Shown without the frame, and to people who are not logged in. */
    readonly open?: boolean;
    /** Shown without the frame. */
    readonly bare?: boolean;
    /** Fills the window and scrolls its own parts. */
    readonly fill?: boolean;
  }
}

export const routes: readonly RouteRecordRaw[] = [
  { path: '/', redirect: '/anonymize' },
  {
    path: '/anonymize',
    name: 'anonymize',
    component: () => import('./features/anonymize/View.vue'),
    meta: { title: 'frame.areas.anonymize' },
  },
  {
    path: '/jobs/:id',
    name: 'review',
    component: () => import('./features/review/View.vue'),
    meta: { title: 'frame.titles.review' },
  },
  {
    path: '/history',
    name: 'history',
    component: () => import('./features/history/View.vue'),
    meta: { title: 'frame.areas.history' },
  },
  {
    path: '/restore',
    name: 'restore',
    component: () => import('./features/deanonymize/View.vue'),
    meta: { title: 'frame.areas.restore' },
  },
  {
    path: '/workspace/file/:id',
    name: 'workspace-file',
    component: () => import('./features/workspace/viewers/FileView.vue'),
    meta: { title: 'frame.titles.file', fill: true },
  },
  {
    path: '/workspace/:place?/:id?',
    name: 'workspace',
    component: () => import('./features/workspace/View.vue'),
    meta: { title: 'frame.areas.workspace', fill: true },
  },
  {
    path: '/chat/:id?',
    name: 'chat',
    component: () => import('./features/chat/View.vue'),
    meta: { title: 'frame.areas.chat', fill: true },
  },
  {
    path: '/settings/:section?',
    name: 'settings',
    component: () => import('./features/settings/View.vue'),
    meta: { title: 'frame.areas.settings' },
  },
  {
    path: '/welcome',
    name: 'welcome',
    component: () => import('./features/welcome/View.vue'),
    meta: { title: 'frame.titles.welcome', bare: true },
  },
  {
    path: '/login',
    name: 'login',
    component: () => import('./features/account/LoginView.vue'),
    meta: { title: 'frame.titles.login', open: true, bare: true },
  },
  {
    path: '/setup',
    name: 'setup',
    component: () => import('./features/account/SetupView.vue'),
    meta: { title: 'frame.titles.setup', open: true, bare: true },
  },
  {
    path: '/reset',
    name: 'reset',
    component: () => import('./features/account/ResetView.vue'),
    meta: { title: 'frame.titles.reset', open: true, bare: true },
  },
  {
    path: '/:path(.*)*',
    name: 'missing',
    component: () => import('./features/frame/MissingView.vue'),
    meta: { title: 'frame.titles.missing' },
  },
];

type Session = Pick<ReturnType<typeof useSession>, 'ready' | 'state' | 'settings'>;

/** Where someone is sent instead of `to`; null when they may go there. */
export function redirectFor(
  to: { readonly name?: unknown; readonly fullPath: string; readonly meta: { readonly open?: boolean } },
  session: Session,
): RouteLocationRaw | null {
  const { state } = session;
  // Without an answer from the server App shows the reason instead of any page; a locked app shows the lock.
  if (!state || state.locked) return null;
  if (state.authenticated) {
    if (to.meta.open) return { name: 'anonymize' };
    return !session.settings.welcomeDone && to.name !== 'welcome' ? { name: 'welcome' } : null;
  }
  if (to.meta.open) return null;
  return { name: 'login', ...(to.fullPath !== '/anonymize' && { query: { next: to.fullPath } }) };
}

/** Makes the router; `titleOf` gives the window its title in the current language. */
export function createAppRouter(session: Session, titleOf: (key: MessageKey) => string): Router {
  const router = createRouter({
    history: createWebHistory(),
    routes,
  });
  router.beforeEach((to) => redirectFor(to, session) ?? true);
  router.afterEach((to) => {
    document.title = `${titleOf(to.meta.title)} – Deckname`;
  });
  return router;
}
