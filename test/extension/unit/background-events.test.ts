/** The events of the browser, as the background takes them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomeBrowser, storageOf } from '../../doubles/extension-browser.ts';
import { until } from '../../harness/until.ts';

type OnMessage = (message: object, sender: object, answer: (value: unknown) => void) => boolean;

/** Its types are those of the extension's own build. */
const entrypoint: string = '../../../extension/entrypoints/background.ts';
const { default: background } = (await import(entrypoint)) as { default: { main(): void } };

const id = 'an-extension';
const event = { addListener: () => {}, removeListener: () => {} };

test('files of other hosts are fetched for the page that is being saved, and not for a frame in it, another tab or another extension', async (t) => {
  const held = Promise.withResolvers<never>();
  let onMessage: OnMessage | undefined;
  const [own, usual] = [globalThis as { location?: unknown }, globalThis.setTimeout];
  const { location } = own;
  own.location = { origin: `chrome-extension://${id}` };
  // The background goes on as long as its browser.
  const timers: NodeJS.Timeout[] = [];
  globalThis.setTimeout = ((call: (...words: readonly unknown[]) => void, ms?: number, ...words: readonly unknown[]) => {
    const timer = usual(call, ms, ...words);
    timers.push(timer);
    return timer;
  }) as typeof setTimeout;
  t.after(() => {
    Object.assign(globalThis, { setTimeout: usual, location });
    for (const timer of timers) clearTimeout(timer);
  });
  becomeBrowser(t, {
    runtime: {
      ...{ id, onInstalled: event, onStartup: event, onConnect: event },
      onMessage: {
        addListener: (listener: OnMessage) => {
          onMessage = listener;
        },
      },
    },
    ...{ alarms: { onAlarm: event }, contextMenus: { onClicked: event }, commands: { onCommand: event } },
    permissions: { onAdded: event, onRemoved: event, contains: async () => false },
    tabs: {
      ...{ onActivated: event, onUpdated: event },
      get: async (tabId: number) => ({ id: tabId, url: 'https://a.example/', title: 'A page', incognito: false }),
    },
    windows: { onFocusChanged: event },
    scripting: { executeScript: async () => await held.promise },
    action: { setBadgeText: () => {}, setBadgeBackgroundColor: () => {}, setBadgeTextColor: () => {}, setTitle: () => {} },
    i18n: { getMessage: () => '' },
    storage: { local: storageOf({ pairing: { token: 'A'.repeat(43) } }) },
  });
  background.main();
  const ask = async (message: object, sender: object): Promise<unknown> =>
    await new Promise((resolve) => {
      if (onMessage?.(message, { id, ...sender }, resolve) !== true) resolve('unheard');
    });
  const saved = ask({ ask: 'save', what: 'page', tabId: 7 }, { url: `chrome-extension://${id}/popup.html` });
  const file = async (sender: object): Promise<unknown> =>
    await ask(
      { ask: 'page-file', address: 'https://files.example/a.png' },
      { url: 'https://a.example/', frameId: 0, tab: { id: 7 }, ...sender },
    );
  const why = async (sender: object = {}): Promise<unknown> => ((await file(sender)) as { why?: string }).why ?? 'unheard';
  await until('the page to be read', async () => (await why()) === 'host-needed');
  assert.equal(await why({ frameId: 3 }), 'not-readable');
  assert.equal(await why({ frameId: undefined }), 'not-readable');
  assert.equal(await why({ tab: { id: 8 } }), 'not-readable');
  assert.equal(await why({ tab: undefined }), 'not-readable');
  assert.equal(await why({ id: 'another' }), 'unheard');
  held.reject(new Error('the tab is gone'));
  assert.equal(((await saved) as { ok: boolean }).ok, false);
  assert.equal(await why(), 'not-readable', 'it is read');
});
