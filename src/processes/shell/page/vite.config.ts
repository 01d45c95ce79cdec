/**
 * Builds the page of Hub's window into `.runtime/page/`: one script, one style sheet and the document, all named from the document by
 * relative paths, so that it runs under any address of its own.
 */
import { createRequire } from 'node:module';
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

type Theme = Readonly<Record<string, string | number>>;

const themeModules: Readonly<Record<string, string>> = {
  'web/lightTheme.js': 'webLightTheme',
  'web/darkTheme.js': 'webDarkTheme',
  'teams/highContrastTheme.js': 'teamsHighContrastTheme',
};

/** As JSON in a string, the tokens that the script names. */
function usedIn(script: string, theme: Theme): string {
  const words = new Set(script.match(/\w+/g));
  return JSON.stringify(JSON.stringify(Object.fromEntries(Object.entries(theme).filter(([token]) => words.has(token)))));
}

/**
 * Fluent's themes have 450 tokens each, of which the page names a quarter. They are worked out here, and when the script is done, those
 * tokens are put into it that something in it names.
 */
function smallThemes(): Plugin {
  const themes = new Map<string, Theme>();
  return {
    name: 'hub:small-themes',
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
