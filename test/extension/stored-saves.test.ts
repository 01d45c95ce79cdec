/** The browser's database of the saves, in Chromium, without the rest of the extension. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { until } from '../harness/until.ts';
import { launchBrowser, noBrowser } from '../page/page-browser.ts';

const skip = noBrowser;
const entry = path.join(import.meta.dirname, '../../extension/background/saves.ts');
let browser: Browser;
let code = '';
const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'));
if (skip === false) {
  before(async () => {
    const built = await build({
      configFile: false,
      logLevel: 'error',
      build: { write: false, lib: { entry, formats: ['iife'], name: 'Built' } },
    });
    const [output] = [built].flat();
    assert.ok(output && 'output' in output);
    code = output.output[0].code;
    browser = await launchBrowser();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  after(async () => {
    await browser?.close();
    server.close();
    server.closeAllConnections();
  });
}

/** A page of its own origin's database, with `saves` opened and what the scripts below use. */
async function openPage(first = ''): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.evaluate(first);
  await page.evaluate(`${code}; globalThis.saves = Built.openSaves();
    globalThis.about = { what: 'selection', title: 't', host: 'h' };
    globalThis.message = (id) => ({ id, kind: 'selection', atMs: 1, url: 'https://a.example/', title: 't', text: id, form: 'markdown' });
    globalThis.addAll = async (count) => { for (let at = 0; at < count; at += 1) await saves.add(message('message-' + at), about); };
    globalThis.put = (count, notBeforeMs, from = 0) => new Promise((resolve) => {
      const opening = indexedDB.open('hub');
      opening.onsuccess = () => {
        const writing = opening.result.transaction(['saves', 'queue'], 'readwrite');
        for (let at = from; at < count; at += 1) {
          writing.objectStore('saves').put({ id: 'message-' + at, atMs: 1, ...about, state: 'queued', tries: 0, notBeforeMs }, at + 1);
          writing.objectStore('queue').put(message('message-' + at), at + 1);
        }
        writing.oncomplete = () => { opening.result.close(); resolve(); };
      };
    })`);
  return page;
}

test('those that wait by themselves are passed over, and are in their place again when their time has come', { skip }, async () => {
  const page = await openPage();
  const found = await page.evaluate(`(async () => {
    await addAll(4);
    const found = [];
    const next = async (nowMs) => {
      const one = await saves.next(nowMs);
      found.push(one === null ? null : one.message?.id ?? one.notBeforeMs);
      return one;
    };
    await saves.sendLater((await next(1_000)).key, 'refused', (tries) => 1_000 + tries);
    await saves.sendLater((await next(1_000)).key, 'refused', () => 5_000);
    await saves.leaveQueue((await next(1_000)).key, 'received');
    await next(1_001);
    await saves.sendLater((await next(1_001)).key, 'lost', (losses) => losses - 1);
    const again = await next(1_001);
    found.push(again.losses);
    await saves.leaveQueue(again.key, 'received');
    await saves.leaveQueue((await next(1_001)).key, 'refused', 'secret');
    await next(1_001);
    await saves.leaveQueue((await next(5_000)).key, 'received');
    await next(5_000);
    return found;
  })()`);
  const [one, two, three, four] = ['message-0', 'message-1', 'message-2', 'message-3'];
  assert.deepEqual(found, [one, two, three, one, one, one, 1, four, 5_000, two, null]);
});

test('one that would wait for longer than any does, because a clock was set, is sent now', { skip }, async () => {
  const page = await openPage();
  const found = await page.evaluate(`(async () => {
    await saves.queued();
    await put(1, 30 * 86_400_000);
    const first = await saves.next(1_000);
    await saves.sendLater(first.key, 'refused', () => 121_000);
    return [first.message.id, (await saves.next(1_000)).notBeforeMs];
  })()`);
  assert.deepEqual(found, ['message-0', 121_000]);
});

test('a save is found as quickly behind 5,000 that wait by themselves as without them', { skip }, async () => {
  const page = await openPage();
  const [without, behind] = await page.evaluate<[number, number]>(`(async () => {
    await saves.queued();
    const steps = async () => {
      const startedAtMs = performance.now();
      for (let step = 0; step < 40; step += 1) {
        const { key } = await saves.next(1_000);
        if (step % 2 === 0) await saves.sendLater(key, 'refused', () => 60_000);
        else await saves.leaveQueue(key, 'received');
      }
      return performance.now() - startedAtMs;
    };
    await put(100, 0);
    const without = await steps();
    await put(5_000, 60_000);
    await put(5_100, 0, 5_000);
    return [without, await steps()];
  })()`);
  assert.ok(behind < 5 * without + 500, `${Math.round(without)} ms, and ${Math.round(behind)} ms behind the others`);
});

test('only the last 50 that have left the queue are remembered, and none that waits is forgotten', { skip }, async () => {
  const page = await openPage();
  const rest = await page.evaluate(`(async () => {
    await addAll(70);
    for (let at = 0; at < 60; at += 1) {
      const { key } = await saves.next(1_000);
      if (at === 0) await saves.sendLater(key, 'refused', () => 60_000);
      else await saves.leaveQueue(key, 'received');
    }
    const ids = (await saves.recent(100)).map(({ id }) => Number(id.split('-')[1]));
    return [ids.length, ids.at(-1), ids.at(-2), await saves.queued()];
  })()`);
  assert.deepEqual(rest, [61, 0, 10, 11]);
});

