/** Accessibility of the page: axe rules, keyboard, contrast themes, reduced motion. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, noBrowser, onPage, seriousFindings } from './page-browser.ts';
import { pageStates, themes } from './page-states.ts';
import { copied, files, fragmentRow, mail, pageView, picture, windowModel } from './views.ts';

const window = windowModel({ ClipboardFragments: [copied, picture, files] });

suite('the page', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  for (const theme of themes) {
    test(`has nothing that axe finds serious, in any state and section: ${theme}`, async () => {
      await onPage(browser, pageView({ theme }), async ({ page, show }) => {
        for (const [state, change] of Object.entries(pageStates)) {
          await show(pageView({ theme, ...change }));
          assert.deepEqual(await seriousFindings(page), [], state);
        }
      });
    });

    test(`nor while something is open: ${theme}`, async () => {
      await onPage(browser, pageView({ theme, section: 'history' }), async ({ page, show }) => {
        await page.getByText(mail.title).click();
        await page.getByText(mail.title).first().hover();
        assert.deepEqual(await seriousFindings(page), [], 'an open row');
        await page.getByRole('button', { name: /^Profile/ }).click();
        assert.deepEqual(await seriousFindings(page), [], 'the flyout');
        await page.keyboard.press('Escape');
        await page.getByText(mail.title).first().click({ button: 'right' });
        assert.deepEqual(await seriousFindings(page), [], 'the menu');
        await page.getByRole('menuitem', { name: 'Delete for good…' }).click();
        await page.getByRole('heading', { name: 'Delete this copy for good?' }).waitFor();
        assert.deepEqual(await seriousFindings(page), [], 'the question');
        await page.keyboard.press('Escape');
        await page.keyboard.press('Control+k');
        await page.keyboard.type('a');
        await show({
          search: { query: 'a', verbs: [{ verb: 'save-now', title: 'Save now', detail: 'Saves' }], rows: [mail], hasMore: false },
        });
        assert.deepEqual(await seriousFindings(page), [], 'the search');
      });
    });
  }

  test('has the theme of the view, and tells the browser whether it is dark', async () => {
    await onPage(browser, pageView(), async ({ page, show }) => {
      const seen: unknown[] = [];
      for (const theme of themes) {
        await show({ theme });
        seen.push(
          await page.evaluate(
            `[document.documentElement.style.colorScheme, getComputedStyle(document.getElementById('main')).backgroundColor]`,
          ),
        );
      }
      assert.deepEqual(seen, [
        ['light', 'rgb(250, 250, 250)'],
        ['dark', 'rgb(36, 36, 36)'],
        ['light', 'rgb(255, 255, 255)'],
        ['dark', 'rgb(0, 0, 0)'],
      ]);
    });
  });

  /** The names of the focused elements, Tab by Tab, until the first one is reached again. */
  async function tabStops(page: Page): Promise<string[]> {
    const names: string[] = [];
    for (let presses = 0; presses < 100; presses += 1) {
      await page.keyboard.press('Tab');
      const name = (await page.evaluate(
        `(() => { const it = document.activeElement; return it.getAttribute('aria-label') ?? it.innerText.split('\\n')[0]; })()`,
      )) as string;
      if (name === names[0]) return names;
      names.push(name);
    }
    throw new Error(`Tab does not come round: ${names.slice(0, 30).join(', ')}`);
  }

  test('is walked by Tab in reading order, with one stop for a list', async () => {
    await onPage(browser, pageView({ panel: 3 }), async ({ page }) => {
      const stops = await tabStops(page);
      const order = [
        'Show the labels',
        'Search copies or type a command',
        'Profile, Maria Kowalska, MK',
        'Now',
        'Settings',
        'Open the page in the browser',
        'Text',
        picture.title,
        'Pause',
        'More ways to pause',
        'Panel: Earlier (3); show Details (4)',
      ];
      assert.deepEqual(
        stops.filter((stop) => order.includes(stop)),
        order,
      );
      assert.ok(!stops.includes(mail.title));
    });
  });

  test('shows where the focus is', async () => {
    await onPage(browser, pageView({ section: 'history' }), async ({ page }) => {
      const row = page.getByRole('group', { name: 'History' }).getByRole('button').first();
      await row.focus();
      await page.keyboard.press('ArrowDown');
      const style = (await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')) as string;
      assert.equal(style, 'solid');
    });
  });

  test('uses the colours that the system forces', async () => {
    await onPage(
      browser,
      pageView({ theme: 'high-contrast-dark', window }),
      async ({ page }) => {
        assert.deepEqual(await seriousFindings(page), []);
        const colours = await page.evaluate(
          `[matchMedia('(forced-colors: active)').matches, getComputedStyle(document.querySelector('main')).backgroundColor]`,
        );
        assert.deepEqual(colours, [true, 'rgb(0, 0, 0)']);
      },
      { forcedColors: 'active', colorScheme: 'dark' },
    );
  });

  test('has a value for every token that a style uses, in every theme', async () => {
    await onPage(browser, pageView({ window }), async ({ page, show }) => {
      for (const theme of themes) {
        for (const change of [{ section: 'now', panel: 4 }, { section: 'diagnostics' }, { section: 'settings' }] as const) {
          await show({ ...change, theme });
          const valueless = await page.evaluate(`(() => {
            const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).join(' ');
            const named = new Set([...rules.matchAll(/var\\(--([a-zA-Z]\\w*)\\)/g)].map(([, name]) => name));
            if (named.size < 50) throw new Error('too few tokens are seen: ' + named.size);
            const values = getComputedStyle(document.querySelector('main'));
            return [...named].filter((name) => values.getPropertyValue('--' + name) === '');
          })()`);
          assert.deepEqual(valueless, [], `${theme} ${change.section}`);
        }
      }
    });
  });

  test('animates nothing for a user who asked for reduced motion', async () => {
    const busy = fragmentRow({ ...copied, outcome: { kind: 'busy', text: 'being saved' } });
    const still = async (page: Page): Promise<void> => {
      const moving = await page.evaluate(`document.getAnimations().filter((each) => each.effect.getTiming().duration > 1).length`);
      assert.equal(moving, 0);
    };
    await onPage(browser, pageView({ window: windowModel({ ClipboardFragments: [busy], Busy: true }) }), async ({ page, show }) => {
      assert.ok(await page.getByRole('progressbar', { name: 'Working' }).isVisible());
      await page.getByRole('button', { name: /^Profile/ }).click();
      await still(page);
      await show({ window: windowModel({ ClipboardFragments: [] }), connection: { state: 'connecting', text: '', mend: '' } });
      assert.ok(await page.getByLabel('Waiting for Hub').isVisible());
      await still(page);
    });
  });
});
