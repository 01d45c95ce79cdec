/** From the click on “Save the article” to the receipt in the popup: a real Hub, a Chromium with the extension, and an article of 50 kB. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openHubExtension } from '../../test/harness/desktop/hub-extension.ts';
import { TestHub } from '../../test/harness/hub.ts';
import { summarize } from '../measuring/percentiles.ts';
import { type Report, statisticCells, statisticColumns } from '../measuring/report.ts';

const articleBytes = 50_000;
const withinMs = 20_000;

export async function measureReceipts(report: Report, parts: AsyncDisposableStack, saves: number): Promise<void> {
  const hub = parts.use(new TestHub());
  await hub.start();
  const server = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(article()));
  parts.defer(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const extension = parts.use(await openHubExtension());
  const options = await extension.open('options.html');
  await options.fill('#port', String(hub.webPort));
  await options.press('#port', 'Tab');
  await options.fill('#code', JSON.parse((await hub.command(['pair', '--json'])).stdout).code);
  await options.press('#code', 'Enter');
  await options.locator('.status[data-link="connected"]').waitFor();
  await options.close();
  const page = await extension.context.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const popup = await extension.popup(page);
  await popup.text('.status', /Connected/);
  const ms: number[] = [];
  for (let save = 0; save < saves; save += 1) {
    await page.evaluate(`document.querySelector('h1').textContent = 'Article number ${save}, of which there is one'`);
    ms.push(await popup.read<number>(clickUntilReceipt));
  }
  report.table(
    `From the click to the receipt, in ms: an article of ${articleBytes / 1_000} kB in Chromium`,
    ['', ...statisticColumns],
    [['click → receipt', ...statisticCells(summarize(ms))]],
  );
  report.target({ what: 'click → receipt, p50', figure: summarize(ms).p50, limit: 300, better: 'lower', unit: 'ms' });
  report.never('articles without a file', saves - hub.savedFiles().length);
  await popup.close();
}

/** In the popup: every save adds a row, whose state is `saved` in the end. */
const clickUntilReceipt = `new Promise((resolve, reject) => {
  const startedAtMs = performance.now();
  const seen = new Set([...document.querySelectorAll('.outcome')].map((row) => row.textContent));
  const observer = new MutationObserver(() => {
    const first = document.querySelector('.saves li');
    if (first?.dataset.state !== 'saved' || seen.has(first.querySelector('.outcome').textContent)) return;
    observer.disconnect();
    clearTimeout(deadline);
    resolve(performance.now() - startedAtMs);
  });
  const deadline = setTimeout(() => reject(new Error('no receipt')), ${withinMs});
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  document.querySelector('#save-article').click();
})`;

function article(): string {
  const paragraph =
    '<p>A lock gate holds back the water of a canal, and it is opened only when both sides are level, which takes a few minutes.</p>\n';
  return `<!doctype html><title>Lock gates</title><nav>Home News</nav><article><h1>Lock gates</h1>${paragraph.repeat(articleBytes / paragraph.length)}</article>`;
}
