/** The queue of the extension in Chromium: nothing is lost or sent out of order while Hub is away, the background ends or the browser is started again. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { pairingCode, savedReceipt } from '../doubles/extension-listener.ts';
import { extensionAddress } from '../harness/desktop/hub-extension.ts';
import { until } from '../harness/until.ts';
import { noBrowser } from '../page/page-browser.ts';
import { type ExtensionRig, startExtensionRig } from './extension-rig.ts';

const skip = noBrowser;
let rig: ExtensionRig;
if (skip === false) {
  before(async () => {
    rig = await startExtensionRig();
  });
  after(async () => await rig[Symbol.asyncDispose]());
}

/** Saves a selection of these words, and waits until it is in the queue or beyond. */
async function saveWords(page: Page, words: string): Promise<void> {
  await page.evaluate(
    `document.getElementById('place').textContent = ${JSON.stringify(words)}; getSelection().selectAllChildren(document.getElementById('place'))`,
  );
  const popup = await rig.hub.popup(page);
  await popup.click('#save-selection');
  await until('end of the save', async () => await popup.read<boolean>("!document.querySelector('#save-selection').disabled"));
  await until(
    'the entry of this one',
    async () => await popup.read<boolean>("document.querySelector('.saves li')?.dataset.state !== 'not-saved'"),
  );
  await popup.close();
}

/** What starts the background by itself. */
async function alarms(): Promise<readonly string[]> {
  const page = await rig.hub.open('options.html');
  const names = await page.evaluate<string[]>('chrome.alarms.getAll().then((all) => all.map(({ name }) => name))');
  await page.close();
  return names;
}

/** The first line below the facts. */
const firstLine = (text: string): string => text.replace(/^---\n.*?\n---\n\n/s, '').split('\n')[0] ?? '';

const wordsSaved = (): readonly string[] =>
  rig.listener.saved.map((message) => (message.kind === 'selection' ? firstLine(message.text) : message.kind));

test('what is saved while Hub is away waits, over the end of the background and of the browser, and arrives once and in order', {
  skip,
}, async () => {
  const { listener, hub } = rig;
  await listener.away();
  const page = await rig.visit('/gates');
  await saveWords(page, 'first');
  await saveWords(page, 'second');
  await hub.endBackground();
  await saveWords(page, 'third');
  const popup = await hub.popup(page);
  await popup.text('.queued', /3 saves wait for Hub/);
  await popup.text('.recent', /Waits for Hub/);
  await popup.close();
  assert.deepEqual(await alarms(), ['try-again'], 'what starts the background while Hub is away');
  await hub.restart();
  await listener.back();
  const shown = await hub.open('popup.html');
  await shown.locator('.status[data-link="connected"]').waitFor();
  await until('three saves', () => listener.saved.length === 3 || undefined);
  assert.deepEqual(wordsSaved(), ['first', 'second', 'third']);
  await until('no alarm any more', async () => (await alarms()).length === 0);
  await until('three receipts', async () => (await shown.locator('.saves li[data-state="saved"]').count()) === 3 || undefined);
  await shown.close();
});

test('a save whose acknowledgement was lost is sent again with the same id', { skip }, async () => {
  const { listener, hub } = rig;
  let isCut = false;
  listener.answer = (message) => {
    if (message.kind !== 'selection' || isCut) return [{ ack: message.id }, savedReceipt(message)];
    isCut = true;
    return 'cut';
  };
  const before = listener.heard.length;
  const page = await rig.visit('/gates');
  await saveWords(page, 'fourth');
  const shown = await hub.open('popup.html');
  await until('save', () => wordsSaved().includes('fourth') || undefined);
  const ids = listener.heard.slice(before).flatMap((message) => (message.kind === 'selection' ? [message.id] : []));
  assert.equal(ids.length, 2);
  assert.equal(new Set(ids).size, 1);
  listener.answer = null;
  await Promise.all([page.close(), shown.close()]);
});

