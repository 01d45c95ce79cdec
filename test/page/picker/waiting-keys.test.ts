/** Keys that are pressed in the picker before the answer to what was typed: they mean its rows, in their order. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { mostWaiting, withKey } from '../../../src/processes/shell/page/search/waiting-keys.ts';
import { until } from '../../harness/until.ts';
import { launchBrowser, noBrowser, onPage } from '../page-browser.ts';
import type { ServedPage } from '../serve-page.ts';
import { fragmentRow, pageView, windowModel } from '../views.ts';

const rows = Array.from({ length: 20 }, (_, index) => fragmentRow({ id: String(100 - index), title: `copy ${100 - index}` }));
const found = ['9', '8', '7', '6'].map((id) => fragmentRow({ id, title: `words ${id}`, canCopyPlain: true, canAnnotate: true }));
const view = (change: Parameters<typeof pageView>[0] = {}) =>
  pageView({
    picker: { opened: 1, into: 'Mousepad', pastes: true },
    window: windowModel({ ClipboardFragments: rows.slice(0, 1) }),
    history: { rows, hasMore: false },
    ...change,
  });

const done = ({ commands }: ServedPage) =>
  commands.filter(({ kind }) => !['search', 'drawn', 'in-use', 'expand', 'stay-picker'].includes(kind));
const row = (page: Page, name: string) => page.getByRole('option', { name });

test('no more wait than anybody types, and none after one that closes the list', () => {
  const how = { isLast: (key: string) => key === 'Enter' };
  const typed = (length: number): readonly string[] =>
    Array.from({ length }, (_, at) => (at % 2 === 0 ? 'Down' : 'Up')).reduce<readonly string[]>((keys, key) => withKey(keys, key, how), []);
  assert.equal(typed(mostWaiting * 2).length, mostWaiting);
  assert.equal(typed(mostWaiting * 4).length, mostWaiting);
  assert.deepEqual(withKey(withKey(['Down'], 'Enter', how), 'Down', how), ['Down', 'Enter']);
  const joined = (key: string, next: string): string => `${key} ${next}`;
  assert.deepEqual(withKey(['Down'], 'Down', { ...how, joined }), ['Down Down']);
});

suite('keys before the answer', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  /** Presses the keys after `w`, whose answer comes once all of them are pressed. */
  async function typed({ page, served }: { page: Page; served: ServedPage }, keys: readonly string[]): Promise<void> {
    await row(page, 'copy 100').waitFor();
    const held = Promise.withResolvers<void>();
    served.rows.held = held.promise;
    served.finds('w', found);
    await page.keyboard.type('w');
    for (const key of keys) await page.keyboard.press(key);
    assert.deepEqual(
      done(served).filter(({ kind }) => kind !== 'leave-picker'),
      [],
      'nothing is done with the rows of before',
    );
    held.resolve();
  }

  const picks = (id: string) => [{ kind: 'pick', fragmentId: id, how: 'paste' }];
  const cases: readonly (readonly [keys: readonly string[], expected: readonly unknown[]])[] = [
    [['ArrowDown', 'Enter'], picks('8')],
    [['ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter'], picks('8')],
    [['End', 'ArrowUp', 'Enter'], picks('7')],
    [['PageDown', 'Home', 'Tab', 'Enter'], picks('8')],
    [['ArrowDown', 'Alt+4'], picks('6')],
    [['Shift+ArrowDown', 'Shift+ArrowDown', 'Enter'], [{ kind: 'pick-several', fragmentIds: ['9', '8', '7'], how: 'paste' }]],
    [['Insert', 'ArrowDown', 'Insert', 'Enter'], [{ kind: 'pick-several', fragmentIds: ['9', '7'], how: 'paste' }]],
    [
      ['ArrowDown', 'Control+p', 'ArrowDown', 'Enter'],
      [{ kind: 'annotate', fragmentId: '8', change: { pinned: true } }, ...picks('7')],
    ],
    [
      ['ArrowDown', 'Delete', 'Enter'],
      [{ kind: 'delete', fragmentId: '8' }, ...picks('7')],
    ],
    // What follows a key that closes the picker is not for its rows.
    [['ArrowDown', 'Enter', 'ArrowDown', 'Control+p'], picks('8')],
  ];
  for (const [keys, expected] of cases) {
    test(`${keys.join(', ')} mean rows of the answer`, async () => {
      await onPage(browser, view(), async ({ page, served }) => {
        await typed({ page, served }, keys);
        await until('all of it', () => done(served).length >= expected.length);
        await until('the answer', () => row(page, 'words 9').isVisible());
        assert.deepEqual(done(served), expected);
      });
    });
  }

  test('a key that comes at the very moment of the answer is for the rows as those before it leave them', async () => {
    await onPage(browser, view(), async ({ page, served }) => {
      await row(page, 'copy 100').waitFor();
      await page.evaluate(() => {
        const enter = () => new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true });
        const observer = new MutationObserver(() => {
          if (!document.body.innerText.includes('words 9')) return;
          observer.disconnect();
          document.activeElement?.dispatchEvent(enter());
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      });
      await typed({ page, served }, ['ArrowDown']);
      await until('pick', () => done(served).length > 0);
      assert.deepEqual(done(served), picks('8'));
    });
  });

  test('a saved command is for the row that is chosen by then', async () => {
    const commands = [{ id: 'count', name: 'Count', shortcut: 'Ctrl+Alt+K', kinds: [], types: [] }];
    await onPage(browser, view({ commands: commands as never }), async ({ page, served }) => {
      await typed({ page, served }, ['ArrowDown', 'Control+Alt+k']);
      await until('command', () => done(served).length > 0);
      assert.deepEqual(done(served), [{ kind: 'run-command', command: 'count', fragmentId: '8' }]);
    });
  });

  test('are forgotten by Escape, and by a letter that refines the search, which begins at its first row', async () => {
    await onPage(browser, view(), async ({ page, served }) => {
      await typed({ page, served }, ['ArrowDown', 'Escape']);
      await row(page, 'words 9').waitFor();
      assert.deepEqual(done(served), [{ kind: 'leave-picker' }]);
      assert.match(await page.getByRole('option', { selected: true }).innerText(), /words 9/);
    });
    await onPage(browser, view(), async ({ page, served }) => {
      served.finds('wo', found.slice(1));
      await typed({ page, served }, ['ArrowDown', 'Control+p', 'o', 'ArrowDown', 'Enter']);
      await until('pick', () => done(served).length > 0);
      assert.deepEqual(done(served), picks('7'));
    });
  });

  test('are forgotten where no answer comes while anybody expects it, and the picker has what is typed', async () => {
    await onPage(browser, view(), async ({ page, served }) => {
      await page.clock.install();
      await row(page, 'copy 100').waitFor();
      const held = Promise.withResolvers<void>();
      served.rows.held = held.promise;
      served.finds('w', found);
      await page.keyboard.type('w');
      for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
      const stays = () => served.commands.some(({ kind }) => kind === 'stay-picker');
      assert.equal(stays(), false);
      await page.clock.fastForward(8_000);
      await until('word of the page', stays);
      held.resolve();
      served.rows.held = null;
      await page.clock.runFor(5_000);
      await row(page, 'words 9').waitFor();
      assert.deepEqual(done(served), []);
    });
  });
});
