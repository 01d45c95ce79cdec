/**
 * The window, operated only by keyboard on a real desktop. The results are checked in Hub and on the clipboard, never in the page. The tests also
 * verify the order in which Tab moves through the page.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { withoutDesktop } from '../../harness/desktop/desktop.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import { WindowRig } from '../../harness/desktop/window-rig.ts';
import { isAlive } from '../../harness/hub.ts';
import { ClipboardOwner } from '../../harness/owners/clipboard-owner.ts';
import { temporaryHome } from '../../harness/temporary-home.ts';
import { until } from '../../harness/until.ts';

const run = promisify(execFile);

/** The number of Tab stops from the search field, while a short text from a program is shown that was kept but not saved. */
const order = [
  'search',
  'profile',
  'now',
  'history',
  'workspaces',
  'diagnostics',
  'quick settings',
  'settings',
  'copy the address',
  'text',
  'Title, tags, note',
  'Copy',
  'Save',
  'Pin',
  'Delete',
  'earlier copy',
] as const;
/** The same backwards, with Shift and Tab; one stop is the window around the page. */
const backwards = { 'rail button': 1, Panel: 3, Pause: 5 } as const;

describe('the window operated by keyboard', { skip: missingPrograms('xclip') || withoutDesktop() }, () => {
  const parts = new AsyncDisposableStack();
  let rig: WindowRig;
  let owner: ClipboardOwner;
  /** The program that opens files and folders on this desktop; it records the environment in which it was started. */
  let opener: { readonly folder: string; readonly told: string };

  before(async () => {
    const folder = temporaryHome({ after: (remove) => parts.defer(remove) });
    opener = { folder, told: path.join(folder, 'told') };
    writeFileSync(path.join(folder, 'xdg-open'), `#!/bin/sh\nenv > '${opener.told}.part' && mv '${opener.told}.part' '${opener.told}'\n`);
    chmodSync(path.join(folder, 'xdg-open'), 0o755);
    rig = parts.use(await WindowRig.open({ HUB_DEBUG: 'true', PATH: `${folder}${path.delimiter}${process.env.PATH}` }));
    owner = parts.use(await ClipboardOwner.start(rig.desktop.display));
    await rig.active();
    await copied('an owl hoots');
    await copied('two herons');
  });
  after(() => parts.disposeAsync());

  /** Copies a text that is too short to be saved automatically, from `page` if there is one; resolves once the page shows it. */
  async function copied(text: string, page?: string): Promise<string> {
    const source = page === undefined ? {} : { 'chromium/x-source-url': { content: { text: page } } };
    await owner.own({ UTF8_STRING: { content: { text } }, ...source });
    const { clipboardFragments } = await rig.hub.source(
      ({ clipboardFragments: [first] }) => first?.text === text && first.state === 'kept',
    );
    await rig.settled();
    return clipboardFragments[0]?.id ?? '';
  }

  /** The text that another program would paste now. */
  async function pasted(): Promise<string> {
    const { stdout } = await run('xclip', ['-selection', 'clipboard', '-out'], { env: rig.desktop.env, timeout: 5_000 });
    return stdout;
  }

  /** Whether the program that copied still answers requests to paste. */
  async function isOwnerAsked(): Promise<boolean> {
    const before = await owner.requests();
    await pasted();
    return JSON.stringify(await owner.requests()) !== JSON.stringify(before);
  }

  async function goTo(stop: (typeof order)[number]): Promise<void> {
    await rig.desktop.key('ctrl+k', 'Escape', 'ctrl+k', ...Array<string>(order.indexOf(stop)).fill('Tab'));
  }

  async function goBackTo(stop: keyof typeof backwards): Promise<void> {
    await rig.desktop.key('ctrl+k', 'Escape', 'ctrl+k', ...Array<string>(backwards[stop]).fill('shift+Tab'));
  }

  /** Goes to the search field, types, and presses Enter at once, before the results are there. */
  async function searchAndRun(text: string, what: string, isDone: () => boolean | Promise<boolean>): Promise<void> {
    await rig.desktop.key('ctrl+k', 'Escape', 'ctrl+k');
    await rig.desktop.type(text);
    await rig.desktop.key('Return');
    await until(what, isDone);
  }

  test('finds a verb by its name, and runs it', async () => {
    await searchAndRun('pause', 'pause', () => existsSync(rig.hub.places.capturePaused));
    await searchAndRun('resume', 'end of the pause', () => !existsSync(rig.hub.places.capturePaused));
  });

  test('finds a copy, and puts it back on the clipboard', async () => {
    await searchAndRun('hoots', 'owl on the clipboard', async () => (await pasted()) === 'an owl hoots');
    await copied('two herons');
  });

  test('switches between the sections, and remembers the last one', async () => {
    for (const section of ['history', 'workspaces', 'diagnostics', 'settings', 'now'] as const) {
      await goTo(section);
      await rig.desktop.key('Return');
      await until(section, () => rig.memory().section === section);
    }
    await rig.settled();
  });

  test('opens and closes the rail', async () => {
    for (const isOpen of [true, false]) {
      await goBackTo('rail button');
      await rig.desktop.key('Return');
      await until('rail', () => rig.memory().railIsOpen === isOpen);
    }
  });

  test('puts the shown copy back on the clipboard, whose owner is then Hub', async () => {
    // One that was copied before has its times on the way, too.
    await copied('white herons');
    assert.ok(await isOwnerAsked());
    await goTo('Copy');
    await rig.desktop.key('Return');
    await until('herons of Hub', async () => !(await isOwnerAsked()));
    assert.equal(await pasted(), 'white herons');
  });

  test('opens the page of a copy in a program that gets the environment of the user, without Hub’s own variables', async () => {
    await copied('grey herons', 'https://herons.example/grey');
    // Only a page or a file has this button: it is before that for the address.
    await goTo('copy the address');
    await rig.desktop.key('Return');
    const told = await until('opened page', () => existsSync(opener.told) && readFileSync(opener.told, 'utf8'));
    const names = new Set(told.split('\n').map((line) => line.split('=')[0]));
    assert.deepEqual(
      ['DISPLAY', 'HUB_INSTANCE', 'NODE_OPTIONS', 'WEBKIT_DISABLE_COMPOSITING_MODE'].filter((name) => names.has(name)),
      ['DISPLAY'],
    );
  });

  test('saves the shown copy', async () => {
    await copied('three geese');
    await goTo('Save');
    await rig.desktop.key('Return');
    await until('saved file', () => rig.hub.savedFiles().length === 1);
  });

  test('deletes the shown copy', async () => {
    const id = await copied('four swans');
    await goTo('Delete');
    await rig.desktop.key('Return');
    await until('history without it', async () => (await rig.hub.fragments()).every((one) => one.id !== id));
  });

  test('pauses and resumes, and switches panels, in the footer', async () => {
    for (const isPaused of [true, false]) {
      await goBackTo('Pause');
      await rig.desktop.key('Return');
      await until('pause, or its end', () => existsSync(rig.hub.places.capturePaused) === isPaused);
    }
    for (const panel of [4, 0]) {
      await goBackTo('Panel');
      await rig.desktop.key('Return');
      await until('next panel', () => rig.memory().panel === panel);
    }
  });

  test('stops Hub with a verb found by search', async () => {
    const { components } = await rig.hub.until(() => true);
    const isOver = (): boolean => components.every(({ pid }) => pid === null || !isAlive(pid));
    await searchAndRun('exit', 'end of every process', isOver);
  });
});
