import type { ServerConfig } from '../config.ts';
import { describeError } from '../core/log/describeError.ts';
import { StartError } from '../core/startError.ts';
import { createServer, type StartedServer } from '../createServer.ts';

/** The server ends itself within three to four seconds; whatever still hangs then is cut off. */
const STOP_LIMIT_MS = 4_800;
/** A terminal and a parent process both pass Ctrl-C on; signals this close together are one. */
const SAME_SIGNAL_MS = 500;

/**
 * Runs a server until SIGTERM or SIGINT: a clean end and exit 0 within five seconds; a second signal ends at once.
 * @param load - reads the configuration
 * @param announce - lines printed before the one that says that the server is ready
 */
export async function runServer(
  load: () => ServerConfig,
  announce: (started: StartedServer, config: ServerConfig) => readonly string[],
): Promise<void> {
  // Node would print the message of an uncaught error, which may quote a document.
  process.on('uncaughtException', (error) => {
    console.error(JSON.stringify({ event: 'server.crashed', ...describeError(error) }));
    process.exit(1);
  });
  // The server outlives whoever read its output.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    const config = load();
    const server = createServer(config, { logConsole: process.stderr });
    stopOnSignal(() => server.stop());
    const started = await server.start();
    for (const line of announce(started, config)) console.log(line);
    console.log(`Deckname ${config.version} ready: ${started.url}`);
  } catch (error) {
    console.error(startMessage(error));
    process.exit(1);
  }
}

function startMessage(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const { name, code } = describeError(error);
  return `The server could not start because of an internal error (${code ?? name}).`;
}

function stopOnSignal(stop: () => Promise<void>): void {
  let firstAt: number | null = null;
  const onSignal = (): void => {
    const now = performance.now();
    if (firstAt !== null) {
      if (now - firstAt > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    firstAt = now;
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
