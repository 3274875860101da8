import { join } from 'node:path';
import express, { Router } from 'express';

/** Files of the build whose names carry a hash of their content. */
const HASHED = /[\\/]assets[\\/]/;
const ONE_YEAR_SECONDS = 31_536_000;

export interface StaticOptions {
  /** The built web interface; null serves none. */
  readonly rendererDir: string | null;
  /** Folder with `samples/`, the documents of the first start. */
  readonly resourcesDir: string;
}

/** The web interface: its files, the sample documents, and its page for every address the interface routes itself. */
export function staticInterface({ rendererDir, resourcesDir }: StaticOptions): Router {
  const router = Router();
  router.use('/samples', express.static(join(resourcesDir, 'samples'), { index: false, fallthrough: true }));
  if (rendererDir === null) return router;
  router.use(
    express.static(rendererDir, {
      index: false,
      setHeaders: (response, path) => {
        const hashed = HASHED.test(path);
        response.setHeader('Cache-Control', hashed ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache');
      },
    }),
  );
  router.get('/*path', servePage(rendererDir));
  router.get('/', servePage(rendererDir));
  return router;
}

/** Answers navigation with the interface's page. A missing file (its last segment has a dot) stays a 404. */
function servePage(rendererDir: string): express.RequestHandler {
  return (request, response, next) => {
    if (/\.[^/.]*$/.test(request.path)) {
      next();
      return;
    }
    response.setHeader('Cache-Control', 'no-cache');
    response.sendFile('index.html', { root: rendererDir });
  };
}
