/** What the page says if something is wrong, the user's profile, and the rail. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { CaptureView } from '../../src/contract/page-rows/capture-view.ts';
import { speak } from '../../src/domain/language/say.ts';
import { startRow } from '../../src/domain/view/settings/settings-groups.ts';
import { until } from '../harness/until.ts';
import { launchBrowser, noBrowser, onPage, openPage } from './page-browser.ts';
import { viewIn } from './spoken-views.ts';
import { document, pageView, picture, windowModel } from './views.ts';

const nothingCopied = {
  window: windowModel({ ClipboardFragments: [], Bar0Text: '', Bar1Text: '', Bar2Text: '' }),
  history: { rows: [], hasMore: false },
};

/** Records for each report of a painted revision whether it was sent while a frame was still being drawn. */
const watchFrames = `
  globalThis.paints = [];
  let isInFrame = false;
  const plainFrame = requestAnimationFrame;
  globalThis.requestAnimationFrame = (callback) => plainFrame((time) => {
    isInFrame = true;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { isInFrame = false; };
    port2.postMessage(null);
    callback(time);
  });
  const plainFetch = fetch;
  globalThis.fetch = (address, options) => {
    if (String(address).includes('painted')) paints.push(isInFrame);
    return plainFetch(address, options);
  };
`;

