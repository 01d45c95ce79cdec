/** The page without a pointer: everything can be reached and shows its focus, and Escape returns to the previous place. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { FragmentRow } from '../../src/contract/shell-page.ts';
import { until } from '../harness/until.ts';
import { launchBrowser, noBrowser, onPage } from './page-browser.ts';
import { copied, files, fragmentRow, mail, pageView, picture, type TestView, windowModel } from './views.ts';

/** The name of the focused element, and whether it looks the same without focus. */
const focused = `(() => {
  const it = document.activeElement;
  const look = () => {
    const { outline, outlineStyle, border, boxShadow, backgroundColor } = getComputedStyle(it);
    return [outlineStyle === 'none' ? '' : outline, border, boxShadow, backgroundColor].join();
  };
  const name = (it.getAttribute('aria-label') ?? it.innerText.split('\\n')[0]) + '|' + it.tagName;
  const now = look();
  const back = it;
  it.blur();
  const isSeen = look() !== now;
  back.focus({ focusVisible: true });
  return { name, isSeen };
})()`;

interface Stop {
  readonly name: string;
  readonly isSeen: boolean;
}

/** Marks the elements that Tab reaches, until the first one is reached again. */
async function walk(page: Page): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press('Tab');
    const isKnown = (await page.evaluate(`document.activeElement.dataset.walked === 'yes'`)) as boolean;
    const isOut = (await page.evaluate('document.activeElement === document.body')) as boolean;
    if (isKnown) return stops;
    if (isOut) continue;
    stops.push((await page.evaluate(focused)) as Stop);
    await page.evaluate(`document.activeElement.dataset.walked = 'yes'`);
  }
  throw new Error('Tab does not come round');
}

/** Elements that can be pressed but were not reached: all rows of a list but the first, which the arrow keys reach, and radio buttons that are not selected. */
const missed = `[...document.querySelectorAll('button, input, summary, a, [tabindex]')]
  .filter((it) => it.checkVisibility() && it.dataset.walked !== 'yes' && it.id !== 'main')
  .filter((it) => !it.hasAttribute('data-opens') && it.type !== 'radio')
  .map((it) => it.outerHTML.slice(0, 120))`;

const whole: readonly Partial<TestView>[] = [
  { panel: 0 },
  { panel: 4, capture: { state: 'blind', text: 'The display is lost', mend: 'Hub looks for it.', captured: 1, missed: 2 } },
  { section: 'history' },
  { section: 'workspaces' },
  { section: 'diagnostics' },
  { section: 'settings', window: windowModel({ IsLeftRailPaneOpen: true }) },
  { notice: { id: 1, intent: 'error', text: 'Not saved' } },
];

const nameOfFocus = (page: Page): Promise<unknown> =>
  page.evaluate(`document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText.split('\\n')[0]`);

async function untilFocused(page: Page, name: string): Promise<void> {
  await until(`focus on ${name}`, async () => (await nameOfFocus(page)) === name);
}

