/** The part of electron-updater that is used. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  checkForUpdates(): Promise<{ readonly isUpdateAvailable: boolean } | null>;
}

/** Why no check is made; null when one may be. */
export function updateBlocker(facts: {
  readonly isEnabled: boolean;
  readonly isPackaged: boolean;
}): 'disabled' | 'unpackaged' | null {
  if (!facts.isEnabled) return 'disabled';
  return facts.isPackaged ? null : 'unpackaged';
}

/**
 * Asks once whether a newer version exists, only when the person switched that on. Nothing is downloaded or installed by itself; a failed check is
 * silent, because being offline is the normal state of this app.
 */
export async function checkForUpdate(
  loadUpdater: () => Promise<Updater>,
  facts: { readonly isEnabled: boolean; readonly isPackaged: boolean },
  notify: () => void,
): Promise<void> {
  if (updateBlocker(facts) !== null) return;
  try {
    const updater = await loadUpdater();
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    updater.allowDowngrade = false;
    const result = await updater.checkForUpdates();
    if (result?.isUpdateAvailable) notify();
  } catch {
    return;
  }
}
