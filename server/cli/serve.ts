import { loadConfig } from '../config.ts';
import { runServer } from './runServer.ts';

/** `serve`: the server for a team, configured by the environment and a file. */
export function run(): Promise<void> {
  return runServer(
    () => loadConfig({ env: process.env, cwd: process.cwd() }),
    ({ url, setupToken }, { publicUrl }) =>
      setupToken === null
        ? []
        : [`Create the first account: ${publicUrl ?? url.slice(0, -1)}/setup#token=${setupToken}`],
  );
}
