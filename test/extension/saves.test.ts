/** The extension in Chromium: pairing, what its popup tells, and what it saves. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pageLimits } from '../../extension/page/tasks.ts';
import type { ExtensionMessage } from '../../src/contract/extension-messages.ts';
import { pairingCode } from '../doubles/extension-listener.ts';
import { extensionAddress } from '../harness/desktop/hub-extension.ts';
import { until } from '../harness/until.ts';
import { noBrowser } from '../page/page-browser.ts';
import { type ExtensionRig, startExtensionRig } from './extension-rig.ts';
import { dotPng } from './site.ts';

let rig: ExtensionRig;
const skip = noBrowser;
if (skip === false) {
  before(async () => {
    rig = await startExtensionRig({ isPaired: false });
  });
  after(async () => await rig[Symbol.asyncDispose]());
}

const savedAfter = async (count: number): Promise<ExtensionMessage> => await until('save', () => rig.listener.saved[count]);

test('before it is paired, nobody at the port is told from another program there, and nothing is promised', { skip }, async () => {
  const { hub, listener } = rig;
  const page = await hub.open('options.html');
  const pair = async (): Promise<void> => {
    await page.fill('#code', pairingCode);
    await page.press('#code', 'Enter');
  };
  await listener.away();
  await pair();
  await page.getByText(`Hub does not answer at port ${listener.port}. Start Hub, then pair.`).waitFor();
  const { createServer } = await import('node:http');
  const stranger = createServer((_request, response) => response.end('hello')).listen(listener.port, '127.0.0.1');
  await pair();
  await page.getByText(`Port ${listener.port} does not answer as Hub does`).waitFor();
  stranger.closeAllConnections();
  await new Promise((resolve) => stranger.close(resolve));
  await listener.back();
  await page.close();
});

test('it is paired by the code, and says so only after a round trip', { skip }, async () => {
  const { hub, listener } = rig;
  const page = await hub.open('options.html');
  const status = page.locator('.status');
  await page.locator('.status[data-link="not-paired"]').waitFor();
  await until('the field for the code', async () => await page.evaluate("document.activeElement?.id === 'code'"));
  await page.fill('#code', 'no code!');
  await page.press('#code', 'Enter');
  await page.getByText('This is not a pairing code.').waitFor();
  await page.fill('#code', 'AAAA-BBBB');
  await page.press('#code', 'Enter');
  await page.getByText('Hub did not accept this code.').waitFor();
  assert.equal(listener.paired.length, 0);
  await page.fill('#code', pairingCode.toLowerCase().replace('-', ' '));
  await page.press('#code', 'Enter');
  await page.locator('.status[data-link="connected"]').waitFor();
  assert.match(await status.innerText(), /Connected to Hub\s+Version 0\.1\.0, paired as “Chromium”/);
  assert.deepEqual(listener.paired, [{ origin: extensionAddress.slice(0, -1), name: 'Chromium' }]);
  assert.ok(listener.beats > 0);
  await page.getByText('Test the connection').click();
  await page.getByText(/Hub answered within \d+ ms/).waitFor();
  await page.close();
});

test('an article is saved as Markdown with its facts, its code and its table', { skip }, async () => {
  const count = rig.listener.saved.length;
  const page = await rig.visit('/gates');
  const popup = await rig.hub.popup(page);
  await popup.click('#save-article');
  const message = await savedAfter(count);
  assert.equal(message.kind, 'page');
  assert.ok(message.kind === 'page');
  assert.equal(message.url, `${rig.site.address}/gates`);
  assert.equal(message.title, 'The lock gates of Brest');
  assert.equal(message.byline, 'Ada Keeper');
  assert.equal(message.published, '2026-03-04T10:00:00Z');
  assert.match(
    message.text,
    /^---\ntitle: "The lock gates of Brest"\nauthor: "Ada Keeper"\nurl: "http:[^"]+\/gates"\nsite: "127\.0\.0\.1"\ndate: "2026-03-04T10:00:00Z"\n---\n\n# The lock gates of Brest\n/,
  );
  assert.match(message.text, /```python\ndef level\(a, b\):\n {4}return a == b\n```/);
  assert.match(message.text, /\| Gate \| Year \|\n\| --- \| --- \|\n\| Harbour \| 1704 \|/);
  assert.match(message.text, /\[harbour\]\(http:[^)]+\/harbour\)/);
  assert.doesNotMatch(message.text, /Newsletter|Shop/);
  assert.match(await popup.text('.recent', /text\/\s*article\s*\.md/), /The lock gates of Brest\s+text\/\s*article\s*\.md\s+Open/);
  await popup.click('.saves button');
  await until('request to open it', () => rig.listener.heard.find((one) => one.kind === 'open' && one.of === message.id));
  await popup.close();
  await page.close();
});

test('a selection is saved as Markdown with a link to its place', { skip }, async () => {
  const count = rig.listener.saved.length;
  const page = await rig.visit('/gates');
  await page.evaluate("getSelection().selectAllChildren(document.getElementById('place'))");
  const popup = await rig.hub.popup(page);
  await popup.click('#save-selection');
  const message = await savedAfter(count);
  assert.ok(message.kind === 'selection');
  assert.equal(message.form, 'markdown');
  const place = `${rig.site.address}/gates#:~:text=The%20oldest%20gate%20stands%20at%20the%20harbour.`;
  assert.match(message.text, /^---\ntitle: "The lock gates of Brest"\nurl: "http:[^"]+\/gates"\nsite: "127\.0\.0\.1"\n---\n\n/);
  assert.equal(
    message.text.replace(/^---\n.*?\n---\n\n/s, ''),
    `The **oldest gate** stands at the [harbour](${rig.site.address}/harbour).\n\n— [The lock gates of Brest](${place})\n`,
  );
  await popup.close();
  await page.close();
});

test('what a page is called leaves out its site, and its heading is there once', { skip }, async () => {
  const count = rig.listener.saved.length;
  const page = await rig.visit('/named');
  const popup = await rig.hub.popup(page);
  await popup.click('#save-article');
  const message = await savedAfter(count);
  assert.ok(message.kind === 'page');
  assert.equal(message.title, 'On tides');
  assert.match(message.text, /\nsite: "The Harbour News"\n/);
  assert.deepEqual(message.text.match(/^#.*$/gm), ['# On tides']);
  await popup.click('#save-page');
  const file = await savedAfter(count + 1);
  assert.ok(file.kind === 'file' && file.name === 'On tides.html');
  await Promise.all([popup.close(), page.close()]);
});

test('a selection in a frame is saved without its frame being told, and its link leads to whole words', { skip }, async () => {
  const count = rig.listener.saved.length;
  const page = await rig.visit('/framed');
  const frame = page.frames().find((one) => one.url().endsWith('/other'));
  await frame?.evaluate(`(() => {
    const words = document.getElementById('place').firstElementChild.firstChild;
    const range = document.createRange();
    range.setStart(words, 2);
    range.setEnd(words, 9);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  })()`);
  const popup = await rig.hub.popup(page);
  await popup.click('#save-selection');
  const message = await savedAfter(count);
  assert.ok(message.kind === 'selection');
  assert.match(message.text, /\n---\n\n(?:\*\*)?dest ga(?:\*\*)?\n\n— \[Another page\]\([^)]*\/other#:~:text=oldest%20gate\)\n$/);
  await Promise.all([popup.close(), page.close()]);
});

test('a file has the name that its site gives it, and its entry too', { skip }, async () => {
  const count = rig.listener.saved.length;
  const page = await rig.visit('/gates');
  const popup = await rig.hub.popup(page);
  await rig.clickMenu('/gates', { menuItemId: 'link', linkUrl: `${rig.site.address}/cd` });
  const message = await savedAfter(count);
  assert.ok(message.kind === 'file');
  assert.deepEqual([message.name, message.title], ['报告.md', 'The lock gates of Brest']);
  await popup.text('.saves li', /^报告\.md\s/);
  await Promise.all([popup.close(), page.close()]);
});

test('a whole page is one file that shows the same and has a policy against everything else', { skip }, async () => {
  const count = rig.listener.saved.length;
  const page = await rig.visit('/gates');
  const popup = await rig.hub.popup(page);
  await popup.click('#save-page');
  const message = await savedAfter(count);
  assert.ok(message.kind === 'file');
  assert.equal(message.name, 'The lock gates of Brest.html');
  assert.equal(message.mediaType, 'text/html');
  const html = Buffer.from(message.content, 'base64').toString();
  const asked = rig.site.asked.length;
  const other = await rig.hub.context.newPage();
  await other.setContent(html);
  const seen = await other.evaluate(
    "({ wasRun: globalThis.wasRun, wasLoaded: globalThis.wasLoaded, colour: getComputedStyle(document.body).backgroundColor, words: document.body.innerText, width: document.getElementById('picture').naturalWidth, scripts: document.scripts.length })",
  );
  const words = await page.evaluate('document.body.innerText');
  assert.deepEqual(seen, { wasRun: undefined, wasLoaded: undefined, colour: 'rgb(1, 2, 3)', words, width: 1, scripts: 0 });
  // The policy is tried: what is put into the file later neither runs nor asks the site for anything.
  const tried = await other.evaluate(`new Promise((resolve) => {
    const refused = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      refused.push(effectiveDirective);
      if (refused.length === 2) resolve(refused.sort());
    });
    document.body.insertAdjacentHTML('beforeend', '<img src="${rig.site.address}/gate.png">');
    const script = document.createElement('script');
    script.textContent = 'globalThis.wasRun = true';
    document.body.append(script);
  })`);
  assert.deepEqual(tried, ['img-src', 'script-src-elem']);
  assert.equal(await other.evaluate('globalThis.wasRun'), undefined);
  assert.equal(rig.site.asked.length, asked, 'it asked for something');
  await Promise.all([popup.close(), page.close(), other.close()]);
});

test('a page whose own policy forbids markup from text is saved too', { skip }, async () => {
  const count = rig.listener.saved.length;
  const page = await rig.visit('/strict');
  const popup = await rig.hub.popup(page);
  await popup.click('#save-page');
  const message = await savedAfter(count);
  assert.ok(message.kind === 'file' && message.name === 'Strict.html');
  await Promise.all([popup.close(), page.close()]);
});

test('a picture and the target of a link are saved with their bytes', { skip }, async () => {
  const count = rig.listener.saved.length;
  const page = await rig.visit('/gates');
  const popup = await rig.hub.popup(page);
  await rig.clickMenu('/gates', { menuItemId: 'picture', srcUrl: `${rig.site.address}/gate.png` });
  const message = await savedAfter(count);
  assert.ok(message.kind === 'file');
  assert.equal(message.name, 'gate.png');
  assert.equal(message.mediaType, 'image/png');
  assert.deepEqual(Buffer.from(message.content, 'base64'), dotPng);
  await Promise.all([popup.close(), page.close()]);
});

test('a picture that its site gives only to its own pages is saved once the popup has asked for its host, though that closes the popup', {
  skip,
}, async () => {
  const count = rig.listener.saved.length;
  const page = await rig.visit('/gates');
  const popup = await rig.hub.popup(page);
  // Another host, as browsers see it.
  await rig.clickMenu('/gates', { menuItemId: 'picture', srcUrl: `${rig.site.address.replace('127.0.0.1', 'localhost')}/gate.png` });
  await popup.text('.saves li', /^gate\.png\s+Not saved: The site only serves it to its own pages[\s\S]*Allow localhost and save/);
  assert.equal(rig.listener.saved.length, count);
  // The browser's question closes the popup, and nobody can answer it here: what it tells then, and what it allows, is played.
  await popup.click('.saves .allow');
  await popup.close();
  const worker = await rig.hub.worker();
  await until('the wish', async () => await worker.evaluate('chrome.storage.session.get().then(({ wish }) => wish !== undefined)'));
  rig.site.isForEverybody = true;
  await worker.evaluate(
    'globalThis.usualContains = chrome.permissions.contains; chrome.permissions.contains = async () => true; undefined',
  );
  const allow = (origin: string): string => `chrome.permissions.onAdded.dispatch({ origins: [${JSON.stringify(origin)}] })`;
  await worker.evaluate(allow('http://localhost/*'));
  const message = await savedAfter(count);
  assert.ok(message.kind === 'file' && message.name === 'gate.png' && message.url === `${rig.site.address}/gates`);
  await worker.evaluate(allow('http://localhost/*'));
  await worker.evaluate('chrome.permissions.contains = globalThis.usualContains; undefined');
  rig.site.isForEverybody = false;
  const again = await rig.hub.popup(page);
  // The entry is that of the save by now, with the file as its title.
  await again.text('.saves li', /^gate\.png\s+text\/\s*gate\s*\.png\s+Open/);
  assert.equal(
    await again.read<number>(
      "[...document.querySelectorAll('.saves li')].filter((entry) => entry.innerText.includes('Allow localhost')).length",
    ),
    0,
  );
  assert.equal(rig.listener.saved.length, count + 1, 'it is saved once');
  await Promise.all([again.close(), page.close()]);
});

test('the receipt of a whole page says what it is without, and it is saved again once that is allowed', { skip }, async () => {
  const count = rig.listener.saved.length;
  const page = await rig.visit('/far');
  const popup = await rig.hub.popup(page);
  await popup.click('#save-page');
  const first = await savedAfter(count);
  // The picture that is not there is missing from the page itself.
  await popup.text('.saves li', /^Far\s+text\/\s*Far\s*\.html\s+Without 4 pictures and 1 style\s+Allow localhost and save again\s+Open/);
  await popup.click('.saves .allow');
  await popup.close();
  const worker = await rig.hub.worker();
  rig.site.isForEverybody = true;
  await worker.evaluate(
    'globalThis.usualContains = chrome.permissions.contains; chrome.permissions.contains = async () => true; undefined',
  );
  await worker.evaluate("chrome.permissions.onAdded.dispatch({ origins: ['http://localhost/*'] })");
  const second = await savedAfter(count + 1);
  await worker.evaluate('chrome.permissions.contains = globalThis.usualContains; undefined');
  rig.site.isForEverybody = false;
  assert.ok(first.kind === 'file' && second.kind === 'file');
  const pictures = ({ content }: { content: string }): number =>
    Buffer.from(content, 'base64')
      .toString()
      .match(/src="data:image\/png/g)?.length ?? 0;
  assert.deepEqual([pictures(first), pictures(second)], [1, 3]);
  const again = await rig.hub.popup(page);
  // The one that its site gives only to whom it knows is still missing, though the page shows it.
  await again.text('.saves li', /^Far\s+text\/\s*Far\s*\.html\s+Without 1 picture\s+Open/);
  await Promise.all([again.close(), page.close()]);
});

test('the popup says why nothing was saved', { skip }, async () => {
  const empty = await rig.visit('/empty');
  const popup = await rig.hub.popup(empty);
  const place = async (): Promise<number> => await popup.read<number>("document.querySelector('#save-page').getBoundingClientRect().top");
  await popup.text('#save-page', /Save the whole page/);
  const before = await place();
  await popup.click('#save-selection');
  await popup.text('.saves li', /^Empty\s+Not saved: Nothing is selected in the page/);
  await popup.click('#save-article');
  await popup.text('.saves li', /^Empty\s+Not saved: No article was found/);
  await popup.text('.saves li:nth-child(2)', /^Empty\s+Not saved: Nothing is selected in the page/);
  assert.equal(await place(), before, 'the buttons stay where the pointer is');
  await popup.close();
  const options = await rig.hub.open('options.html');
  await options.fill('#excluded', '127.0.0.1');
  await options.press('#excluded', 'Tab');
  await options.getByText('Saved', { exact: true }).waitFor();
  const page = await rig.visit('/gates');
  const again = await rig.hub.popup(page);
  await again.click('#save-article');
  // Not even its title is written down.
  await again.text('.saves li', /^127\.0\.0\.1\s+Not saved: This site is excluded/);
  await again.close();
  await options.fill('#excluded', 'not a host');
  await options.press('#excluded', 'Tab');
  await options.getByText('Not a host: not a host').waitFor();
  await options.fill('#excluded', '');
  await options.press('#excluded', 'Tab');
  await options.getByText('Saved', { exact: true }).waitFor();
  await Promise.all([empty.close(), page.close(), options.close()]);
});

test('of a page that is too large for Markdown the popup says that it can be saved as a whole', { skip }, async () => {
  const page = await rig.visit('/large');
  const popup = await rig.hub.popup(page);
  await popup.click('#save-article');
  await popup.text('.saves li', /^Large\s+Not saved: This is too large for Markdown. The whole page can be saved/);
  await Promise.all([popup.close(), page.close()]);
});

test('while a page is read, the button and the popup say so; a page that the tab leaves is given up at once', { skip }, async () => {
  const page = await rig.hub.context.newPage();
  await page.goto(`${rig.site.address}/slow`, { waitUntil: 'domcontentloaded' });
  const popup = await rig.hub.popup(page);
  await popup.click('#save-page');
  await popup.text('.saves li', /^Slow\s+Reading the page…$/);
  await popup.close();
  const again = await rig.hub.popup(page);
  await again.text('.saves li', /^Slow\s+Reading the page…$/);
  assert.equal(await (await rig.hub.worker()).evaluate('chrome.action.getBadgeText({})'), '…');
  await again.close();
  const startedAtMs = performance.now();
  await page.goto(`${rig.site.address}/empty`);
  const after = await rig.hub.popup(page);
  await after.text('.saves li', /^Slow\s+Not saved: The tab left this page before it was read/);
  assert.ok(performance.now() - startedAtMs < pageLimits.inliningMs, 'it was not waited for its picture');
  await Promise.all([after.close(), page.close()]);
});

test('hosts that Hub excludes are excluded', { skip }, async () => {
  rig.listener.excludedHosts = ['127.0.0.1'];
  await rig.listener.away();
  await rig.listener.back();
  const page = await rig.visit('/gates');
  const popup = await rig.hub.popup(page);
  await popup.text('.status', /Connected/);
  await popup.click('#save-article');
  await popup.text('.saves li', /Hub’s own rules exclude this site/);
  rig.listener.excludedHosts = [];
  await rig.listener.away();
  await rig.listener.back();
  await popup.close();
  await page.close();
});

test('a Hub that is away, another program at its port and a revoked pairing are told apart', { skip }, async () => {
  const { listener, hub } = rig;
  const page = await hub.open('popup.html');
  await page.locator('.status[data-link="connected"]').waitFor();
  await listener.away();
  await page.getByText(`Hub does not answer at port ${listener.port}`).waitFor();
  assert.ok(await page.locator('.status').getByRole('button', { name: 'Options' }).isVisible(), 'the port is there');
  const { createServer } = await import('node:http');
  const stranger = createServer((_request, response) => response.end('hello')).listen(listener.port, '127.0.0.1');
  await page.getByText('Try again').click();
  await page.locator('.status[data-link="not-hub"]').waitFor();
  stranger.closeAllConnections();
  await new Promise((resolve) => stranger.close(resolve));
  await listener.back();
  await page.getByText('Try again').click();
  await page.locator('.status[data-link="connected"]').waitFor();
  listener.revoke();
  await page.getByText('Hub no longer accepts this browser').waitFor();
  // It is refused again, without a reason that a browser tells.
  await page.reload();
  await page.locator('.status[data-link="refused"]').waitFor();
  await page.fill('#code', pairingCode);
  await page.press('#code', 'Enter');
  await page.locator('.status[data-link="connected"]').waitFor();
  await page.close();
});

test('a code that is entered right after a port is asked of that port, however slow the storage is', { skip }, async () => {
  const { listener, hub } = rig;
  const page = await hub.open('options.html');
  await page.locator('.status[data-link="connected"]').waitFor();
  await page.getByRole('button', { name: 'Unpair' }).click();
  await page.locator('.status[data-link="not-paired"]').waitFor();
  await page.fill('#port', '1');
  await page.press('#port', 'Tab');
  await until('the port', async () => await page.evaluate("chrome.storage.local.get().then((stored) => stored['settings.port'] === 1)"));
  await page.evaluate(`const usual = chrome.storage.local.set.bind(chrome.storage.local);
    chrome.storage.local.set = async (...given) => { await new Promise((resolve) => setTimeout(resolve, 700)); await usual(...given); }; undefined`);
  await page.fill('#port', String(listener.port));
  await page.press('#port', 'Tab');
  await page.fill('#code', pairingCode);
  await page.press('#code', 'Enter');
  await page.locator('.status[data-link="connected"]').waitFor();
  await page.close();
});

test('what is selected in a frame of another site needs that site, also while something is still selected in the page', {
  skip,
}, async () => {
  const count = rig.listener.saved.length;
  const page = await rig.visit('/framed-far');
  await page.evaluate(`getSelection().selectAllChildren(document.querySelector('p'))`);
  const frame = page.frames().find((one) => one.url().endsWith('/other'));
  await frame?.locator('p').first().click({ clickCount: 3 });
  const popup = await rig.hub.popup(page);
  await popup.click('#save-selection');
  await popup.text(
    '.saves li',
    /^Framed\s+Not saved: The selection is in a part of the page that comes from another site[\s\S]*Allow localhost and save/,
  );
  assert.equal(rig.listener.saved.length, count);
  await Promise.all([popup.close(), page.close()]);
});
