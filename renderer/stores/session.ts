import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import {
  DEFAULT_ACCOUNT_SETTINGS,
  updateAccount,
  type Account,
  type AccountSettings,
} from '../../server/contract/accounts.ts';
import {
  getSession,
  launch,
  lock,
  login,
  logout,
  setUp,
  unlock,
  type SessionState,
} from '../../server/contract/sessions.ts';
import { call } from '../api/index.ts';

/** Who is using the interface, and the settings of that person. */
export const useSession = defineStore('session', () => {
  /** null until the server answered for the first time. */
  const state = shallowRef<SessionState | null>(null);

  const account = computed<Account | null>(() => state.value?.account ?? null);
  const settings = computed<AccountSettings>(() => account.value?.settings ?? DEFAULT_ACCOUNT_SETTINGS);
  const isLocal = computed(() => state.value?.mode === 'local');
  /** May work: logged in and not locked. */
  const ready = computed(() => state.value?.authenticated === true && !state.value.locked);
  const isAdmin = computed(() => account.value?.role === 'owner' || account.value?.role === 'admin');

  async function load(): Promise<void> {
    state.value = (await call(getSession)).session;
  }
  async function logIn(body: { email: string; password: string; code?: string }): Promise<void> {
    state.value = (await call(login, { body })).session;
  }
  async function logOut(): Promise<void> {
    await call(logout);
    await load();
  }
  async function openWithLaunchToken(token: string): Promise<void> {
    state.value = (await call(launch, { body: { token } })).session;
  }
  async function createOwner(body: { token: string; email: string; name: string; password: string }): Promise<void> {
    state.value = (await call(setUp, { body })).session;
  }
  async function lockApp(): Promise<void> {
    await call(lock);
    await load();
  }
  async function unlockApp(passphrase: string): Promise<void> {
    state.value = (await call(unlock, { body: { passphrase } })).session;
  }
  function setAccount(next: Account): void {
    if (state.value) state.value = { ...state.value, account: next };
  }
  /** Saves changed settings; shows them at once and takes them back when the server refuses. */
  async function updateSettings(change: Partial<AccountSettings>): Promise<void> {
    const before = account.value;
    if (!before) return;
    setAccount({ ...before, settings: { ...before.settings, ...change } });
    try {
      setAccount((await call(updateAccount, { body: { settings: change } })).account);
    } catch (error) {
      setAccount(before);
      throw error;
    }
  }
  /** The server no longer knows the session (expired, ended elsewhere). */
  function expire(): void {
    if (state.value) state.value = { ...state.value, authenticated: false, account: null, expiresAt: null };
  }
  function markLocked(): void {
    if (state.value) state.value = { ...state.value, locked: true };
  }

  return {
    state,
    account,
    settings,
    isLocal,
    ready,
    isAdmin,
    load,
    logIn,
    logOut,
    openWithLaunchToken,
    createOwner,
    lockApp,
    unlockApp,
    setAccount,
    updateSettings,
    expire,
    markLocked,
  };
});