test('what Hub could not take now is sent again, what it refuses ends with the reason, and neither holds up the next one', {
  skip,
}, async () => {
  const { listener, hub } = rig;
  const page = await rig.visit('/gates');
  const tries: string[] = [];
  listener.answer = (message) => {
    const words = message.kind === 'selection' ? firstLine(message.text) : '';
    tries.push(words ?? '');
    if (words === 'later' && tries.filter((one) => one === 'later').length < 2) return [{ nack: message.id, reason: 'failed' }];
    if (words === 'never') return [{ nack: message.id, reason: 'secret' }];
    return [{ ack: message.id }, savedReceipt(message)];
  };
  for (const words of ['later', 'never', 'now']) await saveWords(page, words);
  const shown = await hub.open('popup.html');
  await until('all of it', () => wordsSaved().includes('later') || undefined);
  // Where a save takes longer than the first wait, the second try is before the last save.
  assert.deepEqual(tries.slice(0, 2), ['later', 'never']);
  assert.deepEqual(tries.slice(2).toSorted(), ['later', 'now']);
  await shown.getByText('Not kept: it looks like a secret').waitFor();
  listener.answer = null;
  await Promise.all([page.close(), shown.close()]);
});

test('what is saved while capture is paused in Hub waits until Hub resumes, and the popup says so', { skip }, async () => {
  const { listener, hub } = rig;
  const page = await rig.visit('/gates');
  const before = listener.saved.length;
  listener.answer = ({ id }) => [{ nack: id, reason: 'paused' }];
  await saveWords(page, 'in the pause');
  await saveWords(page, 'in the pause too');
  const popup = await hub.popup(page);
  await popup.text('.queued', /Capture is paused in Hub: 2 saves wait/);
  // What a Hub said that no longer accepts this browser is not said any more.
  listener.revoke();
  await popup.text('.queued', /^2 saves wait until this browser is paired again$/);
  await popup.close();
  const options = await hub.open('options.html');
  await options.fill('#code', pairingCode);
  await options.press('#code', 'Enter');
  await options.locator('.status[data-link="connected"]').waitFor();
  await options.close();
  await until('the number', async () => (await (await hub.worker()).evaluate('chrome.action.getBadgeText({})')) === '2', 10_000);
  assert.equal(listener.saved.length, before);
  listener.answer = null;
  listener.tell({ update: {} });
  await until('both', () => listener.saved.length === before + 2);
  assert.deepEqual(wordsSaved().slice(before), ['in the pause', 'in the pause too']);
  await page.close();
});

test('why a save has no file is said in the language of the browser, and in Hub’s own words where there are none', { skip }, async () => {
  const { listener, hub } = rig;
  const page = await rig.visit('/gates');
  for (const [outcome, why, said] of [
    ['kept', { reason: 'too_short' }, 'In Hub’s history only: it is too short'],
    ['kept', { reason: 'none_that_is_known' }, 'nur im Verlauf'],
    ['waiting', {}, 'Hub has it'],
    ['filtered', { reason: 'secret_github_token' }, 'Not kept: it looks like a secret \\(github_token\\)[^\\n]*'],
  ] as const) {
    listener.answer = ({ id }) => [{ ack: id }, { receipt: id, outcome, ...why, text: 'nur im Verlauf' }];
    await saveWords(page, `it is ${outcome}: ${said}`);
    const popup = await hub.popup(page);
    await popup.text('.saves li', new RegExp(`\\n${said}$`));
    await popup.close();
  }
  listener.answer = null;
  await page.close();
});

test('the sign on the button says what became of a save: refused, waiting in Hub, saved', { skip }, async () => {
  const { listener, hub } = rig;
  const page = await rig.visit('/gates');
  const sign = async (): Promise<string> => String(await (await hub.worker()).evaluate('chrome.action.getBadgeText({})'));
  const cases: readonly (readonly [string, NonNullable<typeof listener.answer>])[] = [
    ['!', ({ id }) => [{ nack: id, reason: 'excluded' }]],
    ['…', ({ id }) => [{ ack: id }, { receipt: id, outcome: 'waiting', text: 'being saved' }]],
    ['✓', (message) => [{ ack: message.id }, savedReceipt(message)]],
  ];
  for (const [expected, answer] of cases) {
    listener.answer = answer;
    const before = listener.heard.length;
    await saveWords(page, `the sign ${expected}`);
    await until('the save', () => listener.heard.length > before);
    await until(`the sign ${expected}`, async () => (await sign()) === expected);
    // It is shown for some seconds; until then it would be that of the next one.
    if (expected === '…') assert.equal(await sign(), expected);
  }
  listener.answer = null;
  await page.close();
});

