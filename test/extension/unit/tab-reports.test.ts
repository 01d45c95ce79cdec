/** Which pages in front, and which copies in pages, Hub is told of. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Reply } from '../../../extension/background/line.ts';
import type { ExtensionMessage } from '../../../src/contract/extension-messages.ts';
import { becomeBrowser, storageOf } from '../../doubles/extension-browser.ts';

interface Stored {
  readonly settings: { readonly tellsTabs: boolean; readonly codeButtons: boolean; readonly excludedHosts: readonly string[] };
  readonly hubsExcluded: readonly string[];
}

const usual = { tellsTabs: true, codeButtons: true, excludedHosts: [] };
let shown = { url: 'https://news.example/', title: '', incognito: false };
const { openTabReports } = await import('../../../extension/background/tab-reports.ts');

/** The reports of an extension that has this in its storage, at a time that stands still until it is ticked. */
function reportsOf(t: TestContext, { settings = usual, hubsExcluded = [] }: Partial<Stored>) {
  becomeBrowser(t, {
    storage: { local: storageOf({ settings, hubsExcluded }) },
    windows: { getLastFocused: async () => ({ id: 1, focused: true, incognito: false }) },
    tabs: { query: async () => [shown] },
  });
  const sent: ExtensionMessage[] = [];
  const send = async (message: ExtensionMessage): Promise<Reply> => {
    sent.push(message);
    return { kind: 'ack' } as Reply;
  };
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  return { reports: openTabReports({ link: { state: 'connected', send } }), sent };
}

const tab = { url: 'https://user:word@news.example/a', title: 'News', incognito: false };

test('of a page that changes its title without end Hub is told four times a second, and of the last one', async (t) => {
  const { reports, sent } = reportsOf(t, {});
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
  const settle = async (): Promise<void> => {
    for (let turns = 0; turns < 20; turns += 1) await turn();
  };
  for (let step = 0; step <= 100; step += 1) {
    shown = { ...shown, title: `Title ${step}` };
    reports.tell();
    await settle();
    if (step < 100) t.mock.timers.tick(10);
  }
  const titles = (): readonly unknown[] => sent.map((message) => message.kind === 'tab' && message.page?.title);
  assert.deepEqual(titles(), ['Title 0', 'Title 25', 'Title 50', 'Title 75', 'Title 100']);
  shown = { ...shown, title: 'The last one' };
  reports.tell();
  await settle();
  assert.equal(sent.length, 5);
  t.mock.timers.tick(250);
  await settle();
  assert.equal(titles().at(-1), 'The last one');
  t.mock.timers.tick(250);
  await settle();
  assert.equal(sent.length, 6);
});

test('of copies that come at once Hub is told of one, and of the next after a quarter of a second', async (t) => {
  const { reports, sent } = reportsOf(t, {});
  await Promise.all(Array.from({ length: 50 }, async () => await reports.copiedIn(tab)));
  assert.deepEqual(
    sent.map((message) => message.kind === 'copy' && [message.url, message.title, message.atMs]),
    [['https://news.example/a', 'News', 1_000_000]],
  );
  t.mock.timers.tick(249);
  await reports.copiedIn(tab);
  assert.equal(sent.length, 1);
  t.mock.timers.tick(1);
  await reports.copiedIn(tab);
  assert.equal(sent.length, 2);
});

test('Hub is told of no copy on a host that is excluded here or there, in a private window, or while a switch is off', async (t) => {
  for (const [stored, where] of [
    [{ hubsExcluded: ['news.example'] }, tab],
    [{ settings: { ...usual, excludedHosts: ['news.example'] } }, tab],
    [{ settings: { ...usual, tellsTabs: false } }, tab],
    [{ settings: { ...usual, codeButtons: false } }, tab],
    [{}, { ...tab, incognito: true }],
    [{}, { ...tab, url: 'chrome://settings/' }],
  ] as const) {
    const { reports, sent } = reportsOf(t, stored);
    await reports.copiedIn(where);
    assert.deepEqual(sent, [], JSON.stringify([stored, where]));
    t.mock.timers.reset();
  }
});

test('a copy of which Hub is not told keeps it from no other', async (t) => {
  const { reports, sent } = reportsOf(t, { hubsExcluded: ['news.example'] });
  await reports.copiedIn(tab);
  await reports.copiedIn({ ...tab, url: 'https://other.example/' });
  assert.equal(sent.length, 1);
});
