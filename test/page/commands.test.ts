/** The commands that the page sends when somebody clicks, types or waits. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { ExportKind } from '../../src/contract/shell-page.ts';
import { defaultsOf, settingsGroups } from '../../src/domain/view/settings/settings-groups.ts';
import { until } from '../harness/until.ts';
import { launchBrowser, noBrowser, onPage } from './page-browser.ts';
import { pageStates } from './page-states.ts';
import type { UserCommand } from './serve-page.ts';
import { copied, fragmentRow, mail, pageView, type TestView, windowModel } from './views.ts';

type Press = readonly [what: string, press: (page: Page) => Promise<void>, asks: UserCommand];

const button =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole('button', { name, exact: true }).first().click();

const radio =
  (name: string) =>
  (page: Page): Promise<void> =>
    page.getByRole('radio', { name: new RegExp(`^${name}`) }).click();

const everywhere: readonly Press[] = [
  ['History', button('History'), { kind: 'show', section: 'history' }],
  ['WorkSpaces', button('WorkSpaces'), { kind: 'show', section: 'workspaces' }],
  ['Diagnostics', button('Diagnostics'), { kind: 'show', section: 'diagnostics' }],
  ['Settings', button('Settings'), { kind: 'show', section: 'settings' }],
  ['the toggle of the rail', button('Show the labels'), { kind: 'toggle-rail', pageWidth: 760 }],
  ['Pause', button('Pause'), { kind: 'act', verb: 'pause-capture' }],
  ['Panel', button('Panel: Content (2); show Earlier (3)'), { kind: 'act', verb: 'cycle-top-panel' }],
];

const inNow: readonly Press[] = [
  ['Open the page in the browser', button('Open the page in the browser'), { kind: 'open-source' }],
  ['Copy the address', button('Copy the address'), { kind: 'copy-source' }],
  ['Copy', button('Copy'), { kind: 'copy', fragmentId: '100' }],
  ['Save', button('Save'), { kind: 'save', fragmentId: '100' }],
  ['Open', button('Open'), { kind: 'open', fragmentId: '100' }],
  ['Show in folder', button('Show in folder'), { kind: 'reveal', fragmentId: '100' }],
];

const value = {
  ...defaultsOf('hub'),
  journal: { max_megabytes: 500 },
  // The least length of a text is among its settings then.
  save: { ...(defaultsOf('hub').save as object), policy: 'all' },
  // The days of the week are among its settings then.
  index_refresh: { ...(defaultsOf('hub').index_refresh as object), mode: 'weekly' },
};
const settings = settingsGroups(
  {
    hub: { value, trouble: null },
    'content-filter': { value: { ...defaultsOf('content-filter'), excluded_app_names: ['gnome-secrets'] }, trouble: null },
  },
  {
    applications: [{ name: 'firefox', executable: null }],
    shortcut: { keys: 'Ctrl+Shift+V', state: 'held', trigger: null },
    titleOf: ({ name }) => (name === 'firefox' ? 'Firefox ESR' : name),
  },
);

const elsewhere: readonly (readonly [Partial<TestView>, ...Press])[] = [
  [{ panel: 0 }, 'Copy back', button('Copy back'), { kind: 'copy', fragmentId: '100' }],
  [{ section: 'workspaces' }, 'Save here', button('Save here: Thesis'), { kind: 'select-workspace', id: 'thesis' }],
  [{ section: 'workspaces' }, 'Open its folder', button('Open its folder'), { kind: 'act', verb: 'open-workspace' }],
  [{ section: 'diagnostics' }, 'Restart', button('Restart clipboard'), { kind: 'restart', componentId: 'clipboard' }],
  [{ section: 'diagnostics' }, 'the logs', button('Open log folder'), { kind: 'act', verb: 'open-logs' }],
  [{ section: 'settings' }, 'Dark', radio('Dark'), { kind: 'choose-theme', choice: 'dark' }],
  [{ section: 'settings' }, 'High contrast', radio('High contrast'), { kind: 'choose-theme', choice: 'high-contrast' }],
  [
    { section: 'settings', settings },
    'a choice',
    async (page) => void (await page.getByRole('combobox', { name: 'What is saved' }).selectOption({ label: 'Nothing' })),
    { kind: 'change-setting', id: 'hub/save/policy', change: { how: 'set', value: 'off' } },
  ],
  [
    { section: 'settings', settings },
    'a number, with Enter',
    async (page) => {
      const field = page.getByRole('textbox', { name: 'Minimum length of plain text' });
      await field.fill('32');
      await field.press('Enter');
    },
    { kind: 'change-setting', id: 'hub/save/min_text_chars', change: { how: 'set', value: 32 } },
  ],
  [
    { section: 'settings', settings },
    'a number that is emptied, on leaving the field',
    async (page) => {
      await page.getByRole('textbox', { name: 'Maximum disk space' }).fill('');
      await page.getByRole('heading', { name: 'Settings' }).click();
    },
    { kind: 'change-setting', id: 'hub/journal/max_megabytes', change: { how: 'set', value: null } },
  ],
  [
    { section: 'settings', settings },
    'a switch',
    (page) => page.getByRole('switch', { name: 'Watch the WorkSpaces' }).click(),
    { kind: 'change-setting', id: 'hub/enable_filesystem_watcher', change: { how: 'set', value: false } },
  ],
  [
    { section: 'settings', settings },
    'a time',
    async (page) => {
      const field = page.getByLabel('Time of day');
      await field.fill('4.30');
      await field.press('Enter');
    },
    { kind: 'change-setting', id: 'hub/index_refresh/daily_time', change: { how: 'set', value: '04:30' } },
  ],
  [
    { section: 'settings', settings },
    'a day',
    (page) => page.getByRole('checkbox', { name: 'Wed' }).click(),
    { kind: 'change-setting', id: 'hub/index_refresh/weekly_days', change: { how: 'set', value: ['wed', 'sun'] } },
  ],
  [
    { section: 'settings', settings },
    'an entry that is typed',
    async (page) => {
      const field = page.getByRole('textbox', { name: 'Name of an application' });
      await field.fill('  KeePassXC ');
      await field.press('Enter');
    },
    { kind: 'change-setting', id: 'content-filter/excluded_app_names', change: { how: 'add', entry: 'KeePassXC' } },
  ],
  [
    { section: 'settings', settings },
    'an application that was seen lately',
    button('Add Firefox ESR'),
    { kind: 'change-setting', id: 'content-filter/excluded_app_names', change: { how: 'add', entry: 'firefox' } },
  ],
  [
    { section: 'settings', settings },
    'the removal of an entry',
    button('Remove gnome-secrets'),
    { kind: 'change-setting', id: 'content-filter/excluded_app_names', change: { how: 'remove', entry: 'gnome-secrets' } },
  ],
  [
    { section: 'settings', settings },
    'Reset',
    button('Reset to the default: Applications'),
    { kind: 'change-setting', id: 'content-filter/excluded_app_names', change: { how: 'reset' } },
  ],
  [
    { section: 'settings', settings: pageStates['settings-broken']?.settings ?? [] },
    'Open the document',
    async (page) => page.getByRole('button', { name: 'Open the document' }).first().click(),
    { kind: 'open-document', document: 'hub' },
  ],
  [
    { section: 'diagnostics' },
    'View logs in browser',
    button('View logs in browser'),
    { kind: 'export', what: 'logs', preset: 'standard' },
  ],
  [
    { section: 'diagnostics' },
    'Make a support bundle',
    button('Make a support bundle'),
    { kind: 'export', what: 'support-bundle', preset: 'standard' },
  ],
  [
    { section: 'diagnostics' },
    'a full support bundle',
    async (page) => {
      await page.getByLabel('How much is in the support bundle').selectOption('Full');
      await page.getByText('digests of Hub’s own files').waitFor();
      await button('Make a support bundle')(page);
    },
    { kind: 'export', what: 'support-bundle', preset: 'full' },
  ],
  [
    { section: 'diagnostics' },
    'Export the evidence',
    button('Export the evidence'),
    { kind: 'export', what: 'evidence', preset: 'standard' },
  ],
  [{ notice: { id: 9, intent: 'success', text: 'Changed', canUndo: true } }, 'Undo', button('Undo'), { kind: 'undo', noticeId: 9 }],
  [
    { section: 'workspaces' },
    'Add',
    async (page) => {
      await page.getByRole('textbox', { name: /^Path of a folder/ }).fill('~/Notes');
      await button('Add')(page);
    },
    { kind: 'add-workspace', path: '~/Notes', sent: 1 },
  ],
  [
    { section: 'workspaces' },
    'Rename',
    async (page) => {
      await button('Rename Thesis')(page);
      const field = page.getByRole('textbox', { name: 'Another name for Thesis' });
      await field.fill('My thesis');
      await field.press('Enter');
    },
    { kind: 'rename-workspace', id: 'thesis', name: 'My thesis' },
  ],
  [{ section: 'workspaces' }, 'Remove', button('Remove Thesis from the list'), { kind: 'remove-workspace', id: 'thesis' }],
];

suite('a command', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('is sent by each button of the frame and of Now, in the order of the clicks', async () => {
    await onPage(browser, pageView({ panel: 2 }), async ({ page, served }) => {
      const presses = [...everywhere, ...inNow];
      for (const [, press] of presses) await press(page);
      await served.command(presses.length - 1);
      assert.deepEqual(
        served.commands,
        presses.map(([, , asks]) => asks),
      );
    });
  });

  test('is sent by the buttons of the other sections', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      for (const [change, what, press, asks] of elsewhere) {
        const already = served.commands.length;
        await show(change);
        await press(page);
        assert.deepEqual(await served.command(already), asks, what);
      }
    });
  });

  test('what is typed in another form than the value is shown in its form, and not sent if it is the same', async () => {
    await onPage(browser, pageView({ section: 'settings', settings }), async ({ page, served }) => {
      const field = page.getByLabel('Time of day');
      await field.fill(' 3:00 ');
      await field.press('Enter');
      assert.equal(await field.inputValue(), '03:00');
      const number = page.getByRole('textbox', { name: 'Minimum length of plain text' });
      await number.fill('0032');
      await number.press('Enter');
      assert.equal(await number.inputValue(), '32');
      const change = { how: 'set', value: 32 };
      assert.deepEqual(await served.command(0), { kind: 'change-setting', id: 'hub/save/min_text_chars', change });
    });
  });

  test('the path of a WorkSpace stays in its field until this page’s own command is accepted', async () => {
    await onPage(browser, pageView({ section: 'workspaces', addedWorkspace: 4 }), async ({ page, served, show }) => {
      const field = page.getByRole('textbox', { name: /^Path of a folder/ });
      const row = { id: 'other', name: 'Other', path: '~/Other', exists: true, isActive: false };
      await field.fill('~/refused');
      await field.press('Enter');
      assert.deepEqual(await served.command(0), { kind: 'add-workspace', path: '~/refused', sent: 5 });
      await show({ workspaces: [...pageView({}).workspaces, row] });
      await page.getByText('~/Other').waitFor();
      assert.equal(await field.inputValue(), '~/refused', 'another program has added one');
      await field.fill('~/WorkSpace');
      await field.press('Enter');
      assert.deepEqual(await served.command(1), { kind: 'add-workspace', path: '~/WorkSpace', sent: 6 });
      await show({ addedWorkspace: 6 });
      await until('the empty field', async () => (await field.inputValue()) === '');
    });
  });

  test('Pause becomes Resume while capture is paused', async () => {
    const capture = { state: 'paused', text: 'Capture is paused', mend: 'What you copy now is not kept.', captured: 1, missed: 0 } as const;
    await onPage(browser, pageView({ capture }), async ({ page, served }) => {
      await page.getByRole('contentinfo').getByRole('button', { name: 'Resume' }).click();
      assert.deepEqual(await served.command(0), { kind: 'act', verb: 'resume-capture' });
    });
  });

  test('asks to keep what was left out, from the history and from the clipboard', async () => {
    const left = {
      ...copied,
      outcome: { kind: 'filtered', text: 'not kept: looks like a GitHub token' },
      canCopy: false,
      canKeep: true,
    } as const;
    await onPage(browser, pageView({ section: 'history', history: { rows: [left], hasMore: false } }), async ({ page, served, show }) => {
      await page.getByRole('group', { name: 'History' }).getByText(left.title).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Keep it anyway' }).click();
      assert.deepEqual(await served.command(0), { kind: 'keep', fragmentId: left.id });
      await show({
        section: 'now',
        window: windowModel({ ClipboardFragments: [], Bar0Text: '' }),
        absence: 'It looks like a secret',
        canKeepPresent: true,
      });
      await page.getByRole('button', { name: 'Keep it anyway' }).click();
      assert.deepEqual(await served.command(1), { kind: 'keep', fragmentId: null });
    });
  });

  test('a copy that was not kept has no box for its text', async () => {
    const left = { ...copied, preview: '', toolTip: '', canCopy: false, canKeep: true } as const;
    const history = (row: typeof copied | typeof left) => ({ rows: [row], hasMore: false });
    await onPage(browser, pageView({ section: 'history', history: history(copied), expanded: copied }), async ({ page, show }) => {
      await page.getByRole('region', { name: 'Text' }).waitFor();
      await show({ history: history(left), expanded: left });
      await page.getByRole('region', { name: 'Text' }).waitFor({ state: 'detached' });
      await page.getByRole('group', { name: `Actions: ${left.title}` }).waitFor();
    });
  });

  test('pauses for an hour, and ignores the next copy, from the menu beside Pause', async () => {
    await onPage(browser, pageView({}), async ({ page, served }) => {
      for (const [at, [label, verb]] of (
        [
          ['Pause for an hour', 'pause-for-an-hour'],
          ['Ignore next copy', 'ignore-next-copy'],
        ] as const
      ).entries()) {
        await page.getByRole('button', { name: 'More ways to pause' }).click();
        await page.getByRole('menuitem', { name: label }).click();
        assert.deepEqual(await served.command(at), { kind: 'act', verb });
      }
    });
  });

  test('deletes at once, with a way back for as long as the notice is shown', async () => {
    await onPage(browser, pageView({ panel: 2 }), async ({ page, served, show }) => {
      await button('Delete')(page);
      assert.deepEqual(await served.command(0), { kind: 'delete', fragmentId: '100' });
      await page.clock.install();
      await show({ notice: { id: 9, intent: 'success', text: 'Deleted from the history', canUndo: true } });
      await page.getByText('Deleted from the history').waitFor();
      await page.clock.fastForward(8_000);
      await button('Undo')(page);
      assert.deepEqual(await served.command(1), { kind: 'undo', noticeId: 9 });
    });
  });

  test('shows what is being exported, and does not ask for it twice meanwhile', async () => {
    const view = pageView({ section: 'diagnostics' });
    const during = (exporting: readonly ExportKind[]) => ({ diagnostics: { queues: [], ports: [], ...view.diagnostics, exporting } });
    await onPage(browser, view, async ({ page, served, show }) => {
      const bundle = page.getByRole('button', { name: 'Make a support bundle' });
      await bundle.click();
      await served.command(0);
      await show(during(['support-bundle']));
      await page.getByRole('progressbar', { name: 'Working' }).waitFor();
      assert.equal(await bundle.getAttribute('aria-disabled'), 'true');
      await bundle.click({ force: true });
      await button('Export the evidence')(page);
      await show(during([]));
      await page.getByRole('progressbar').waitFor({ state: 'detached' });
      await bundle.click();
      await served.command(2);
      assert.deepEqual(
        served.commands.map((command) => command.kind === 'export' && command.what),
        ['support-bundle', 'evidence', 'support-bundle'],
      );
    });
  });

  test('undoes by Ctrl+Z too, once for each press, and not where that undoes what was typed', async () => {
    await onPage(browser, pageView({ panel: 2 }), async ({ page, served }) => {
      await page.keyboard.press('Control+f');
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      const undone = () => served.commands.filter(({ kind }) => kind === 'undo');
      await until('undo', () => undone().length > 1);
      // The shell knows what there is to undo: the page may not have heard of it yet.
      assert.deepEqual(undone(), [{ kind: 'undo' }, { kind: 'undo' }]);
    });
  });

  test('deletes a saved copy with its file by its menu, and by the notice about a plain deletion', async () => {
    await onPage(browser, pageView({ section: 'history' }), async ({ page, served, show }) => {
      await page.getByText(mail.title).first().click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Delete', exact: true }).waitFor();
      assert.equal(await page.getByRole('menuitem', { name: 'Delete with its file' }).count(), 0, 'it has none');
      await page.keyboard.press('Escape');
      await page.getByText(copied.title).first().click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Delete with its file' }).click();
      assert.deepEqual(await served.command(0), { kind: 'delete-with-file', fragmentId: copied.id });

      const text = 'Deleted from the history. The saved file is kept';
      await show({ notice: { id: 9, intent: 'success', text, canUndo: true, canTrash: 'file' } });
      await button('Delete the file too')(page);
      assert.deepEqual(await served.command(1), { kind: 'trash-files', noticeId: 9 });
      await show({ notice: { id: 10, intent: 'success', text, canUndo: true, canTrash: 'files' } });
      await button('Delete the files too')(page);
      assert.deepEqual(await served.command(2), { kind: 'trash-files', noticeId: 10 });
      await button('Undo')(page);
      assert.deepEqual(await served.command(3), { kind: 'undo', noticeId: 10 });
    });
  });

  test('deletes for good only after the question is confirmed', async () => {
    await onPage(browser, pageView({ section: 'history' }), async ({ page, served }) => {
      const ask = async (): Promise<void> => {
        await page.getByText(copied.title).first().click({ button: 'right' });
        await page.getByRole('menuitem', { name: 'Delete for good…' }).click();
      };
      await ask();
      assert.ok(await page.getByText('This cannot be undone. The saved file is kept.', { exact: true }).isVisible());
      await button('Keep')(page);
      await page.getByRole('heading', { name: 'Delete this copy for good?' }).waitFor({ state: 'hidden' });
      await ask();
      await page.getByLabel('Delete this copy for good?').getByRole('button', { name: 'Delete' }).click();
      assert.deepEqual(await served.command(0), { kind: 'erase', fragmentId: copied.id });
    });
  });

  test('an expanded row says how often its content was copied, and when', async () => {
    const expanded = fragmentRow({ ...copied, times: '3 times, first on 12 Nov', earlier: ['13:58 · Mail', '12 Nov · Editor'] });
    await onPage(browser, pageView({ section: 'history', expanded }), async ({ page }) => {
      await page.getByText('3 times, first on 12 Nov').click();
      assert.deepEqual(await page.getByRole('group', { name: 'History' }).locator('details li').allTextContents(), expanded.earlier);
    });
  });

  test('a row offers its actions to the pointer, in its menu, and to the keyboard', async () => {
    await onPage(browser, pageView({ section: 'history' }), async ({ page, served }) => {
      const list = page.getByRole('group', { name: 'History' });
      await list.getByText(mail.title).hover();
      await list.getByRole('button', { name: 'Copy' }).click();
      assert.deepEqual(await served.command(0), { kind: 'copy', fragmentId: mail.id });

      await list.getByText(mail.title).click({ button: 'right' });
      assert.equal(await page.getByRole('menuitem', { name: 'Open' }).getAttribute('aria-disabled'), 'true');
      await page.getByRole('menuitem', { name: 'Save to the WorkSpace' }).click();
      assert.deepEqual(await served.command(1), { kind: 'save', fragmentId: mail.id });

      await list.getByRole('button').first().focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Control+c');
      assert.deepEqual(await served.command(2), { kind: 'copy', fragmentId: '97' });
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      assert.deepEqual(await served.command(3), { kind: 'open', fragmentId: '97' });
    });
  });

  test('a row is pinned by a key and by its menu, and its form sends title, tags and note', async () => {
    await onPage(browser, pageView({ section: 'history' }), async ({ page, served, show }) => {
      const first = page.getByRole('group', { name: 'History' }).getByRole('button').first();
      await first.focus();
      await page.keyboard.press('Control+p');
      assert.deepEqual(await served.command(0), { kind: 'annotate', fragmentId: copied.id, change: { pinned: true } });
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menuitem', { name: 'Pin' }).click();
      assert.deepEqual(await served.command(1), { kind: 'annotate', fragmentId: copied.id, change: { pinned: true } });
      await first.press('Enter');
      await page.getByRole('button', { name: 'Title, tags, note…' }).click();
      await page.getByLabel('Title', { exact: true }).fill('My title');
      await page.getByLabel('Tags', { exact: true }).fill('work, python');
      await page.getByLabel('Note', { exact: true }).fill('one\ntwo p');
      await page.getByRole('form').getByRole('button', { name: 'Save' }).click();
      const change = { title: 'My title', tags: ['work', 'python'], note: 'one\ntwo p' };
      assert.deepEqual(await served.command(2), { kind: 'annotate', fragmentId: copied.id, change });
      // A tag may be refused: what was typed stays until it is so.
      await show({ notice: { id: 5, intent: 'error', text: 'tags: a word of 1 to 50 characters' } });
      assert.equal(await page.getByLabel('Note', { exact: true }).inputValue(), 'one\ntwo p');
      const { tags, note } = change;
      await show({ expanded: { ...copied, ownTitle: 'My title', tags, note } });
      await until('the form closed', async () => (await page.getByRole('form').count()) === 0);
      await page.getByRole('button', { name: 'Title, tags, note…' }).click();
      await page.getByRole('form').getByRole('button', { name: 'Save' }).click();
      await until('the form closed, for nothing changes', async () => (await page.getByRole('form').count()) === 0);
      await page.getByRole('button', { name: 'Title, tags, note…' }).click();
      await page.getByLabel('Note', { exact: true }).fill('three');
      // Meanwhile a command gives it another title.
      await show({ expanded: { ...copied, ownTitle: 'Its title', tags, note } });
      await page.getByRole('form').getByRole('button', { name: 'Save' }).click();
      assert.deepEqual(await served.command(3), { kind: 'annotate', fragmentId: copied.id, change: { note: 'three' } });
    });
  });

  test('a form that is half written is there again after another section and after the picker', async () => {
    await onPage(browser, pageView({ section: 'history' }), async ({ page, served, show }) => {
      await page.getByRole('group', { name: 'History' }).getByRole('button').first().press('Enter');
      await page.getByRole('button', { name: 'Title, tags, note…' }).click();
      const note = page.getByLabel('Note', { exact: true });
      await note.fill('half a sen');
      await until('word of it', () => served.writing.at(-1) === true);
      for (const [there, back] of [
        [{ section: 'settings' }, { section: 'history' }],
        [{ picker: { opened: 1, into: '', pastes: true } }, { picker: null }],
      ] as const) {
        await show(there);
        await until('end of it', () => served.writing.at(-1) === false);
        await show(back);
        assert.equal(await note.inputValue(), 'half a sen');
      }
      await note.press('Escape');
      await show({ section: 'settings' });
      await show({ section: 'history' });
      await page.getByRole('button', { name: 'Title, tags, note…' }).waitFor();
      assert.equal(await page.getByRole('form').count(), 0, 'it was given up');
    });
  });

  test('letters that are typed into a field stay in it, and start no search', async () => {
    await onPage(browser, pageView({ section: 'settings', settings }), async ({ page }) => {
      const field = page.getByRole('textbox', { name: 'Minimum length of plain text' });
      await field.fill('');
      await page.keyboard.type('12');
      assert.equal(await field.inputValue(), '12');
    });
  });

  test('a number that is not allowed stays in its field with what is allowed, and is not sent', async () => {
    await onPage(browser, pageView({ section: 'settings', settings }), async ({ page, served }) => {
      const field = page.getByRole('textbox', { name: 'Minimum length of plain text' });
      for (const typed of ['1000001', '-3', '1.5', 'twelve', '']) {
        await field.fill(typed);
        await field.press('Enter');
        await page.getByRole('alert').filter({ hasText: 'A whole number from 0 to 1,000,000. It was not changed.' }).waitFor();
        assert.equal(await field.inputValue(), typed);
        assert.equal(await field.getAttribute('aria-invalid'), 'true');
      }
      await field.press('Escape');
      assert.deepEqual([await field.inputValue(), await field.getAttribute('aria-invalid')], ['16', null]);
      const days = page.getByRole('textbox', { name: 'Keep copies for' });
      assert.equal(await days.getAttribute('placeholder'), 'Forever');
      assert.equal(await days.locator('xpath=following-sibling::span').isVisible(), false, 'no unit without a number');
      await days.fill('x');
      await days.press('Enter');
      await page.getByRole('alert').filter({ hasText: 'A whole number from 1 to 36,500, or nothing.' }).waitFor();
      await field.fill(' 20 ');
      await field.press('Enter');
      assert.deepEqual(await served.command(0), {
        kind: 'change-setting',
        id: 'hub/save/min_text_chars',
        change: { how: 'set', value: 20 },
      });
    });
  });

  test('a time has 24 hours, and one that is none stays in its field', async () => {
    await onPage(browser, pageView({ section: 'settings', settings }), async ({ page }) => {
      const field = page.getByLabel('Time of day');
      assert.equal(await field.inputValue(), '03:00');
      for (const typed of ['24:00', '3 pm', '']) {
        await field.fill(typed);
        await field.press('Enter');
        await page.getByRole('alert').filter({ hasText: 'A time of day, from 00:00 to 23:59. It was not changed.' }).waitFor();
        assert.equal(await field.inputValue(), typed);
      }
    });
  });

  test('another WorkSpace is not offered while the environment sets it, and the reason is said', async () => {
    const workspaceFixed = 'HUB_WORKSPACE sets it';
    await onPage(browser, pageView({ section: 'workspaces', workspaceFixed }), async ({ page, show }) => {
      const here = page.getByRole('button', { name: 'Save here: Thesis' });
      assert.equal(await here.isDisabled(), true);
      const reason = (await here.getAttribute('aria-describedby')) ?? '';
      assert.equal(await page.locator(`[id="${reason}"]`).innerText(), workspaceFixed);
      await show({ workspaceFixed: '' });
      assert.equal(await here.isDisabled(), false);
    });
  });

  test('the keys of a row expand it, delete it, ask before they delete it for good, and return the focus', async () => {
    await onPage(browser, pageView({ section: 'history' }), async ({ page, served }) => {
      const first = page.getByRole('group', { name: 'History' }).getByRole('button').first();
      await first.focus();
      await page.keyboard.press('Enter');
      await page.getByText("for base, size in sizes('.')").waitFor();
      assert.equal(await first.getAttribute('aria-expanded'), 'true');
      const question = page.getByLabel('Delete this copy for good?');
      const ask = async (): Promise<void> => {
        await page.keyboard.press('Shift+F10');
        await page.getByRole('menu').waitFor();
        await page.keyboard.press('End');
        await page.keyboard.press('Enter');
        await question.waitFor();
      };
      await ask();
      assert.ok(await question.getByText(copied.title, { exact: true }).isVisible(), 'it says which');
      await page.keyboard.press('Escape');
      await until('focus on the row again', async () => (await first.and(page.locator(':focus')).count()) === 1);
      await ask();
      await question.getByRole('button', { name: 'Delete' }).press('Enter');
      assert.deepEqual(await served.command(0), { kind: 'erase', fragmentId: copied.id });
      await first.press('Delete');
      assert.deepEqual(await served.command(1), { kind: 'delete', fragmentId: copied.id });
    });
  });

  test('says which revisions were painted', async () => {
    await onPage(browser, pageView({ revision: 7 }), async ({ served, show }) => {
      await show({ panel: 1 });
      await until('both revisions', () => served.painted.includes(7) && served.painted.includes(8));
    });
  });

  test('reports that the page is in use, once a second at most', async () => {
    await onPage(browser, pageView(), async ({ page, served }) => {
      const move = `document.dispatchEvent(new Event('pointermove'));`;
      const at = (ms: number, then: string) => page.evaluate(`performance.now = () => ${ms}; ${then}`);
      const hourMs = 3_600_000;
      const before = served.inUse.count;
      await at(hourMs, `for (let moves = 0; moves < 100; moves += 1) ${move}`);
      await until('the first word', () => served.inUse.count === before + 1);
      await at(hourMs + 999, move);
      await button('Pause')(page);
      await served.command(0);
      assert.equal(served.inUse.count, before + 1);
      await at(hourMs + 1_000, move);
      await until('the next second’s word', () => served.inUse.count === before + 2);
    });
  });

  test('reports that the picker is in use more rarely, and not at its first keys', async () => {
    await onPage(browser, pageView({ picker: { opened: 1, into: 'Mousepad', pastes: true } }), async ({ page, served }) => {
      const move = `document.dispatchEvent(new Event('pointermove'));`;
      const at = (ms: number) => page.evaluate(`performance.now = () => ${ms}; ${move}`);
      const hourMs = 3_600_000;
      for (const ms of [0, 4_999]) await at(hourMs + ms);
      const before = served.inUse.count;
      await at(hourMs + 5_000);
      await until('the word of the picker', () => served.inUse.count === before + 1);
      await at(hourMs + 9_999);
      await at(hourMs + 10_000);
      await until('the next one', () => served.inUse.count === before + 2);
      await at(hourMs + 10_001);
      await page.keyboard.press('Escape');
      await served.command(0);
      assert.equal(served.inUse.count, before + 2);
    });
  });

  test('a notice is dismissed by its button, and by itself after a while', async () => {
    const notice = { id: 3, intent: 'success', text: 'Copied' } as const;
    await onPage(browser, pageView({ notice }), async ({ page, served, show }) => {
      assert.ok(await page.getByRole('status').getByText('Copied').isVisible());
      await page.getByRole('button', { name: 'Dismiss' }).click();
      assert.deepEqual(await served.command(0), { kind: 'dismiss-notice', id: 3 });
      await page.mouse.move(10, 300);
      await show({ notice: { ...notice, id: 4, intent: 'error', text: 'The disk is full' } });
      assert.deepEqual(await served.command(1), { kind: 'dismiss-notice', id: 4 });
    });
  });
});
