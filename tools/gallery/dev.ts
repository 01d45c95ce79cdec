/**
 * `npm run dev`: the page from its sources, with hot reload (Vite), in any state. Its requests go to the page server of the tests; commands have no
 * effect.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { forwardRequest } from './forward-request.ts';
import { indexPage } from './index-page.ts';
import { withOpenSearch } from './open-search.ts';
import { shownPages } from './page-servers.ts';

const folder = path.join(import.meta.dirname, '../../src/processes/shell/page');
const port = Number(process.env.PORT ?? 5173);
const pages = shownPages();

/** `/STATE/THEME/` is the document, and the page's own requests are below it, because their addresses are relative. Vite handles all others. */
async function documentOf(server: ViteDevServer, url: string): Promise<string> {
  const source = await readFile(path.join(folder, 'index.html'), 'utf8');
  return withOpenSearch(await server.transformIndexHtml(url, source.replaceAll(/(src|href)="\.\//g, '$1="/')));
}

/** What the page asks for by an address that is the same in every state: its icon, and pictures. Null for any other address. */
async function sharedFile(url: string): Promise<URL | Buffer | null> {
  if (url === '/brand/mark.svg') return readFile(path.join(import.meta.dirname, '../..', url));
  if (!/^\/(?:content|profile)\//.test(url)) return null;
  const served = await pages.serve('panel-0', 'light');
  return served === null ? null : new URL(url, served.url);
}

const states: Plugin = {
  name: 'hub:states',
  configureServer: (server) => {
    server.middlewares.use((request, response, next) => {
      const html = (text: string): unknown => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text);
      const answer = async (url: string): Promise<unknown> => {
        if (url === '/') return html(indexPage({ framed: false }));
        const shared = await sharedFile(url);
        if (Buffer.isBuffer(shared)) return response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(shared);
        if (shared !== null) return forwardRequest(request, response, shared, "'none'");
        const [, state = '', theme = '', ...rest] = url.split('/');
        const served = await pages.serve(state, theme);
        if (served === null) return next();
        if (rest.join('/') === '') return html(await documentOf(server, url));
        return forwardRequest(request, response, new URL(rest.join('/'), served.url), "'none'");
      };
      answer(request.url ?? '/').catch(next); // Vite shows the error
    });
  },
};

const server = await createServer({
  configFile: path.join(folder, 'vite.config.ts'),
  appType: 'custom',
  plugins: [states],
  server: { host: '127.0.0.1', port, strictPort: true },
  base: '/',
  // Not next to the sources, because setup checks that folder for changes.
  cacheDir: path.join(import.meta.dirname, '../../.runtime/vite'),
});
await server.listen();
process.stdout.write(`The page is at http://127.0.0.1:${port}/; Ctrl-C ends it.\n`);
