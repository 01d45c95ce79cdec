/** A shortcut of the settings, chosen by pressing it. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, noBrowser, onPage } from '../page-browser.ts';
import { pageStates } from '../page-states.ts';
import { pageView, type TestView } from '../views.ts';

const shown = pageView(pageStates['settings-shortcut'] as Partial<TestView>);
const field = (page: Page) => page.getByRole('button', { name: 'Shortcut', exact: true });

interface Press {
  readonly key: string;
  readonly code: string;
}

/** Keys as WebKitGTK reports them: Super is a key of its own, and `metaKey` is false with all others. */
async function report(page: Page, type: 'keydown' | 'keyup', press: Press): Promise<void> {
  const init = JSON.stringify({ ...press, bubbles: true, cancelable: true });
  await page.evaluate(`document.activeElement.dispatchEvent(new KeyboardEvent('${type}', ${init}))`);
}

const letter = { key: 'u', code: 'KeyU' };

suite('a shortcut in the settings', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('has Super, by whatever name and on whichever side the engine reports that key', async () => {
    for (const [key, code] of [
      ['Super', 'MetaLeft'],
      ['Meta', 'OSRight'],
      ['OS', 'OSLeft'],
    ] as const)
      await onPage(browser, shown, async ({ page, served }) => {
        await field(page).click();
        await report(page, 'keydown', { key, code });
        await report(page, 'keydown', letter);
        const sent = await served.command(1);
        assert.deepEqual(sent.kind === 'change-setting' && sent.change, { how: 'set', value: 'Super+U' }, `${key} ${code}`);
      });
  });

  test('has no Super that was let go, or whose window was left', async () => {
    for (const forget of [
      (page: Page) => report(page, 'keyup', { key: 'Super', code: 'MetaLeft' }),
      (page: Page) => page.evaluate(`dispatchEvent(new FocusEvent('blur'))`),
    ])
      await onPage(browser, shown, async ({ page, served }) => {
        await field(page).click();
        await report(page, 'keydown', { key: 'Super', code: 'MetaLeft' });
        await forget(page);
        await report(page, 'keydown', letter);
        await page.getByRole('alert').filter({ hasText: 'Use Ctrl, Alt or Super with a key.' }).waitFor();
        assert.deepEqual(
          served.commands.map(({ kind }) => kind),
          ['record-shortcut'],
        );
      });
  });

  test('is not one that programs or the system use, and the reason is said', async () => {
    await onPage(browser, shown, async ({ page }) => {
      await field(page).click();
      for (const [keys, why] of [
        ['F5', 'Programs use F5 for their own commands. Add Ctrl, Alt, Shift or Super.'],
        ['Control+p', 'Programs use Ctrl plus a letter for their own commands. Add Shift, Alt or Super.'],
        ['Control+Shift+U', 'The system uses Ctrl+Shift+U to type a character by its number. Choose other keys.'],
      ] as const) {
        await page.keyboard.press(keys);
        await page.getByRole('alert').filter({ hasText: why }).waitFor();
      }
    });
  });
});
