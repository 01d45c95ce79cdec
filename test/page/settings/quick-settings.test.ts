/** The quick settings as the whole page: by the keyboard, in a narrow window, in each language, and with addresses that are not taken. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { translationsInto } from '../../../src/configuration/speak-language.ts';
import { type QuickSettingsName, quickSettingsNames } from '../../../src/contract/documents.ts';
import { speak } from '../../../src/domain/language/say.ts';
import { quickSettingsView } from '../../../src/domain/view/settings/quick-view.ts';
import { defaultsOf } from '../../../src/domain/view/settings/settings-groups.ts';
import { launchBrowser, noBrowser, onPage, seriousFindings } from '../page-browser.ts';
import { pageView } from '../views.ts';

const documents = Object.fromEntries(quickSettingsNames.map((name) => [name, { value: defaultsOf(name), trouble: null }]));
const pictureLanguages = [
  ['eng', 'en'],
  ['deu', 'de'],
].map(([language = '', tag = '']) => ({ language, tag, isInstalled: true, isOfUser: false }));
const quick = (name: QuickSettingsName, savedAssistant = 0) =>
  quickSettingsView({ name, opened: 1_000_000_000 }, documents, { applications: [], savedAssistant, pictureLanguages });
const shown = (name: QuickSettingsName) => pageView({ quick: quick(name) });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

suite('the quick settings', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('are each of their own, without the rest of the window, begin at their title, and Escape closes them', async () => {
    for (const [name, title] of [
      ['chat-routing', 'Chat'],
      ['structured-text', 'Structured text'],
      ['text-extraction', 'Text extraction'],
    ] as const)
      await onPage(browser, shown(name), async ({ page, served }) => {
        await heading(page, title).waitFor();
        assert.equal(await page.getByRole('navigation').count(), 0);
        assert.equal(await page.evaluate('document.activeElement.textContent'), title);
        assert.deepEqual(await seriousFindings(page), []);
        await page.keyboard.press('Escape');
        assert.deepEqual(await served.command(0), { kind: 'hide' });
      });
  });

  test('are reached by Tab, from the first setting to the button that closes them, and changed by it', async () => {
    await onPage(browser, shown('structured-text'), async ({ page, served }) => {
      await heading(page, 'Structured text').waitFor();
      const reached: string[] = [];
      const kinds = ['Tables', 'Names and values', 'Lists', 'Code', 'Links', 'Email addresses', 'Dates', 'Amounts'];
      for (let presses = 0; presses < 11; presses += 1) {
        await page.keyboard.press('Tab');
        reached.push(await page.evaluate('document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent'));
      }
      assert.deepEqual(reached, ['Format', 'Keep cells exactly', ...kinds, 'Close']);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Space');
      assert.deepEqual(await served.command(0), {
        kind: 'change-setting',
        id: 'structured-text/kinds/amounts',
        change: { how: 'set', value: false },
      });
    });
  });

  test('are changed back by Ctrl+Z, from wherever they were changed, and what is being typed is not', async () => {
    await onPage(browser, shown('text-extraction'), async ({ page, served }) => {
      await heading(page, 'Text extraction').waitFor();
      const limit = page.getByLabel('Time limit');
      for (const field of [page.getByRole('switch').first(), page.getByLabel('Scanned pages'), page.getByLabel('German'), limit]) {
        await field.focus();
        await page.keyboard.press('Control+z');
      }
      await limit.press('7');
      await limit.press('Control+z');
      await page.getByRole('button', { name: 'Close' }).click();
      await served.command(4);
      assert.deepEqual(served.commands, [...Array(4).fill({ kind: 'undo' }), { kind: 'hide' }]);
    });
  });

  test('have the installed languages by their names; one more is read beside English, and English alone is no choice', async () => {
    await onPage(browser, shown('text-extraction'), async ({ page, served, show }) => {
      await page.getByLabel('German').click();
      const set = (value: readonly string[]) => ({
        kind: 'change-setting',
        id: 'text-extraction/languages',
        change: { how: 'set', value },
      });
      assert.deepEqual(await served.command(0), set(['eng', 'deu']));
      const value = { ...defaultsOf('text-extraction'), languages: ['eng', 'deu'] };
      const read = { ...documents, 'text-extraction': { value, trouble: null } };
      await show({
        quick: quickSettingsView({ name: 'text-extraction', opened: 1_000_000_000 }, read, { applications: [], pictureLanguages }),
      });
      await page.getByLabel('German').click();
      assert.deepEqual(await served.command(1), set([]));
    });
  });

  test('offer the languages that are not installed, and say how far one is meanwhile', async () => {
    const french = { language: 'fra', tag: 'fr', isInstalled: false, isOfUser: false };
    const spanish = { language: 'spa', tag: 'es', isInstalled: false, isOfUser: true };
    const view = (part?: number) => {
      const known = [...pictureLanguages, french, { ...spanish, ...(part === undefined ? {} : { installed: part }) }];
      return {
        quick: quickSettingsView({ name: 'text-extraction', opened: 1_000_000_000 }, documents, {
          applications: [],
          pictureLanguages: known,
        }),
      };
    };
    await onPage(browser, pageView(view()), async ({ page, served, show }) => {
      const [offers, install] = [page.getByLabel('Language to install'), page.getByRole('button', { name: 'Install' })];
      assert.equal(await offers.inputValue(), 'spa', 'the language of the user');
      await offers.selectOption('French');
      await install.click();
      assert.deepEqual(await served.command(0), { kind: 'install-language', language: 'fra' });
      await show(view(0.4));
      await page.getByText('downloading Spanish: 40 %').waitFor();
      assert.equal(await install.getAttribute('aria-disabled'), 'true');
      await install.click({ force: true });
      await page.keyboard.press('Escape');
      assert.deepEqual(await served.command(1), { kind: 'hide' }, 'and is not installed twice');
      assert.deepEqual(await seriousFindings(page), []);
    });
  });

  test('fit into a narrow window in every language', async () => {
    for (const language of ['en', 'de', 'zh-CN'] as const)
      for (const name of quickSettingsNames) {
        speak(language, translationsInto(language));
        const view = { ...shown(name), language };
        speak('en');
        await onPage(browser, view, async ({ page }) => {
          await page.setViewportSize({ width: 320, height: 280 });
          await page.getByRole('heading', { level: 1 }).waitFor();
          const wide = 'document.documentElement.scrollWidth > innerWidth || document.getElementById("main").scrollWidth > innerWidth';
          assert.equal(await page.evaluate(wide), false, `${language} ${name}`);
        });
      }
  });

  test('have a form for an assistant, which takes no address that a copy should not go to, and closes once it is accepted', async () => {
    await onPage(browser, shown('chat-routing'), async ({ page, served, show }) => {
      await page.getByRole('button', { name: 'Add an assistant' }).click();
      const [name, address] = [page.getByLabel('Name', { exact: true }), page.getByLabel('Address', { exact: true })];
      await name.fill('Mine');
      for (const bad of [
        'javascript:alert(1)',
        'file:///etc/{prompt}',
        'http://a.example/{prompt}',
        'https://ann:word@a.example/{prompt}',
      ]) {
        await address.fill(bad);
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByRole('alert').filter({ hasText: 'The address must ' }).waitFor();
      }
      await address.fill(' https://a.example/?q={prompt} ');
      await page.keyboard.press('Enter');
      const sent = { kind: 'save-assistant', of: null, name: 'Mine', address: 'https://a.example/?q={prompt}', sent: 1 };
      assert.deepEqual(await served.command(0), sent);
      assert.equal(await name.isVisible(), true, 'until it is accepted');
      await show({ quick: quick('chat-routing', 1) });
      await name.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Remove Claude' }).click();
      assert.deepEqual(await served.command(1), { kind: 'remove-assistant', place: 1, name: 'Claude' });
    });
  });

  test('a held Escape closes once; one that was let go while the window was hidden is a press of its own', async () => {
    await onPage(browser, shown('chat-routing'), async ({ page, served }) => {
      await heading(page, 'Chat').waitFor();
      // Pressed a second time without being let go, the browser calls it repeated.
      await page.keyboard.down('Escape');
      await page.keyboard.down('Escape');
      await page.waitForTimeout(800);
      await page.keyboard.down('Escape');
      await page.keyboard.up('Escape');
      await served.command(1);
      assert.deepEqual(served.commands, [{ kind: 'hide' }, { kind: 'hide' }]);
    });
  });

  test('Escape closes an open form first', async () => {
    await onPage(browser, shown('chat-routing'), async ({ page, served }) => {
      await page.getByRole('button', { name: 'Change ChatGPT' }).click();
      await page.keyboard.press('Escape');
      await page.getByLabel('Address', { exact: true }).waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      assert.deepEqual(await served.command(0), { kind: 'hide' });
    });
  });

  test('are opened in the rail', async () => {
    await onPage(browser, pageView({}), async ({ page, served }) => {
      await page.getByRole('navigation').getByRole('button', { name: 'Quick settings' }).click();
      await page.getByRole('menuitem', { name: 'Text extraction' }).click();
      assert.deepEqual(await served.command(0), { kind: 'act', verb: 'quick-settings-text-extraction' });
    });
  });

  test('of the chat are used by the menu of a copy', async () => {
    await onPage(browser, pageView({}), async ({ page, served }) => {
      await page.locator('[data-fragment]').first().click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Send to chat' }).click();
      const sent = await served.command(0);
      assert.equal(sent.kind, 'send-to-chat');
    });
  });
});
