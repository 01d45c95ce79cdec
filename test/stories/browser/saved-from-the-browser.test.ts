/** The extension and Hub: from the code of `hub pair` to the file in the WorkSpace and its receipt, also while Hub is away. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startSite } from '../../extension/site.ts';
import { openHubExtension } from '../../harness/desktop/hub-extension.ts';
import { filesBelow, TestHub } from '../../harness/hub.ts';
import { until } from '../../harness/until.ts';
import { noBrowser } from '../../page/page-browser.ts';

const skip = noBrowser || (process.platform !== 'linux' && 'only Linux tells which program connects');

test('what is saved in the browser is a file in the WorkSpace, with a receipt, also when Hub was away', { skip }, async () => {
  await using hub = new TestHub({ HUB_WEB_PORT: String(await freePort()) });
  await hub.start();
  await using site = await startSite();
  await using extension = await openHubExtension();
  const options = await extension.open('options.html');
  await options.fill('#port', String(hub.webPort));
  await options.press('#port', 'Tab');
  await options.fill('#code', JSON.parse((await hub.command(['pair', '--json'])).stdout).code);
  await options.press('#code', 'Enter');
  await options.locator('.status[data-link="connected"]').waitFor();
  await options.getByText('Test the connection').click();
  await options.getByText(/Hub answered within/).waitFor();

  const page = await extension.context.newPage();
  await page.goto(`${site.address}/gates`);
  await save(page, 'article');
  const article = await savedFile('The article', /oldest gate/);
  assert.match(article, /^---\ntitle: "The lock gates of Brest"\nauthor: "Ada Keeper"/);
  const popup = await extension.popup(page);
  assert.match(await popup.text('.recent', /Open/), /The lock gates of Brest\n\w+\/\n.+\n\.md\nOpen/);
  await popup.close();

  // The same once more is the same entry, with both times, and the same file.
  await save(page, 'article');
  const again = await extension.popup(page);
  await again.text('.recent', /Open[\s\S]*Open/);
  await again.close();
  const { id } = await hub.fragment(({ copyCount, text }) => copyCount === 2 && text?.includes('\n# The lock gates of Brest\n') === true);
  assert.deepEqual(
    (await hub.fragments()).filter(({ text }) => text?.includes('# The lock gates of Brest')).map((entry) => entry.id),
    [id],
  );
  assert.equal(filesBelow(hub.workspace).filter((file) => contentOf(path.resolve(hub.workspace, file)).includes('oldest gate')).length, 1);

  await hub.stop();
  await page.evaluate("getSelection().selectAllChildren(document.getElementById('place'))");
  await save(page, 'selection');
  await extension.endBackground();
  await hub.start();
  await options.reload();
  await options.locator('.status[data-link="connected"]').waitFor();
  await savedFile('The selection', /^---\n.*?\n---\n\nThe \*\*oldest gate\*\* stands at the/s);
  const { source } = await hub.fragment(({ text }) => text?.includes('\nThe **oldest gate**') === true);
  assert.equal(source.type, 'web');
  assert.equal(source.name, 'The lock gates of Brest');
  assert.equal(source.path, `${site.address}/gates`);

  async function save(over: Page, what: string): Promise<void> {
    const opened = await extension.popup(over);
    await opened.click(`#save-${what}`);
    await until('end of the save', async () => await opened.read<boolean>(`!document.querySelector('#save-${what}').disabled`));
    await opened.close();
  }

  async function savedFile(what: string, holding: RegExp): Promise<string> {
    return await until(`${what} in the WorkSpace`, () =>
      filesBelow(hub.workspace)
        .map((file) => contentOf(path.resolve(hub.workspace, file)))
        .find((content) => holding.test(content)),
    );
  }
});

/** Empty for a file that has its final name by now. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Hub has to come back at the same port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
