import { spawn } from 'node:child_process';

/** The system's own program for opening an address; null where there is no screen to open it on. */
export function browserCommand(
  address: string,
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): readonly [string, ...string[]] | null {
  if (platform === 'darwin') return ['open', address];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  const hasScreen = [env['DISPLAY'], env['WAYLAND_DISPLAY']].some((value) => value !== undefined && value !== '');
  return hasScreen ? ['xdg-open', address] : null;
}

/** Opens an address in the browser of this computer; does nothing where that is impossible, because the printed link does it as well. */
export function openBrowser(address: string): void {
  const command = browserCommand(address, process.platform, process.env);
  if (command === null) return;
  const [program, ...args] = command;
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
