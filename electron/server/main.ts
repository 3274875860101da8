/**
 * The server process of the desktop app (utilityProcess): waits for `start` on its private port, runs the same server as the headless one and
 * reports its address. It ends with its parent.
 */
import { loadConfig } from '../../server/config.ts';
import { ocrOf } from '../../server/config/ocr.ts';
import { createServer } from '../../server/createServer.ts';
import { StartError } from '../../server/core/startError.ts';
import { createEngineChoice, type EngineChoice } from '../../server/documents/ocr/engineChoice.ts';
import { openOcrProgram } from '../../server/documents/ocr/program/openProgram.ts';
import { serverCommand, type ServerCommand, type ServerReport } from './protocol.ts';
import { searchPath } from './searchPath.ts';

type RunningServer = ReturnType<typeof createServer>;

const port = process.parentPort;
const report = (message: ServerReport) => port.postMessage(message);
let server: RunningServer | null = null;
let recognition: EngineChoice | null = null;

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
    const { url, engines } = await server.start();
    recognition = createEngineChoice({ engines, open: () => openInstalled(command.workers) });
    report({ kind: 'ready', origin: new URL(url).origin });
  } catch (error) {
    // Only start errors are written for people; any other message could quote what it choked on.
    report({ kind: 'failed', message: error instanceof StartError ? error.message : 'The server could not start.' });
  }
}

/** The installed program for recognition. Of the system's variables only those count that say where programs and the system lie. */
async function openInstalled(threads: number) {
  const { PATH, Path, SystemRoot } = process.env;
  const env = { PATH: searchPath(PATH ?? Path, process.platform), SystemRoot };
  const ocr = ocrOf({ ocrEngine: 'system' }, env);
  if (ocr.engine !== 'system') throw new Error('no installed program was asked for');
  return await openOcrProgram({ program: ocr.program, threads });
}

async function recognize({ id, engine }: Extract<ServerCommand, { kind: 'recognition' }>): Promise<void> {
  const state = await (engine === null ? recognition?.state() : recognition?.choose(engine));
  report({ kind: 'recognition', id, state: state ?? { engine: 'embedded', installed: null } });
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
  else if (command.data.kind === 'recognition') void recognize(command.data);
  else void stop();
});
