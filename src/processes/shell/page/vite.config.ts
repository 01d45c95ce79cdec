/**
 * Builds the page of Hub's window into `.runtime/page/`: one script, one style sheet and the document, all named from the document by
 * relative paths, so that it runs under any address of its own.
 */
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = path.join(import.meta.dirname, '../../../..');

/**
 * A module is fetched by the rules of CORS, which webviews apply in different ways to a scheme of the program's own; a classic script is not.
 * The bundle is one file, so it needs no module.
 */
const classicScript: Plugin = {
  name: 'hub:classic-script',
  transformIndexHtml: (html) => html.replace('<script type="module" crossorigin', '<script defer').replaceAll(' crossorigin', ''),
};

/** Fluent's table of its tokens says of each name that it is the CSS variable of that name, and would be a twentieth of the bundle. */
const shortTokens: Plugin = {
  name: 'hub:short-tokens',
  load: (id) =>
    id.endsWith('/@fluentui/tokens/lib/tokens.js')
      ? `export const tokens = new Proxy({}, { get: (_, name) => 'var(--' + String(name) + ')' });`
      : null,
};

// biome-ignore lint/style/noDefaultExport: Vite asks for it
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), shortTokens, classicScript],
  build: {
    outDir: path.join(root, '.runtime/page'),
    emptyOutDir: true,
    target: ['chrome111', 'safari16.4'],
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: { format: 'iife', entryFileNames: 'page.js', assetFileNames: 'page[extname]' },
    },
  },
});