test('a save is stored also after the browser has closed the database, and a page that can’t be stored is told', { skip }, async () => {
  const { listener, hub } = rig;
  const page = await rig.visit('/gates');
  const options = await hub.open('options.html');
  const session = await hub.context.newCDPSession(options);
  await session.send('Storage.clearDataForOrigin', { origin: extensionAddress.slice(0, -1), storageTypes: 'indexeddb' });
  await saveWords(page, 'after the end of the database');
  await until('the save', () => wordsSaved().includes('after the end of the database') || undefined);
  await (await hub.worker()).evaluate(
    'globalThis.usualTransaction = IDBDatabase.prototype.transaction; IDBDatabase.prototype.transaction = () => { throw new DOMException("no", "UnknownError"); }',
  );
  await page.evaluate("getSelection().selectAllChildren(document.getElementById('place'))");
  const popup = await hub.popup(page);
  const before = listener.saved.length;
  await popup.click('#save-selection');
  await popup.text('.saves li', /^The lock gates of Brest\s+Not saved: The browser could not store this/);
  assert.equal(await (await hub.worker()).evaluate('chrome.action.getBadgeText({})'), '!');
  await (await hub.worker()).evaluate('IDBDatabase.prototype.transaction = globalThis.usualTransaction');
  assert.equal(listener.saved.length, before);
  await Promise.all([popup.close(), page.close(), options.close()]);
});

test('the queue takes 10,000 saves, and says that it takes no more', { skip }, async () => {
  const { listener, hub } = rig;
  const page = await rig.visit('/gates');
  await listener.away();
  const shown = await hub.open('options.html');
  const fill = (count: number): string => `new Promise((resolve, reject) => {
    const opening = indexedDB.open('hub');
    opening.onsuccess = () => {
      const writing = opening.result.transaction(['saves', 'queue'], 'readwrite');
      for (let index = 0; index < ${count}; index += 1) {
        const id = 'filling-' + String(index).padStart(6, '0');
        const key = 1_000 + index;
        writing.objectStore('saves').put({ id, atMs: 1, what: 'selection', title: 't', host: 'h', state: 'queued', tries: 0, notBeforeMs: 0 }, key);
        writing.objectStore('queue').put({ id, kind: 'selection', atMs: 1, url: 'https://a.example/', title: 't', text: String(index), form: 'markdown' }, key);
      }
      writing.oncomplete = () => { opening.result.close(); resolve(); };
      writing.onerror = () => reject(writing.error);
    };
  })`;
  /** The last one has the highest key. */
  const removeFrom = (key: number): string => `new Promise((resolve) => {
    const opening = indexedDB.open('hub');
    opening.onsuccess = () => {
      const writing = opening.result.transaction(['saves', 'queue'], 'readwrite');
      for (const name of ['saves', 'queue']) writing.objectStore(name).delete(IDBKeyRange.bound(${key}, 1_000 + 9_998));
      writing.oncomplete = () => { opening.result.close(); resolve(); };
    };
  })`;
  await shown.evaluate(fill(9_999));
  await saveWords(page, 'the last one');
  await page.evaluate("getSelection().selectAllChildren(document.getElementById('place'))");
  const popup = await hub.popup(page);
  await popup.click('#save-selection');
  await popup.text('.saves li', /Not saved: 10,000 saves wait for Hub already/);
  await popup.text('.queued', /10,000 saves wait for Hub/);
  await popup.close();
  // A thousand of them are enough to see them arrive.
  await shown.evaluate(removeFrom(1_000 + 999));
  const before = listener.saved.length;
  await listener.back();
  await shown.reload();
  await until('1,000 saves', () => listener.saved.length === before + 1_000 || undefined, 60_000);
  const order = listener.saved.slice(before).map((message) => (message.kind === 'selection' ? firstLine(message.text) : ''));
  assert.deepEqual(order, [...Array.from({ length: 999 }, (_, index) => String(index)), 'the last one']);
  await shown.getByText('Test the connection').click();
  await shown.getByText(/Hub answered within/).waitFor();
  const kept = await shown.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('hub');
    opening.onsuccess = () => {
      const counting = opening.result.transaction(['saves', 'queue']);
      const saves = counting.objectStore('saves').count();
      const queue = counting.objectStore('queue').count();
      counting.oncomplete = () => { opening.result.close(); resolve([saves.result, queue.result]); };
    };
  })`);
  assert.deepEqual(kept, [50, 0]);
  await Promise.all([page.close(), shown.close()]);
});
