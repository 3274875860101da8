import type { Router } from 'express';
import { ENDPOINTS } from '../../contract/index.ts';
import { LANGUAGES } from '../../contract/common.ts';
import { LIMITS } from '../../contract/limits.ts';
import { openApiDocument } from '../../contract/openapi/document.ts';
import * as contract from '../../contract/system.ts';
import type { Provides } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { docsAssets, docsPage, referenceBundle } from './docs.ts';

export interface SystemOptions {
  readonly version: string;
  readonly mode: 'local' | 'team';
  readonly dataDir: string;
  readonly workers: number;
  /** null: switched off. */
  readonly rateLimits: contract.SystemInfo['rateLimits'];
  /** Versions of the detector. */
  readonly engine: () => contract.SystemInfo['engine'];
  /** What recognizes scans. */
  readonly ocr: () => contract.SystemInfo['ocr'];
}

export interface System extends Provides {
  /** Scripts of the API reference, to be served below `/api/docs`. */
  readonly docsAssets: Router;
}

/** Health, what is running here, and the interface's own documentation. */
export function createSystem(options: SystemOptions): System {
  const { version, mode, dataDir, workers, rateLimits, engine, ocr } = options;
  let document: Record<string, unknown> | undefined;
  return Object.freeze({
    routes: [
      route(contract.getHealth, () => ({ status: 'ok' as const, version })),
      route(contract.getOpenApi, () => (document ??= openApiDocument(ENDPOINTS, version))),
      route(contract.getDocs, (context) => docsPage((name, value) => context.setHeader(name, value))),
      route(contract.getSystem, ({ principal }) => ({
        system: {
          version,
          mode,
          dataDir: principal.role === 'member' ? null : dataDir,
          languages: [...LANGUAGES],
          engine: engine(),
          ocr: ocr(),
          workers,
          maxTextCharacters: LIMITS.textCharacters,
          maxFileBytes: LIMITS.fileBytes,
          rateLimits,
        },
      })),
    ],
    docsAssets: docsAssets(referenceBundle()),
  });
}
