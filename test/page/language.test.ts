/** The page in the languages that Hub speaks: all of it, at once, and with nothing left in English. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { IntlMessageFormat } from 'intl-messageformat';
import type { Browser, Page } from 'playwright-core';
import { translationsInto } from '../../src/configuration/speak-language.ts';
import { section } from '../../src/contract/page-rows/section.ts';
import { speak } from '../../src/domain/language/say.ts';
import type { ShellState } from '../../src/domain/view/page-view.ts';
import { launchBrowser, noBrowser, onPage } from './page-browser.ts';
import { viewIn } from './spoken-views.ts';

type Parts = ReturnType<IntlMessageFormat['getAst']>;

/** What a message may look like once its values are in it. */
function patternOf(parts: Parts): string {
  return parts
    .map((part) => {
      if ('options' in part)
        return `(?:${Object.values(part.options)
          .map(({ value }) => patternOf(value))
          .join('|')})`;
      return part.type === 0 ? RegExp.escape(part.value) : '.+';
    })
    .join('');
}

/** The English texts that this language says otherwise. One that is nothing but values has no words. */
function englishTexts(language: 'de' | 'zh-CN'): readonly RegExp[] {
  return Object.entries(translationsInto(language))
    .filter(([english, translated]) => english !== translated && /[a-z]{2}/i.test(english.replaceAll(/\{.*?\}/g, '')))
    .map(([english]) => new RegExp(`^${patternOf(new IntlMessageFormat(english, 'en', undefined, { ignoreTag: true }).getAst())}$`, 'u'));
}

/** Every text of the page that somebody can see or hear. */
async function shownTexts(page: Page): Promise<readonly string[]> {
  return (await page.evaluate(`(() => {
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      if (node.nodeType === 3) texts.push(node.data);
      else for (const name of ['title', 'aria-label', 'aria-description', 'placeholder', 'alt']) texts.push(node.getAttribute(name) ?? '');
    }
    return texts.map((text) => text.trim()).filter((text) => text !== '');
  })()`)) as string[];
}

/** Each opens what the page shows only when it is asked for. */
const states: readonly Partial<ShellState>[] = [
  ...section.options.map((section) => ({ section })),
  { connection: 'lost' },
  { pause: { what: 'everything', untilMs: null }, savePolicy: 'off' },
  { section: 'history', query: 'Kate' },
];

suite('the page', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());
  after(() => speak('en'));

  for (const language of ['de', 'zh-CN'] as const) {
    test(`has no English text that is translated, in any section: ${language}`, async () => {
      const english = englishTexts(language);
      const left = new Set<string>();
      const translations = new Set(Object.values(translationsInto(language)));
      await onPage(browser, viewIn(language), async ({ page, show }) => {
        const look = async (where: string): Promise<void> => {
          const texts = await shownTexts(page);
          assert.ok(texts.filter((text) => translations.has(text)).length > 10, `${where} is in this language`);
          for (const text of texts) if (english.some((one) => one.test(text))) left.add(`${where}: ${text}`);
        };
        for (const state of states) {
          await show(viewIn(language, state));
          await look(JSON.stringify(state));
        }
        await show(viewIn(language, { section: 'settings' }));
        await page.locator('section').last().getByRole('button').last().click();
        await page.locator('form textarea').waitFor();
        await page.locator('form [type=submit]').last().click();
        await look('the form of a command');
        await show(viewIn(language, { section: 'history' }));
        await page.locator('[data-fragment="101"] [data-opens]').click();
        await page.locator('[data-fragment="101"] pre').waitFor();
        await look('an expanded row');
        await page.locator('[data-fragment="103"] [data-opens]').click({ button: 'right' });
        await page.getByRole('menu').waitFor();
        await look('the menu');
        await page.getByRole('menuitem').last().click();
        await page.getByRole('dialog').waitFor();
        await look('the question');
        await page.keyboard.press('Escape');
        await page.getByRole('banner').getByRole('button').last().click();
        await page.getByRole('dialog').waitFor();
        await look('the profile');
      });
      assert.deepEqual([...left], []);
    });
  }

  test('changes to another language while it is open, and keeps the focus', async () => {
    await onPage(browser, viewIn('en', { section: 'settings' }), async ({ page, show }) => {
      const choice = page.locator('select').first();
      await choice.focus();
      const seen = async (lang: string, ...texts: readonly string[]): Promise<void> => {
        assert.equal(await page.evaluate('document.documentElement.lang'), lang);
        const shown = await shownTexts(page);
        const missing = texts.filter((text) => !shown.includes(text));
        assert.deepEqual(missing, []);
        assert.ok(await choice.evaluate((select) => select === select.ownerDocument.activeElement), 'the focus is on the choice');
      };
      await seen('en', 'Settings', 'Theme', 'Mon', 'Same as system', 'English', 'Deutsch', '简体中文');
      await show(viewIn('de', { section: 'settings' }));
      await seen('de', 'Einstellungen', 'Design', 'Mo', 'Wie das System', 'English', 'Deutsch', '简体中文');
      await show(viewIn('zh-CN', { section: 'settings' }));
      await seen('zh-CN', '设置', '主题', '周一', '跟随系统', 'English', 'Deutsch', '简体中文');
      await show(viewIn('en', { section: 'settings' }));
      await seen('en', 'Settings', 'Theme', 'Mon');
    });
  });

  test('says what is wrong with a field in the new language', async () => {
    await onPage(browser, viewIn('en', { section: 'settings' }), async ({ page, show }) => {
      const field = page.getByRole('textbox', { name: 'Maximum disk space' });
      await field.fill('many');
      await field.press('Enter');
      await page
        .getByRole('alert')
        .filter({ hasText: /A whole number from 100 to 100,000,000/ })
        .waitFor();
      await show(viewIn('de', { section: 'settings' }));
      await page
        .getByRole('alert')
        .filter({ hasText: /Eine ganze Zahl von 100 bis 100\.000\.000/ })
        .waitFor();
    });
  });

  test('has room in every field of the settings for the words that stand for no number', async () => {
    for (const language of ['en', 'de', 'zh-CN'] as const)
      await onPage(browser, viewIn(language, { section: 'settings' }), async ({ page }) => {
        const cut = await page.locator('main input[placeholder]').evaluateAll((fields) =>
          (fields as HTMLInputElement[]).flatMap((field) => {
            field.value = field.placeholder;
            return field.scrollWidth > field.clientWidth ? [field.placeholder] : [];
          }),
        );
        assert.deepEqual(cut, [], language);
      });
  });

  test('says rows that have not changed in the new language, and writes numbers as it does', async () => {
    const { history, search } = viewIn('en');
    const unchanged = { history, search, section: 'history' } as const;
    await onPage(browser, { ...viewIn('en'), ...unchanged }, async ({ page, show }) => {
      await page.locator('[data-fragment="100"]').hover();
      assert.ok(await page.getByRole('button', { name: 'More', exact: true }).isVisible());
      await page.getByText('2,225 copies').waitFor();
      await show({ ...viewIn('de'), ...unchanged });
      await page.locator('[data-fragment="100"]').getByRole('button', { name: 'Mehr', exact: true }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'More', exact: true }).count(), 0);
      await page.getByText('2.225 Kopien').waitFor();
    });
  });
});
