/** Lists of any length: only visible rows are laid out, only rows near them are read, and nothing moves while somebody reads. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { inTime, until } from '../harness/until.ts';
import { LongHistory } from './long-history.ts';
import { launchBrowser, noBrowser, type OpenPage, onPage } from './page-browser.ts';
import { pageView } from './views.ts';

const historyOf = (journal: LongHistory) => pageView({ section: 'history', history: { rows: [], hasMore: false, read: journal.read } });

const nextFrame = 'new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))';

const toTheEnd = `(({ scrollHeight, scrollTop, clientHeight }) => Math.round(scrollHeight - scrollTop - clientHeight))(document.getElementById('main'))`;

/** The numbers of the visible rows, from top to bottom. */
async function seen(page: Page): Promise<readonly number[]> {
  const numbers = (await page.evaluate(`(() => {
    const { top, bottom } = document.getElementById('main').getBoundingClientRect();
    return [...document.querySelectorAll('[data-fragment]')]
      .map((row) => [row.getBoundingClientRect(), Number(row.dataset.fragment)])
      .filter(([box]) => box.bottom > top + 1 && box.top < bottom - 1)
      .sort(([one], [other]) => one.top - other.top)
      .map(([, number]) => number);
  })()`)) as number[];
  return numbers;
}

const scrollTo = (page: Page, share: number): Promise<unknown> =>
  page.evaluate(`{ const main = document.getElementById('main'); main.scrollTop = ${share} * (main.scrollHeight - main.clientHeight); }`);

const topOf = async (page: Page, number: number): Promise<number | undefined> =>
  (await page.locator(`[data-fragment="${number}"]`).boundingBox())?.y;

/** Waits until nothing moves any more. */
async function untilSeen(page: Page, what: string, isSo: (numbers: readonly number[]) => boolean): Promise<readonly number[]> {
  return until(what, async () => {
    const numbers = await seen(page);
    return isSo(numbers) ? numbers : undefined;
  });
}

/** Checks that consecutive rows fill the visible part. */
const isWhole = (numbers: readonly number[]): boolean =>
  numbers.length > 8 && numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) - 1);

const million = 1_000_000;

/**
 * Scrolls until the rows at this share of a million are shown. The rows of the place before may still be there, and a scroll in the very frame in which
 * rows arrive can be lost: the list puts its scroll position back.
 */
function showRowsAt(page: Page, share: number): Promise<unknown> {
  return until(`rows at ${share}`, async () => {
    await scrollTo(page, share);
    const numbers = await seen(page);
    return isWhole(numbers) && Math.abs((numbers[0] ?? 0) - million * (1 - share)) < million / 100;
  });
}

