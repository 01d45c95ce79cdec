/**
 * Builds the page of Hub's window into `.runtime/page/`: one script, those of its workers, one style sheet and the document, which refers to them by relative paths, so
 * that it works under any address.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = path.join(import.meta.dirname, '../../../..');

/**
 * Modules are loaded by the rules of CORS, which web views apply in different ways to a custom scheme; a classic script is not. The bundle is one
 * file, so it needs no module.
 */
const classicScript: Plugin = {
  name: 'hub:classic-script',
  transformIndexHtml: (html) => html.replace('<script type="module" crossorigin', '<script defer').replaceAll(' crossorigin', ''),
};

/** Fluent's table of tokens maps each name to the CSS variable of the same name, and would be a twentieth of the bundle. */
const shortTokens: Plugin = {
  name: 'hub:short-tokens',
  apply: 'build',
  load: (id) =>
    id.endsWith('/@fluentui/tokens/lib/tokens.js')
      ? `export const tokens = new Proxy({}, { get: (_, name) => 'var(--' + String(name) + ')' });`
      : null,
};

type Theme = Readonly<Record<string, string | number>>;

const themeModules: Readonly<Record<string, string>> = {
  'web/lightTheme.js': 'webLightTheme',
  'web/darkTheme.js': 'webDarkTheme',
  'teams/highContrastTheme.js': 'teamsHighContrastTheme',
};

/** As JSON in a string: the tokens that the script uses. */
function usedIn(script: string, theme: Theme): string {
  const words = new Set(script.match(/\w+/g));
  return JSON.stringify(JSON.stringify(Object.fromEntries(Object.entries(theme).filter(([token]) => words.has(token)))));
}

/**
 * Fluent's themes have 450 tokens each, of which the page uses a quarter. They are computed here, and when the script is complete, the tokens that
 * occur in it are inserted.
 */
function smallThemes(): Plugin {
  const themes = new Map<string, Theme>();
  return {
    name: 'hub:small-themes',
    apply: 'build',
    load: (id) => {
      const name = themeModules[id.split('/@fluentui/tokens/lib/themes/')[1] ?? ''];
      if (name === undefined) return null;
      themes.set(name, createRequire(id)('@fluentui/tokens')[name] as Theme);
      return `export const ${name} = JSON.parse('theme:${name}');`;
    },
    generateBundle: (_options, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const { code } = file;
        file.code = code.replace(/(['"`])theme:(\w+)\1/g, (_all, _quote, name: string) => usedIn(code, themes.get(name) ?? {}));
      }
    },
  };
}

// biome-ignore lint/style/noDefaultExport: Vite asks for it
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), shortTokens, smallThemes(), classicScript],
  // A classic script has none.
  define: { 'import.meta.url': 'document.baseURI' },
  // Loaded when the first code is opened, or a Markdown text is read.
  worker: { format: 'iife', rolldownOptions: { output: { entryFileNames: '[name].js' } } },
  build: {
    outDir: path.join(root, '.runtime/page'),
    emptyOutDir: true,
    target: ['chrome111', 'safari16.4'],
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    chunkSizeWarningLimit: 450,
    rolldownOptions: {
      output: { format: 'iife', entryFileNames: 'page.js', assetFileNames: 'page[extname]' },
    },
  },
});
