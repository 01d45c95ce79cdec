/**
 * The window in a person's hands: nothing but a keyboard, on a real desktop. What came of it is asked of Hub and of the clipboard, never of the page.
 * The order in which Tab goes through the page is part of what is shown here.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { ClipboardOwner } from '../harness/clipboard-owner.ts';
import { withoutDesktop } from '../harness/desktop.ts';
import { isAlive } from '../harness/hub.ts';
import { without } from '../harness/session-bus.ts';
import { until } from '../harness/until.ts';
import { WindowRig } from '../harness/window-rig.ts';

const run = promisify(execFile);

/** From the search on, by Tab, while a short text of a program is shown that was kept and not saved. */
const order = [
  'search',
  'profile',
  'now',
  'history',
  'workspaces',
  'diagnostics',
  'quick-settings',
  'open the source',
  'copy the address',
  'text',
  'Copy',
  'Save',
  'Delete',
  'earlier copy',
] as const;
/** From the search back, by Shift and Tab; one stop is the window around the page. */
const backwards = { 'rail button': 1, Panel: 3, Pause: 4 } as const;

describe('the window in the hands of a person with a keyboard', { skip: without('xclip') || withoutDesktop() }, () => {
  const parts = new AsyncDisposableStack();
  let rig: WindowRig;
  let owner: ClipboardOwner;
  /** What opens things on this desktop, and tells with which environment it was started. */
  let opener: { readonly folder: string; readonly told: string };

  before(async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-opener-'));
    parts.defer(() => rmSync(folder, { recursive: true, force: true }));
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

  /** Copies a text, too short to be saved by itself; resolves once the page shows it. */
  async function copied(text: string): Promise<string> {
    await owner.own({ UTF8_STRING: { content: { text } } });
    const { clipboardFragments } = await rig.hub.source(
      ({ clipboardFragments: [first] }) => first?.text === text && first.state === 'kept',
    );
    await rig.settled();
    return clipboardFragments[0]?.id ?? '';
  }

  /** What any other program would paste now. */
  async function pasted(): Promise<string> {
    const { stdout } = await run('xclip', ['-selection', 'clipboard', '-out'], { env: rig.desktop.env, timeout: 5_000 });
    return stdout;
  }

  /** Whether the program that copied answers who pastes. */
  async function isOwnerAsked(): Promise<boolean> {
    const before = await owner.requests();
    await pasted();
    return JSON.stringify(await owner.requests()) !== JSON.stringify(before);
  }

  async function goTo(stop: (typeof order)[number]): Promise<void> {
    await rig.desktop.key('Escape', 'ctrl+k', ...Array<string>(order.indexOf(stop)).fill('Tab'));
  }

  async function goBackTo(stop: keyof typeof backwards): Promise<void> {
    await rig.desktop.key('Escape', 'ctrl+k', ...Array<string>(backwards[stop]).fill('shift+Tab'));
  }

  /** Goes to the search, types, and presses Enter at once, before there is an answer. */
  async function searchAndRun(text: string, what: string, isDone: () => boolean | Promise<boolean>): Promise<void> {
    await rig.desktop.key('Escape', 'ctrl+k');
    await rig.desktop.type(text);
    await rig.desktop.key('Return');
    await until(what, isDone);
  }

  test('finds a command by what is typed, and runs it', async () => {
    await searchAndRun('pause', 'pause', () => existsSync(rig.hub.places.capturePaused));
    await searchAndRun('resume', 'end of the pause', () => !existsSync(rig.hub.places.capturePaused));
  });

  test('finds a copy, and has it on the clipboard again', async () => {
    await searchAndRun('hoots', 'owl on the clipboard', async () => (await pasted()) === 'an owl hoots');
    await copied('two herons');
  });

  test('goes through the sections, which are remembered', async () => {
    for (const section of ['history', 'workspaces', 'diagnostics', 'quick-settings', 'now'] as const) {
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

  test('puts what is shown back on the clipboard, which is Hub’s then', async () => {
    assert.ok(await isOwnerAsked());
    await goTo('Copy');
    await rig.desktop.key('Return');
    await until('herons of Hub', async () => !(await isOwnerAsked()));
    assert.equal(await pasted(), 'two herons');
  });

  test('opens where it came from in a program that gets the environment of its user, and none that is Hub’s own', async () => {
    await goTo('open the source');
    await rig.desktop.key('Return');
    const told = await until('opened folder', () => existsSync(opener.told) && readFileSync(opener.told, 'utf8'));
    const names = new Set(told.split('\n').map((line) => line.split('=')[0]));
    assert.deepEqual(
      ['DISPLAY', 'HUB_INSTANCE', 'NODE_OPTIONS', 'WEBKIT_DISABLE_COMPOSITING_MODE'].filter((name) => names.has(name)),
      ['DISPLAY'],
    );
  });

  test('saves what is shown', async () => {
    await copied('three geese');
    await goTo('Save');
    await rig.desktop.key('Return');
    await until('saved file', () => rig.hub.savedFiles().length === 1);
  });

  test('deletes what is shown, once that is confirmed', async () => {
    const id = await copied('four swans');
    await goTo('Delete');
    await rig.desktop.key('Return');
    await rig.settled();
    assert.ok(
      (await rig.hub.fragments()).some((one) => one.id === id),
      'nothing is deleted before the answer',
    );
    await rig.desktop.key('Tab', 'Return');
    await until('history without it', async () => (await rig.hub.fragments()).every((one) => one.id !== id));
  });

  test('pauses and resumes, and goes through the panels, at the foot', async () => {
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

  test('ends Hub by what is typed', async () => {
    const { components } = await rig.hub.until(() => true);
    const isOver = (): boolean => components.every(({ pid }) => pid === null || !isAlive(pid));
    await searchAndRun('exit', 'end of every process', isOver);
  });
});
