import { EventEmitter } from 'node:events';
import type { UtilityProcess } from 'electron';
import { describe, expect, it } from 'vitest';
import { createSupervisor, mayRestart } from './supervisor.ts';
import type { ServerCommand } from './protocol.ts';

const COMMAND = {
  kind: 'start',
  version: '1.0.0',
  dataDir: '/data',
  rendererDir: '/renderer',
  resourcesDir: '/resources',
  masterKey: Buffer.alloc(32).toString('base64'),
  desktopToken: 'token',
  workers: 2,
} as const;

/** A server process that records what it is told. */
class FakeProcess extends EventEmitter {
  readonly received: ServerCommand[] = [];
  postMessage(message: ServerCommand) {
    this.received.push(message);
    if (message.kind === 'stop') this.emit('exit', 0);
  }
  kill() {
    this.emit('exit', 1);
    return true;
  }
}

function boot(now = () => 0) {
  const processes: FakeProcess[] = [];
  const origins: string[] = [];
  const failures: string[] = [];
  const supervisor = createSupervisor({
    fork: () => {
      const child = new FakeProcess();
      processes.push(child);
      return child as unknown as UtilityProcess;
    },
    command: COMMAND,
    now,
    onReady: (origin) => origins.push(origin),
    onFailed: (message) => failures.push(message),
  });
  supervisor.start();
  return { supervisor, processes, origins, failures };
}

describe('the server process', () => {
  it('gets its command over the private port and reports its origin', () => {
    const { processes, origins } = boot();
    expect(processes[0]!.received).toEqual([COMMAND]);
    processes[0]!.emit('message', { kind: 'ready', origin: 'http://127.0.0.1:5000' });
    processes[0]!.emit('message', { kind: 'unknown' });
    expect(origins).toEqual(['http://127.0.0.1:5000']);
  });

  it('is started again after a crash, but not for ever', () => {
    const { processes, failures } = boot();
    for (let crash = 0; crash < 3; crash++) processes.at(-1)!.emit('exit', 1);
    expect(processes).toHaveLength(3);
    expect(failures).toHaveLength(1);
  });

  it('is not started again when it could not start', () => {
    const { processes, failures } = boot();
    processes[0]!.emit('message', { kind: 'failed', message: 'The data folder is in use.' });
    processes[0]!.emit('exit', 1);
    expect(processes).toHaveLength(1);
    expect(failures).toEqual(['The data folder is in use.']);
  });

  it('is asked to stop and not restarted', async () => {
    const { supervisor, processes } = boot();
    await supervisor.stop();
    expect(processes[0]!.received.at(-1)).toEqual({ kind: 'stop' });
    expect(processes).toHaveLength(1);
  });

  it('is asked what recognizes scans, and told to change it', async () => {
    const { supervisor, processes } = boot();
    const asked = supervisor.recognition(null);
    const changed = supervisor.recognition('system');
    const [first, second] = processes[0]!.received.slice(1);
    expect([first, second]).toMatchObject([
      { kind: 'recognition', engine: null },
      { kind: 'recognition', engine: 'system' },
    ]);
    const answer = (to: ServerCommand | undefined, state: object) =>
      processes[0]!.emit('message', { kind: 'recognition', id: to?.kind === 'recognition' ? to.id : -1, state });
    answer(second, { engine: 'system', installed: 'tesseract 5.3.0' });
    answer(first, { engine: 'embedded', installed: null });
    await expect(asked).resolves.toEqual({ engine: 'embedded', installed: null });
    await expect(changed).resolves.toEqual({ engine: 'system', installed: 'tesseract 5.3.0' });
  });

  it('leaves no question open when it ends', async () => {
    const { supervisor, processes } = boot();
    const asked = supervisor.recognition(null);
    processes[0]!.emit('exit', 1);
    await expect(asked).rejects.toThrow('not running');
    await supervisor.stop();
    await expect(supervisor.recognition(null)).rejects.toThrow('not running');
  });

  it('counts crashes of the last minute only', () => {
    expect(mayRestart([0, 1_000], 2_000)).toBe(true);
    expect(mayRestart([0, 1_000, 2_000], 3_000)).toBe(false);
    expect(mayRestart([0, 1_000, 2_000], 62_000)).toBe(true);
  });
});
