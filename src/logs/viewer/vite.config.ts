/** Builds the script and the style sheet of the page of the logs into `.runtime/log-viewer/`, which every page gets a copy of. */
import path from 'node:path';
import { defineConfig } from 'vite';

const root = path.join(import.meta.dirname, '../../..');

// biome-ignore lint/style/noDefaultExport: Vite asks for it
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: path.join(root, '.runtime/log-viewer'),
    emptyOutDir: true,
    target: ['chrome123', 'firefox120', 'safari17.5'],
    lib: { entry: 'main.ts', formats: ['iife'], name: 'hubLog', fileName: () => 'viewer.js', cssFileName: 'viewer' },
  },
});
