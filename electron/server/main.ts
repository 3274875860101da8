/**
 * The server process of the desktop app (utilityProcess): waits for `start` on its private port, runs the same server as the headless one and
 * reports its address. It ends with its parent.
 */
import { loadConfig } from '../../server/config.ts';
import { createServer } from '../../server/createServer.ts';
import { StartError } from '../../server/core/startError.ts';
import { serverCommand, type ServerCommand, type ServerReport } from './protocol.ts';

type RunningServer = ReturnType<typeof createServer>;

const port = process.parentPort;
const report = (message: ServerReport) => port.postMessage(message);
let server: RunningServer | null = null;

function configure(command: Extract<ServerCommand, { kind: 'start' }>) {
  const config = loadConfig({
    // The desktop app is configured by its own settings alone; variables of the system must not redirect its data.
    env: {},
    cwd: command.dataDir,
    overrides: {
      mode: 'local',
      dataDir: command.dataDir,
      host: '127.0.0.1',
      port: 0,
      desktopToken: command.desktopToken,
      masterKey: { kind: 'key', base64: command.masterKey },
    },
  });
  const { version, rendererDir, resourcesDir, workers } = command;
  return { ...config, version, rendererDir, resourcesDir, workers };
}

async function start(command: Extract<ServerCommand, { kind: 'start' }>): Promise<void> {
  try {
    server = createServer(configure(command));
    const { url } = await server.start();
    report({ kind: 'ready', origin: new URL(url).origin });
  } catch (error) {
    // Only start errors are written for people; any other message could quote what it choked on.
    report({ kind: 'failed', message: error instanceof StartError ? error.message : 'The server could not start.' });
  }
}

async function stop(): Promise<void> {
  await server?.stop();
  report({ kind: 'stopped' });
  process.exit(0);
}

port.on('message', ({ data }) => {
  const command = serverCommand.safeParse(data);
  if (!command.success) return;
  if (command.data.kind === 'start') void start(command.data);
  else void stop();
});
