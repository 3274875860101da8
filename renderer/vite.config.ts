import path from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { licencesPlugin } from './licences.ts';
import { pdfFilesPlugin } from './pdfFiles.ts';

const root = import.meta.dirname;

/**
 * Builds the web interface into dist/renderer. The result works under `default-src 'none'` with 'self' sources only:
 * every asset is a file (no data: URLs), no inline script or style, nothing evaluated.
 */
export default defineConfig({
  root,
  base: '/',
  plugins: [vue(), licencesPlugin(path.dirname(root)), pdfFilesPlugin(path.dirname(root))],
  define: {
    __VUE_OPTIONS_API__: 'false',
    __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_I18N_FULL_INSTALL__: 'false',
    __VUE_I18N_LEGACY_API__: 'false',
    __INTLIFY_PROD_DEVTOOLS__: 'false',
  },
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: ['chrome130', 'firefox130', 'safari18'],
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
  server: {
    host: '127.0.0.1',
    port: 4311,
    proxy: { '/api': 'http://127.0.0.1:4310', '/samples': 'http://127.0.0.1:4310' },
  },
});
