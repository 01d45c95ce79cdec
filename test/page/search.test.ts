/** The search in the title bar, by keyboard. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import { launchBrowser, noBrowser, onPage } from './page-browser.ts';
import { copied, fragmentRow, mail, pageView, picture, type TestView } from './views.ts';

const found: TestView['search'] = {
  query: 'save',
  verbs: [
    { verb: 'save-now', title: 'Save now', detail: 'Saves what is on the clipboard to the WorkSpace' },
    { verb: 'open-workspace', title: 'Open the WorkSpace', detail: 'Shows its folder' },
  ],
  rows: [copied, mail],
  hasMore: false,
};

const nothing: TestView['search'] = { query: '', verbs: [], rows: [], hasMore: false };

function box(page: Page) {
  return page.getByRole('combobox', { name: 'Search copies or type a command' });
}

async function chosen(page: Page): Promise<string> {
  return (await page.getByRole('option', { selected: true }).textContent()) ?? '';
}

const chips: TestView['search']['chips'] = [
  {
    key: 'kind',
    title: 'Kind',
    chips: [
      { title: 'Link', condition: 'kind:link' },
      { title: 'Code', condition: 'kind:code' },
    ],
  },
  { key: 'app', title: 'Program', chips: [{ title: 'Firefox', condition: 'app:firefox' }] },
];

suite('the search', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('offers the sections of the window between commands and copies, and opens one', async () => {
    const sections = [{ section: 'diagnostics' as const, title: 'Diagnostics', detail: 'How Hub is running', found: 'title' as const }];
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.insertText('save');
      await served.command(0);
      await show({ search: { ...found, verbs: found.verbs.slice(0, 1), sections } });
      const options = await page.getByRole('option').allInnerTexts();
      assert.deepEqual(
        options.map((option) => option.split('\n')[0]),
        ['Save now', 'Diagnostics', copied.title, mail.title, 'Show all results in History'],
      );
      await page.keyboard.press('ArrowDown');
      assert.match(await chosen(page), /Diagnostics/);
      await page.keyboard.press('Enter');
      await until('it is opened', () => served.commands.some(({ kind }) => kind === 'show'));
      assert.deepEqual(
        served.commands.filter(({ kind }) => kind === 'show'),
        [{ kind: 'show', section: 'diagnostics' }],
      );
    });
  });

  test('offers a section whose title is being typed before the verbs', async () => {
    const sections = [{ section: 'diagnostics' as const, title: 'Diagnostics', detail: 'How Hub is running', found: 'beginning' as const }];
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.insertText('save');
      await served.command(0);
      await show({ search: { ...found, verbs: found.verbs.slice(0, 1), sections } });
      assert.match(await chosen(page), /^Diagnostics/);
    });
  });

  test('offers a section that only another word leads to below the copies, which Enter is for', async () => {
    const sections = [{ section: 'settings' as const, title: 'Settings', detail: 'What is saved', found: 'other-word' as const }];
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.insertText('save');
      await served.command(0);
      await show({ search: { ...found, verbs: [], sections } });
      const options = await page.getByRole('option').allInnerTexts();
      assert.deepEqual(
        options.map((option) => option.split('\n')[0]),
        [copied.title, mail.title, 'Settings', 'Show all results in History'],
      );
      assert.match(await chosen(page), new RegExp(`^${copied.title}`));
      assert.deepEqual(
        await page
          .getByRole('listbox', { name: 'Found' })
          .getByRole('group')
          .evaluateAll((all) => all.map((group) => group.ariaLabel)),
        ['Copies', 'Sections'],
      );
    });
  });

  test('gets the focus by Ctrl+K, requests what is typed, and lists verbs before copies', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.insertText('save'); // at once: slow fingers would ask for a part of it
      await served.command(0);
      assert.deepEqual(served.commands.at(-1), { kind: 'search', query: 'save' });
      await show({ search: found });
      const options = await page.getByRole('option').allInnerTexts();
      assert.deepEqual(
        options.map((option) => option.split('\n')[0]),
        ['Save now', 'Open the WorkSpace', copied.title, mail.title, 'Show all results in History'],
      );
      assert.match(await chosen(page), /^Save now/);
      assert.equal(await box(page).getAttribute('aria-activedescendant'), 'found-0');
    });
  });

  test('is narrowed by buttons, which Tab reaches and Escape leaves, and which are pressed while their condition is in the box', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.insertText('save');
      await served.command(0);
      await show({ search: { ...found, chips } });
      const chip = (name: string) => page.getByRole('toolbar', { name: 'Narrow the search' }).getByRole('button', { name });
      await chip('Link').click();
      assert.equal(await box(page).inputValue(), 'save kind:link ');
      assert.equal(await box(page).evaluate((element) => element === document.activeElement), true, 'a click leaves the focus in the box');
      await served.command(1);
      assert.deepEqual(served.commands.at(-1), { kind: 'search', query: 'save kind:link' });
      assert.equal(await chip('Link').getAttribute('aria-pressed'), 'true');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      assert.equal(await chip('Code').evaluate((element) => element === document.activeElement), true);
      await page.keyboard.press('Enter');
      assert.equal(await box(page).inputValue(), 'save kind:code ');
      await chip('Code').press('Escape');
      assert.equal(await box(page).evaluate((element) => element === document.activeElement), true);
      await page.keyboard.press('Escape');
      assert.equal(await box(page).inputValue(), '');
    });
  });

  test('shows the first of many buttons, those that are pressed, and all of them on request', async () => {
    const kinds = ['Link', 'Code', 'Path', 'Number', 'Colour', 'Prose', 'Table', 'IBAN'].map((title) => ({
      title,
      condition: `kind:${title.toLowerCase()}`,
    }));
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.insertText('save kind:table ');
      await served.command(0);
      await show({ search: { ...found, chips: [{ key: 'kind', title: 'Kind', chips: kinds }] } });
      const shown = () => page.getByRole('toolbar', { name: 'Narrow the search' }).getByRole('button').allInnerTexts();
      assert.deepEqual(await shown(), ['Link', 'Code', 'Path', 'Number', 'Colour', 'Table', 'More']);
      const more = page.getByRole('button', { name: /^(?:More|Fewer): Kind$/ });
      await more.press('Enter');
      assert.deepEqual(await shown(), [...kinds.map(({ title }) => title), 'Fewer']);
      assert.equal(await more.evaluate((element) => element === document.activeElement), true);
      await more.press('Enter');
      assert.equal((await shown()).length, 7);
    });
  });

  test('gets the focus by Ctrl+F too, highlights what completes a value, which Enter takes and Escape refuses, and shows what is wrong', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      const hints = [{ query: 'type:python ', title: 'type:python', detail: 'its file type', isValue: true } as const];
      await page.keyboard.press('Control+f');
      await page.keyboard.insertText('type:py');
      await served.command(0);
      await show({ search: { ...found, query: 'type:py', verbs: [], hints } });
      assert.match(await chosen(page), /^type:python/, 'what completes the value that is typed');
      await page.keyboard.press('Escape');
      assert.ok((await chosen(page)).startsWith(copied.title), 'Escape refuses that');
      assert.equal(await box(page).inputValue(), 'type:py');
      await page.keyboard.press('ArrowUp');
      assert.match(await chosen(page), /^type:python/);
      await page.keyboard.press('Enter');
      assert.deepEqual(await served.command(1), { kind: 'search', query: 'type:python' });
      assert.equal(await box(page).inputValue(), 'type:python ');
      await show({ search: { ...nothing, query: 'type:python', mistake: 'There is no such key.' } });
      await page.getByRole('status').filter({ hasText: 'There is no such key.' }).waitFor();
    });
  });

  test('has the copies with the exact phrase before newer ones that only have its words', async () => {
    const first = fragmentRow({ id: '3', title: 'the tide table of Brest' });
    const rows = [fragmentRow({ id: '9', title: 'a table by the tide' }), fragmentRow({ id: '8', title: 'table, tide' })];
    const read = () => ({ rows, from: 0, to: null, total: null, first: [first] });
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.insertText('tide table');
      await served.command(0);
      await show({ search: { query: 'tide table', verbs: [], rows: [], hasMore: false, read } });
      await until('the phrase', async () => /the tide table of Brest/.test(await chosen(page)));
      const titles = (await page.getByRole('option').allInnerTexts()).map((option) => option.split('\n')[0]);
      assert.deepEqual(titles.slice(0, 3), ['the tide table of Brest', 'a table by the tide', 'table, tide']);
    });
  });

  test('is not chosen by a pointer that rests where it appears, but by one that moves', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      await page.mouse.move(400, 10);
      await box(page).fill('save');
      await served.command(0);
      await show({ search: found });
      const before = await chosen(page);
      const option = page.getByRole('option').last();
      const rests = (at: number) => option.dispatchEvent('pointermove', { screenX: 300, screenY: 200 + at });
      await rests(0);
      await rests(0);
      assert.equal(await chosen(page), before);
      await rests(2);
      assert.notEqual(await chosen(page), before);
    });
  });

  test('types that occur are offered for a key without a value, which is no mistake then', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      const hints = [{ query: 'type:python ', title: 'type:python', detail: 'its file type', isValue: true } as const];
      await box(page).fill('type:');
      await served.command(0);
      await show({ search: { ...nothing, query: 'type:', hints, mistake: 'type: needs a value.' } });
      await page.getByRole('option', { name: /type:python/ }).waitFor();
      assert.equal(await page.getByText('type: needs a value.').count(), 0);
    });
  });

  test('marks what matches', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      const match = [
        { text: 'a ', isMatch: false },
        { text: '<b>word</b>', isMatch: true },
      ];
      await box(page).fill('save');
      await served.command(0);
      await show({ search: { ...found, rows: [{ ...copied, title: 'a <b>word</b>', match }] } });
      assert.deepEqual(await page.locator('mark').allInnerTexts(), ['<b>word</b>']);
    });
  });

  test('does not pause by Enter for a word that its title only contains', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      const hour = { verb: 'pause-for-an-hour', title: 'Pause for an hour', detail: '' } as const;
      await box(page).fill('for');
      await served.command(0);
      await show({ search: { ...found, query: 'for', verbs: [hour], rows: [] } });
      await page.getByRole('option', { name: /^Pause for an hour/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowUp');
      assert.match(await chosen(page), /^Pause for an hour/);
      await box(page).fill('pause');
      await show({ search: { ...found, query: 'pause', verbs: [hour], rows: [] } });
      assert.match(await chosen(page), /^Pause for an hour/);
      await page.keyboard.press('Enter');
      await until('the pause', () => served.commands.some(({ kind }) => kind === 'act'));
      assert.deepEqual(
        served.commands.filter(({ kind }) => kind === 'act'),
        [{ kind: 'act', verb: 'pause-for-an-hour' }],
      );
    });
  });

  test('does not stop Hub by Enter while a copy was found', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      const exit = { verb: 'exit', title: 'Exit Hub', detail: 'Stops Hub with all of its processes' } as const;
      await box(page).fill('exit');
      await served.command(0);
      await show({ search: { ...found, query: 'exit', verbs: [exit] } });
      assert.ok((await chosen(page)).startsWith(copied.title));
      await page.keyboard.press('ArrowUp');
      assert.match(await chosen(page), /^Exit Hub/);
      await show({ search: { ...found, query: 'exit', verbs: [exit], rows: [] } });
      await page.keyboard.press('Enter');
      assert.deepEqual(await served.command(1), { kind: 'act', verb: 'exit' });
    });
  });

  test('is walked by arrows that wrap around, and runs a result by Enter', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      await box(page).fill('save');
      await served.command(0);
      await show({ search: found });
      await page.keyboard.press('ArrowUp');
      assert.match(await chosen(page), /^Show all results/);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      assert.match(await chosen(page), /^Open the WorkSpace/);
      await page.keyboard.press('Enter');
      assert.deepEqual(await served.command(1), { kind: 'act', verb: 'open-workspace' });
      assert.deepEqual(await served.command(2), { kind: 'search', query: '' });
      assert.equal(await box(page).inputValue(), '');
    });
  });

  test('keeps the chosen result when another one is found above it', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      await box(page).fill('save');
      await served.command(0);
      await show({ search: found });
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
      assert.match(await chosen(page), new RegExp(mail.title.slice(0, 12)));
      await show({ search: { ...found, rows: [picture, ...found.rows] } });
      assert.match(await chosen(page), new RegExp(mail.title.slice(0, 12)));
      await page.keyboard.press('Enter');
      assert.deepEqual(await served.command(1), { kind: 'copy', fragmentId: mail.id });
    });
  });

  test('puts a chosen copy back on the clipboard, by a click too', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      await box(page).fill('save');
      await served.command(0);
      await show({ search: found });
      await page.getByRole('option').filter({ hasText: mail.title }).click();
      assert.deepEqual(await served.command(1), { kind: 'copy', fragmentId: mail.id });
    });
  });

  test('runs nothing that was found for another text', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      await box(page).fill('save');
      await served.command(0);
      await show({ search: found });
      await page.keyboard.type('x');
      await page.keyboard.press('Enter');
      assert.deepEqual(await served.command(1), { kind: 'search', query: 'savex' });
      assert.equal(served.commands.length, 2);
    });
  });

  test('runs the first result if Enter came before the answer, once, and not if the text has changed', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      await box(page).fill('save');
      await page.keyboard.press('Enter');
      assert.deepEqual(await served.command(0), { kind: 'search', query: 'save' });
      await show({ search: found });
      assert.deepEqual(await served.command(1), { kind: 'act', verb: 'save-now' });
      assert.deepEqual(await served.command(2), { kind: 'search', query: '' });
      await show({ search: nothing });
      await box(page).fill('sav');
      await page.keyboard.press('Enter');
      await page.keyboard.type('e');
      assert.deepEqual(await served.command(4), { kind: 'search', query: 'save' });
      await show({ search: found });
      await page.getByRole('option').first().waitFor();
      assert.deepEqual(
        served.commands.slice(3).map(({ kind }) => kind),
        ['search', 'search'],
      );
    });
  });

  test('chooses by arrows before the answer among what the answer has', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      await box(page).fill('save');
      for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
      assert.deepEqual(await served.command(0), { kind: 'search', query: 'save' });
      await show({ search: found });
      assert.deepEqual(await served.command(1), { kind: 'act', verb: 'open-workspace' });
    });
  });

  test('keeps what is typed if the end of the previous search arrives late', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      // On a busy machine a request may take this long; the test waits for its result.
      await page.route('**/rows?*', async (route) => {
        await pause(150);
        await route.continue();
      });
      await box(page).fill('a');
      await served.command(0);
      await show({ search: { ...nothing, query: 'a' } });
      await box(page).fill('');
      await served.command(1);
      await box(page).fill('b');
      assert.deepEqual(await served.command(2), { kind: 'search', query: 'b' });
      await show({ search: nothing });
      assert.equal(await box(page).inputValue(), 'b');
      await show({ search: { ...nothing, query: 'b', rows: [mail] } });
      assert.equal(await page.getByRole('option').count(), 2);
    });
  });

  test('no answer changes what is in the box', async () => {
    await onPage(browser, pageView({ section: 'history' }), async ({ page, served, show }) => {
      await box(page).fill('a');
      await served.command(0);
      await show({ search: { ...nothing, query: 'a' } });
      assert.equal(await page.getByText('Nothing found').count(), 2, 'in the panel and in the list');
      await box(page).fill(' ');
      await served.command(1);
      await show({ search: nothing });
      assert.equal(await box(page).inputValue(), ' ');
      await box(page).fill('b');
      await served.command(2);
      await show({ search: { ...nothing, query: 'b' } });
      await box(page).fill('bc');
      assert.equal(await page.getByText('Nothing found').count(), 0, 'another search may find something');
      await page.getByText('Searching…').waitFor();
      await served.command(3);
    });
  });

  test('leaves an input method its own keys', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      const method = await page.context().newCDPSession(page);
      const stillThere = async () => [await box(page).inputValue(), (await chosen(page)).slice(0, 8)];
      await box(page).focus();
      await method.send('Input.imeSetComposition', { text: 'save', selectionStart: 4, selectionEnd: 4 });
      assert.deepEqual(await served.command(0), { kind: 'search', query: 'save' });
      await show({ search: found });
      for (const key of ['ArrowDown', 'Enter', 'Escape']) await page.keyboard.press(key);
      assert.deepEqual(await stillThere(), ['save', 'Save now']);
      await method.send('Input.insertText', { text: 'save' });
      // WebKit reports the Enter that ends a composition after it is over.
      await page.evaluate(
        `document.querySelector('input').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true }))`,
      );
      assert.deepEqual(await stillThere(), ['save', 'Save now']);
      await page.keyboard.press('Enter');
      assert.deepEqual(await served.command(1), { kind: 'act', verb: 'save-now' });
      assert.deepEqual(await served.command(2), { kind: 'search', query: '' });
    });
  });

  test('is cleared by Escape, and left by a second one', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      await box(page).fill('save');
      await served.command(0);
      await show({ search: found });
      await page.keyboard.press('Escape');
      assert.deepEqual(await served.command(1), { kind: 'search', query: '' });
      await show({ search: nothing });
      assert.equal(await page.getByRole('listbox').count(), 0);
      await page.keyboard.press('Escape');
      assert.equal(await page.evaluate('document.activeElement === document.body'), true);
    });
  });

  test('is a combobox by ARIA’s pattern: its list, the chosen option, and named groups', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      const state = async () => ({
        expanded: await box(page).getAttribute('aria-expanded'),
        controls: await box(page).getAttribute('aria-controls'),
        active: await box(page).getAttribute('aria-activedescendant'),
      });
      assert.deepEqual(await state(), { expanded: 'false', controls: null, active: null });
      await box(page).fill('save');
      await served.command(0);
      await show({ search: found });
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      assert.deepEqual(await state(), { expanded: 'true', controls: 'found', active: 'found-2' });
      assert.equal(await page.getByRole('listbox', { name: 'Found' }).getAttribute('id'), 'found');
      assert.equal(await page.getByRole('option', { selected: true }).getAttribute('id'), 'found-2');
      assert.equal(await page.getByRole('group', { name: 'Commands' }).getByRole('option').count(), 2);
      assert.equal(await page.getByRole('group', { name: 'Copies' }).getByRole('option').count(), 2);
    });
  });

  test('returns the focus to where Ctrl+K was pressed, and its button clears it and keeps the focus in it', async () => {
    await onPage(browser, pageView(), async ({ page, served }) => {
      const row = page.getByRole('group', { name: 'Earlier' }).getByRole('button').first();
      await row.focus();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('x');
      assert.deepEqual(await served.command(0), { kind: 'search', query: 'x' });
      await page.getByRole('button', { name: 'Clear' }).click();
      assert.deepEqual(await served.command(1), { kind: 'search', query: '' });
      assert.equal(await box(page).inputValue(), '');
      assert.equal(await box(page).and(page.locator(':focus')).count(), 1);
      await page.keyboard.press('Escape');
      assert.equal(await row.and(page.locator(':focus')).count(), 1);
    });
  });

  test('starts with a letter that is typed on a row, and takes none from a menu', async () => {
    await onPage(browser, pageView(), async ({ page, served }) => {
      const row = page.getByRole('group', { name: 'Earlier' }).getByRole('button').first();
      await row.focus();
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('x');
      assert.equal(await box(page).inputValue(), '');
      await page.keyboard.press('Escape');
      await row.focus();
      await page.keyboard.press('p');
      assert.deepEqual(await served.command(0), { kind: 'search', query: 'p' });
      assert.equal(await box(page).inputValue(), 'p');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      assert.equal(await row.and(page.locator(':focus')).count(), 1);
    });
  });

  test('shows its results in History, until everything is requested again', async () => {
    await onPage(browser, pageView({ section: 'history', search: { ...found, rows: [picture] } }), async ({ page, served, show }) => {
      assert.ok(await page.getByRole('heading', { name: 'Results for “save”' }).isVisible());
      assert.equal(await page.getByRole('group', { name: 'Found' }).locator('[data-fragment]').count(), 1);
      await page.getByRole('button', { name: 'Clear search' }).click();
      assert.deepEqual(await served.command(0), { kind: 'search', query: '' });
      await show({ search: nothing });
      assert.equal(await box(page).inputValue(), '');
      assert.equal(await page.getByRole('group', { name: 'History' }).locator('[data-fragment]').count(), 4);
    });
  });

  test('is cleared by a section of the rail, which is shown whole', async () => {
    await onPage(browser, pageView({ section: 'history', search: { ...found, rows: [picture] } }), async ({ page, served }) => {
      assert.equal(await box(page).inputValue(), 'save');
      await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Settings', exact: true }).click();
      assert.deepEqual(await served.command(0), { kind: 'search', query: '' });
      assert.deepEqual(await served.command(1), { kind: 'show', section: 'settings' });
      assert.equal(await box(page).inputValue(), '');
    });
  });

  test('says that nothing was found, and never sends more than 500 characters', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      await box(page).fill('y'.repeat(600));
      const command = await served.command(0);
      assert.ok(command.kind === 'search' && command.query.length === 500);
      await show({ search: { ...nothing, query: command.query } });
      assert.ok(await page.getByText('Nothing found').isVisible());
    });
  });
});
