import * as contract from '../../contract/detectors.ts';
import type { DetectorTrials, DetectorVersion } from '../../detection/types.ts';
import type { Provides } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import type { DetectorSettings } from './detectorSettings.ts';

export { createDetectorSettings, type DetectorSettings } from './detectorSettings.ts';
export { migrations } from './migrations.ts';

export interface DetectorsOptions {
  readonly settings: DetectorSettings;
  readonly detector: DetectorTrials & { readonly version: DetectorVersion };
  readonly modelsDir: string;
  /** Folders in the models folder that look like a model. */
  readonly listFolders: () => Promise<contract.ModelFolder[]>;
}

/** Lets those who may decide which detectors an installation uses. */
export function createDetectors({ settings, detector, modelsDir, listFolders }: DetectorsOptions): Provides {
  const routes = [
    route(contract.listDetectors, async () => ({
      builtIn: detector.version,
      detectors: [...(await settings.list())],
      modelsDir,
      folders: await listFolders(),
    })),
    route(contract.createDetector, async ({ principal, body }) => ({
      detector: await settings.create(principal, body.definition),
    })),
    route(contract.updateDetector, async ({ principal, params, body }) => ({
      detector: await settings.replace(principal, params.name, body.definition),
    })),
    route(contract.deleteDetector, ({ principal, params }) => settings.remove(principal, params.name)),
    route(contract.tryDetector, ({ body, signal }) => detector.tryDetector(body.definition, body.text, signal)),
  ];
  return { routes };
}
