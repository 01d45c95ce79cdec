/** The text in a picture and in copied files: read on request, selected and copied; and each state of it. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser, noBrowser, onPage, seriousFindings } from '../page-browser.ts';
import { files, fragmentRow, extractedView as one, pageView, picture } from '../views.ts';

suite('text in pictures and files', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());
  const shown = (row: typeof picture) => pageView({ section: 'history', history: { rows: [row], hasMore: false }, expanded: row });

  test('an unread picture is read on request', async () => {
    await onPage(browser, shown({ ...picture, extracted: [one()] }), async ({ page, served }) => {
      await page.getByRole('region', { name: 'Text in this picture' }).getByRole('button', { name: 'Read the text' }).click();
      assert.deepEqual(await served.command(0), { kind: 'extract', fragmentId: '99', file: 0 });
      assert.equal(
        await page.getByRole('region', { name: 'Text in this picture' }).getByRole('button', { name: 'Copy the text' }).count(),
        0,
      );
    });
  });

  test('the text of one that was read can be selected, and copied', async () => {
    const text = 'def turn(tide):\n    wait(tide)';
    await onPage(browser, shown({ ...picture, extracted: [one({ state: 'read', text, isInLines: true })] }), async ({ page, served }) => {
      const region = page.getByRole('region', { name: 'Text in this picture' });
      const pre = `document.querySelector('section[aria-label="Text in this picture"] pre')`;
      assert.equal(await page.evaluate(`getSelection().selectAllChildren(${pre}), getSelection().toString()`), text);
      assert.match(String(await page.evaluate(`getComputedStyle(${pre}).fontFamily`)), /mono|consolas/i);
      await region.getByRole('button', { name: 'Copy the text' }).click();
      assert.deepEqual(await served.command(0), { kind: 'copy-extracted', fragmentId: '99', file: 0 });
      assert.equal(await region.getByRole('button', { name: 'Read the text' }).count(), 0);
      await region.getByRole('button', { name: 'Read again' }).click();
      assert.deepEqual(await served.command(1), { kind: 'extract', fragmentId: '99', file: 0 });
      assert.deepEqual(await seriousFindings(page), []);
    });
  });

  test('below the text of a picture is the way to the copy of it', async () => {
    const link = { id: '100', text: '', opens: 'Show the extracted text' };
    const row = { ...picture, link, extracted: [one({ state: 'read', text: 'high water' })] };
    const text = fragmentRow({ id: '100', title: 'high water', link: { id: '99', text: 'Text of a picture', opens: 'Show the picture' } });
    const view = pageView({ section: 'history', history: { rows: [text, row], hasMore: false }, expanded: row });
    await onPage(browser, view, async ({ page }) => {
      await page.getByRole('region', { name: 'Text in this picture' }).getByText('high water').waitFor();
      await page.getByRole('button', { name: 'Show the extracted text' }).click();
      await page.getByRole('button', { name: 'Show the picture' }).waitFor();
    });
  });

  test('what the window is having read shows its page, and can be cancelled', async () => {
    const note = 'Reading page 13 of 500…';
    const reading = one({ state: 'reading', note, canCancel: true });
    await onPage(browser, shown({ ...picture, extracted: [reading] }), async ({ page, served }) => {
      const region = page.getByRole('region', { name: 'Text in this picture' });
      await region.getByText(note).waitFor();
      await region.getByRole('button', { name: 'Cancel' }).click();
      assert.deepEqual(await served.command(0), { kind: 'cancel-extract', fragmentId: '99', file: 0 });
      assert.deepEqual(await seriousFindings(page), []);
    });
  });

  test('what is being read, has no text, or could not be read, says so', async () => {
    for (const [state, note, button] of [
      ['reading', 'Reading…', null],
      ['empty', 'No text was found', 'Read again'],
      ['secret', 'The text looks like a secret', 'Delete the picture'],
      ['failed', 'It could not be read: it is damaged', 'Try again'],
    ] as const)
      await onPage(browser, shown({ ...picture, extracted: [one({ state, note })] }), async ({ page }) => {
        const region = page.getByRole('region', { name: 'Text in this picture' });
        await region.getByText(note).waitFor();
        assert.deepEqual(await region.getByRole('button').allTextContents(), button === null ? [] : [button], state);
        assert.equal(await region.getByRole('progressbar').count(), state === 'reading' ? 1 : 0);
      });
  });

  test('a picture whose text is withheld, and which is kept, can be deleted beside the reason', async () => {
    await onPage(browser, shown({ ...picture, extracted: [one({ state: 'secret', note: 'withheld' })] }), async ({ page, served }) => {
      await page.getByRole('region', { name: 'Text in this picture' }).getByRole('button', { name: 'Delete the picture' }).click();
      assert.deepEqual(await served.command(0), { kind: 'delete', fragmentId: '99' });
    });
  });

  test('each of the copied files that can be read is offered under its name', async () => {
    const extracted = [one({ name: 'report.pdf' }), one({ file: 2, name: 'figures.xlsx' })];
    await onPage(browser, shown({ ...files, extracted }), async ({ page, served }) => {
      await page.getByRole('region', { name: 'Text in figures.xlsx' }).getByRole('button', { name: 'Extract text' }).click();
      assert.deepEqual(await served.command(0), { kind: 'extract', fragmentId: '98', file: 2 });
      assert.deepEqual(await seriousFindings(page), []);
    });
  });
});