test('what an earlier version has stored is kept: what waits goes first, in its order', { skip }, async () => {
  const page = await openPage(`new Promise((resolve) => {
    const opening = indexedDB.open('hub', 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('saves', { autoIncrement: true }).createIndex('id', 'id', { unique: true });
      opening.result.createObjectStore('queue');
    };
    opening.onsuccess = () => {
      const writing = opening.result.transaction(['saves', 'queue'], 'readwrite');
      for (const [key, state] of [[1, 'saved'], [2, 'queued'], [3, 'queued']]) {
        const stored = { id: 'earlier-' + key, atMs: key, what: 'page', title: 't', host: 'h', state, tries: 0, notBeforeMs: 0 };
        writing.objectStore('saves').put(stored, key);
        if (state === 'queued') writing.objectStore('queue').put({ id: 'earlier-' + key }, key);
      }
      writing.oncomplete = () => { opening.result.close(); resolve(); };
    };
  })`);
  const found = await page.evaluate(`(async () => {
    const found = [];
    for (let one = await saves.next(1); one !== null; one = await saves.next(1)) {
      found.push(one.message.id);
      await saves.leaveQueue(one.key, 'received');
    }
    return [...found, (await saves.recent(10)).length];
  })()`);
  assert.deepEqual(found, ['earlier-2', 'earlier-3', 3]);
});

test('a save that takes up an earlier one takes its place, or what it needed, in one step', { skip }, async () => {
  const page = await openPage();
  const found = await page.evaluate(`(async () => {
    const needed = { origins: ['https://a.example/*'], page: { url: 'https://a.example/', title: 't' }, tabId: 1 };
    await saves.note({ id: 'not-saved', atMs: 1, ...about, state: 'not-saved', trouble: 'host-needed', needed });
    await saves.add(message('message-1'), { ...about, needed });
    const usual = IDBObjectStore.prototype.add;
    IDBObjectStore.prototype.add = function (...given) {
      if (this.name === 'queue') throw new DOMException('no', 'UnknownError');
      return usual.apply(this, given);
    };
    const failed = await saves.add(message('message-2'), about, 'not-saved').then(() => 'added', () => 'failed');
    IDBObjectStore.prototype.add = usual;
    const list = async () => (await saves.recent(10)).map(({ id, needed }) => id + (needed === undefined ? '' : ' needs'));
    const before = await list();
    await saves.add(message('message-3'), about, 'not-saved');
    await saves.add(message('message-4'), about, 'message-1');
    return [failed, before, await list()];
  })()`);
  assert.deepEqual(found, ['failed', ['message-1 needs', 'not-saved needs'], ['message-4', 'message-3', 'message-1']]);
});

test('a database that the browser has closed is opened again', { skip }, async () => {
  const page = await openPage();
  await page.evaluate('addAll(1)');
  const session = await page.context().newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  // The answer comes before the connection is closed, and a browser that is at it may never answer who asks meanwhile.
  const count = `Promise.race([indexedDB.databases().then(({ length }) => length), new Promise((resolve) => setTimeout(resolve, 1_000, null))])`;
  await until('the end of the database', async () => (await page.evaluate(count)) === 0);
  const added = await page.evaluate(`saves.add(message('message-9'), about).then(async (trouble) => [trouble, await saves.queued()])`);
  assert.deepEqual(added, [null, 1]);
});

test('work that the browser will never answer, because it has closed the database meanwhile, is done again', { skip }, async () => {
  const page = await openPage();
  await page.evaluate('addAll(1)');
  // No answer comes to this request, and then the database is closed.
  await page.evaluate(`{
    const { count } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.count = function (...query) {
      IDBObjectStore.prototype.count = count;
      const request = count.apply(this, query);
      request.addEventListener = () => {};
      const { db } = this.transaction;
      setTimeout(() => db.dispatchEvent(new Event('close')));
      return request;
    };
  }`);
  const added = await page.evaluate(`saves.add(message('message-9'), about).then(async (trouble) => [trouble, await saves.queued()])`);
  assert.deepEqual(added, [null, 2]);
});

test('a save that was stored before the browser closed the database, and not yet told, is stored once', { skip }, async () => {
  const page = await openPage();
  await page.evaluate('addAll(1)');
  await page.evaluate(`{
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (...asked) {
      IDBDatabase.prototype.transaction = transaction;
      const writing = transaction.apply(this, asked);
      const listen = writing.addEventListener;
      writing.addEventListener = function (kind, ...given) {
        if (kind !== 'complete') return listen.call(this, kind, ...given);
        listen.call(this, 'complete', () => this.db.dispatchEvent(new Event('close')));
      };
      return writing;
    };
  }`);
  const added = await page.evaluate(`saves.add(message('message-9'), about).then(async (trouble) => [trouble, await saves.queued()])`);
  assert.deepEqual(added, [null, 2]);
});

test('a database whose opening is never answered is opened once more', { skip }, async () => {
  const page = await openPage(`{
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...named) {
      IDBFactory.prototype.open = open;
      const request = open.call(this, 'elsewhere');
      request.addEventListener = () => {};
      return request;
    };
  }`);
  await page.clock.install();
  const adding = page.evaluate(`saves.add(message('message-1'), about).then(async (trouble) => [trouble, await saves.queued()])`);
  await page.clock.fastForward(10_000);
  assert.deepEqual(await adding, [null, 1]);
});
