/** What the extension reads beyond a save, once the user has allowed it: the page in front, and blocks of code at their button. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { ExtensionMessage } from '../../src/contract/extension-messages.ts';
import { until } from '../harness/until.ts';
import { noBrowser } from '../page/page-browser.ts';
import { type ExtensionRig, startExtensionRig } from './extension-rig.ts';
import { dotPng } from './site.ts';

const skip = noBrowser;
let rig: ExtensionRig;
if (skip === false) {
  before(async () => {
    rig = await startExtensionRig({ isAllowedAll: true });
  });
  after(async () => await rig[Symbol.asyncDispose]());
}

type Tab = Extract<ExtensionMessage, { kind: 'tab' }>;
const tabs = (): readonly Tab[] => rig.listener.heard.filter((message) => message.kind === 'tab');
const lastTitle = (): string | null | undefined => {
  const last = tabs().at(-1);
  return last === undefined ? undefined : (last.page?.title ?? null);
};

test('Hub is told of the page in front only while that is switched on, and never of an excluded host', { skip }, async () => {
  const { hub, site } = rig;
  const first = await rig.visit('/gates');
  assert.equal(tabs().length, 0);
  const options = await hub.open('options.html');
  await options.click('#tell-tabs');
  await first.bringToFront();
  await until('report of the page', () => lastTitle() === 'The lock gates of Brest' || undefined);
  assert.equal(tabs().at(-1)?.page?.url, `${site.address}/gates`);
  const second = await rig.visit('/other');
  await until('report of the other page', () => lastTitle() === 'Another page' || undefined);
  await options.bringToFront();
  await until('report of none', () => lastTitle() === null || undefined);
  await options.fill('#excluded', '127.0.0.1');
  await options.press('#excluded', 'Tab');
  await options.getByText('Saved', { exact: true }).waitFor();
  await options.locator('.status[data-link="connected"]').waitFor();
  const before = tabs().length;
  await second.bringToFront();
  await first.bringToFront();
  await options.bringToFront();
  await options.fill('#excluded', '');
  await options.press('#excluded', 'Tab');
  await options.locator('.status[data-link="connected"]').waitFor();
  await second.bringToFront();
  await until('report of the page that is no longer excluded', () => lastTitle() === 'Another page' || undefined);
  assert.deepEqual(
    tabs()
      .slice(before)
      .filter(({ page }) => page !== null)
      .map(({ page }) => page?.title),
    ['Another page'],
  );
  await options.click('#tell-tabs');
  await options.locator('.status[data-link="connected"]').waitFor();
  const told = tabs().length;
  await first.bringToFront();
  await second.bringToFront();
  await options.bringToFront();
  await options.getByText('Test the connection').click();
  await options.getByText(/Hub answered within/).waitFor();
  assert.equal(tabs().length, told);
  await Promise.all([first.close(), second.close(), options.close()]);
});

test('Hub is told that something was copied in a page only while both switches are on, and not for an event that the page made', {
  skip,
}, async () => {
  const { hub, site, listener } = rig;
  const copies = () => listener.heard.filter((message) => message.kind === 'copy');
  const options = await hub.open('options.html');
  const scripts = async (): Promise<readonly string[]> =>
    (await (
      await hub.worker()
    ).evaluate('chrome.scripting.getRegisteredContentScripts().then((all) => all.map(({ id }) => id))')) as readonly string[];
  await options.click('#code-buttons');
  await until('the script of the buttons', async () => (await scripts()).length === 1 || undefined);
  assert.deepEqual(await scripts(), ['code-button']);
  await options.click('#tell-tabs');
  await until('both scripts', async () => (await scripts()).length === 2 || undefined);
  await options.locator('.status[data-link="connected"]').waitFor();

  const page = await rig.visit('/framed');
  const frame = page.frames().find((one) => one !== page.mainFrame());
  assert.ok(frame !== undefined);
  await frame.click('h1');
  await page.keyboard.press('Control+A');
  // A page can make such events, and end those of a person.
  await page.evaluate("addEventListener('copy', (event) => event.stopImmediatePropagation(), true)");
  await page.evaluate("document.body.dispatchEvent(new ClipboardEvent('copy', { bubbles: true }))");
  await page.keyboard.press('Control+C');
  const [copy] = await until('report of the copy', () => (copies().length > 0 ? copies() : undefined));
  assert.deepEqual([copy?.url, copy?.title], [`${site.address}/framed`, 'Framed']);
  assert.equal(copies().length, 1);

  await options.bringToFront();
  await options.click('#tell-tabs');
  await until('one script', async () => (await scripts()).length === 1 || undefined);
  await options.locator('.status[data-link="connected"]').waitFor();
  await page.bringToFront();
  await page.keyboard.press('Control+C');
  await options.bringToFront();
  await options.getByText('Test the connection').click();
  await options.getByText(/Hub answered within/).waitFor();
  assert.equal(copies().length, 1, 'the page still has the script, and the background tells nothing of it');
  await options.click('#code-buttons');
  await until('no script', async () => (await scripts()).length === 0 || undefined);
  await Promise.all([page.close(), options.close()]);
});

test('a button can be pressed again after the browser ended the background instead of an answer', { skip }, async () => {
  const popup = await rig.hub.open('popup.html');
  const article = popup.locator('#save-article');
  await article.waitFor();
  await popup.evaluate("chrome.runtime.sendMessage = async () => { globalThis.asked = true; throw new Error('closed'); }; undefined");
  await article.click();
  await until('the request', async () => await popup.evaluate<boolean>('globalThis.asked === true'));
  await until('the button', async () => await article.isEnabled());
  await popup.close();
});

test('a switch is off once its permission is gone', { skip }, async () => {
  const { hub } = rig;
  const options = await hub.open('options.html');
  await options.click('#code-buttons');
  const isOn = async (): Promise<boolean> => await options.isChecked('#code-buttons');
  assert.equal(await isOn(), true);
  await options.reload();
  await until('the switch', isOn);
  await options.evaluate(
    "chrome.permissions.contains = async () => false; document.dispatchEvent(new Event('visibilitychange')); undefined",
  );
  await until('the switch is off', async () => !(await isOn()));
  await options.reload();
  await options.click('#code-buttons');
  await options.close();
});

test('the button at a block of code saves it with its language, for a person’s click alone', { skip }, async () => {
  const { hub, listener } = rig;
  const options = await hub.open('options.html');
  await options.click('#code-buttons');
  await until('script in pages', async () => {
    const worker = await hub.worker();
    const registered = (await worker.evaluate('chrome.scripting.getRegisteredContentScripts()')) as readonly unknown[];
    return registered.length > 0 || undefined;
  });
  const page = await rig.visit('/gates');
  const before = listener.saved.length;
  await until('button at the block', async () => {
    await page.mouse.move(5, 5);
    await page.hover('pre');
    return (await page.locator('hub-code-button').count()) === 1 || undefined;
  });
  assert.equal(await page.evaluate("document.querySelector('hub-code-button').shadowRoot"), null);
  const box = await page.locator('pre').boundingBox();
  assert.ok(box !== null);
  // Clicks that nobody made: at the host, which a page can reach, and at the button itself, which it can't. The block has other code by the time of the real one.
  const code = await page.locator('pre code').textContent();
  await page.locator('pre code').evaluate((element) => Object.assign(element, { textContent: 'made up' }));
  await page.evaluate("document.querySelector('hub-code-button').click()");
  await clickWithin(page);
  await page.locator('pre code').evaluate((element, text) => Object.assign(element, { textContent: text }), code);
  await page.mouse.click(box.x + box.width - 20, box.y + 18);
  const message = await until('save', () => listener.saved[before]);
  assert.ok(message.kind === 'selection');
  assert.deepEqual(
    { form: message.form, language: message.language, text: message.text, title: message.title },
    { form: 'code', language: 'python', text: 'def level(a, b):\n    return a == b', title: 'The lock gates of Brest' },
  );
  assert.equal(listener.saved.length, before + 1);
  await Promise.all([options.close(), page.close()]);
});

/** Clicks the button in its closed shadow root by a script. */
async function clickWithin(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('DOM.getDocument', { depth: -1, pierce: true });
  const { searchId, resultCount } = await session.send('DOM.performSearch', { query: 'button', includeUserAgentShadowDOM: true });
  assert.ok(resultCount > 0);
  const { nodeIds } = await session.send('DOM.getSearchResults', { searchId, fromIndex: 0, toIndex: resultCount });
  for (const nodeId of nodeIds) {
    const { object } = await session.send('DOM.resolveNode', { nodeId });
    if (object.className !== 'HTMLButtonElement' || object.objectId === undefined) continue;
    await session.send('Runtime.callFunctionOn', { objectId: object.objectId, functionDeclaration: 'function () { this.click(); }' });
    await session.detach();
    return;
  }
  assert.fail('the button was not found');
}

