/** The page of the logs, in a browser: without network and server, whatever is in the lines, by mouse and by keys, in both themes. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { build } from 'vite';
import { speakAs } from '../../src/configuration/speak-language.ts';
import { builtViewer, makeLogPage } from '../../src/logs/page/log-pages.ts';
import { addLines, type TestLine } from '../harness/log-files.ts';
import { temporaryHome } from '../harness/temporary-home.ts';
import { until } from '../harness/until.ts';
import { launchBrowser, noBrowser, seriousFindings } from './page-browser.ts';

const startMs = Date.UTC(2026, 2, 1, 9);
const hostile = [
  '</script><script>document.title = "run"</script>',
  '<img src=x onerror="document.title = \'run\'">',
  '<!-- <script>',
  '\u2028\u2029\u001b[31m\u202e"\'`$',
];
/** Two copies on their way, an error, and lines that try to be more than text. */
const usual: readonly TestLine[] = [
  { atMs: startMs, level: 'DEBUG', event: 'x targets', fields: { ordinal: 1 } },
  { atMs: startMs + 3, event: 'copied', fields: { captureId: 5, fragmentId: 9, fragments: 1, ordinal: 1, bytes: 120 } },
  { atMs: startMs + 5, component: 'python_core', event: 'judged', fields: { captureId: 5, fragmentId: 9, verdict: 'save', ms: 1.5 } },
  { atMs: startMs + 9, component: 'save_worker', event: 'saved', fields: { captureId: 5, fragmentId: 9, bytes: 120 } },
  { atMs: startMs + 60_000, event: 'copied', fields: { captureId: 6, fragmentId: 10, fragments: 1, ordinal: 2, bytes: 7 } },
  {
    atMs: startMs + 60_004,
    component: 'save_worker',
    level: 'ERROR',
    event: 'save failed',
    fields: { captureId: 6, fragmentId: 10, reason: 'disk_full' },
  },
  ...hostile.map((text, n): TestLine => ({ atMs: startMs + 120_000 + n, component: 'hub', level: 'WARN', event: text, fields: { text } })),
];

/** Runs in the page: whether the last row that is drawn is that of the last line, and ends within the list. */
const lastRow = `(() => {
  const list = document.querySelector('.list');
  const row = [...list.querySelectorAll('.space .row:not([hidden])')].at(-1);
  return [row.ariaRowIndex === list.ariaRowCount, row.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom];
})()`;

/** Runs in the page: texts in sight that have no room, and labels of the time line that overlap. */
const cutTexts = `(() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility() && each.textContent !== '');
  const cut = seen('.time, .component, .event, button, h1, h2').filter((each) => each.clientWidth === 0 || each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 2);
  const labels = seen('.ticks span').map((each) => each.getBoundingClientRect());
  const overlap = labels.some((label, at) => at > 0 && label.left < labels[at - 1].right + 4);
  return [...cut.map((each) => each.className + ': ' + each.textContent), ...(overlap ? ['labels of the time line'] : [])];
})()`;

