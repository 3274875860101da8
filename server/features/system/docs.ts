import { fileURLToPath } from 'node:url';
import { Router } from 'express';
import type { Download } from '../../http/types.ts';

/** The reference loads from its own origin only. Its bundle writes style elements, hence 'unsafe-inline' for styles alone. */
const DOCS_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Deckname API</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="reference"></div>
    <script src="/api/docs/reference.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

/** No fonts, proxies, agents or usage reports from elsewhere; keys that are tried out are not kept. */
const START = `Scalar.createApiReference('#reference', {
  url: '/api/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
});
`;

/** The page of the API reference; its scripts come from {@link docsAssets}. */
export function docsPage(setHeader: (name: string, value: string) => void): Download {
  setHeader('Content-Security-Policy', DOCS_CSP);
  return { contentType: 'text/html; charset=utf-8', body: Buffer.from(PAGE) };
}

/** Path of the reference's ready-made browser bundle in its package. */
export function referenceBundle(): string {
  return fileURLToPath(new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference')));
}

/** The scripts of the page, below `/api/docs/`. */
export function docsAssets(bundle: string): Router {
  const router = Router();
  router.get('/reference.js', (_request, response) => response.sendFile(bundle, { maxAge: '1h' }));
  router.get('/start.js', (_request, response) => response.type('text/javascript').send(START));
  return router;
}
