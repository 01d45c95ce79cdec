/** The saved commands in the settings of the page: shown, added, changed, removed, and asked about again. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { until } from '../../harness/until.ts';
import { launchBrowser, noBrowser, onPage, seriousFindings } from '../page-browser.ts';
import { pageStates, themes } from '../page-states.ts';
import { pageView, type TestView } from '../views.ts';

const shown = pageView(pageStates['settings-commands'] as Partial<TestView>);
const card = (page: Page) => page.getByRole('region', { name: 'Saved commands' });
const row = (page: Page, place: number) => card(page).getByRole('listitem').nth(place);
const fields = (page: Page) => card(page).locator('form');

suite('the saved commands in the settings', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('say what each runs, what it is for, whether it may, and whose keys do nothing', async () => {
    await onPage(browser, shown, async ({ page, served }) => {
      const sort = await row(page, 0).innerText();
      for (const text of ['sort --unique', 'Any text', 'Ctrl+Shift+S', 'You allowed it to run']) assert.ok(sort.includes(text), text);
      const count = row(page, 2);
      await count.getByText('Ctrl+Shift+S runs Sort lines, which comes first, and not Count.').waitFor();
      await count.getByText('Asks before it runs').waitFor();
      assert.equal(await count.getByRole('button', { name: 'Change Count' }).count(), 0, 'a word with a line break');
      await count.getByRole('button', { name: 'Open the document' }).click();
      assert.deepEqual(await served.command(0), { kind: 'open-document', document: 'commands' });
    });
  });

  test('are removed, and asked about again', async () => {
    await onPage(browser, shown, async ({ page, served }) => {
      await page.getByRole('button', { name: 'Ask again before Sort lines runs' }).click();
      assert.deepEqual(await served.command(0), { kind: 'forbid-command', place: 0, name: 'Sort lines' });
      await page.getByRole('button', { name: 'Remove Make it small' }).click();
      assert.deepEqual(await served.command(1), { kind: 'remove-command', place: 1, name: 'Make it small' });
    });
  });

  test('are added by a form that says what is missing, and stays until the command is accepted', async () => {
    await onPage(browser, shown, async ({ page, served, show }) => {
      await page.getByRole('button', { name: 'Add a command' }).click();
      const form = fields(page);
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByRole('alert').filter({ hasText: 'It needs a name.' }).waitFor();
      await form.getByRole('alert').filter({ hasText: 'The first line is the program.' }).waitFor();
      assert.equal(await form.getByLabel('Name').getAttribute('aria-invalid'), 'true');
      await form.getByLabel('Name').fill('Shout');
      await form.getByLabel('Program and arguments').fill('tr\na-z\nA-Z');
      await form.getByLabel('Link').check();
      await form.getByLabel('Code', { exact: true }).check();
      await form.getByLabel('Output').selectOption('clipboard');
      await form.getByLabel('Time limit').fill('5');
      await form.getByRole('button', { name: 'Save' }).click();
      const typed = { name: 'Shout', program: 'tr\na-z\nA-Z', kinds: ['link', 'code'], output: 'clipboard', shortcut: '', seconds: 5 };
      assert.deepEqual(await served.command(0), { kind: 'save-command', of: null, form: typed, sent: 1 });
      await show({ notice: { id: 9, intent: 'error', text: 'It was not changed' } });
      assert.equal(await form.getByLabel('Name').inputValue(), 'Shout');
      await show({ commandSettings: { ...(shown.commandSettings ?? assert.fail()), accepted: 1 } });
      await form.waitFor({ state: 'detached' });
      await until('the focus on the button', () =>
        page.getByRole('button', { name: 'Add a command' }).evaluate((button) => button === button.ownerDocument.activeElement),
      );
    });
  });

  test('are added by a form that comes into sight', async () => {
    await onPage(
      browser,
      shown,
      async ({ page }) => {
        const add = page.getByRole('button', { name: 'Add a command' });
        await add.evaluate((button) => button.scrollIntoView({ block: 'end' }));
        await add.click();
        const sight = await page.locator('main').boundingBox();
        const form = await fields(page).boundingBox();
        assert.ok(sight !== null && form !== null && form.height < sight.height, 'it has room');
        assert.ok(form.y >= sight.y && form.y + form.height <= sight.y + sight.height + 1, JSON.stringify({ form, sight }));
      },
      { viewport: { width: 760, height: 1_000 } },
    );
    await onPage(browser, shown, async ({ page }) => {
      await page.getByRole('button', { name: 'Add a command' }).click();
      const sight = await page.locator('main').boundingBox();
      const form = await fields(page).boundingBox();
      assert.ok(sight !== null && form !== null && form.height > sight.height, 'it has no room');
      assert.ok(Math.abs(form.y - sight.y) < 2, JSON.stringify({ form, sight }));
    });
  });

  test('are changed, and keys that something else has are refused', async () => {
    await onPage(browser, shown, async ({ page, served }) => {
      await page.getByRole('button', { name: 'Change Make it small' }).click();
      const form = fields(page);
      assert.equal(await form.getByLabel('Program and arguments').inputValue(), 'convert\n-\n-resize\n50%\npng:-');
      assert.deepEqual(await form.getByRole('checkbox', { checked: true }).count(), 1);
      const keys = form.getByLabel('Shortcut');
      await keys.click();
      const refused = async (pressed: string, why: string): Promise<void> => {
        await page.keyboard.press(pressed);
        await form.getByRole('alert').filter({ hasText: why }).waitFor();
      };
      await refused('Control+p', 'Hub uses Ctrl+P to pin a copy. Choose other keys.');
      await refused('Control+Shift+V', 'Hub itself uses Ctrl+Shift+V, to open the picker. Choose other keys.');
      await refused('Control+Shift+U', 'The system uses Ctrl+Shift+U to type a character by its number. Choose other keys.');
      await page.keyboard.press('Control+Alt+U');
      assert.equal(await keys.innerText(), 'Ctrl+Alt+U');
      await keys.click();
      await page.keyboard.press('Control+Shift+S');
      assert.equal(await keys.innerText(), 'Ctrl+Shift+S', 'the other ones are not for pictures');
      await form.getByLabel('Any text').check();
      await keys.click();
      await refused('Control+Shift+S', 'Sort lines has Ctrl+Shift+S already. Choose other keys.');
      await page.keyboard.press('F8');
      await form.getByRole('button', { name: 'Save' }).click();
      const saved = await until('command', () => served.commands.find(({ kind }) => kind === 'save-command'));
      assert.deepEqual(saved.kind === 'save-command' && [saved.of, saved.form.shortcut, saved.form.kinds], [
        { place: 1, name: 'Make it small' },
        'F8',
        ['text', 'image'],
      ]);
    });
  });

  test('have nothing that axe finds serious in their form, in any theme', async () => {
    await onPage(browser, shown, async ({ page, show }) => {
      await page.getByRole('button', { name: 'Change Make it small' }).click();
      await fields(page).getByLabel('Name').fill('');
      await fields(page).getByRole('button', { name: 'Save' }).click();
      for (const theme of themes) {
        await show({ theme });
        assert.deepEqual(await seriousFindings(page), [], theme);
      }
    });
  });

  test('Escape leaves the form, and the window stays', async () => {
    await onPage(browser, shown, async ({ page, served }) => {
      await page.getByRole('button', { name: 'Change Sort lines' }).click();
      await fields(page).getByLabel('Name').press('Escape');
      await fields(page).waitFor({ state: 'detached' });
      assert.deepEqual(served.commands, []);
    });
  });

  test('are locked while their document is not valid, and it says why', async () => {
    await onPage(browser, pageView(pageStates['settings-commands-broken'] as Partial<TestView>), async ({ page }) => {
      await card(page).getByText('config/commands.json is not used').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Add a command' }).isDisabled(), true);
      assert.equal(await card(page).getByRole('button', { name: 'Open the document' }).isEnabled(), true);
    });
  });
});