suite('a list of a million rows', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  const withList = (journal: LongHistory, use: (opened: OpenPage) => Promise<void>): Promise<void> =>
    onPage(browser, historyOf(journal), use);

  test('is scrolled from end to end by its bar, and shows the right rows at each place', async () => {
    await withList(new LongHistory(million), async ({ page, served }) => {
      await untilSeen(page, 'the newest', (numbers) => isWhole(numbers) && numbers[0] === million);
      for (const share of [0.1, 0.25, 0.5, 0.75, 0.9]) await showRowsAt(page, share);
      await scrollTo(page, 1);
      await untilSeen(page, 'the oldest', (numbers) => isWhole(numbers) && numbers.at(-1) === 1);
      await scrollTo(page, 0);
      await untilSeen(page, 'the newest again', (numbers) => isWhole(numbers) && numbers[0] === million);
      assert.ok(((await page.locator('*').count()) as number) < 1_500, 'only what is in sight is laid out');
      assert.ok(served.rows.asked.length < 30, `${served.rows.asked.length} answers`);
    });
  });

  test('is scrolled by the wheel row by row, anywhere', async () => {
    await withList(new LongHistory(million), async ({ page }) => {
      await untilSeen(page, 'the newest', isWhole);
      await page.mouse.move(300, 300);
      for (const share of [0.2, 0.4, 0.999]) {
        await showRowsAt(page, share);
        await until('rest', async () => isWhole(await seen(page)));
        await page.evaluate(nextFrame);
        let [first = 0] = await untilSeen(page, `rows at ${share}`, isWhole);
        for (let turn = 0; turn < 5; turn += 1) {
          await page.mouse.wheel(0, 530);
          const before = first;
          [first = 0] = await untilSeen(page, 'ten rows further', (numbers) => isWhole(numbers) && (numbers[0] ?? 0) <= before - 9);
          assert.ok(before - first <= 11, `${before} to ${first}`);
        }
      }
    });
  });

  test('is walked by keys: End, Home, pages and arrows, across rows that are not loaded yet', async () => {
    await withList(new LongHistory(million), async ({ page }) => {
      await untilSeen(page, 'the newest', isWhole);
      const focused = async () => Number(await page.evaluate(`document.activeElement.closest('[data-fragment]')?.dataset.fragment`));
      const goes = (key: string, to: number) =>
        page.keyboard.press(key).then(() => until(`${key} to ${to}`, async () => (await focused()) === to));
      const isInSight = async () => (await seen(page)).includes(await focused());
      await page.locator(`[data-fragment="${million}"] [data-opens]`).focus();
      await goes('ArrowDown', million - 1);
      await goes('End', 1);
      await untilSeen(page, 'the oldest', (numbers) => numbers.at(-1) === 1);
      await goes('ArrowUp', 2);
      for (let presses = 0; presses < 15; presses += 1) {
        const before = await focused();
        await page.keyboard.press('PageUp');
        await until('a page further', async () => (await focused()) > before + 5);
        await until('focus in sight', isInSight);
      }
      await goes('Home', million);
      await until('focus in sight', isInSight);
      await until('the heading above the first row', async () => (await page.evaluate(`document.getElementById('main').scrollTop`)) === 0);
      await page.keyboard.press('PageDown');
      await until('a page down', async () => (await focused()) < million - 5);
      for (let presses = 0; presses < 130; presses += 1) await page.keyboard.press('ArrowDown');
      await until('far down', async () => (await focused()) < million - 130 && (await isInSight()));
    });
  });

  test('goes to its end by a key after many pages, pressed as fast as a key that is held down repeats', async () => {
    await withList(new LongHistory(million), async ({ page }) => {
      await untilSeen(page, 'the newest', isWhole);
      const focused = async () => Number(await page.evaluate(`document.activeElement.closest('[data-fragment]')?.dataset.fragment`));
      await page.locator(`[data-fragment="${million}"] [data-opens]`).focus();
      const presses = Array.from({ length: 200 }, () => page.keyboard.press('PageDown'));
      await Promise.all([...presses, page.keyboard.press('End')]);
      await until('the end', async () => (await focused()) === 1);
      await page.keyboard.press('Home');
      await until('the start', async () => (await focused()) === million);
    });
  });

  test('takes the keys of a frame together: many cost one move, which is as far as all of theirs', async () => {
    await withList(new LongHistory(million), async ({ page }) => {
      await untilSeen(page, 'the newest', isWhole);
      const focused = async () => Number(await page.evaluate(`document.activeElement.closest('[data-fragment]')?.dataset.fragment`));
      const first = `[data-fragment="${million}"] [data-opens]`;
      await page.locator(first).focus();
      await page.evaluate(`
        globalThis.cost = { focused: 0, drawn: 0, scrolled: 0 };
        document.addEventListener('focusin', () => (cost.focused += 1));
        new MutationObserver(() => (cost.drawn += 1)).observe(document.getElementById('main'), { subtree: true, childList: true });
        const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop');
        Object.defineProperty(document.getElementById('main'), 'scrollTop', { get, set(to) { cost.scrolled += 1; set.call(this, to); } });
      `);
      const pressed = (...keys: readonly string[]): Promise<unknown> =>
        page.evaluate(`for (const key of ${JSON.stringify(keys)})
          document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`);
      await pressed(...Array<string>(60).fill('ArrowDown'));
      await until('60 rows further', async () => (await focused()) === million - 60);
      await until('focus in sight', async () => (await seen(page)).includes(await focused()));
      const cost = (await page.evaluate('cost')) as Record<'focused' | 'drawn' | 'scrolled', number>;
      // The first key moves at once, the others in the next frame; rows that are read on the way are drawn.
      for (const [what, times] of Object.entries(cost)) assert.ok(times <= 8, `${what} ${times} times`);
      await pressed('Home', ...Array<string>(200).fill('PageDown'));
      await until('200 pages further', async () => (await focused()) < million - 1_000);
      await untilSeen(page, 'rows there', isWhole);
      const far = await focused();
      assert.ok(far > million - 3_000, `it is at ${far}`);
      await pressed(...Array<string>(200).fill('PageUp'));
      await until('200 pages back', async () => (await focused()) > far + 1_000);
    });
  });

  test('does another key to the row that the keys before it lead to', async () => {
    await withList(new LongHistory(million), async ({ page, served }) => {
      await untilSeen(page, 'the newest', isWhole);
      await page.locator(`[data-fragment="${million}"] [data-opens]`).focus();
      await page.evaluate(`for (const [key, ctrlKey] of [['ArrowDown'], ['ArrowDown'], ['ArrowDown'], ['c', true]])
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }))`);
      assert.deepEqual(await served.command(0), { kind: 'copy', fragmentId: String(million - 3) });
    });
  });

  test('does not jump to the target of a key if the user scrolls meanwhile', async () => {
    await withList(new LongHistory(million), async ({ page }) => {
      await untilSeen(page, 'the newest', isWhole);
      await page.locator(`[data-fragment="${million}"] [data-opens]`).focus();
      const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await page.route('**/rows?*after=0*', async (route) => {
        asked.resolve();
        await answered.promise;
        await route.continue();
      });
      await page.keyboard.press('End');
      await inTime('request for the oldest rows', asked.promise);
      await page.mouse.move(300, 300);
      await page.mouse.wheel(0, -20_000);
      await until('a place above the end', async () => (await page.evaluate(toTheEnd)) !== 0);
      answered.resolve();
      const numbers = await untilSeen(page, 'rows there', isWhole);
      assert.ok((numbers.at(-1) ?? 0) > 50, `it is at ${numbers.at(-1)}`);
      assert.equal(await page.evaluate(`document.activeElement.closest('[data-fragment]')?.dataset.fragment`), String(million));
    });
  });

  for (const [way, leave] of [
    ['by a key', (page: Page) => page.keyboard.press('Shift+Tab')],
    ['by a click', (page: Page) => page.getByRole('contentinfo').click({ position: { x: 2, y: 2 } })],
  ] as const) {
    test(`forgets the target of a key if the user leaves it ${way}, and goes on from the row with the focus`, async () => {
      await withList(new LongHistory(million), async ({ page }) => {
        await untilSeen(page, 'the newest', isWhole);
        await page.locator(`[data-fragment="${million}"] [data-opens]`).focus();
        const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        await page.route('**/rows?*after=0*', async (route) => {
          asked.resolve();
          await answered.promise;
          await route.continue();
        });
        await page.keyboard.press('End');
        await inTime('request for the oldest rows', asked.promise);
        await leave(page);
        const focused = () => page.evaluate(`document.activeElement.closest('[data-fragment]')?.dataset.fragment ?? null`);
        await until('focus elsewhere', async () => (await focused()) === null);
        answered.resolve();
        await untilSeen(page, 'the oldest', (numbers) => isWhole(numbers) && numbers.at(-1) === 1);
        assert.equal(await focused(), null);
        await page.locator('[data-fragment="5"] [data-opens]').focus();
        await page.keyboard.press('ArrowDown');
        await until('focus elsewhere', async () => (await focused()) !== '5');
        assert.equal(await focused(), '4');
      });
    });
  }

  test('does not move while copies come in, wherever it is, and shows them if its top is visible', async () => {
    const journal = new LongHistory(million);
    await withList(journal, async ({ page, tell }) => {
      await untilSeen(page, 'the newest', isWhole);
      await tell([journal.copy()]);
      assert.equal((await seen(page))[0], million + 1);
      for (const place of [2_000, 4_000_000]) {
        await page.evaluate(`document.getElementById('main').scrollTop = ${place}`);
        await untilSeen(page, 'rows', (numbers) => isWhole(numbers) && (numbers[0] ?? 0) < million - 20);
        await until('rest', async () => {
          const [first = 0] = await seen(page);
          const before = await topOf(page, first);
          await page.evaluate(nextFrame);
          return before === (await topOf(page, first));
        });
        const [, second = 0] = await seen(page);
        const before = await topOf(page, second);
        for (let copy = 0; copy < 5; copy += 1) await tell([journal.copy(), journal.copy(), journal.delete(journal.newest - 500)]);
        assert.ok(Math.abs(((await topOf(page, second)) ?? 0) - (before ?? 0)) < 1, `at ${place}`);
      }
      await scrollTo(page, 0);
      await untilSeen(page, 'the newest', (numbers) => numbers[0] === journal.newest);
    });
  });

  test('keeps the focus while its row is out of view, and moves it to the next one when that is deleted', async () => {
    const journal = new LongHistory(million);
    await withList(journal, async ({ page, tell }) => {
      await untilSeen(page, 'the newest', isWhole);
      const row = `[data-fragment="${million - 3}"]`;
      await page.locator(`${row} [data-opens]`).focus();
      await showRowsAt(page, 0.5);
      await untilSeen(page, 'the middle', isWhole);
      assert.equal(await page.evaluate(`document.activeElement.closest('${row}') !== null`), true);
      await tell([journal.delete(million - 3)]);
      const next = `document.activeElement.closest('[data-fragment]')?.dataset.fragment`;
      await until('the next row', async () => Number(await page.evaluate(next)) === million - 4);
      await page.keyboard.press('ArrowDown');
      await untilSeen(page, 'the row with the focus', (numbers) => numbers.includes(million - 5));
    });
  });

  test('tells a screen reader its length and the position of each row', async () => {
    await withList(new LongHistory(million), async ({ page }) => {
      await untilSeen(page, 'the newest', isWhole);
      const places = (): Promise<unknown> =>
        page.evaluate(
          `[...document.querySelectorAll('li[data-fragment]')].map((row) => [row.ariaRowIndex, row.closest('[role=grid]').ariaRowCount, row.dataset.fragment].map(Number))`,
        );
      const atTop = (await places()) as number[][];
      assert.deepEqual(atTop[0], [1, million, million]);
      await scrollTo(page, 1);
      await untilSeen(page, 'the oldest', (numbers) => numbers.at(-1) === 1);
      assert.deepEqual(((await places()) as number[][]).at(-1), [million, million, 1]);
      assert.equal(await page.getByRole('rowgroup', { name: 'Today' }).count(), 1);
    });
  });

  test('forgets rows that are far away', async () => {
    await withList(new LongHistory(million), async ({ page, served }) => {
      for (let part = 1; part < 40; part += 1) await showRowsAt(page, part / 40);
      const already = served.rows.asked.length;
      // Not those of the first parts: of the newest rows that are known, 250 stay.
      await showRowsAt(page, 10 / 40);
      assert.ok(served.rows.asked.length > already, 'they are read again');
    });
  });

  test('reads the visible rows again after a gap in the changes', async () => {
    const journal = new LongHistory(million);
    await withList(journal, async ({ page, tell }) => {
      await untilSeen(page, 'the newest', isWhole);
      journal.delete(million - 1);
      journal.copy();
      await tell(null);
      await untilSeen(
        page,
        'what is there',
        ([first, second, third]) => first === million + 1 && second === million && third === million - 2,
      );
    });
  });

  test('keeps its position and its bar after a gap in the changes', async () => {
    const journal = new LongHistory(million);
    await withList(journal, async ({ page, served, tell }) => {
      await untilSeen(page, 'the newest', isWhole);
      await showRowsAt(page, 0.5);
      const [first = 0] = await untilSeen(page, 'the middle', isWhole);
      const already = served.rows.asked.length;
      await tell(null);
      await until('what is in sight and the top, read anew', () => served.rows.asked.length >= already + 2);
      await untilSeen(page, 'the same rows', (numbers) => isWhole(numbers) && numbers[0] === first);
      const bar = `(({ scrollTop, scrollHeight, clientHeight }) => scrollTop / (scrollHeight - clientHeight))(document.getElementById('main'))`;
      const share = Number(await page.evaluate(bar));
      assert.ok(Math.abs(share - 0.5) < 0.01, `the bar is at ${share}`);
      await page.mouse.move(400, 300);
      await page.mouse.wheel(0, -300);
      await untilSeen(page, 'the rows above', (numbers) => isWhole(numbers) && (numbers[0] ?? 0) > first && (numbers[0] ?? 0) < first + 20);
    });
  });

  test('gives the focus to no row that was not chosen, however far it is scrolled', async () => {
    const journal = new LongHistory(million);
    await withList(journal, async ({ page, tell }) => {
      await untilSeen(page, 'the newest', isWhole);
      await showRowsAt(page, 0.002);
      const [, , chosen = 0] = await untilSeen(page, 'some way down', isWhole);
      const row = `[data-fragment="${chosen}"]`;
      await page.locator(`${row} [data-opens]`).focus();
      for (let part = 1; part < 20; part += 1) {
        await showRowsAt(page, part / 20);
        await untilSeen(page, `rows of part ${part}`, isWhole);
      }
      await tell(null);
      await untilSeen(page, 'rows after that', isWhole);
      assert.equal(await page.evaluate(`document.activeElement.closest('${row}') !== null`), true);
    });
  });

  test('that is empty shows what arrived during a gap', async () => {
    const journal = new LongHistory(0);
    await withList(journal, async ({ page, tell }) => {
      await page.getByText('Copy something, and it shows up here').waitFor();
      journal.copy();
      journal.copy();
      await tell(null);
      await untilSeen(page, 'the two copies', (numbers) => numbers.join() === '2,1');
    });
  });

  test('changes only the position of existing rows when a copy arrives', async () => {
    const journal = new LongHistory(million);
    await withList(journal, async ({ page, tell }) => {
      await untilSeen(page, 'the newest', isWhole);
      await page.evaluate(`
        globalThis.touched = [];
        new MutationObserver((changes) => touched.push(...changes.map(({ type, attributeName, target }) => type + ' ' + (attributeName ?? target.tagName))))
          .observe(document.querySelector('ul'), { subtree: true, childList: true, characterData: true, attributes: true });
      `);
      await tell([journal.copy()]);
      assert.equal((await seen(page))[0], million + 1);
      const touched = new Set((await page.evaluate('touched')) as string[]);
      for (const place of ['style', 'data-index', 'aria-rowindex', 'aria-rowcount', 'tabindex', 'class'])
        touched.delete(`attributes ${place}`);
      assert.deepEqual([...touched], ['childList UL']);
    });
  });

  test('has actions only in the row that is in use', async () => {
    await withList(new LongHistory(million), async ({ page }) => {
      await page.getByText(`Copy ${million - 3}`, { exact: true }).hover();
      assert.equal(await page.getByRole('group', { name: 'History' }).getByRole('button', { name: 'More' }).count(), 1);
    });
  });
});