describe('the page of the logs', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    const config = path.join(import.meta.dirname, '../../src/logs/viewer/vite.config.ts');
    await build({ configFile: config, logLevel: 'error' });
    browser = await launchBrowser();
  });
  after(async () => await browser?.close());

  /** Opened from its file. Fails if anything was asked of a network, refused by the policy, or thrown. */
  async function onLogPage(
    t: TestContext,
    lines: readonly TestLine[],
    use: (page: Page) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<void> {
    const logs = path.join(temporaryHome(t), 'Logs');
    mkdirSync(logs, { mode: 0o700 });
    addLines(logs, 'hub.log', lines);
    const viewer = builtViewer();
    assert.ok(viewer !== null);
    const made = makeLogPage({ logs, filter: {}, most: 1e6 }, viewer, startMs + 3_600_000);
    const file = made.ok ? made.value.file : '';
    const context = await browser.newContext({ viewport: { width: 1100, height: 760 }, timezoneId: 'UTC', ...options });
    try {
      const page = await context.newPage();
      const troubles: string[] = [];
      page.on('console', (message) => troubles.push(message.text()));
      page.on('pageerror', (error) => troubles.push(error.message));
      page.on('request', (request) => troubles.push(request.url()));
      await page.goto(pathToFileURL(file).href);
      await until('the lines', async () => (await page.evaluate('document.documentElement.dataset.state')) === 'ready');
      await use(page);
      assert.deepEqual(troubles, [pathToFileURL(file).href]);
      assert.doesNotMatch(await page.title(), /run/);
    } finally {
      await context.close();
    }
  }

  const status = (page: Page): Promise<string> => page.getByRole('status').innerText();
  const events = (page: Page): Promise<readonly string[]> => page.locator('.space .row:not([hidden]) .event').allInnerTexts();
  const search = (page: Page, text: string): Promise<void> => page.getByRole('searchbox').fill(text);
  const untilShown = (page: Page, said: RegExp): Promise<unknown> => until(String(said), async () => said.test(await status(page)));

  test('shows each line as text, whatever it holds', async (t) => {
    await onLogPage(t, usual, async (page) => {
      assert.equal(await status(page), '10 of 10 lines');
      const shown = await events(page);
      assert.deepEqual(shown.slice(0, 6), ['x targets', 'copied', 'judged', 'saved', 'copied', 'save failed']);
      assert.deepEqual(shown.slice(6), [...hostile.slice(0, 3), '\\u2028\\u2029\\u001b[31m\\u202e"\'`$']);
      assert.equal(await page.locator('.list img, .list script').count(), 0);
      await page
        .getByText(hostile[1] ?? '')
        .first()
        .click();
      assert.equal(await page.locator('.details dd', { hasText: 'onerror' }).count(), 1);
      assert.equal(await page.locator('.details img').count(), 0);
    });
  });

  const writeTime = async (page: Page, label: string, time: string): Promise<void> => {
    await page.getByLabel(label, { exact: true }).fill(time);
    await page.keyboard.press('Enter');
  };

  test('filters by words, fields, level, component and time, and takes all of it back', async (t) => {
    await onLogPage(t, usual, async (page) => {
      const box = await page.getByRole('searchbox').boundingBox();
      await search(page, 'COPIED bytes=120');
      await untilShown(page, /^1 of 10/);
      assert.deepEqual(await page.getByRole('searchbox').boundingBox(), box, 'nothing moves under the hand that types');
      await search(page, 'nothing has this');
      await untilShown(page, /^0 of 10/);
      assert.ok(await page.getByText('No lines match.').isVisible());
      await page.getByRole('button', { name: 'Clear all filters' }).click();
      await untilShown(page, /^10 of 10/);
      await page.getByRole('combobox', { name: 'Level' }).selectOption({ label: 'WARN and above' });
      await untilShown(page, /^5 of 10/);
      await page.getByRole('checkbox', { name: /^hub/ }).uncheck({ force: true });
      await untilShown(page, /^1 of 10/);
      assert.deepEqual(await events(page), ['save failed']);
      await page.getByRole('button', { name: 'Clear all filters' }).click();
      await writeTime(page, 'From', '2026-03-01 09:01');
      await untilShown(page, /^6 of 10/);
      await writeTime(page, 'Until', '9:01:30');
      await untilShown(page, /^2 of 10/);
      assert.equal(await page.getByLabel('Until', { exact: true }).inputValue(), '2026-03-01 09:01:30');
      await writeTime(page, 'From', '09:30 PM');
      assert.equal(await page.getByLabel('From', { exact: true }).getAttribute('aria-invalid'), 'true');
      const wrong = page.getByRole('alert');
      assert.match(await wrong.innerText(), /^"09:30 PM" is not a time\. Try 17:30, 2026-11-29 or /);
      await untilShown(page, /^2 of 10/);
      await writeTime(page, 'From', '09:01');
      assert.equal(await wrong.count(), 0, 'it is one now');
      await page.getByRole('button', { name: 'All times' }).click();
      await untilShown(page, /^10 of 10/);
    });
  });

  test('tells of each component how many of its lines match the rest of the filter', async (t) => {
    await onLogPage(t, usual, async (page) => {
      const counts = async (): Promise<string> =>
        (await page.locator('.pill').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')).join(', ');
      assert.equal(await counts(), 'clipboard3, python_core1, save_worker2, hub4');
      await search(page, 'level=INFO');
      await untilShown(page, /^4 of 10/);
      assert.equal(await counts(), 'clipboard2, python_core1, save_worker1, hub0');
      await page.getByRole('checkbox', { name: /^clipboard/ }).uncheck({ force: true });
      await untilShown(page, /^2 of 10/);
      assert.equal(await counts(), 'clipboard2, python_core1, save_worker1, hub0', 'what it would add');
      await search(page, 'component=save_worker event="save failed"');
      await untilShown(page, /^1 of 10/);
    });
  });

  test('a time is chosen by dragging over the time line, which counts the errors', async (t) => {
    await onLogPage(t, usual, async (page) => {
      const picture = page.locator('.timeline svg');
      assert.equal(await picture.getAttribute('aria-label'), 'Lines over time. Lines: 10. Errors: 1.');
      const { x, y, width } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0 };
      await page.mouse.move(x + width * 0.4, y + 20);
      await page.mouse.down();
      await page.mouse.move(x + width * 0.6, y + 20, { steps: 3 });
      await page.mouse.up();
      await untilShown(page, /^2 of 10/);
      await page.mouse.click(x + width * 0.1, y + 20);
      await untilShown(page, /^10 of 10/);
    });
  });

  test('one line of a wrong clock leaves the others their room on the time line, and is reached at its edge', async (t) => {
    const wrong: TestLine = { atMs: Date.UTC(2099, 5, 1), component: 'hub', event: 'from another time' };
    await onLogPage(t, [...usual, wrong], async (page) => {
      const bars = (await page.locator('.bars').first().getAttribute('d'))?.match(/M\d+/g) ?? [];
      assert.ok(bars.length > 3, `all lines are in ${bars.length} bars`);
      const edge = page.getByRole('button', { name: 'Much later, gathered at this edge: 1' });
      await edge.click();
      await untilShown(page, /^1 of 11/);
      assert.deepEqual(await events(page), ['from another time']);
      await page.getByRole('button', { name: 'All times' }).click();
      await untilShown(page, /^11 of 11/);
      await search(page, 'copied');
      await untilShown(page, /^2 of 11/);
      assert.equal(await edge.isVisible(), false);
    });
  });

  test('a typed time of day belongs to the last day of a right clock', async (t) => {
    const wrong: TestLine = { atMs: Date.UTC(2099, 5, 1), component: 'hub', event: 'from another time' };
    await onLogPage(t, [...usual, wrong], async (page) => {
      await writeTime(page, 'From', '09:01');
      assert.equal(await page.getByLabel('From', { exact: true }).inputValue(), '2026-03-01 09:01:00');
      await untilShown(page, /^7 of 11/);
      assert.match((await page.getByLabel('Until', { exact: true }).getAttribute('placeholder')) ?? '', /^2026-03-01 /);
    });
  });

  test('Escape takes back what of the filter was chosen last, a dragged time too, until nothing is left', async (t) => {
    await onLogPage(t, usual, async (page) => {
      await page.getByRole('combobox', { name: 'Level' }).selectOption({ label: 'INFO and above' });
      await untilShown(page, /^9 of 10/);
      const { x, y, width } = (await page.locator('.timeline svg').boundingBox()) ?? { x: 0, y: 0, width: 0 };
      await page.mouse.move(x + width * 0.4, y + 20);
      await page.mouse.down();
      await page.mouse.move(x + width * 0.6, y + 20, { steps: 3 });
      await page.mouse.up();
      await untilShown(page, /^2 of 10/);
      await page.getByRole('checkbox', { name: /^clipboard/ }).uncheck({ force: true });
      await untilShown(page, /^1 of 10/);
      for (const said of [/^2 of 10/, /^9 of 10/, /^10 of 10/, /^10 of 10/]) {
        await page.keyboard.press('Escape');
        await untilShown(page, said);
      }
      assert.equal(await page.getByLabel('From', { exact: true }).inputValue(), '');
    });
  });

  test('a copy of several things is called by all of their numbers in the history', async (t) => {
    const both = { captureId: 32, fragmentId: 33, fragments: 2 };
    const lines: readonly TestLine[] = [
      { atMs: startMs, event: 'copied', fields: both },
      { atMs: startMs + 1, component: 'python_core', event: 'judged', fields: { captureId: 32, fragmentId: 34 } },
      { atMs: startMs + 2, event: 'copied', fields: { captureId: 33, fragmentId: 35, fragments: 1 } },
      { atMs: startMs + 3, event: 'copied', fields: { captureId: 40 } },
    ];
    await onLogPage(t, lines, async (page) => {
      assert.deepEqual(await page.locator('.chip:visible').allInnerTexts(), ['33, 34', '33, 34', '35', 'capture 40']);
      await page.locator('.chip:visible').first().click();
      await untilShown(page, /^2 of 4/);
      assert.equal(await page.locator('.path h2').innerText(), 'What happened to copies 33, 34');
    });
  });

  test('says what is not noise: the time zone once, what full height means, and clockMs only of a chosen line', async (t) => {
    const fields = { because: null, clockMs: 12.5, text: '<!-- a\r\nb' };
    await onLogPage(t, [...usual, { atMs: startMs + 130_000, component: 'hub', event: 'noisy', fields }], async (page) => {
      assert.match(await page.locator('.title p').innerText(), / · times in UTC \(\+00:00\)$/);
      assert.equal(await page.locator('.heights').innerText(), 'Tallest bars: 4 for lines, 1 for errors');
      const row = page.locator('.row', { hasText: 'noisy' });
      assert.equal((await row.locator('.fields').innerText()).trim(), 'text=<!-- a\\r\\nb');
      await row.click();
      assert.deepEqual(await page.locator('.details dt').allInnerTexts(), ['Time', 'Component', 'Level', 'clockMs', 'text']);
      const ligatures = `[...document.querySelectorAll('.fields, .details dd')].map((each) => getComputedStyle(each).fontVariantLigatures)`;
      assert.deepEqual([...new Set((await page.evaluate(ligatures)) as string[])], ['none']);
    });
  });

  test('one copy is followed through the components, from its first line, and left again', async (t) => {
    await onLogPage(t, usual, async (page) => {
      await search(page, 'saved');
      await page.locator('.chip:visible').first().click();
      await untilShown(page, /^4 of 10/);
      assert.deepEqual(await events(page), ['x targets', 'copied', 'judged', 'saved']);
      const steps = await page.locator('.path li li').allInnerTexts();
      assert.deepEqual(
        steps.map((step) => step.replaceAll(/\s+/g, ' ')),
        ['x targets +0 ms', 'copied +3 ms', 'judged +5 ms', 'saved +9 ms'],
      );
      assert.equal(await page.getByRole('button', { name: 'Show all lines of copy 9' }).and(page.locator('.details *')).count(), 0);
      await page.keyboard.press('Escape');
      await untilShown(page, /^1 of 10/);
    });
  });

  test('Escape leads back one step each time: from a copy to the line it was followed from, and a search is emptied first', async (t) => {
    await onLogPage(t, usual, async (page) => {
      const details = page.locator('.details');
      await page.getByRole('grid').focus();
      await page.keyboard.press('End');
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      assert.equal(await details.locator('h2').innerText(), 'copied');
      await page.keyboard.press('Enter');
      await untilShown(page, /^4 of 10/);
      assert.equal(await details.count(), 0);
      await page.keyboard.press('Escape');
      await untilShown(page, /^10 of 10/);
      assert.equal(await details.locator('h2').innerText(), 'copied');
      await page.keyboard.press('/');
      await page.keyboard.type('saved');
      await untilShown(page, /^1 of 10/);
      assert.equal(await details.count(), 0, 'the line is not in the list');
      await page.keyboard.press('Escape');
      await untilShown(page, /^10 of 10/);
      assert.equal(await details.locator('h2').innerText(), 'copied', 'only the search was emptied');
      assert.equal(await page.locator('[aria-selected=true]').count(), 1);
      await page.keyboard.press('Escape');
      assert.equal(await details.count(), 0);
    });
  });

  test('is used by keys alone', async (t) => {
    await onLogPage(t, usual, async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('copied');
      await untilShown(page, /^2 of 10/);
      // Out of the search, to the last line.
      await page.keyboard.press('ArrowDown');
      assert.equal(await page.locator('[aria-selected=true] .chip').innerText(), '10');
      await page.keyboard.press('Home');
      assert.equal(await page.locator('[aria-selected=true] .chip').innerText(), '9');
      await page.keyboard.press('ArrowDown');
      assert.equal(await page.locator('[aria-selected=true] .chip').innerText(), '10');
      assert.equal(
        await page.getByRole('grid').getAttribute('aria-activedescendant'),
        await page.locator('[aria-selected=true]').getAttribute('id'),
      );
      await page.keyboard.press('Enter');
      await untilShown(page, /^2 of 10/);
      assert.deepEqual(await events(page), ['copied', 'save failed']);
      for (let n = 0; n < 3; n++) await page.keyboard.press('Escape'); // the copy, the line, the search
      await untilShown(page, /^10 of 10/);
    });
  });

  test('of very many lines each is reached: the first, the last, and by the wheel the next ones', async (t) => {
    const many = Array.from({ length: 550_000 }, (_, n): TestLine => ({ atMs: startMs + n, event: 'event', fields: { n } }));
    await onLogPage(t, many, async (page) => {
      const shown = async (): Promise<readonly string[]> => page.locator('.space .row:not([hidden]) .fields').allInnerTexts();
      await until('the last ones', async () => (await shown()).at(-1)?.trim() === 'n=549999');
      await page.getByRole('grid').focus();
      await page.keyboard.press('Home');
      await until('the first ones', async () => (await shown())[0]?.trim() === 'n=0');
      await page.mouse.move(500, 500);
      await page.mouse.wheel(0, 260);
      // The browser rounds where it scrolls to.
      await until('ten later', async () => ['n=9', 'n=10'].includes((await shown())[0]?.trim() ?? ''));
      await page.keyboard.press('End');
      await until('the last ones', async () => (await shown()).at(-1)?.trim() === 'n=549999');
    });
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`has names for everything and colours that are told apart, ${colorScheme}, with a line and a copy open`, async (t) => {
      await onLogPage(
        t,
        usual,
        async (page) => {
          assert.deepEqual(await seriousFindings(page), []);
          await page.locator('.chip:visible').first().click();
          await untilShown(page, /^4 of 10/);
          assert.deepEqual(await seriousFindings(page), []);
        },
        { colorScheme },
      );
    });

  for (const width of [360, 400, 640, 800])
    test(`has room for the time and the event of each line, and for what its buttons say, in German on ${width} pixels`, async (t) => {
      t.after(() => speakAs('en', {}));
      speakAs('de', {});
      const daysLater = usual.map((line) => ({ ...line, atMs: line.atMs + 3 * 86_400_000 }));
      await onLogPage(
        t,
        [...usual, ...daysLater],
        async (page) => {
          assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
          assert.deepEqual(await page.evaluate(lastRow), [true, true], 'the last line is all in sight');
          await page.getByRole('searchbox').fill('copied');
          await page.locator('.space .row:visible .event').first().click();
          const cut = (await page.evaluate(cutTexts)) as readonly string[];
          assert.deepEqual(cut, []);
          const search = page.getByRole('searchbox');
          const placeholder = `(element) => {
            const context = document.createElement('canvas').getContext('2d');
            context.font = getComputedStyle(element).font;
            return [context.measureText(element.placeholder).width < element.clientWidth - 20, element.placeholder];
          }`;
          const [hasRoom, hint] = (await search.evaluate(`(${placeholder})(document.querySelector('[type=search]'))`)) as [boolean, string];
          assert.ok(hasRoom, hint);
          await page.locator('.chip:visible').first().click();
          await until('the copy', async () => (await page.locator('.path').count()) === 1);
          assert.deepEqual(await page.evaluate(cutTexts), []);
          assert.deepEqual(await seriousFindings(page), []);
        },
        { viewport: { width, height: 760 } },
      );
    });

  test('speaks the language of its user', async (t) => {
    t.after(() => speakAs('en', {}));
    speakAs('de', {});
    await onLogPage(t, usual, async (page) => {
      assert.equal(await status(page), '10 von 10 Zeilen');
      assert.equal(await page.getByRole('combobox', { name: 'Stufe' }).count(), 1);
      assert.equal(await page.evaluate('document.documentElement.lang'), 'de');
    });
  });

  test('has all components in sight in a narrow window, and no empty row below them', async (t) => {
    const names = ['clipboard', 'python_core', 'save_worker', 'settings_host', 'web_listener', 'supervisor', 'hub'] as const;
    const lines = names.map((component, n): TestLine => ({ atMs: startMs + n, component, event: 'ready' }));
    for (const colorScheme of ['light', 'dark'] as const)
      await onLogPage(
        t,
        lines,
        async (page) => {
          const filters = await page.locator('.filters').boundingBox();
          const pills = await page.locator('.pill').all();
          const boxes = await Promise.all(pills.map((pill) => pill.boundingBox()));
          assert.equal(boxes.length, names.length);
          assert.ok(filters !== null);
          const ends = boxes.map((box) => [(box?.x ?? 0) + (box?.width ?? 999), (box?.y ?? 0) + (box?.height ?? 999)] as const);
          assert.ok(Math.max(...ends.map(([right]) => right)) <= 500);
          assert.ok(filters.y + filters.height - Math.max(...ends.map(([, bottom]) => bottom)) < 8);
        },
        { viewport: { width: 500, height: 700 }, colorScheme },
      );
  });

  test('has no empty row above the time line, and room for the hint of the search, in windows of any width', async (t) => {
    const names = ['clipboard', 'python_core', 'save_worker', 'settings_host', 'web_listener', 'supervisor', 'hub'] as const;
    const lines = names.map((component, n): TestLine => ({ atMs: startMs + n, component, event: 'ready' }));
    await onLogPage(t, lines, async (page) => {
      for (let width = 660; width <= 1_760; width += 20) {
        await page.setViewportSize({ width, height: 700 });
        const [empty, hasRoom] = (await page.evaluate(`(() => {
          const bottom = (selector) => Math.max(...[...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect().bottom));
          const search = document.querySelector('[type=search]');
          const context = document.createElement('canvas').getContext('2d');
          context.font = getComputedStyle(search).font;
          return [bottom('.filters') - bottom('.pill, [type=search]'), context.measureText(search.placeholder).width < search.clientWidth - 20];
        })()`)) as [number, boolean];
        assert.ok(empty < 8, `${empty} pixels are empty in a window of ${width}`);
        assert.ok(hasRoom, `the hint is cut in a window of ${width}`);
      }
    });
  });
});