suite('the page', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('says what to do before the first copy, and shows placeholders while that is unknown', async () => {
    const connecting = { state: 'connecting', text: 'Starting', mend: '' } as const;
    await onPage(browser, pageView({ ...nothingCopied, connection: connecting }), async ({ page, show }) => {
      assert.ok(await page.getByLabel('Waiting for Hub').isVisible());
      await show({ isEmpty: true, connection: { state: 'connected', text: '', mend: '' } });
      assert.ok(await page.getByText('Copy something, and it shows up here').isVisible());
      assert.equal(await page.getByLabel('Waiting for Hub').count(), 0);
    });
  });

  test('has no row for an address that a copy does not have', async () => {
    await onPage(browser, pageView({ window: windowModel({ Bar1Text: '' }) }), async ({ page, show }) => {
      const card = page.getByRole('region', { name: 'On the clipboard' });
      await card.waitFor();
      assert.equal(await card.getByRole('button', { name: 'Copy the address' }).count(), 0);
      assert.equal(await card.getByText('No address').count(), 0);
      await show({ window: windowModel({ Bar1Text: '~/notes/tides.md' }) });
      await card.getByText('~/notes/tides.md').waitFor();
      await card.getByRole('button', { name: 'Copy the address' }).waitFor();
    });
  });

  test('lists in Diagnostics what was lost, and folded what was gone at once', async () => {
    const missed = {
      unseen: 0,
      text: 'One copy was lost.',
      last: ['12:30 · gimp · silent'],
      gone: { text: 'Two were gone.', last: ['12:31 · replaced'] },
    };
    await onPage(browser, pageView({ section: 'diagnostics', missed }), async ({ page }) => {
      assert.deepEqual(await page.getByRole('list', { name: 'Missed' }).getByRole('listitem').allTextContents(), missed.last);
      const gone = page.getByText('12:31 · replaced');
      assert.ok(!(await gone.isVisible()));
      await page.getByText('Gone at once').click();
      assert.ok(await gone.isVisible());
    });
  });

  test('lets the user decide before the first copy whether Hub starts at login', async () => {
    const startChoice = startRow(false);
    await onPage(browser, pageView({ ...nothingCopied, isEmpty: true, startChoice }), async ({ page, served, show }) => {
      await page.getByRole('switch', { name: 'Start Hub when you log in' }).click();
      assert.deepEqual(await served.command(0), { kind: 'change-setting', id: 'autostart', change: { how: 'set', value: true } });
      await show({ startChoice: startRow(true) });
      assert.ok(await page.getByRole('switch', { name: 'Start Hub when you log in' }).isChecked());
      await show({ startChoice: null });
      assert.equal(await page.getByRole('switch').count(), 0);
    });
  });

  test('has the first steps below a copy that was on the clipboard before, whatever the panel shows', async () => {
    const first = { isFirstDay: true, startChoice: startRow(false), history: { rows: [], hasMore: false } };
    await onPage(
      browser,
      pageView({ ...first, shortcut: { keys: 'Ctrl+Shift+V', state: 'unavailable', trigger: null } }),
      async ({ page, show }) => {
        await page.getByRole('region', { name: 'On the clipboard' }).waitFor();
        assert.ok(await page.getByText('hub action open-picker').isVisible());
        assert.ok(await page.getByRole('switch', { name: 'Start Hub when you log in' }).isVisible());
        await show({ panel: 0 });
        assert.ok(await page.getByText('Saved as files', { exact: true }).isVisible());
        await show({ isFirstDay: false, startChoice: null });
        assert.deepEqual([await page.getByText('Saved as files', { exact: true }).count(), await page.getByRole('switch').count()], [0, 0]);
      },
    );
  });

  test('says all of why nothing is shown also in the narrowest window, in the longest language', async (t) => {
    t.after(() => speak('en'));
    const { language } = viewIn('de');
    const absence = 'Was jetzt in der Zwischenablage ist, wurde in einem Programm kopiert, dessen Kopien nicht aufbewahrt werden.';
    await onPage(browser, pageView({ ...nothingCopied, language, absence, canKeepPresent: true }), async ({ page }) => {
      await page.setViewportSize({ width: 369, height: 600 });
      const sentence = page.getByText(absence);
      const [text, button] = [await sentence.boundingBox(), await page.getByRole('button', { name: 'Trotzdem aufbewahren' }).boundingBox()];
      assert.ok(text !== null && button !== null);
      assert.ok(text.width > 180, `${text.width} px wide`);
      assert.ok(button.y >= text.y + text.height, 'the button is below it');
      assert.ok(await sentence.evaluate((element) => element.scrollHeight <= element.clientHeight), 'nothing of it is cut');
    });
  });

  test('promises nothing if copies are not captured', async () => {
    const capture = { state: 'blind', text: 'The display is lost', mend: 'Hub looks for it.', captured: 0, missed: 0 } as const;
    await onPage(browser, pageView({ ...nothingCopied, isEmpty: true, capture }), async ({ page }) => {
      assert.ok(await page.getByText('Nothing has been copied yet').isVisible());
      assert.equal(await page.getByText('it shows up here').count(), 0);
    });
    const later = { ...capture, captured: 3 };
    await onPage(browser, pageView({ ...nothingCopied, isEmpty: true, capture: later }), async ({ page }) => {
      assert.ok(await page.getByText('No copy is in the history now').isVisible());
      assert.equal(await page.getByText('Nothing has been copied yet').count(), 0);
    });
  });

  test('describes a picture that can’t be drawn', async () => {
    const broken = { ...picture, id: '100', imageUrl: '/page.css' };
    const window = windowModel({
      ClipboardFragments: [broken],
      Bar2Image: broken.imageUrl,
      Bar2ImageVisibility: 'Visible',
      Bar2Text: broken.title,
      HasCurrentUserPicture: true,
      CurrentUserPicture: '/page.css',
    });
    await onPage(browser, pageView({ panel: 1, window, history: { rows: [broken], hasMore: false } }), async ({ page, show }) => {
      await page.getByRole('img', { name: 'What was copied' }).waitFor({ state: 'detached' });
      assert.ok(await page.getByText('Picture 1920 × 1080').isVisible());
      assert.equal(await page.getByRole('button', { name: /^Profile/ }).textContent(), 'MK');
      await show({ panel: 2 });
      await page.getByText('Picture 1920 × 1080: it cannot be shown here').waitFor();
      await show({ section: 'history' });
      await until('its symbol', async () => (await page.getByRole('row').locator('svg').count()) === 1);
    });
  });

  test('shows a document by the name of its file, with no text of it', async () => {
    const history = { rows: [document], hasMore: false };
    await onPage(browser, pageView({ section: 'history', history, expanded: document }), async ({ page }) => {
      const details = page.getByRole('group', { name: `Actions: ${document.title}` });
      await details.getByRole('button', { name: 'Open' }).waitFor();
      await page.getByRole('listitem').getByText('lock-gates.pdf', { exact: true }).waitFor();
      assert.equal(await page.getByRole('region', { name: 'Text' }).count(), 0);
    });
  });

  test('shows no copies in private mode, says so, and has them again afterwards', async () => {
    const { capture } = pageView();
    const on = { ...capture, state: 'private', text: 'Private mode is on', mend: 'No copies are shown.' } as const;
    await onPage(browser, pageView({ section: 'history' }), async ({ page, served, show, tell }) => {
      const rows = page.getByRole('group', { name: 'History' }).locator('[data-fragment]');
      assert.equal(await rows.count(), 4);
      await show({ capture: on });
      await page.getByText('No copies are shown in private mode').waitFor();
      assert.equal(await rows.count(), 0);
      await page.getByRole('button', { name: 'Turn off' }).click();
      assert.deepEqual(await served.command(0), { kind: 'act', verb: 'resume-capture' });
      await show({ capture });
      await tell(null);
      assert.equal(await rows.count(), 4);
    });
  });

  test('says that the clipboard was cleared, beside the earlier copies', async () => {
    await onPage(browser, pageView({ window: nothingCopied.window }), async ({ page }) => {
      assert.ok(await page.getByText('Nothing is on the clipboard now').isVisible());
      assert.equal(await page.getByRole('group', { name: 'Earlier' }).locator('[data-fragment]').count(), 4);
    });
  });

  test('says that the core is lost and what to do, and can restart it; known data stay', async () => {
    const connection = { state: 'lost', text: 'The core does not answer', mend: 'It is started again by itself.' } as const;
    await onPage(browser, pageView({ connection }), async ({ page, served }) => {
      assert.ok(await page.getByText(connection.text).isVisible());
      assert.ok(await page.getByText(connection.mend).isVisible());
      assert.ok(await page.getByText('Directory walking — Python 3 documentation', { exact: true }).isVisible());
      await page.getByRole('button', { name: 'Restart the core' }).click();
      assert.deepEqual(await served.command(0), { kind: 'restart', componentId: 'python_core' });
    });
  });

  test('says that capture is paused or not working, and what helps', async () => {
    const capture = { state: 'paused', text: 'Capture is paused', mend: 'What you copy now is not kept.', captured: 3, missed: 0 } as const;
    await onPage(browser, pageView({ capture }), async ({ page, served, show }) => {
      await page.getByRole('main').getByRole('button', { name: 'Resume' }).click();
      assert.deepEqual(await served.command(0), { kind: 'act', verb: 'resume-capture' });
      await show({ capture: { ...capture, state: 'ignoring', text: 'The next copy is ignored', mend: 'It is not read.' } });
      assert.ok(await page.getByRole('contentinfo').getByText('The next copy is ignored').isVisible());
      await page.getByRole('main').getByRole('button', { name: 'Capture it' }).click();
      assert.deepEqual(await served.command(1), { kind: 'act', verb: 'resume-capture' });
      await show({ capture: { ...capture, state: 'blind', text: 'The display is lost', mend: 'Hub looks for it.', restartHelps: true } });
      assert.ok(await page.getByRole('main').getByText('The display is lost').isVisible());
      assert.ok(await page.getByRole('main').getByText('Hub looks for it.').isVisible());
      await page.getByRole('button', { name: 'Try again' }).click();
      assert.deepEqual(await served.command(2), { kind: 'restart', componentId: 'clipboard' });
    });
  });

  test('is the same during a restart as before it, unless it lasts', async () => {
    const starting = { state: 'blind', text: 'The clipboard monitor is starting', mend: 'In a moment.', captured: 3, missed: 0 } as const;
    const failing = { ...starting, text: 'The clipboard monitor failed', mend: 'It starts again.' };
    const watching = { state: 'watching', text: 'Watching', mend: '', captured: 3, missed: 0 } as const;
    await onPage(browser, pageView({ ...nothingCopied, isEmpty: true, capture: watching }), async ({ page, show }) => {
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      const main = page.getByRole('main');
      const [banner, earlier] = [main.getByText(starting.text), main.getByText(failing.text)];
      const steps = main.getByText('Saved as files', { exact: true });
      // The page paints by its clock, which goes on only here.
      const passes = async (capture: CaptureView): Promise<void> => {
        let isShown = false;
        const shown = show({ capture }).then(() => {
          isShown = true;
        });
        while (!isShown) await page.clock.runFor(1);
        await shown;
      };
      await passes({ ...starting, isSoonOver: true });
      assert.ok(await page.getByRole('contentinfo').getByText(starting.text).isVisible());
      assert.deepEqual([await banner.count(), await steps.count()], [0, 1]);
      await page.clock.runFor(2_000);
      assert.ok(await banner.isVisible());
      assert.equal(await steps.count(), 0);
      await passes(failing);
      assert.ok(await earlier.isVisible());
      await passes({ ...starting, isSoonOver: true });
      assert.deepEqual([await earlier.count(), await banner.count()], [1, 0], 'one that crashes again and again');
      await passes(watching);
      assert.deepEqual([await earlier.count(), await banner.count(), await steps.count()], [0, 0, 1]);
    });
  });

  test('of several faults the worst has the banner', async () => {
    const { capture } = pageView();
    const nearlyFull = {
      ...capture,
      state: 'limited',
      text: 'The journal is nearly full',
      mend: 'Delete something.',
      isLesser: true,
    } as const;
    const connection = { state: 'lost', text: 'The core does not answer', mend: 'It is started again.' } as const;
    const saveTrouble = { text: 'The disk is full', mend: 'Copies are kept meanwhile.' };
    await onPage(browser, pageView({ capture: nearlyFull }), async ({ page, show }) => {
      const banner = async (is: string, instead: string) => {
        await page.getByRole('main').getByText(is, { exact: true }).waitFor();
        assert.equal(await page.getByRole('main').getByText(instead, { exact: true }).count(), 0, instead);
      };
      await banner(nearlyFull.text, saveTrouble.text);
      await show({ saveTrouble });
      await banner(saveTrouble.text, nearlyFull.text);
      await show({ connection });
      await banner(connection.text, saveTrouble.text);
      await show({ capture: { ...capture, state: 'blind', text: 'The display is lost', mend: 'Hub looks for it.' } });
      await banner('The display is lost', connection.text);
    });
  });

  test('dismisses what is past and another version that is installed, and has no such button for what is wrong now', async () => {
    const { capture } = pageView();
    const damaged = { ...capture, state: 'limited', text: 'The journal was damaged', mend: 'It was.', isLesser: true } as const;
    const update = { id: 'version 9.9.9', title: 'Hub 9.9.9 is installed', text: 'Start it again.' };
    await onPage(browser, pageView({ capture: { ...damaged, dismissId: 'this damage' }, update }), async ({ page, served, show }) => {
      const dismiss = page.getByRole('main').getByRole('button', { name: 'Dismiss' });
      assert.equal(await page.getByText(update.title).count(), 0);
      await dismiss.click();
      assert.deepEqual(await served.command(0), { kind: 'dismiss-condition', id: 'this damage' });
      await show({ capture });
      await page.getByText(update.title).waitFor();
      await dismiss.click();
      assert.deepEqual(await served.command(1), { kind: 'dismiss-condition', id: update.id });
      await show({ capture: damaged });
      assert.equal(await dismiss.count(), 0);
    });
  });

  test('says why nothing is saved as a file, and what helps, in every panel', async () => {
    const saveTrouble = { text: 'The disk is full', mend: 'Copies are kept meanwhile.' };
    await onPage(browser, pageView({ panel: 0, saveTrouble }), async ({ page, served, show }) => {
      assert.ok(await page.getByText('The disk is full').isVisible());
      assert.ok(await page.getByText('Not saving to ~/WorkSpace').isVisible());
      await page.getByRole('status').getByRole('button', { name: 'WorkSpaces' }).click();
      assert.deepEqual(await served.command(0), { kind: 'show', section: 'workspaces' });
      await show({ saveTrouble: null });
      assert.equal(await page.getByText('The disk is full').count(), 0);
      assert.ok(await page.getByText('Saving to ~/WorkSpace', { exact: true }).isVisible());
    });
  });

  test('has no button in a banner of Diagnostics that leads there', async () => {
    const capture = { state: 'blind', text: 'The display is lost', mend: 'Hub looks for it.', captured: 0, missed: 0 } as const;
    await onPage(browser, pageView({ capture }), async ({ page, show }) => {
      const button = page.getByRole('main').getByRole('button', { name: 'Diagnostics', exact: true });
      await button.waitFor();
      await show({ section: 'diagnostics' });
      await page.getByRole('heading', { name: 'Diagnostics' }).waitFor();
      assert.ok(await page.getByRole('main').getByText('The display is lost').isVisible());
      assert.equal(await button.count(), 0);
    });
  });

  test('warns of missed copies until they were seen, and tells why in Diagnostics', async () => {
    await onPage(browser, pageView(), async ({ page, show }) => {
      const missed = page.getByRole('contentinfo').getByText('missed');
      assert.equal(await missed.count(), 0);
      const text = '5 copies were lost before they could be read or kept.';
      await show({ missed: { unseen: 2, text } });
      assert.equal((await missed.textContent())?.trim(), '2 missed');
      await missed.hover();
      await page.getByText(text).waitFor();
      await page.mouse.move(0, 0);
      await show({ section: 'diagnostics', missed: { unseen: 0, text } });
      assert.equal(await missed.count(), 0);
      await page.getByRole('main').getByText(text).waitFor();
    });
  });

  test('says within seconds that its process is gone, and continues once one answers', async () => {
    await onPage(browser, pageView({ revision: 500 }), async ({ page, served, show }) => {
      await served.die();
      await page.getByText('This window has lost its connection to Hub').waitFor();
      assert.ok(await page.getByText('Not connected').isVisible());
      await served.revive();
      await page.getByText('This window has lost its connection to Hub').waitFor({ state: 'hidden' });
      await show({ panel: 4, nextPanel: 0 });
      assert.ok(await page.getByRole('button', { name: 'Panel: Details (4); show Source (0)' }).isVisible());
    });
  });

  test('reports an error instead of going blank, and draws the next view', async () => {
    const { page, served, show } = await openPage(browser, pageView());
    const { capture } = pageView();
    try {
      served.show({ capture: null as unknown as typeof capture });
      await page.getByText('Something went wrong in this window').waitFor();
      await show({ capture });
      assert.ok(await page.getByText('Directory walking — Python 3 documentation', { exact: true }).isVisible());
    } finally {
      await page.context().close();
      await served.die();
    }
  });

  test('shows names in the rail when it is open, and marks the current section', async () => {
    await onPage(browser, pageView(), async ({ page, show }) => {
      const rail = page.getByRole('navigation', { name: 'Sections' });
      assert.equal((await rail.boundingBox())?.width, 48);
      assert.equal(await rail.textContent(), '');
      await show({ window: windowModel({ IsLeftRailPaneOpen: true }), section: 'workspaces' });
      assert.equal((await rail.boundingBox())?.width, 200);
      assert.deepEqual(await rail.getByRole('button').allTextContents(), [
        'Now',
        'History',
        'WorkSpaces',
        'Diagnostics',
        'Quick settings',
        'Settings',
      ]);
      assert.equal(await rail.locator('[aria-current=page]').textContent(), 'WorkSpaces');
    });
  });

  test('shows picture, else initials, else the name; and in the flyout the label or the logo', async () => {
    await onPage(browser, pageView(), async ({ page, served, show }) => {
      const profile = page.getByRole('button', { name: /^Profile/ });
      assert.equal(await profile.textContent(), 'MK');
      await profile.click();
      const flyout = page.getByRole('dialog', { name: 'Profile' });
      assert.ok(await flyout.getByText('maria.kowalska@example.org').isVisible());
      assert.ok(await flyout.getByText('Work account').isVisible());
      const plain = { HasCurrentUserCloudLabel: false, ShowProfileFlyoutLogo: true, CurrentUserInitials: '', HasCurrentUserEmail: false };
      await show({ window: windowModel({ ...plain, CurrentUserAccountUri: 'https://account.example.org/' }) });
      assert.equal(await flyout.getByText('Work account').count(), 0);
      assert.equal(await flyout.getByText('maria.kowalska@example.org').count(), 0);
      assert.ok(await flyout.getByText('https://account.example.org/').isVisible());
      await flyout.getByRole('button', { name: /^Open the account in the browser/ }).click();
      assert.deepEqual(await served.command(0), { kind: 'open-account' });
      assert.equal(await flyout.getByRole('link').count(), 0);
      assert.equal(page.url(), served.url);
      await page.keyboard.press('Escape');
      assert.equal(await profile.textContent(), 'Maria Kowalska');
      await show({ window: windowModel({ HasCurrentUserPicture: true, CurrentUserPicture: '/profile/picture' }) });
      assert.equal(await profile.locator('img').count(), 1);
    });
  });

  test('shows the name without picture and initials, shortened and in full in its tooltip, and a generic picture without a name', async () => {
    const name = 'Maria Konstancja Kowalska-Nowakowska of Contoso';
    const nobody = { CurrentUserInitials: '', CurrentUserDisplayName: name };
    await onPage(browser, pageView({ window: windowModel(nobody) }), async ({ page, show }) => {
      const profile = page.getByRole('button', { name: /^Profile/ });
      assert.equal(await profile.textContent(), name);
      assert.equal(await profile.locator('svg').count(), 0);
      for (const width of [360, 608, 1200]) {
        await page.setViewportSize({ width, height: 640 });
        const box = await profile.boundingBox();
        assert.ok(box !== null && box.width < 150 && box.x + box.width <= width, `${width}: ${JSON.stringify(box)}`);
      }
      await profile.hover();
      await until('the name in full', async () => (await page.getByRole('tooltip').textContent()) === name);
      await profile.click();
      await page.getByRole('dialog', { name: 'Profile' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Profile' }).waitFor({ state: 'detached' });
      await show({ window: windowModel({ ...nobody, HasCurrentUserPicture: true, CurrentUserPicture: '/page.css' }) });
      await until('the name for a picture that can’t be drawn', async () => (await profile.textContent()) === name);
      await show({ window: windowModel({ ...nobody, CurrentUserDisplayName: '', CurrentUserFirstName: '' }) });
      assert.deepEqual([await profile.textContent(), await profile.locator('svg').count()], ['', 1]);
    });
  });

  test('reports a revision as painted when its frame is over, and not before', async () => {
    const { page, served, show } = await openPage(browser, pageView(), {}, watchFrames);
    try {
      for (const panel of [0, 1, 2, 3, 4] as const) await show({ panel });
      await until('last revision', () => served.painted.at(-1) === 6);
      assert.deepEqual(await page.evaluate('[paints.length > 3, paints.filter((isInFrame) => isInFrame)]'), [true, []]);
    } finally {
      await page.context().close();
      await served.die();
    }
  });

  test('has the browser’s menu only on text that can be edited or copied', async () => {
    await onPage(browser, pageView(), async ({ page }) => {
      const isLeft = (selector: string): Promise<unknown> =>
        page.evaluate(
          `document.querySelector('${selector}').dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))`,
        );
      assert.equal(await isLeft('footer'), false);
      assert.equal(await isLeft('input'), true);
      await page.evaluate(`getSelection().selectAllChildren(document.querySelector('pre'))`);
      assert.equal(await isLeft('pre'), true);
    });
  });

  test('marks the active WorkSpace, and one whose folder is missing', async () => {
    await onPage(browser, pageView({ section: 'workspaces' }), async ({ page }) => {
      const rows = page.getByRole('list', { name: 'WorkSpaces' }).getByRole('listitem');
      assert.match((await rows.nth(0).textContent()) ?? '', /Active/);
      assert.doesNotMatch((await rows.nth(1).textContent()) ?? '', /Active|missing/);
      assert.match((await rows.nth(2).textContent()) ?? '', /The folder does not exist/);
    });
  });

  test('offers to restart components, except the supervisor, which restarts the others', async () => {
    const { components } = pageView();
    const title = 'Starts and watches the others';
    const supervisor = { id: 'supervisor', title, state: 'running', reason: '', restarts: 0, failures: 0, lastFailure: '' } as const;
    await onPage(browser, pageView({ section: 'diagnostics', components: [supervisor, ...components] }), async ({ page }) => {
      assert.equal(await page.getByRole('row').count(), components.length + 2);
      const failures = page.getByRole('term').filter({ hasText: 'Failures' }).locator('xpath=following-sibling::dd');
      assert.equal(await failures.textContent(), '8', 'restarts that somebody asked for are none');
      const labels = await page.getByRole('button', { name: /^Restart / }).evaluateAll((all) => all.map((each) => each.ariaLabel));
      assert.deepEqual(
        labels,
        components.map(({ id }) => (id === 'hub' ? 'Restart this window' : `Restart ${id}`)),
      );
    });
  });

  test('has room for large numbers and whole sentences in Diagnostics, in German in a narrow window', async (t) => {
    t.after(() => speak('en'));
    const view = viewIn('de', { section: 'diagnostics', copies: { captured: 2_225_000, missed: 5_000 } });
    await onPage(
      browser,
      view,
      async ({ page }) => {
        const cut = await page.evaluate(`[...document.querySelectorAll('main dt, main dd, main dt span, main li span, main th span')]
          .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
          .map((each) => each.textContent)`);
        assert.deepEqual(cut, []);
        const narrow = await page.evaluate(
          `[...document.querySelectorAll('main li > span')].filter((each) => each.clientWidth < 200).map((each) => each.textContent)`,
        );
        assert.deepEqual(narrow, [], 'no explanation is a column of single words');
      },
      { viewport: { width: 400, height: 900 } },
    );
  });

  test('shows components with their states, reasons and restarts', async () => {
    await onPage(browser, pageView({ section: 'diagnostics' }), async ({ page }) => {
      const row = page.getByRole('row').filter({ hasText: 'web_listener' });
      assert.deepEqual((await row.getByRole('cell').allInnerTexts()).slice(0, 2), ['failed', '5']);
      assert.match((await row.getByRole('rowheader').textContent()) ?? '', /port 5000 is taken by nginx/);
    });
  });
});
