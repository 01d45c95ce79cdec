/** A site with pages to save. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pageLimits } from '../../extension/page/tasks.ts';

export interface Site extends AsyncDisposable {
  readonly address: string;
  /** The paths that were asked for. */
  readonly asked: readonly string[];
  /** Whether it gives its files to the pages of other sites. */
  isForEverybody: boolean;
}

/** The smallest picture: 1 × 1, transparent. */
export const dotPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const paragraph =
  'A lock gate holds back the water of a canal, and it is opened only when both sides are level, which takes a few minutes and a patient keeper.';

export const article = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>The lock gates of Brest</title>
<meta name="author" content="Ada Keeper"><meta property="article:published_time" content="2026-03-04T10:00:00Z">
<link rel="stylesheet" href="/style.css"><script>globalThis.wasRun = true;
const made = new CSSStyleSheet(); made.replaceSync('h1 { color: rgb(4, 5, 6); }'); document.adoptedStyleSheets = [made];</script></head>
<body><nav><a href="/">Home</a> <a href="/shop">Shop</a> <a href="/about">About</a></nav>
<article><h1>The lock gates of Brest</h1><p class="byline">By Ada Keeper</p>
${`<p>${paragraph}</p>`.repeat(4)}
<p id="place">The <b>oldest gate</b> stands at the <a href="/harbour">harbour</a>.</p>
<pre class="highlight"><code class="language-python">def level(a, b):
    return a == b
</code></pre>
<table><thead><tr><th>Gate</th><th>Year</th></tr></thead><tbody><tr><td>Harbour</td><td>1704</td></tr><tr><td>Sea</td><td>1856</td></tr></tbody></table>
<img id="picture" src="/gate.png" alt="A gate" width="200" height="100" onload="globalThis.wasLoaded = true">
${`<p>${paragraph}</p>`.repeat(2)}</article>
<footer>Newsletter: never miss a lock again. Cookies, imprint, terms.</footer></body></html>`;

const types: Readonly<Record<string, string>> = { css: 'text/css', png: 'image/png', pdf: 'application/pdf' };

export async function startSite(): Promise<Site> {
  const asked: string[] = [];
  const files: Readonly<Record<string, string | Buffer>> = {
    '/gates': article,
    '/other': article.replaceAll('The lock gates of Brest', 'Another page'),
    '/style.css': 'body { background: rgb(1, 2, 3) url("gate.png") no-repeat; }',
    '/gate.png': dotPng,
    '/members.png': dotPng,
    '/strict':
      '<!doctype html><meta http-equiv="Content-Security-Policy" content="require-trusted-types-for \'script\'; default-src \'none\'"><title>Strict</title><p>Words',
    '/far': `<!doctype html><title>Far</title><link rel="stylesheet" href="FAR/style.css"><p style="background-image: url(FAR/gate.png?inline)">Words</p>
<img src="FAR/gate.png?one"><img src="FAR/gate.png?two"><img src="/gate.png"><img src="/none.png"><img src="FAR/members.png">`,
    '/named': `<!doctype html><html><head><title>On tides | The Harbour News</title><meta property="og:site_name" content="The Harbour News"></head><body>
<article><img src="/gate.png" alt="A gate"><h1>On tides</h1>${`<p>${paragraph}</p>`.repeat(5)}</article></body></html>`,
    '/framed': '<!doctype html><title>Framed</title><p>Around</p><iframe src="/other" width="600" height="400"></iframe>',
    '/framed-far': '<!doctype html><title>Framed</title><p>Around</p><iframe src="FAR/other" width="600" height="400"></iframe>',
    '/framed-endless': `<!doctype html><title>Framed</title><p id="place">Around</p><iframe src="/endless"></iframe>`,
    '/endless': article.replace('</article>', ''),
    '/plan.pdf': '%PDF-1.4\n%%EOF\n',
    '/cd': 'A report',
    '/large': `<!doctype html><title>Large</title><p>Words</p>${'<i></i>'.repeat(pageLimits.elements)}`,
    '/slow': '<!doctype html><title>Slow</title><p>Words</p><img src="/never.png">',
    '/empty': '<!doctype html><title>Empty</title><p>Nothing',
  };
  /** Another host, as browsers see it. */
  const far = (): string => site.address.replace('127.0.0.1', 'localhost');
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path === '/never.png') return;
    const file = files[path.split('?')[0] ?? ''];
    if (path === '/cd') response.setHeader('content-disposition', 'attachment; filename="cd"; filename*=UTF-8\'\'%E6%8A%A5%E5%91%8A.md');
    if (site.isForEverybody) response.setHeader('access-control-allow-origin', '*');
    if (path === '/moved') return void response.writeHead(302, { location: `${far()}/gate.png` }).end();
    // Stands for one that needs a cookie: the page shows it, and nobody else may read it.
    const isGuarded = path === '/members.png' && request.headers['sec-fetch-dest'] !== 'image';
    response.writeHead(isGuarded ? 403 : file === undefined ? 404 : 200, {
      'content-type': types[/\.(\w+)/.exec(path)?.[1] ?? ''] ?? 'text/html; charset=utf-8',
    });
    const body = typeof file === 'string' ? file.replaceAll('FAR', far()) : (file ?? '');
    if (path === '/endless') response.write(body);
    else response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const site: Site = {
    isForEverybody: false,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;
}
