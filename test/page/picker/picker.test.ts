/** The picker in the page: keys choose, pick and delete; the focus never leaves the search box. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { RowsAnswer, RowsQuery } from '../../../src/contract/page-rows/rows.ts';
import type { FragmentRow } from '../../../src/contract/shell-page.ts';
import { until } from '../../harness/until.ts';
import { LongHistory } from '../long-history.ts';
import { launchBrowser, noBrowser, onPage } from '../page-browser.ts';
import { fragmentRow, pageView, type TestView, windowModel } from '../views.ts';

const rows = Array.from({ length: 60 }, (_, index) => fragmentRow({ id: String(100 - index), title: `copy ${100 - index}` }));
const picker = { opened: 1, into: 'Mousepad', pastes: true };
const window = windowModel({ ClipboardFragments: rows.slice(0, 1) });
const view = (change: Partial<TestView> = {}) => pageView({ picker, window, history: { rows, hasMore: false }, ...change });

const box = (page: Page) => page.getByRole('combobox', { name: 'Search copies' });
/** In the list; the chosen one is shown below it too. */
const listed = (page: Page, title: string) => page.getByRole('listbox').getByText(title);
const chosen = (page: Page): Promise<string> => page.getByRole('option', { selected: true }).innerText();

suite('the picker', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('begins with the first copy, in the search box, and says what Enter does', async () => {
    await onPage(browser, view(), async ({ page }) => {
      await listed(page, 'copy 100').waitFor();
      assert.match(await chosen(page), /copy 100/);
      assert.equal(await box(page).evaluate((element) => element === document.activeElement), true);
      await page.getByText('pastes into Mousepad').waitFor();
    });
    await onPage(browser, view({ picker: { ...picker, pastes: false } }), async ({ page }) => {
      await page.getByText('Enter copies').waitFor();
      assert.equal(await page.getByText('pastes').count(), 0);
    });
    await onPage(browser, view({ language: 'de', picker: { ...picker, into: '', pastes: false } }), async ({ page }) => {
      await page.getByText('Eingabe kopiert').waitFor();
    });
  });

  test('has what is on the clipboard first, also if it was copied long ago, and once', async () => {
    const present = windowModel({ ClipboardFragments: rows.slice(20, 21) });
    await onPage(browser, view({ window: present }), async ({ page, served }) => {
      await listed(page, 'copy 100').waitFor();
      assert.match(await chosen(page), /copy 80/);
      assert.equal(await listed(page, 'copy 80').count(), 1);
      await page.keyboard.press('ArrowDown');
      assert.match(await chosen(page), /copy 100/);
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      assert.deepEqual(await served.command(1), { kind: 'pick', fragmentId: '80', how: 'paste' });
    });
    const notWhole = windowModel({ ClipboardFragments: [fragmentRow({ id: '70', title: 'not whole', canCopy: false })] });
    await onPage(browser, view({ window: notWhole }), async ({ page }) => {
      await listed(page, 'copy 100').waitFor();
      assert.match(await chosen(page), /copy 100/, 'what cannot be put back is no choice');
    });
  });

  test('is moved in by the arrows, by pages and to both ends, which stay in view', async () => {
    await onPage(browser, view(), async ({ page }) => {
      await listed(page, 'copy 100').waitFor();
      const moves: readonly (readonly [string, RegExp])[] = [
        ['ArrowDown', /copy 99/],
        ['ArrowUp', /copy 100/],
        ['ArrowUp', /copy 100/],
        ['PageDown', /copy 93/],
        ['Home', /copy 100/],
      ];
      for (const [key, expected] of moves) {
        await page.keyboard.press(key);
        assert.match(await chosen(page), expected, key);
      }
      for (let presses = 0; presses < 10; presses += 1) await page.keyboard.press('PageDown');
      assert.match(await chosen(page), /copy 41/, 'rows are added on the way');
      assert.equal(await page.getByRole('option', { selected: true }).isVisible(), true);
      assert.equal(await box(page).evaluate((element) => element === document.activeElement), true);
    });
  });

  test('goes to the last copy of all by End, loads those before it on the way up, and is at the top again by Home', async () => {
    const { read } = new LongHistory(5_000);
    await onPage(
      browser,
      view({ window: windowModel({ ClipboardFragments: [] }), history: { rows: [], hasMore: false, read } }),
      async ({ page, served }) => {
        await listed(page, 'Copy 5000').waitFor();
        await page.keyboard.press('End');
        await page.getByRole('option', { selected: true, name: /Copy 1\b/ }).waitFor();
        // At the first row that is loaded it waits for nothing: the next press goes on.
        const number = async (): Promise<number> => Number(/Copy (\d+)/.exec(await chosen(page))?.[1]);
        await until('a copy of another part of the list', async () => {
          await page.keyboard.press('PageUp');
          return (await number()) > 50;
        });
        const reached = await number();
        await page.keyboard.press('Alt+1');
        await page.keyboard.press('Enter');
        await page.keyboard.press('Home');
        await page.getByRole('option', { selected: true, name: /Copy 5000\b/ }).waitFor();
        const picks = () => served.commands.filter(({ kind }) => kind === 'pick');
        assert.deepEqual(await until('pick', () => (picks().length > 0 ? picks() : null)), [
          { kind: 'pick', fragmentId: String(reached), how: 'paste' },
        ]);
      },
    );
  });

  test('has what is pinned before all others, marked, after what is on the clipboard, and follows pins that come and go', async () => {
    const pinned = [
      fragmentRow({ id: '30', title: 'my address', isPinned: true }),
      fragmentRow({ id: '20', title: 'my name', isPinned: true }),
    ];
    const read = (query: RowsQuery): RowsAnswer => ({ rows: rows.slice(0, query.limit), from: 0, to: null, total: 60, first: pinned });
    await onPage(browser, view({ history: { rows: [], hasMore: false, read } }), async ({ page, served }) => {
      await listed(page, 'my address').waitFor();
      const titles = (): Promise<readonly string[]> =>
        page.getByRole('option').evaluateAll((all) => all.slice(0, 4).map((one) => one.textContent ?? ''));
      const [present, one, other, next] = await titles();
      assert.match([present, one, other, next].join(' | '), /^copy 100.* \| my address.* \| my name.* \| copy 99/);
      assert.equal(await page.getByRole('img', { name: 'Pinned' }).count(), 2);
      served.tell([
        { row: fragmentRow({ id: '30', title: 'my address' }) },
        { row: fragmentRow({ id: '98', title: 'copy 98', isPinned: true }) },
      ]);
      await until('other pins', async () => /^copy 100.* \| copy 98.* \| my name.* \| copy 99/.test((await titles()).join(' | ')));
    });
  });

  test('without a copy on the clipboard says why, and means the latest copy: a pinned one is pasted only by whoever chooses it', async () => {
    const pinned = [fragmentRow({ id: '30', title: 'my address', isPinned: true })];
    const read = (query: RowsQuery): RowsAnswer => ({ rows: rows.slice(0, query.limit), from: 0, to: null, total: 60, first: pinned });
    const nothing = { window: windowModel({ ClipboardFragments: [] }), absence: 'Not read: the program marked it as secret' };
    await onPage(browser, view({ ...nothing, history: { rows: [], hasMore: false, read } }), async ({ page, served }) => {
      // Nothing lies over it.
      await page.getByText('Not read: the program marked it as secret').click({ trial: true });
      assert.match((await listed(page, 'my address').textContent()) ?? '', /my address/);
      assert.match(await chosen(page), /copy 100/);
      await page.keyboard.press('Delete');
      assert.deepEqual(await served.command(1), { kind: 'delete', fragmentId: '100' });
      // The list has not followed yet.
      assert.match(await chosen(page), /copy 99/, 'the latest one of what is left');
      await page.keyboard.press('Delete');
      assert.deepEqual(await served.command(2), { kind: 'delete', fragmentId: '99' });
      served.tell([{ gone: '100' }, { gone: '99' }]);
      await until('the latest one of what is left', async () => (await chosen(page)).includes('copy 98'));
      await page.keyboard.press('ArrowUp');
      assert.match(await chosen(page), /my address/);
    });
  });

  test('shows where copies differ that begin alike', async () => {
    const alike = ['one', 'two'].map((end, at) =>
      fragmentRow({ id: String(9 - at), kind: 'text', title: `a long beginning that many copies share, ${end}` }),
    );
    await onPage(
      browser,
      view({ window: windowModel({ ClipboardFragments: [] }), history: { rows: alike, hasMore: false } }),
      async ({ page }) => {
        await listed(page, 'a long… one').waitFor();
        await listed(page, 'a long… two').waitFor();
      },
    );
  });

  test('picks by Enter, by Alt and a digit, and by a double click', async () => {
    const picks: readonly (readonly [string, object])[] = [
      ['Enter', { kind: 'pick', fragmentId: '100', how: 'paste' }],
      ['Shift+Enter', { kind: 'pick', fragmentId: '100', how: 'paste-plain' }],
      ['Control+Enter', { kind: 'pick', fragmentId: '100', how: 'copy' }],
      ['Alt+3', { kind: 'pick', fragmentId: '98', how: 'paste' }],
      ['Delete', { kind: 'delete', fragmentId: '100' }],
      ['Control+p', { kind: 'annotate', fragmentId: '100', change: { pinned: true } }],
      ['Escape', { kind: 'leave-picker' }],
    ];
    for (const [key, expected] of picks) {
      await onPage(browser, view(), async ({ page, served }) => {
        await listed(page, 'copy 100').waitFor();
        // The empty search with which it begins.
        assert.deepEqual(await served.command(0), { kind: 'search', query: '' });
        await page.keyboard.press(key);
        assert.deepEqual(await served.command(1), expected, key);
      });
    }
    const files = [fragmentRow({ id: '100', kind: 'files', title: 'a.txt' })];
    await onPage(
      browser,
      view({ window: windowModel({ ClipboardFragments: [] }), history: { rows: files, hasMore: false } }),
      async ({ page, served }) => {
        await listed(page, 'a.txt').waitFor();
        await page.keyboard.press('Shift+Enter');
        assert.deepEqual(await served.command(1), { kind: 'pick', fragmentId: '100', how: 'paste' }, 'files have no plain text');
      },
    );
    await onPage(browser, view(), async ({ page, served }) => {
      await listed(page, 'copy 97').dblclick();
      assert.deepEqual(await served.command(1), { kind: 'pick', fragmentId: '97', how: 'paste' });
    });
  });

  test('shows the first lines of the chosen copy below the list, which copies that begin alike need', async () => {
    const alike = ['one', 'two'].map((end, at) =>
      fragmentRow({ id: String(200 - at), title: 'def tides():', preview: `def tides():\n    now()\n    return ${end}`, look: 'lines' }),
    );
    await onPage(
      browser,
      view({ window: windowModel({ ClipboardFragments: [] }), history: { rows: alike, hasMore: false } }),
      async ({ page }) => {
        await page.getByText('return one').waitFor();
        const before = await page.getByRole('option').first().boundingBox();
        await page.keyboard.press('ArrowDown');
        await page.getByText('return two').waitFor();
        assert.equal(await page.getByText('return one').count(), 0);
        assert.deepEqual(await page.getByRole('option').first().boundingBox(), before, 'no row moves: a double click meets one row');
      },
    );
  });

  test('leaves its width to what was copied where a large text leaves little', async () => {
    const long = [fragmentRow({ id: '100', title: 'a title that is longer than the row is wide', preview: 'one line' })];
    const shown = view({ window: windowModel({ ClipboardFragments: [] }), history: { rows: long, hasMore: false } });
    await onPage(browser, shown, async ({ page }) => {
      await page.setViewportSize({ width: 280, height: 300 });
      const title = await listed(page, 'a title that').boundingBox();
      assert.ok(title !== null && title.width > 140, `${title?.width} px`);
    });
  });

  test('has pasting first in the menu of a row', async () => {
    await onPage(browser, view({ window: windowModel({ ClipboardFragments: [] }) }), async ({ page, served }) => {
      await listed(page, 'copy 99').click({ button: 'right' });
      const items = await page.getByRole('menuitem').allInnerTexts();
      assert.deepEqual(
        items.slice(0, 3).map((item) => item.split('\n')[0]),
        ['Paste', 'Paste as plain text', 'Copy'],
      );
      await page.getByRole('menuitem', { name: /^Paste(?! as)/ }).click();
      await until('it is picked', () => served.commands.some(({ kind }) => kind === 'pick'));
      assert.deepEqual(served.commands.at(-1), { kind: 'pick', fragmentId: '99', how: 'paste' });
    });
    await onPage(browser, view({ picker: { ...picker, pastes: false } }), async ({ page }) => {
      await listed(page, 'copy 99').click({ button: 'right' });
      assert.equal((await page.getByRole('menuitem').allInnerTexts())[0]?.split('\n')[0], 'Copy');
    });
  });

  test('promises nothing that the program cannot do', async () => {
    const of = (kind: 'text' | 'files' | 'image', only: 'files' | 'text' | 'pictures') =>
      view({
        picker: { ...picker, into: 'It', only },
        window: windowModel({ ClipboardFragments: [fragmentRow({ id: '7', kind, title: 'one' })] }),
      });
    for (const [kind, only, said, done] of [
      ['text', 'files', 'only copies: It accepts files only', 'copy'],
      ['files', 'files', 'pastes into It', 'paste'],
      ['image', 'text', 'only copies: It accepts text only', 'copy'],
      ['text', 'pictures', 'pastes; It accepts pictures only', 'paste'],
      ['image', 'pictures', 'pastes into It', 'paste'],
      ['files', 'text', 'pastes the paths into It', 'paste'],
    ] as const)
      await onPage(browser, of(kind, only), async ({ page, served }) => {
        await page.getByRole('contentinfo').getByText(said).waitFor();
        await page.keyboard.press('Enter');
        const pick = await until('pick', () => served.commands.find((command) => command.kind === 'pick'));
        assert.deepEqual(pick, { kind: 'pick', fragmentId: '7', how: done });
      });
  });

  test('says only what the keys do now', async () => {
    await onPage(browser, view(), async ({ page, served, show }) => {
      await page.getByText('Space shows all of it').waitFor();
      served.finds('x', rows.slice(3, 4));
      await page.keyboard.type('x');
      await page.getByText('Ctrl+Space shows all of it').waitFor();
      await page.keyboard.press('Backspace');
      await show({ picker: { ...picker, into: 'GVim', pastes: false } });
      await page.getByText('Enter copies: Hub cannot paste into GVim').waitFor();
      await show({ picker: { ...picker, into: 'Mousepad', isGone: true } });
      await page.getByText('Enter only copies: the window of Mousepad has closed').waitFor();
      assert.equal(await page.getByText('Ctrl+Enter', { exact: true }).count(), 0);
      const plain = page.getByText('as plain text');
      assert.equal(await plain.count(), 0, 'this copy is plain already');
      await show({ window: windowModel({ ClipboardFragments: [fragmentRow({ id: '7', title: 'rich', canCopyPlain: true })] }) });
      await plain.waitFor();
    });
    await onPage(
      browser,
      view({ window: windowModel({ ClipboardFragments: [] }), history: { rows: [], hasMore: false } }),
      async ({ page }) => {
        await page.getByText('Escape closes the picker').waitFor();
        assert.equal(await page.getByText('pastes into').count(), 0);
      },
    );
  });

  test('shows all of a copy by Space, and goes back to the list by Escape', async () => {
    await onPage(browser, view(), async ({ page }) => {
      await listed(page, 'copy 100').waitFor();
      await page.keyboard.press(' ');
      await page.getByRole('region', { name: 'Preview' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('region', { name: 'Preview' }).waitFor({ state: 'detached' });
      assert.equal(await box(page).inputValue(), '');
    });
  });

  test('goes back from all of a copy by a click too, and says what the keys do there', async () => {
    await onPage(browser, view(), async ({ page }) => {
      await listed(page, 'copy 100').waitFor();
      await page.keyboard.press(' ');
      const preview = page.getByRole('region', { name: 'Preview' });
      await preview.getByText('Enter pastes into Mousepad').waitFor();
      await preview.getByRole('button', { name: 'Escape goes back to the list' }).click();
      await preview.waitFor({ state: 'detached' });
      assert.equal(await box(page).evaluate((element) => element === document.activeElement), true);
      await page.getByText('Space shows all of it').waitFor();
    });
  });

  test('shows a title of the user’s own with what was copied: in its row, below the list and over all of it', async () => {
    const bare = fragmentRow({ id: '100', title: 'copy 100', look: 'prose', toolTip: 'the tide tables' });
    const titled = fragmentRow({ ...bare, title: 'My title', ownTitle: 'My title', tags: ['sea'], preview: 'the tide tables' });
    const shown = view({ window: windowModel({ ClipboardFragments: [] }), history: { rows: [bare], hasMore: false } });
    await onPage(browser, shown, async ({ page, served, show }) => {
      const read = (row: FragmentRow) => ({
        history: { rows: [], hasMore: false, read: () => ({ rows: [row], from: 0, to: null, total: 1 }) },
      });
      await listed(page, 'copy 100').waitFor();
      await page.keyboard.press(' ');
      const preview = page.getByRole('region', { name: 'Preview' });
      await preview.getByRole('button', { name: 'Title, tags, note…' }).click();
      await preview.getByLabel('Title', { exact: true }).fill('My title');
      await page.keyboard.press('Enter');
      await until('it is sent', () => served.commands.some(({ kind }) => kind === 'annotate'));
      await show({ expanded: titled, ...read(titled) });
      await preview.getByRole('heading', { name: 'My title' }).waitFor();
      await preview.getByText('sea', { exact: true }).waitFor();
      assert.equal(await box(page).evaluate((element) => element === document.activeElement), true, 'its keys work again');
      await page.keyboard.press('Escape');
      await preview.waitFor({ state: 'detached' });
      for (const text of ['My title', 'the tide tables']) await listed(page, text).waitFor();
      assert.equal(await page.getByText('the tide tables').count(), 2, 'in the row and below the list');
    });
  });

  test('has the keys of what its menu does, and marks the row under the pointer', async () => {
    await onPage(browser, view(), async ({ page }) => {
      const row = page.getByRole('option').filter({ hasText: 'copy 98' });
      const look = (): Promise<string> => row.evaluate((element) => getComputedStyle(element).backgroundColor);
      const before = await look();
      await row.hover();
      assert.notEqual(await look(), before);
      await row.click({ button: 'right' });
      const keys = async (name: string) => page.getByRole('menuitem', { name, exact: true }).getAttribute('aria-keyshortcuts');
      assert.deepEqual(await Promise.all(['Copy', 'Open', 'Pin', 'Delete'].map(keys)), ['Control+C', 'Control+O', 'Control+P', 'Delete']);
    });
  });

  test('shows all of the chosen copy and of no other, however late the answers come', async () => {
    const whole = (id: number): FragmentRow => fragmentRow({ id: String(id), title: `copy ${id}`, look: 'prose', toolTip: `all of ${id}` });
    const copies = [100, 99, 98, 97].map(whole);
    await onPage(browser, view({ history: { rows: copies, hasMore: false } }), async ({ page, show }) => {
      const preview = page.getByRole('region', { name: 'Preview' });
      await listed(page, 'copy 100').waitFor();
      await page.keyboard.press(' ');
      await preview.getByText('all of 100').waitFor();
      // The next one is chosen before the one before it has come.
      await box(page).evaluate(async (element) => {
        for (let presses = 0; presses < 2; presses += 1) {
          element.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
          // The page answers the key, and no server can yet.
          await new Promise<void>((resolve) => queueMicrotask(resolve));
        }
      });
      assert.match(await chosen(page), /copy 98/);
      await preview.getByText('all of 98').waitFor();
      await show({ expanded: whole(99) });
      assert.equal(await preview.count(), 0, 'a late answer is of another copy');
      await show({ expanded: whole(98) });
      // A copy that comes in meanwhile is neither chosen nor shown.
      await show({ history: { rows: [whole(101), ...copies], hasMore: false } });
      assert.match(await chosen(page), /copy 98/);
      await preview.getByText('all of 98').waitFor();
      await page.keyboard.press('Delete');
      await preview.getByText('all of 97').waitFor();
      assert.match(await chosen(page), /copy 97/);
      // Closed, it stays so, whatever is chosen next.
      await page.keyboard.press('Escape');
      await preview.waitFor({ state: 'detached' });
      await page.keyboard.press('ArrowUp');
      await show({ expanded: whole(99) });
      assert.equal(await preview.count(), 0);
    });
  });

  test('has the menu of a row, by the pointer and by the keyboard, and the search box has the focus again', async () => {
    await onPage(browser, view(), async ({ page, served }) => {
      await listed(page, 'copy 98').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Pin' }).click();
      assert.deepEqual(await served.command(1), { kind: 'annotate', fragmentId: '98', change: { pinned: true } });
      assert.match(await chosen(page), /copy 98/);
      await until('focus in the box', () => box(page).evaluate((element) => element === document.activeElement));
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
      assert.deepEqual(await served.command(2), { kind: 'delete', fragmentId: '97' });
    });
  });

  test('chooses a copy again whose deletion was undone, one after the other, and no earlier one', async () => {
    await onPage(browser, view(), async ({ page, served, show }) => {
      await listed(page, 'copy 100').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Delete');
      await page.keyboard.press('Delete');
      await served.command(2);
      const without = (...ids: string[]) => ({ history: { rows: rows.filter(({ id }) => !ids.includes(id)), hasMore: false } });
      await show(without('99', '98'));
      await until('the next one', async () => (await chosen(page)).includes('copy 97'));
      await page.keyboard.press('Control+z');
      assert.deepEqual(await served.command(3), { kind: 'undo' });
      await show(without('99'));
      await until('the one that was deleted last', async () => (await chosen(page)).includes('copy 98'));
      await page.keyboard.press('Control+z');
      assert.deepEqual(await served.command(4), { kind: 'undo' });
      await show(without());
      await until('the one before', async () => (await chosen(page)).includes('copy 99'));
      await page.keyboard.press('End');
      await page.keyboard.press('Control+z');
      await served.command(5);
      assert.match(await chosen(page), /copy (?!99)/, 'what was undone is something else');
    });
  });

  test('reads the rows of what is typed at once, and tells the search later', async () => {
    await onPage(browser, view(), async ({ page, served }) => {
      await listed(page, 'copy 100').waitFor();
      served.finds('w', [fragmentRow({ id: '7', title: 'words' })]);
      await page.keyboard.type('w');
      // The view still has no search.
      await page.getByRole('option', { name: 'words' }).waitFor();
      assert.equal(await page.getByRole('option').count(), 1);
      assert.deepEqual(await served.command(1), { kind: 'search', query: 'w' });
      assert.deepEqual(
        served.rows.asked.filter(({ q }) => q !== '').map(({ q, limit }) => [q, limit]),
        [['w', 10]],
      );
    });
  });

  test('picks what is found first for an Enter before the answer, and nothing for a search with a mistake', async () => {
    const mistaken = { query: 'kind:x', verbs: [], rows: [], hasMore: false, mistake: 'no such kind' };
    await onPage(browser, view(), async ({ page, served, show }) => {
      await listed(page, 'copy 100').waitFor();
      served.finds('w', [fragmentRow({ id: '7', title: 'words' })]);
      await page.keyboard.type('w');
      await page.keyboard.press('Enter');
      const picks = () => served.commands.filter(({ kind }) => kind === 'pick');
      assert.deepEqual(await until('pick', () => picks()[0]), { kind: 'pick', fragmentId: '7', how: 'paste' });
      served.rows.fails = true;
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('kind:x');
      await page.keyboard.press('Enter');
      await show({ search: mistaken });
      assert.equal(picks().length, 1);
      // The core refuses to search for that.
      await until('refusal', () => served.refused.splice(0).length > 0);
    });
  });

  test('says that it is drawn without waiting for the answer to a command', async () => {
    await onPage(browser, view(), async ({ page, served }) => {
      await listed(page, 'copy 100').waitFor();
      const held = Promise.withResolvers<void>();
      await page.route(/command\?is=.*search/, async (route) => {
        await held.promise;
        await route.continue();
      });
      served.show({ picker: { ...picker, opened: 2 } });
      await until('drawn picker', () => served.drawn.includes(2));
      held.resolve();
      await page.unrouteAll({ behavior: 'wait' });
    });
  });

  test('picks nothing of what it does not know yet: before the first word of the core, and while a search fails', async () => {
    const first = view({
      connection: { state: 'connecting', text: 'Starting', mend: '' },
      window: windowModel({ ClipboardFragments: [] }),
    });
    await onPage(browser, first, async ({ page, served, show }) => {
      await listed(page, 'copy 100').waitFor();
      await page.keyboard.press('Enter');
      await show({ notice: null });
      assert.equal(served.commands.filter(({ kind }) => kind === 'pick').length, 0);
      served.show({
        connection: { state: 'connected', text: '', mend: '' },
        window: windowModel({ ClipboardFragments: rows.slice(20, 21) }),
      });
      const pick = await until('pick', () => served.commands.find(({ kind }) => kind === 'pick'));
      assert.deepEqual(pick, { kind: 'pick', fragmentId: '80', how: 'paste' }, 'what is on the clipboard');
    });
    await onPage(browser, view(), async ({ page, served }) => {
      await listed(page, 'copy 100').waitFor();
      served.finds('brown', rows.slice(5, 6));
      served.rows.fails = true;
      const asked = served.rows.asked.length;
      await box(page).fill('brown');
      await page.keyboard.press('Enter');
      served.show({ search: { ...view().search, query: 'brown', rows: [], hasMore: false } });
      await until('question that fails', () => served.rows.asked.length > asked);
      await page.getByText('Hub does not answer; see Diagnostics').waitFor();
      served.show({ search: { ...view().search, query: 'brown', rows: rows.slice(5, 6), hasMore: false } });
      served.rows.fails = false;
      const pick = await until('pick', () => served.commands.find(({ kind }) => kind === 'pick'));
      assert.deepEqual(pick, { kind: 'pick', fragmentId: '95', how: 'paste' });
      assert.ok(served.refused.splice(0).length > 0, 'the failures of the search');
    });
  });

  test('says that it stays once the answer to an Enter has nothing to paste: the keys after it are its own', async () => {
    await onPage(browser, view(), async ({ page, served }) => {
      await listed(page, 'copy 100').waitFor();
      const held = Promise.withResolvers<void>();
      served.rows.held = held.promise;
      served.finds('w', []);
      await page.keyboard.type('w');
      await page.getByRole('status').getByText('Searching…').waitFor();
      await page.keyboard.press('Enter');
      const stays = () => served.commands.some(({ kind }) => kind === 'stay-picker');
      assert.equal(stays(), false);
      held.resolve();
      await until('word of the page', stays);
      assert.equal(served.commands.filter(({ kind }) => kind === 'pick').length, 0);
    });
  });

  test('picks by a number before the answer what the answer has there, as it was asked for, and nothing after Escape', async () => {
    await onPage(browser, view(), async ({ page, served }) => {
      await listed(page, 'copy 100').waitFor();
      const found = (ids: readonly string[]) => ids.map((id) => fragmentRow({ id, title: `words ${id}`, canCopyPlain: true }));
      const picks = () => served.commands.filter(({ kind }) => kind === 'pick');
      served.finds('w', found(['9', '8']));
      await page.keyboard.type('w');
      await page.keyboard.press('Alt+2');
      assert.deepEqual(await until('pick', () => picks()[0]), { kind: 'pick', fragmentId: '8', how: 'paste' });
      served.finds('wo', found(['9']));
      await page.keyboard.type('o');
      await page.keyboard.press('Shift+Enter');
      assert.deepEqual(await until('plain', () => picks()[1]), { kind: 'pick', fragmentId: '9', how: 'paste-plain' });
      served.finds('wor', found(['7']));
      served.rows.fails = true;
      await page.keyboard.type('r');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      served.rows.fails = false;
      // The request that failed is sent again.
      await listed(page, 'words 7').waitFor();
      assert.equal(picks().length, 2);
      assert.ok(served.refused.splice(0).length > 0);
    });
  });

  test('shows that it is searching where the answer is late: no row of the search before is marked, and one letter later none flickers', async () => {
    await onPage(browser, view(), async ({ page, served }) => {
      await listed(page, 'copy 100').waitFor();
      const held = Promise.withResolvers<void>();
      served.rows.held = held.promise;
      served.finds('w', [fragmentRow({ id: '7', title: 'words' })]);
      await page.keyboard.type('w');
      await page.getByRole('status').getByText('Searching…').waitFor();
      assert.equal(await page.getByRole('option', { selected: true }).count(), 0);
      await page.keyboard.press('Enter');
      assert.equal(served.commands.filter(({ kind }) => kind === 'pick').length, 0);
      held.resolve();
      await page.getByRole('option', { name: 'words', selected: true }).waitFor();
      assert.equal(await page.getByText('Searching…').count(), 0);
      const pick = await until('pick', () => served.commands.find(({ kind }) => kind === 'pick'));
      assert.deepEqual(pick, { kind: 'pick', fragmentId: '7', how: 'paste' });
    });
  });

  test('has all of each row in sight, its type and its number too, however long the lines of the copies are', async () => {
    const long = ['lines', 'prose'].map((look, at) =>
      fragmentRow({
        id: String(200 - at),
        title: 'x = '.repeat(90),
        preview: `${'x = '.repeat(90)}\n${'word'.repeat(90)}`,
        detail: 'a/path/'.repeat(40),
        look: look as 'lines' | 'prose',
        badge: 'JSON',
      }),
    );
    const none = windowModel({ ClipboardFragments: [] });
    await onPage(browser, view({ window: none, history: { rows: long, hasMore: false } }), async ({ page }) => {
      await page.setViewportSize({ width: 480, height: 600 });
      for (const text of ['Alt 1', 'Alt 2', 'JSON']) {
        const { x, width } = (await page.getByText(text, { exact: true }).last().boundingBox()) ?? assert.fail(text);
        assert.ok(x + width <= 480, `${text} ends at ${x + width}`);
      }
    });
  });

  test('has two lines of a text that has several, without blank ones', async () => {
    const text = fragmentRow({ id: '200', title: 'def tides():', preview: 'def tides():\n\n    return 5\n# more', look: 'lines' });
    const short = fragmentRow({ id: '199', title: 'one line', preview: 'one line' });
    const none = windowModel({ ClipboardFragments: [] });
    await onPage(browser, view({ window: none, history: { rows: [text, short], hasMore: false } }), async ({ page }) => {
      await listed(page, 'one line').waitFor();
      const [first = '', second = ''] = await page.getByRole('option').allInnerTexts();
      assert.match(first, /^def tides\(\):\n {4}return 5\n(?!# more)/);
      assert.match(second, /^one line\n/);
      const heights = await page.getByRole('option').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
      assert.ok((heights[0] ?? 0) <= 72 && (heights[1] ?? 0) <= 52, String(heights));
    });
  });

  test('says what was searched for if there is nothing', async () => {
    await onPage(browser, view({ search: { query: 'nowhere', verbs: [], rows: [], hasMore: false } }), async ({ page, served, show }) => {
      assert.deepEqual(await served.command(0), { kind: 'search', query: '' });
      await page.keyboard.type('nowhere');
      await show({});
      await page.getByText('No copy contains “nowhere”').waitFor();
    });
  });

  test('leaves the window with the search that it had, and not with its own', async () => {
    for (const own of ['', 'harbour']) {
      await onPage(browser, view({ picker: null }), async ({ page, show, served }) => {
        const search = page.getByRole('combobox', { name: 'Search copies or type a command' });
        await search.fill(own);
        await show({ picker });
        await box(page).fill('berlin');
        await page.keyboard.press('Enter');
        await show({ picker: null });
        assert.equal(await search.inputValue(), own);
        // Whatever was on its way: the last one is the window's.
        const told = () => served.commands.filter((command) => command.kind === 'search').at(-1);
        await until('search of the window', () => JSON.stringify(told()) === JSON.stringify({ kind: 'search', query: own }));
      });
    }
  });

  test('says which form of the window is drawn', async () => {
    await onPage(browser, view({ picker: null }), async ({ show, served }) => {
      await show({ picker: { ...picker, opened: 4 } });
      await show({ picker: null });
      await until('three forms', () => served.drawn.length === 3);
      assert.deepEqual(served.drawn, [0, 4, 0]);
    });
  });

  test('lists only what can be pasted, and reads on where little of it can', async () => {
    const mixed = Array.from({ length: 260 }, (_, index) =>
      fragmentRow({ id: String(300 - index), title: `copy ${300 - index}`, canCopy: index > 0 && (index < 3 || index > 240) }),
    );
    const nothing = windowModel({ ClipboardFragments: [] });
    await onPage(browser, view({ window: nothing, history: { rows: mixed, hasMore: false } }), async ({ page, served }) => {
      await listed(page, 'copy 299').waitFor();
      assert.match(await chosen(page), /copy 299/);
      await until('rows below', async () => (await page.getByRole('option').count()) === 21);
      assert.equal(await listed(page, 'copy 300').count(), 0);
      await page.keyboard.press('Alt+3');
      assert.deepEqual(await served.command(1), { kind: 'pick', fragmentId: '59', how: 'paste' });
    });
  });

  test('begins anew when it is opened again', async () => {
    await onPage(browser, view(), async ({ page, show }) => {
      await listed(page, 'copy 100').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.type('words');
      await show({ picker: { ...picker, opened: 2 } });
      await page.locator('[data-picker="2"]').waitFor();
      assert.equal(await box(page).inputValue(), '');
      assert.match(await chosen(page), /copy 100/);
    });
  });
});
