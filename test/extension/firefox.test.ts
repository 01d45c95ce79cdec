/** The extension in Firefox: pairing, a save, and what waits while Hub and the background are away. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairingCode, startExtensionListener } from '../doubles/extension-listener.ts';
import { firefoxExtensionAddress, noFirefox, openHubExtensionFirefox } from '../harness/desktop/hub-extension-firefox.ts';
import { temporaryHome } from '../harness/temporary-home.ts';
import { until } from '../harness/until.ts';
import { linkState, pairFirefox, startFirefoxRig } from './firefox-rig.ts';
import { startSite } from './site.ts';

const within = 60_000;

test('it is paired, saves an article, and keeps what is saved while Hub and its own background are away', { skip: noFirefox }, async () => {
  await using rig = await startFirefoxRig(3_000);
  const { listener, firefox, options } = rig;
  assert.deepEqual(listener.paired, [{ origin: firefoxExtensionAddress.slice(0, -1), name: 'Firefox' }]);

  await rig.visit('/gates');
  await firefox.clickButton();
  const save = (what: string): string => `browser.tabs.query({}).then((tabs) =>
    browser.runtime.sendMessage({ ask: 'save', what: '${what}', tabId: tabs.find(({ url }) => url?.endsWith('/gates'))?.id }))`;
  await until(
    'access to the page',
    async () =>
      (await options.read<number>("browser.tabs.query({}).then((tabs) => tabs.filter(({ url }) => url?.endsWith('/gates')).length)")) ===
        1 || undefined,
  );
  assert.deepEqual(await options.read(save('article')), { ok: true });
  const article = await until('article', () => listener.saved[0]);
  assert.ok(article.kind === 'page');
  assert.match(article.text, /^---\ntitle: "The lock gates of Brest"\nauthor: "Ada Keeper"/);
  assert.match(article.text, /```python\ndef level\(a, b\):\n {4}return a == b\n```/);

  assert.deepEqual(await options.read(save('page')), { ok: true });
  const whole = await until('page', () => listener.saved[1]);
  assert.ok(whole.kind === 'file');
  const html = Buffer.from(whole.content, 'base64').toString();
  assert.match(html, /<img id="picture" [^>]*src="data:image\/png;base64,/);
  assert.match(html, /h1 \{ color: rgb\(4, 5, 6\); \}/);

  await listener.away();
  assert.deepEqual(await options.read(save('article')), { ok: true });
  await until('state', async () => (await linkState(options)) === 'not-running' || undefined, within);
  // Without a page of the extension, nothing keeps the background.
  await options.goto('about:blank');
  await until('end of the background', async () => (await firefox.backgroundState()) === 'stopped' || undefined, within);
  await listener.back();
  await options.goto(`${firefoxExtensionAddress}popup.html`);
  const late = await until('article that waited', () => listener.saved[2], within);
  assert.ok(late.kind === 'page');
  await until(
    'receipts',
    async () => (await options.read<number>("document.querySelectorAll('.saves li[data-state=saved]').length")) === 3 || undefined,
    within,
  );
});

test('what waits for Hub arrives after Firefox was started again, with the pairing and the settings', { skip: noFirefox }, async (t) => {
  const folder = temporaryHome(t);
  await using listener = await startExtensionListener();
  await using site = await startSite();
  {
    await using firefox = await openHubExtensionFirefox(30_000, undefined, folder);
    const options = await firefox.open(`${firefoxExtensionAddress}options.html`);
    await pairFirefox(options, listener.port, pairingCode);
    const page = await firefox.open(`${site.address}/gates`);
    await page.front();
    await firefox.clickButton();
    await listener.away();
    const save = `browser.tabs.query({}).then((tabs) =>
      browser.runtime.sendMessage({ ask: 'save', what: 'article', tabId: tabs.find(({ url }) => url?.endsWith('/gates'))?.id }))`;
    await until('the save', async () => (await options.read<{ ok: boolean }>(save)).ok || undefined, within);
  }
  await listener.back();
  await using firefox = await openHubExtensionFirefox(30_000, undefined, folder);
  const article = await until('article that waited', () => listener.saved[0], within);
  assert.ok(article.kind === 'page' && article.title === 'The lock gates of Brest');
  assert.equal(listener.paired.length, 1);
  const popup = await firefox.open(`${firefoxExtensionAddress}popup.html`);
  const isSaved = "document.querySelectorAll('.saves li[data-state=saved]').length === 1";
  await until('its receipt', async () => await popup.read<boolean>(isSaved), within);
});

test('a tab that shows a file is saved once its host is allowed', { skip: noFirefox }, async () => {
  await using rig = await startFirefoxRig();
  const { listener, options } = rig;
  // The address of a tab is told only to who may read it.
  await rig.tellTabs();
  await rig.visit('/plan.pdf');
  const save = `browser.tabs.query({}).then((tabs) =>
    browser.runtime.sendMessage({ ask: 'save', what: 'page', tabId: tabs.find(({ url }) => url?.endsWith('/plan.pdf'))?.id }))`;
  await until(
    'the address',
    async () => await options.read<boolean>("browser.tabs.query({}).then((tabs) => tabs.some(({ url }) => url?.endsWith('/plan.pdf')))"),
  );
  assert.deepEqual(await options.read(save), { ok: false, trouble: 'page-needs-host' });
  await options.goto(`${firefoxExtensionAddress}popup.html`);
  await options.front();
  await until('the button', async () => await options.read<boolean>("document.querySelector('.saves .allow') !== null"), within);
  await options.click('.saves .allow');
  const file = await until('file', () => listener.saved[0], within);
  assert.ok(file.kind === 'file' && file.mediaType === 'application/pdf' && file.name === 'plan.pdf');
  await until(
    'its entry',
    async () => (await options.read<string>("document.querySelector('.saves li')?.innerText ?? ''")).startsWith('plan.pdf') || undefined,
    within,
  );
});

test('what is selected in a frame of another site needs that site, and is saved once it is allowed', { skip: noFirefox }, async () => {
  await using rig = await startFirefoxRig();
  const { listener, firefox, options } = rig;
  const page = await rig.visit('/framed-far');
  await page.read("getSelection().selectAllChildren(document.querySelector('p'))");
  await page.click('iframe', 3);
  await firefox.clickButton();
  const save = `browser.tabs.query({}).then((tabs) =>
    browser.runtime.sendMessage({ ask: 'save', what: 'selection', tabId: tabs.find(({ url }) => url?.endsWith('/framed-far'))?.id }))`;
  const asked = await until('access to the page', async () => {
    const answer = await options.read<{ ok: boolean; trouble?: string }>(save);
    return answer.trouble === 'page-gone' ? undefined : answer;
  });
  assert.deepEqual(asked, { ok: false, trouble: 'frame-needs-host' });
  assert.equal(listener.saved.length, 0, 'not what is still selected around the frame');
  await options.goto(`${firefoxExtensionAddress}popup.html`);
  await options.front();
  const sentence = "document.querySelector('.saves li')?.innerText ?? ''";
  await until(
    'the sentence',
    async () => /another site[\s\S]*Allow localhost/.test(await options.read<string>(sentence)) || undefined,
    within,
  );
  await options.click('.saves .allow');
  await until(
    'the permission',
    async () => await options.read<boolean>("browser.permissions.contains({ origins: ['http://localhost/*'] })"),
    within,
  );
  await page.front();
  await page.click('iframe', 3);
  assert.deepEqual(await options.read(save), { ok: true });
  const selection = await until('selection', () => listener.saved[0], within);
  assert.ok(selection.kind === 'selection' && !selection.text.includes('Around'), selection.kind);
});

test('Hub is told of the page in front once that is switched on', { skip: noFirefox }, async () => {
  await using rig = await startFirefoxRig();
  const { listener, site } = rig;
  await rig.tellTabs();
  const page = await rig.visit('/gates');
  const told = (title: string) => listener.heard.find((message) => message.kind === 'tab' && message.page?.title === title);
  await until('report of the page', () => told('The lock gates of Brest'), within);
  await page.goto(`${site.address}/other`);
  await until('report of the other page', () => told('Another page'), within);

  // Where the user has allowed all sites, the page itself tells of a copy.
  await rig.options.click('#code-buttons');
  const registered = 'browser.scripting.getRegisteredContentScripts().then((all) => all.length === 2)';
  await until('scripts in pages', async () => await rig.options.read<boolean>(registered), within);
  await page.goto(`${site.address}/gates`);
  await page.front();
  // The script of the extension is in the page a moment after it has loaded, which nothing tells.
  const copied = async () => {
    await page.read("document.execCommand('selectAll') && document.execCommand('copy')");
    return listener.heard.find(({ kind }) => kind === 'copy');
  };
  const copy = await until('report of the copy', copied, within);
  assert.ok(copy.kind === 'copy');
  assert.deepEqual([copy.url, copy.title], [`${site.address}/gates`, 'The lock gates of Brest']);
});
