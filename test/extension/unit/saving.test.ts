/** What becomes of what the user asks to save, until it is in the queue. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Save } from '../../../extension/messages.ts';
import { extensionLimits } from '../../../src/contract/extension-messages.ts';
import { becomeBrowser, storageOf } from '../../doubles/extension-browser.ts';

const { openSaving } = await import('../../../extension/background/saving.ts');

const tab = { id: 1, url: 'https://www.bank.example/account', title: 'The account of Ada', incognito: false };

/** The saving of an extension that is paired and has this in its storage; what was noted, and what came into the queue. */
function savingOf(t: TestContext, stored: Readonly<Record<string, unknown>> = {}) {
  becomeBrowser(t, { storage: { local: storageOf({ pairing: { token: 'A'.repeat(43) }, ...stored }) } });
  const [noted, queued]: [Save[], string[]] = [[], []];
  const saves = {
    add: async ({ id }: { readonly id: string }) => {
      queued.push(id);
      return null;
    },
    note: async (save: Save) => void noted.push(save),
    find: async () => null,
  };
  const saving = openSaving({
    saves,
    badge: { reading: () => {}, taken: () => {}, refused: () => {} },
    onChange: () => {},
    onQueued: async () => {},
  });
  return { saving, noted, queued };
}

test('of a page that is excluded, here or by Hub, or in a private window, the title is not written down; of another one it is', async (t) => {
  const cases = [
    [{ settings: { excludedHosts: ['bank.example'] } }, tab, 'excluded-host', ''],
    [{ hubsExcluded: ['bank.example'] }, tab, 'excluded-by-hub', ''],
    [{}, { ...tab, incognito: true }, 'private-window', ''],
    [{}, { ...tab, url: 'chrome://settings/' }, 'not-a-web-page', tab.title],
  ] as const;
  for (const [stored, where, trouble, title] of cases) {
    const { saving, noted, queued } = savingOf(t, stored);
    for (const save of [saving.save({ what: 'article', tab: where }), saving.saveCode({ ask: 'save-code', text: 'x' }, where)])
      assert.deepEqual(await save, { ok: false, trouble });
    assert.deepEqual(
      noted.map((save) => [save.trouble, save.title]),
      [
        [trouble, title],
        [trouble, title],
      ],
    );
    assert.deepEqual(queued, []);
  }
});

test('while the excluded hosts can’t be read, nothing is saved from any', async (t) => {
  for (const [stored, trouble] of [
    [{ settings: { excludedHosts: 'bank.example' } }, 'excluded-host'],
    [{ settings: 'damaged' }, 'excluded-host'],
    [{ hubsExcluded: 'bank.example' }, 'excluded-by-hub'],
    [{ hubsExcluded: [1] }, 'excluded-by-hub'],
  ] as const) {
    const { saving, queued } = savingOf(t, stored);
    assert.deepEqual(await saving.save({ what: 'article', tab }), { ok: false, trouble }, JSON.stringify(stored));
    assert.deepEqual(queued, []);
  }
});

test('a text that fits as text, and not as a frame, is refused before it is queued', async (t) => {
  const { saving, noted, queued } = savingOf(t);
  const block = (letter: string) => ({ ask: 'save-code', text: letter.repeat(extensionLimits.text) }) as const;
  assert.deepEqual(await saving.saveCode(block('\u0001'), tab), { ok: false, trouble: 'too-large' });
  assert.deepEqual([noted.map(({ trouble }) => trouble), queued.length], [['too-large'], 0]);
  assert.deepEqual(await saving.saveCode(block('a'), tab), { ok: true });
  assert.equal(queued.length, 1);
});
