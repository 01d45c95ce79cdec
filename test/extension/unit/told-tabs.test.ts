/** Which tab Hub is told of, and when it is told again. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Reply } from '../../../extension/background/line.ts';
import type { ExtensionMessage } from '../../../src/contract/extension-messages.ts';
import { becomeBrowser, storageOf } from '../../doubles/extension-browser.ts';
import { until } from '../../harness/until.ts';

const { openTabReports } = await import('../../../extension/background/tab-reports.ts');

const tab = { url: 'https://news.example/a', title: 'News', incognito: false };
const page = { url: tab.url, title: tab.title };

/** The reports of a browser whose last window is this one, to a Hub that answers in this order, and then takes all. */
function reportsOf(t: TestContext, { window = {}, answers = [] }: { readonly window?: object; readonly answers?: readonly Reply[] }) {
  const last = { id: 1, focused: true, incognito: false, ...window };
  becomeBrowser(t, {
    storage: { local: storageOf({ settings: { tellsTabs: true } }) },
    windows: { getLastFocused: async () => last },
    tabs: { query: async () => [tab] },
  });
  const told: unknown[] = [];
  const send = async (message: ExtensionMessage): Promise<Reply> => {
    told.push(message.kind === 'tab' ? message.page : message.kind);
    return answers[told.length - 1] ?? { kind: 'ack' };
  };
  return { told, reports: openTabReports({ link: { state: 'connected', send } }) };
}

test('a tab that Hub did not take is told with the next event, and one that it took is not', async (t) => {
  for (const reply of [
    { kind: 'nack', reason: 'failed' },
    { kind: 'nack', reason: 'paused' },
    { kind: 'none', how: 'unsent' },
  ] as const) {
    const { told, reports } = reportsOf(t, { answers: [reply] });
    const tells = async (count: number): Promise<void> => {
      reports.tell();
      await until('the tab', () => told.length >= count);
    };
    await tells(1);
    // What comes while it is told is one more look: this one comes after the answer.
    await new Promise((resolve) => setTimeout(resolve, 20));
    await tells(2);
    await new Promise((resolve) => setTimeout(resolve, 20));
    reports.tell();
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepEqual(told, [page, page], JSON.stringify(reply));
  }
});

test('while another program has the focus, or a private window, there is no tab that Hub may know', async (t) => {
  for (const [window, expected] of [
    [{}, page],
    [{ focused: false }, null],
    [{ incognito: true }, null],
  ] as const) {
    const { told, reports } = reportsOf(t, { window });
    reports.tell();
    await until('the tab', () => told.length > 0);
    assert.deepEqual(told, [expected], JSON.stringify(window));
  }
});