suite('by keyboard', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('everything is reachable, and shows that it has the focus', async () => {
    for (const change of whole) {
      await onPage(browser, pageView(change), async ({ page }) => {
        const stops = await walk(page);
        const what = JSON.stringify(change).slice(0, 80);
        assert.deepEqual(await page.evaluate(missed), [], what);
        assert.deepEqual(
          stops.filter(({ isSeen }) => !isSeen),
          [],
          what,
        );
      });
    }
  });

  test('the flyout holds the focus, and returns it on Escape or a click beside it', async () => {
    const window = windowModel({ CurrentUserAccountUri: 'https://account.example.org/' });
    await onPage(browser, pageView({ window }), async ({ page, served }) => {
      const profile = page.getByRole('button', { name: /^Profile/ });
      const flyout = page.getByRole('dialog', { name: 'Profile' });
      await profile.focus();
      await page.keyboard.press('Enter');
      await untilFocused(page, 'Open the account in the browser: https://account.example.org/');
      for (let presses = 0; presses < 4; presses += 1) {
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate(`document.getElementById('main').contains(document.activeElement)`), false);
      }
      await page.keyboard.press('x');
      assert.equal(await page.getByRole('combobox').inputValue(), '', 'a letter in it starts no search behind it');
      assert.deepEqual(served.commands, []);
      await page.keyboard.press('Escape');
      await flyout.waitFor({ state: 'detached' });
      await untilFocused(page, 'Profile, Maria Kowalska, MK');
      await page.keyboard.press('Enter');
      await flyout.waitFor();
      await page.mouse.click(80, 500);
      await flyout.waitFor({ state: 'detached' });
    });
  });

  test('a flyout closes when the window gets another size, and not by an event about the size that it has', async () => {
    await onPage(browser, pageView(), async ({ page }) => {
      const flyout = page.getByRole('dialog', { name: 'Profile' });
      await page.getByRole('button', { name: /^Profile/ }).press('Enter');
      await flyout.waitFor();
      await page.evaluate(`dispatchEvent(new Event('resize'))`);
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
      assert.ok(await flyout.isVisible());
      await page.setViewportSize({ width: 500, height: 700 });
      await flyout.waitFor({ state: 'detached' });
    });
  });

  test('a menu is walked by arrows that wrap around, by Home, End and first letters; unavailable items are skipped', async () => {
    await onPage(browser, pageView({ section: 'history' }), async ({ page, served }) => {
      const row = page.getByRole('button', { name: new RegExp(`^${mail.title}`) });
      await row.focus();
      await page.keyboard.press('Shift+F10');
      await untilFocused(page, 'Copy');
      const keys: readonly (readonly [string, string])[] = [
        ['ArrowUp', 'Delete for good…'],
        ['ArrowDown', 'Copy'],
        ['End', 'Delete for good…'],
        ['Home', 'Copy'],
        ['o', 'Open'],
        ['s', 'Show in folder'],
        ['s', 'Send to chat'],
        ['s', 'Save to the WorkSpace'],
        ['x', 'Save to the WorkSpace'],
        ['ArrowDown', 'Open'],
      ];
      for (const [key, name] of keys) {
        await page.keyboard.press(key);
        assert.equal(await nameOfFocus(page), name, key);
      }
      await page.keyboard.press('Enter');
      assert.ok(await page.getByRole('menu').isVisible(), 'Open is not offered for a copy without a file');
      await page.keyboard.press('Tab');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await until('focus on the row', async () => (await row.and(page.locator(':focus')).count()) === 1);
      await page.keyboard.press('Shift+F10');
      await untilFocused(page, 'Copy');
      await page.keyboard.press('Enter');
      assert.deepEqual(await served.command(0), { kind: 'copy', fragmentId: mail.id });
      await page.getByRole('menu').waitFor({ state: 'detached' });
      assert.equal(served.commands.length, 1);
    });
  });

  test('the arrows move through a list across headings, and Escape collapses an expanded row', async () => {
    const rows = [copied, picture, fragmentRow({ id: '97', group: 'Yesterday', title: 'Of yesterday' }), { ...mail, group: 'Earlier' }];
    await onPage(browser, pageView({ section: 'history', history: { rows, hasMore: false } }), async ({ page }) => {
      const list = page.getByRole('group', { name: 'History' });
      assert.deepEqual(await list.getByRole('heading').allInnerTexts(), ['Today', 'Yesterday', 'Earlier']);
      assert.equal(await page.getByRole('grid').count(), 1);
      const groups = page.getByRole('grid', { name: 'History' }).getByRole('rowgroup');
      assert.equal(await groups.count(), 3);
      const ofToday = page.getByRole('rowgroup', { name: 'Today' });
      assert.deepEqual(await ofToday.locator('[aria-rowindex]').evaluateAll((rows) => rows.map((row) => row.ariaRowIndex)), ['1', '2']);
      assert.equal(await ofToday.getByRole('row').getByRole('heading').count(), 1);
      await list.getByRole('button').first().focus();
      for (const name of [picture.title, 'Of yesterday', mail.title, mail.title]) {
        await page.keyboard.press('ArrowDown');
        await untilFocused(page, name);
      }
      await page.keyboard.press('Home');
      await untilFocused(page, copied.title);
      await page.keyboard.press('Enter');
      await page.getByText("for base, size in sizes('.')").waitFor();
      await page.getByRole('region', { name: 'Text' }).focus();
      await page.keyboard.press('Escape');
      await page.getByText("for base, size in sizes('.')").waitFor({ state: 'detached' });
      assert.equal(await nameOfFocus(page), copied.title);
      await page.keyboard.press('Enter');
      await page.getByText("for base, size in sizes('.')").waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Escape');
      await page.getByText("for base, size in sizes('.')").waitFor({ state: 'detached' });
      assert.equal(await nameOfFocus(page), picture.title, 'from another row too');
    });
  });

  test('deleted rows disappear even if a clock was wrong for a while and one heading occurs twice', async () => {
    const now = fragmentRow({ id: '50', title: 'Now', group: 'Today' });
    const wrong = fragmentRow({ id: '49', title: 'By the wrong clock', group: 'Earlier' });
    const before = fragmentRow({ id: '48', title: 'Before', group: 'Today' });
    const history = (...rows: readonly FragmentRow[]) => ({ history: { rows, hasMore: false } });
    await onPage(browser, pageView({ section: 'history', ...history(now, wrong, before) }), async ({ page, show }) => {
      const list = page.getByRole('group', { name: 'History' });
      const shown = async () =>
        [await list.getByRole('heading').allInnerTexts(), await list.locator('[data-fragment]').allInnerTexts()].flat();
      const titles = async () => (await shown()).map((text) => text.split('\n')[0]);
      await list.getByRole('button', { name: 'Before' }).focus();
      await show(history({ ...now, id: '51', title: 'Next' }, now, wrong, before));
      assert.deepEqual(await titles(), ['Today', 'Earlier', 'Today', 'Next', 'Now', 'By the wrong clock', 'Before']);
      await show(history({ ...wrong, id: '52', title: 'Wrong again' }, now, wrong, before));
      assert.equal(await nameOfFocus(page), 'Before', 'a row that stays keeps the focus');
      await show(history(wrong));
      assert.deepEqual(await titles(), ['Earlier', 'By the wrong clock']);
    });
  });

  test('the focus moves to the next row when its own is deleted', async () => {
    const rows = [copied, picture, files, mail];
    await onPage(browser, pageView({ section: 'history', history: { rows, hasMore: false } }), async ({ page, served, show }) => {
      await page.getByRole('group', { name: 'History' }).getByRole('button').first().focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Delete');
      assert.deepEqual(await served.command(0), { kind: 'delete', fragmentId: picture.id });
      await untilFocused(page, files.title);
      await show({ history: { rows: [copied, files, mail], hasMore: false } });
      assert.equal(await nameOfFocus(page), files.title);
      await show({ history: { rows: [copied, mail], hasMore: false } });
      await show({ history: { rows: [copied], hasMore: false } });
      assert.equal(await nameOfFocus(page), copied.title);
    });
  });

  test('Delete pressed twice deletes two copies before the list has followed, held down only one, and as many undos bring both back', async () => {
    const rows = [copied, picture, files, mail];
    await onPage(browser, pageView({ section: 'history', history: { rows, hasMore: false } }), async ({ page, served, show }) => {
      await page.getByRole('group', { name: 'History' }).getByRole('button').first().focus();
      await page.keyboard.press('Delete');
      await page.keyboard.down('Delete');
      await page.keyboard.down('Delete');
      await page.keyboard.up('Delete');
      await untilFocused(page, files.title);
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      await served.command(3);
      const deleted = [copied, picture].map(({ id }) => ({ kind: 'delete', fragmentId: id }));
      assert.deepEqual(served.commands, [...deleted, { kind: 'undo' }, { kind: 'undo' }]);
      // They are in the list all the time, and are shown again at once.
      assert.equal(await page.locator('[data-fragment]').count(), rows.length);
      await show({ notice: { id: 9, intent: 'success', text: 'Restored to the history', earlier: 4 } });
      await page.getByRole('button', { name: 'Undo the change before' }).click();
      assert.deepEqual(await served.command(4), { kind: 'undo', noticeId: 4 });
    });
  });

  test('a row whose copy could not be deleted is shown again', async () => {
    const rows = [copied, picture];
    await onPage(browser, pageView({ section: 'history', history: { rows, hasMore: false } }), async ({ page }) => {
      await page.getByRole('group', { name: 'History' }).getByRole('button').first().focus();
      await page.keyboard.press('Delete');
      await until('one row', async () => (await page.locator('[data-fragment]').count()) === 1);
      await until('both rows', async () => (await page.locator('[data-fragment]').count()) === 2);
    });
  });

  test('the open rail of a narrow window closes on Escape, and with that of a wide one the window is hidden', async () => {
    const window = windowModel({ IsLeftRailPaneOpen: true });
    await onPage(browser, pageView({ window }), async ({ page, served }) => {
      await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'History' }).focus();
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 400, height: 600 });
      await page.keyboard.press('Escape');
      assert.deepEqual([(await served.command(0)).kind, (await served.command(1)).kind], ['hide', 'toggle-rail']);
      assert.equal(served.commands.length, 2);
    });
  });

  test('Escape hides the window where it has nothing else to close', async () => {
    await onPage(browser, pageView({ section: 'history' }), async ({ page, served }) => {
      const row = page.getByRole('button', { name: new RegExp(`^${mail.title}`) });
      const pressEscape = () => page.keyboard.press('Escape');
      await row.focus();
      await page.keyboard.press('Control+f');
      await page.keyboard.type('a');
      await pressEscape();
      await pressEscape();
      await until('focus on the row', async () => (await row.and(page.locator(':focus')).count()) === 1);
      await page.keyboard.press('Control+ ');
      await pressEscape();
      await page.keyboard.press('Shift+F10');
      await untilFocused(page, 'Copy');
      await pressEscape();
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await row.click();
      await page.getByRole('region', { name: 'Text' }).waitFor();
      await page.evaluate('document.activeElement.blur()');
      await pressEscape();
      await page.getByRole('region', { name: 'Text' }).waitFor({ state: 'detached' });
      const before = served.commands.filter(({ kind }) => kind === 'hide').length;
      await pressEscape();
      await until('hidden', () => served.commands.filter(({ kind }) => kind === 'hide').length === 1);
      assert.equal(before, 0);
    });
  });
});
