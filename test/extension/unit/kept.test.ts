/** The settings in the browser's storage, which several parts of the extension change. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { becomeBrowser } from '../../doubles/extension-browser.ts';

const stored = new Map<string, unknown>();
const local = {
  get: async (names: string | readonly string[]) => {
    await turn();
    return Object.fromEntries([names].flat().flatMap((name) => (stored.has(name) ? [[name, stored.get(name)]] : [])));
  },
  set: async (items: object) => {
    await turn();
    for (const [name, value] of Object.entries(items)) stored.set(name, value);
  },
};
const { excludedHosts, keepSettings, readSettings, usualSettings } = await import('../../../extension/background/kept.ts');

beforeEach(() => stored.clear());

test('settings that are changed at once are all kept', async (t) => {
  becomeBrowser(t, { storage: { local } });
  assert.deepEqual(await readSettings(), usualSettings);
  await Promise.all([
    keepSettings({ excludedHosts: ['bank.example'] }),
    keepSettings({ codeButtons: true }),
    keepSettings({ port: 5_001 }),
  ]);
  assert.deepEqual(await readSettings(), { ...usualSettings, excludedHosts: ['bank.example'], codeButtons: true, port: 5_001 });
});

test('settings of an earlier version are read, and changes come before them', async (t) => {
  becomeBrowser(t, { storage: { local } });
  stored.set('settings', { port: 5_001, excludedHosts: ['bank.example'], tellsTabs: true });
  await keepSettings({ tellsTabs: false });
  assert.deepEqual(await readSettings(), { ...usualSettings, port: 5_001, excludedHosts: ['bank.example'] });
});

test('excluded hosts that can’t be read exclude everything', async (t) => {
  becomeBrowser(t, { storage: { local } });
  for (const [name, value] of [
    ['settings', 'damaged'],
    ['settings', ['damaged']],
    ['settings', { excludedHosts: 'bank.example' }],
    ['settings.excludedHosts', 'bank.example'],
    ['settings.excludedHosts', null],
  ] as const) {
    stored.clear();
    stored.set(name, value);
    assert.deepEqual((await excludedHosts()).own, ['*'], JSON.stringify([name, value]));
  }
  stored.clear();
  stored.set('hubsExcluded', 'bank.example');
  assert.deepEqual(await excludedHosts(), { own: [], hubs: ['*'] });
});