test('a whole page has the pictures and styles of other hosts that the user has allowed', {
  skip,
}, async () => {
  const count = rig.listener.saved.length;
  const page = await rig.visit('/far');
  const popup = await rig.hub.popup(page);
  await popup.click('#save-page');
  const message = await until('save', () => rig.listener.saved[count]);
  assert.ok(message.kind === 'file');
  const html = Buffer.from(message.content, 'base64').toString();
  assert.match(html, /background: rgb\(1, 2, 3\)/);
  assert.equal(html.match(/src="data:image\/png/g)?.length, 3);
  assert.equal(html.match(/url\(&quot;http|url\("http/g), null);
  // One is only shown to whoever has its cookie, and is asked for without.
  await popup.text('.saves li', /^Far\s+text\/\s*Far\s*\.html\s+Without 1 picture\s+Open$/);
  await Promise.all([popup.close(), page.close()]);
});

test('nothing is fetched for a page that is not being saved', { skip }, async () => {
  const page = await rig.visit('/gates');
  const [tab] = (await (
    await rig.hub.worker()
  ).evaluate("chrome.tabs.query({}).then((tabs) => tabs.filter(({ url }) => url?.endsWith('/gates')).map(({ id }) => id))")) as number[];
  const file = { ask: 'page-file', address: `${rig.site.address}/gate.png` };
  const answer = await (await rig.hub.worker()).evaluate(`chrome.scripting.executeScript({
    target: { tabId: ${tab} }, args: [${JSON.stringify(file)}], func: (message) => chrome.runtime.sendMessage(message) }).then(([{ result }]) => result)`);
  assert.deepEqual(answer, { ok: false, why: 'not-readable' });
  await page.close();
});

test('a picture that its site gives only to its own pages is saved where the user has allowed its host', { skip }, async () => {
  const count = rig.listener.saved.length;
  const page = await rig.visit('/gates');
  // Another host, as browsers see it.
  await rig.clickMenu('/gates', { menuItemId: 'picture', srcUrl: `${rig.site.address.replace('127.0.0.1', 'localhost')}/gate.png` });
  const message = await until('save', () => rig.listener.saved[count]);
  assert.ok(message.kind === 'file' && message.name === 'gate.png');
  assert.deepEqual(Buffer.from(message.content, 'base64'), dotPng);
  await page.close();
});
