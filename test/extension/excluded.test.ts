/** What is saved is of the page that the user asked for, and never of an excluded host; and no page can hold a save up. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import { noBrowser } from '../page/page-browser.ts';
import { type ExtensionRig, startExtensionRig } from './extension-rig.ts';

const skip = noBrowser;
let rig: ExtensionRig;
let options: Page;
let far = '';
if (skip === false) {
  before(async () => {
    rig = await startExtensionRig({ isAllowedAll: true });
    // Another host, as browsers see it.
    far = rig.site.address.replace('127.0.0.1', 'localhost');
    options = await rig.hub.open('options.html');
    await options.fill('#excluded', 'localhost');
    await options.press('#excluded', 'Tab');
    await options.getByText('Saved', { exact: true }).waitFor();
  });
  after(async () => await rig[Symbol.asyncDispose]());
  beforeEach(() => {
    rig.site.isForEverybody = true;
  });
}

/** Asks for a save as the popup does. */
async function save(page: Page, what: 'article' | 'selection' | 'page'): Promise<unknown> {
  return await options.evaluate(`chrome.tabs.query({}).then((tabs) => chrome.runtime.sendMessage(
    { ask: 'save', what: ${JSON.stringify(what)}, tabId: tabs.find(({ url }) => url === ${JSON.stringify(page.url())}).id }))`);
}

const lastEntry = async (): Promise<{ readonly state: string; readonly trouble?: string; readonly title: string }> =>
  (await options.evaluate(`new Promise((resolve) => {
    const port = chrome.runtime.connect({ name: 'view' });
    port.onMessage.addListener(({ recent: [newest] }) => { port.disconnect(); resolve(newest ?? {}); });
  })`)) as never;

for (const [where, to] of [
  ['an excluded host', () => `${far}/other`],
  ['another page of its site', () => `${rig.site.address}/other`],
] as const) {
  test(`nothing is saved of a tab that goes to ${where} before it is read`, { skip }, async () => {
    const before = rig.listener.saved.length;
    const page = await rig.visit('/gates');
    const worker = await rig.hub.worker();
    await worker.evaluate(`globalThis.usualGet = chrome.storage.local.get;
      globalThis.held = Promise.withResolvers();
      chrome.storage.local.get = async (...asked) => { globalThis.asked = true; await held.promise; return await usualGet.apply(chrome.storage.local, asked); }; undefined`);
    const saving = save(page, 'article');
    await until('the click', async () => (await worker.evaluate('globalThis.asked === true')) as boolean);
    await page.goto(to());
    await worker.evaluate('chrome.storage.local.get = usualGet; held.resolve(); delete globalThis.asked; undefined');
    assert.deepEqual(await saving, { ok: false, trouble: 'page-left' });
    assert.equal(rig.listener.saved.length, before);
    await page.close();
  });
}

test('nothing is read of a page that has become another one in its document', { skip }, async () => {
  const before = rig.listener.saved.length;
  const page = await rig.visit('/gates');
  await (await rig.hub.worker()).evaluate(`globalThis.usualExecute = chrome.scripting.executeScript;
    chrome.scripting.executeScript = async (asked) => {
      if (asked.args !== undefined) await usualExecute.call(chrome.scripting, { target: asked.target, func: () => history.pushState(null, '', '/later') });
      return await usualExecute.call(chrome.scripting, asked);
    }; undefined`);
  assert.deepEqual(await save(page, 'article'), { ok: false, trouble: 'page-left' });
  await (await rig.hub.worker()).evaluate('chrome.scripting.executeScript = usualExecute; undefined');
  assert.equal(rig.listener.saved.length, before);
  await page.close();
});

test('a selection in a frame of an excluded host is not saved', { skip }, async () => {
  const before = rig.listener.saved.length;
  const page = await rig.visit('/framed-far');
  const frame = page.frames().find((one) => one.url().startsWith(far));
  await frame?.evaluate('getSelection().selectAllChildren(document.querySelector("p"))');
  assert.deepEqual(await save(page, 'selection'), { ok: false, trouble: 'excluded-host' });
  await page.close();
  assert.equal(rig.listener.saved.length, before);
});

test('a picture or a link’s target of an excluded host is not saved, also where another address leads there', { skip }, async () => {
  const before = rig.listener.saved.length;
  const page = await rig.visit('/gates');
  for (const [menuItemId, address] of [
    ['link', `${far}/gate.png`],
    ['picture', `${far}/gate.png?p`],
    ['link', `${rig.site.address}/moved`],
  ] as const) {
    await rig.clickMenu('/gates', { menuItemId, ...(menuItemId === 'link' ? { linkUrl: address } : { srcUrl: address }) });
    await until('the entry', async () => (await lastEntry()).trouble === 'excluded-host');
    assert.equal((await lastEntry()).title, '', 'not even the title is written down');
    assert.equal(rig.listener.saved.length, before, address);
    // So that the next entry is another one.
    assert.deepEqual(await save(page, 'selection'), { ok: false, trouble: 'nothing-selected' });
  }
  assert.ok(!rig.site.asked.includes('/gate.png?p'), 'the host is not even asked');
  await page.close();
});

test('a whole page has nothing of an excluded host', { skip }, async () => {
  const before = rig.listener.saved.length;
  const page = await rig.visit('/far');
  await page.evaluate("document.querySelector('img:nth-of-type(3)').src = '/moved'");
  assert.deepEqual(await save(page, 'page'), { ok: true });
  const file = await until('the page', () => rig.listener.saved[before]);
  assert.ok(file.kind === 'file');
  const html = Buffer.from(file.content, 'base64').toString();
  assert.doesNotMatch(html, /data:image|rgb\(1, 2, 3\)/);
  await page.close();
});

test('a page whose markup never ends is saved as far as it is there', { skip }, async () => {
  const before = rig.listener.saved.length;
  const page = await rig.hub.context.newPage();
  await page.goto(`${rig.site.address}/endless`, { waitUntil: 'commit' });
  await page.getByText('opened only when both').last().waitFor();
  assert.deepEqual(await save(page, 'article'), { ok: true });
  const article = await until('the article', () => rig.listener.saved[before]);
  assert.ok(article.kind === 'page' && article.text.includes('A lock gate holds back the water'));
  await page.close();
});

test('a selection is saved although a frame of the page never ends', { skip }, async () => {
  const before = rig.listener.saved.length;
  const page = await rig.hub.context.newPage();
  await page.goto(`${rig.site.address}/framed-endless`, { waitUntil: 'commit' });
  const frame = await until('the frame', () => page.frames().find((one) => one.url().endsWith('/endless')));
  await frame.locator('#place').waitFor();
  await frame.evaluate("getSelection().selectAllChildren(document.getElementById('place'))");
  assert.deepEqual(await save(page, 'selection'), { ok: true });
  const selection = await until('the selection', () => rig.listener.saved[before]);
  assert.ok(selection.kind === 'selection' && selection.text.includes('oldest gate'));
  await page.close();
});
