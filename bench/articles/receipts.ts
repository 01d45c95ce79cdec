/** From the click on “Save the article” to the receipt in the popup: a real Hub, an article of 50 kB, and the extension in Chromium and in Firefox. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pairFirefox } from '../../test/extension/firefox-rig.ts';
import { openHubExtension } from '../../test/harness/desktop/hub-extension.ts';
import { firefoxExtensionAddress, noFirefox, openHubExtensionFirefox } from '../../test/harness/desktop/hub-extension-firefox.ts';
import { TestHub } from '../../test/harness/hub.ts';
import { until } from '../../test/harness/until.ts';
import { summarize } from '../measuring/percentiles.ts';
import { type Report, statisticCells, statisticColumns } from '../measuring/report.ts';

const articleBytes = 50_000;
const withinMs = 20_000;

/** Saves the article of the page in front, and resolves to the milliseconds until its receipt; `setHeading` makes it another article. */
interface Saver extends AsyncDisposable {
  setHeading(heading: string): Promise<void>;
  save(): Promise<number>;
}

export async function measureReceipts(report: Report, parts: AsyncDisposableStack, saves: number): Promise<void> {
  const server = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(article()));
  parts.defer(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const savers: Readonly<Record<string, (hub: TestHub) => Promise<Saver>>> = {
    Chromium: async (hub) => await openInChromium(hub, address),
    ...(noFirefox === false ? { Firefox: async (hub: TestHub) => await openInFirefox(hub, address) } : {}),
  };
  if (noFirefox !== false) report.note(`Firefox was not measured: ${noFirefox}`);
  const rows: (readonly string[])[] = [];
  for (const [browser, open] of Object.entries(savers)) {
    await using hub = new TestHub();
    await hub.start();
    await using saver = await open(hub);
    const ms: number[] = [];
    for (let save = 0; save < saves; save += 1) {
      await saver.setHeading(`Article number ${save}, of which there is one`);
      ms.push(await saver.save());
    }
    rows.push([browser, ...statisticCells(summarize(ms))]);
    report.target({ what: `click → receipt in ${browser}, p50`, figure: summarize(ms).p50, limit: 300, better: 'lower', unit: 'ms' });
    report.never(`articles of ${browser} without a file`, saves - hub.savedFiles().length);
  }
  report.table(`From the click to the receipt, in ms: an article of ${articleBytes / 1_000} kB`, ['', ...statisticColumns], rows);
}

async function pairingCode(hub: TestHub): Promise<string> {
  return JSON.parse((await hub.command(['pair', '--json'])).stdout).code;
}

async function openInChromium(hub: TestHub, address: string): Promise<Saver> {
  await using parts = new AsyncDisposableStack();
  const extension = parts.use(await openHubExtension());
  const options = await extension.open('options.html');
  await options.fill('#port', String(hub.webPort));
  await options.press('#port', 'Tab');
  await options.fill('#code', await pairingCode(hub));
  await options.press('#code', 'Enter');
  await options.locator('.status[data-link="connected"]').waitFor();
  await options.close();
  const page = await extension.context.newPage();
  await page.goto(address);
  const popup = await extension.popup(page);
  parts.defer(async () => await popup.close());
  await popup.text('.status', /Connected/);
  const owned = parts.move();
  return {
    setHeading: async (heading) => void (await page.evaluate(setHeading(heading))),
    save: async () => await popup.read<number>(untilReceipt("document.querySelector('#save-article').click()")),
    [Symbol.asyncDispose]: async () => await owned.disposeAsync(),
  };
}

/** The popup of Firefox can't be driven from outside: the same page is in a tab, and asks what its button would ask, for the tab with the article. */
async function openInFirefox(hub: TestHub, address: string): Promise<Saver> {
  await using parts = new AsyncDisposableStack();
  const firefox = parts.use(await openHubExtensionFirefox());
  const popup = await firefox.open(`${firefoxExtensionAddress}options.html`);
  await pairFirefox(popup, hub.webPort, await pairingCode(hub));
  await popup.goto(`${firefoxExtensionAddress}popup.html`);
  const tabsBefore = await popup.read<readonly number[]>('browser.tabs.query({}).then((tabs) => tabs.map(({ id }) => id))');
  const page = await firefox.open(address);
  await page.front();
  await firefox.clickButton();
  const tabs = await popup.read<readonly number[]>('browser.tabs.query({}).then((tabs) => tabs.map(({ id }) => id))');
  const [tabId] = tabs.filter((id) => !tabsBefore.includes(id));
  const mayRead = `browser.tabs.get(${tabId}).then(({ url }) => url !== undefined)`;
  await until('access to the page', async () => await popup.read<boolean>(mayRead));
  const owned = parts.move();
  return {
    setHeading: async (heading) => void (await page.read(setHeading(heading))),
    save: async () =>
      await popup.read<number>(untilReceipt(`void browser.runtime.sendMessage({ ask: 'save', what: 'article', tabId: ${tabId} })`)),
    [Symbol.asyncDispose]: async () => await owned.disposeAsync(),
  };
}

function setHeading(heading: string): string {
  return `void (document.querySelector('h1').textContent = ${JSON.stringify(heading)})`;
}

/** In the popup: every save adds a row, whose state is `saved` in the end. */
function untilReceipt(click: string): string {
  return `new Promise((resolve, reject) => {
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
  ${click};
})`;
}

function article(): string {
  const paragraph =
    '<p>A lock gate holds back the water of a canal, and it is opened only when both sides are level, which takes a few minutes.</p>\n';
  return `<!doctype html><title>Lock gates</title><nav>Home News</nav><article><h1>Lock gates</h1>${paragraph.repeat(articleBytes / paragraph.length)}</article>`;
}
