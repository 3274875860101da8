import type { OpenApp } from './helpers.ts';
import { settled } from './helpers.ts';
import type { BootedServer } from '../helpers/bootServer.ts';

/** One screen of the interface in a state that shows what it can do. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** Brings the screen into its state once it is open. */
  readonly act?: (app: OpenApp) => Promise<void>;
}

/** Of the people of {@link prepareTeam}. */
export const PASSWORD = 'long enough for everyone';

/** Puts something into every list of the settings. */
export async function prepareAccount({ page }: Pick<OpenApp, 'page'>): Promise<void> {
  await page.evaluate(async () => {
    const post = (path: string, body: unknown) =>
      fetch(`/api${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'deckname' },
        body: JSON.stringify(body),
      });
    await post('/v1/account/terms', { kind: 'mask', value: 'Project Aurora', category: 'custom' });
    await post('/v1/account/terms', { kind: 'mask', value: 'Haus Seeblick', category: 'location' });
    await post('/v1/account/terms', { kind: 'pattern', value: 'AZ-\\d{4}-\\d+', category: 'reference' });
    await post('/v1/account/keys', { name: 'Document import' });
    await post('/v1/account/keys', { name: 'Research', agent: { name: 'Reading assistant' } });
  });
}

/** Some people and a group. */
export async function prepareTeam(server: BootedServer): Promise<void> {
  const ids: string[] = [];
  for (const [name, email, role] of [
    ['Dr. Clara Reinhardt', 'clara.reinhardt@example.org', 'admin'],
    ['Maximilian von Hohenstein', 'm.hohenstein@example.org', 'member'],
    ['Amélie Dubois', 'amelie.dubois@example.org', 'member'],
  ] as const) {
    const answer = await server.call('POST', '/v1/admin/users', { name, email, role, password: PASSWORD });
    const { user } = answer.body as { user: { id: string } };
    ids.push(user.id);
  }
  await server.call('POST', '/v1/admin/groups', { name: 'Family law', memberIds: ids });
  await server.call('PATCH', '/v1/account', { settings: { welcomeDone: true } });
}

/** Logs in on the login page. */
export async function logIn({ page, goto }: OpenApp, who: { email: string; password: string }): Promise<void> {
  await goto('/login');
  await page.locator('input[type=email]').fill(who.email);
  await page.locator('input[type=password]').fill(who.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await settled(page);
}

const settings = (section: string): Screen => ({ name: `settings-${section}`, path: `/settings/${section}` });

/** Screens of the frame in local mode. */
export const LOCAL_SCREENS: readonly Screen[] = [
  {
    name: 'welcome-see',
    path: '/welcome',
    act: async ({ page }) => {
      await page.locator('.letter[data-phase=found]').waitFor();
      await page.waitForTimeout(400);
      await page.locator('.example [role=radio]').nth(1).click();
    },
  },
  {
    name: 'welcome-replaced',
    path: '/welcome',
    act: async ({ page }) => {
      await page.locator('.letter[data-phase=found]').waitFor();
      await page.locator('.example [role=radio]').nth(2).click();
    },
  },
  { name: 'welcome-choose', path: '/welcome', act: ({ page }) => page.locator('header li button').nth(1).click() },
  { name: 'welcome-try', path: '/welcome', act: ({ page }) => page.locator('header li button').nth(2).click() },
  { name: 'anonymize', path: '/anonymize', act: prepareAccount },
  { name: 'history', path: '/history' },
  { name: 'restore', path: '/restore' },
  { name: 'chat', path: '/chat' },
  { name: 'missing', path: '/nowhere' },
  ...['appearance', 'detection', 'terms', 'detectors', 'account', 'keys', 'system', 'about'].map(settings),
  {
    name: 'settings-terms-dialog',
    path: '/settings/terms',
    act: async ({ page }) => {
      await page.locator('.panel header .actions button').click();
      await page.locator('[role=dialog] [role=radio]').nth(2).click();
      await page.locator('[role=dialog] input[maxlength="1000"]').fill('AZ-\\d{4}-\\d+');
      await page.locator('[role=dialog] textarea').fill('Our file AZ-2024-117, your file AZ-2023-9, not AZ-24.');
      await page.locator('[role=dialog] mark').first().waitFor();
    },
  },
  {
    name: 'settings-keys-secret',
    path: '/settings/keys',
    act: async ({ page }) => {
      await page.locator('.panel header .actions button').click();
      await page.locator('[role=dialog] input').first().fill('Case management');
      await page.locator('[role=dialog] button[type=submit]').click();
      await page.getByTestId('secret').waitFor();
    },
  },
  {
    name: 'palette',
    path: '/anonymize',
    act: ({ page }) => page.keyboard.press('Control+k'),
  },
  {
    name: 'shortcuts',
    path: '/anonymize',
    act: ({ page }) => page.keyboard.press('?'),
  },
  {
    name: 'account-menu',
    path: '/anonymize',
    act: ({ page }) => page.locator('button.account').click(),
  },
];

/** Screens that only a team has. */
export const TEAM_SCREENS: readonly Screen[] = [
  ...['account', 'users', 'groups', 'audit', 'installation'].map(settings),
  {
    name: 'settings-users-dialog',
    path: '/settings/users',
    act: ({ page }) => page.locator('.panel header .actions button').click(),
  },
  {
    name: 'settings-users-reset',
    path: '/settings/users',
    act: async ({ page }) => {
      const buttons = page.locator('.panel tbody tr').last().locator('button');
      await buttons.nth(1).click();
      await page.locator('[role=dialog] button[type=submit]').click();
      await page.getByTestId('secret').waitFor();
    },
  },
  {
    name: 'settings-users-deletion',
    path: '/settings/users',
    act: async ({ page }) => {
      await page.locator('.panel tbody tr').last().locator('button').last().click();
      await page.locator('[role=dialog] [role=radio]').first().waitFor();
    },
  },
];
