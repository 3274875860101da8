import { randomBytes } from 'node:crypto';
import { loadConfig } from '../config.ts';
import { openBrowser } from './openBrowser.ts';
import { runServer } from './runServer.ts';

/** `local`: one account without a login, opened in a browser of this computer by the printed link. */
export function run(): Promise<void> {
  const launchToken = randomBytes(32).toString('base64url');
  return runServer(
    () =>
      loadConfig({
        env: process.env,
        cwd: process.cwd(),
        overrides: { mode: 'local', host: '127.0.0.1', launchToken },
      }),
    ({ url }) => {
      const link = `${url}#launch=${launchToken}`;
      // Only for a person at a terminal; a service or a test gets the printed link.
      if (process.stdout.isTTY) openBrowser(link);
      return [`Open Deckname in your browser: ${link}`];
    },
  );
}
