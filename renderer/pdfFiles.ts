import { createReadStream, existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Folders of pdfjs-dist that documents need parts of: encodings of East Asian fonts, the standard fonts, color profiles, decoders of images. */
const FOLDERS = ['cmaps', 'standard_fonts', 'iccs', 'wasm'] as const;
/** WebAssembly is not run in the interface; the decoders in JavaScript are. */
const isNeeded = (name: string): boolean => !name.endsWith('.wasm') && !name.startsWith('quickjs');

/** Puts the files that PDF.js loads on demand beside the interface, under /pdf/. */
export function pdfFilesPlugin(root: string): Plugin {
  const source = path.join(root, 'node_modules', 'pdfjs-dist');
  return {
    name: 'deckname-pdf-files',
    async generateBundle() {
      for (const folder of FOLDERS) {
        for (const name of await readdir(path.join(source, folder))) {
          if (!isNeeded(name)) continue;
          const content = await readFile(path.join(source, folder, name));
          this.emitFile({ type: 'asset', fileName: `pdf/${folder}/${name}`, source: content });
        }
      }
    },
    configureServer(server) {
      server.middlewares.use('/pdf', (request, response, next) => {
        const [folder = '', name = ''] = (request.url ?? '').split('?')[0]!.slice(1).split('/');
        const file = path.join(source, folder, path.basename(name));
        if (!(FOLDERS as readonly string[]).includes(folder) || !isNeeded(name) || !existsSync(file)) {
          next();
          return;
        }
        if (name.endsWith('.js')) response.setHeader('Content-Type', 'text/javascript');
        createReadStream(file).pipe(response);
      });
    },
  };
}
