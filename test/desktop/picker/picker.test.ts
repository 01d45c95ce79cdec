/** The picker in the hand: called by its shortcut over an editor, which has what was picked. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withoutDesktop } from '../../harness/desktop/desktop.ts';
import { PickerRig, pickerShortcut, textTarget } from '../../harness/desktop/picker-rig.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import type { WindowRig } from '../../harness/desktop/window-rig.ts';
import { until } from '../../harness/until.ts';

const run = promisify(execFile);

describe('the picker', { skip: withoutDesktop() || missingPrograms('mousepad', 'setxkbmap') }, () => {
  let picker: PickerRig;
  let rig: WindowRig;

  before(async () => {
    picker = await PickerRig.open();
    ({ rig } = picker);
  });
  afterEach(async () => {
    picker.endPrograms();
    // Hidden, whatever it was.
    await ownShown();
    await rig.act('toggle');
    await rig.hidden();
    await layout('us');
  });
  after(() => picker?.[Symbol.asyncDispose]());

  const layout = (...words: readonly string[]): Promise<unknown> => run('setxkbmap', words, { env: rig.desktop.env });

  it('pastes the first copy by Enter, one that was typed for, and one by its number', async () => {
    for (const each of ['the first line\n', 'the second line\n', 'the third line\n']) await picker.copied(textTarget(each), each);
    const { saved } = await picker.editor('picked.txt');
    await picker.called();
    await picker.pastedBy('Return');
    assert.equal(await saved(), 'the third line\n');
    await picker.called();
    await rig.desktop.type('first');
    await rig.settled();
    await picker.pastedBy('Return');
    await picker.called();
    // What was pasted is on the clipboard, and so the first one; then come the copies by their times: it is no new copy.
    await picker.pastedBy('alt+3');
    assert.equal(await saved(), 'the third line\nthe first line\nthe second line\n');
    await picker.called();
    await picker.pastedBy('Return');
    assert.equal(await saved(), 'the third line\nthe first line\nthe second line\nthe second line\n');
  });

  it('pastes with Caps Lock, with keys that are still held, and in other layouts', async () => {
    await picker.copied(textTarget('held\n'), 'held\n');
    const { saved } = await picker.editor('held.txt');
    await rig.desktop.key('Caps_Lock');
    await picker.called();
    await picker.pastedBy('Return');
    await rig.desktop.key('Caps_Lock');
    assert.equal(await saved(), 'held\n', 'with Caps Lock');

    // Shift is held all the time: it pastes as plain text, and must not become part of the keys that paste.
    await picker.called();
    await run('xdotool', ['keydown', 'shift'], { env: rig.desktop.env });
    await picker.pastedBy('Return');
    await run('xdotool', ['keyup', 'shift'], { env: rig.desktop.env });
    assert.equal(await saved(), 'held\nheld\n', 'with Shift');

    const layouts = [
      ['us,ru', '-option', 'grp:alt_shift_toggle'],
      ['us,us', '-variant', ',dvorak'],
    ] as const;
    let wanted = 'held\nheld\n';
    for (const words of layouts) {
      await layout(...words);
      // The programs hear of it.
      await pause(500);
      await picker.called();
      await run('xdotool', ['key', 'ISO_Next_Group'], { env: rig.desktop.env });
      await picker.pastedBy('Return');
      await layout('us');
      await pause(500);
      wanted += 'held\n';
      assert.equal(await saved(), wanted, words[0]);
    }
  });

  it('types nothing anywhere if the window has closed meanwhile, and says that it is on the clipboard', async () => {
    await picker.copied(textTarget('for a window that closes'), 'for a window that closes');
    const other = await picker.editor('other.txt');
    const closing = await picker.editor('closing.txt');
    await picker.called();
    const shown = picker.logged('picker opened');
    await rig.desktop.destroy(Number(closing.window));
    await rig.desktop.key('Return');
    await until('paste that failed', () =>
      /"outcome":"(?:gone|not-active)"/.test(readFileSync(path.join(rig.hub.places.logs, 'Hub.App.log'), 'utf8')),
    );
    // It is back, to say so.
    const window = await rig.shown();
    await until('active picker', async () => (await rig.desktop.active()) === window);
    assert.equal(picker.logged('picker opened'), shown);
    // For a moment what is typed is for nobody.
    await rig.settled();
    await rig.desktop.key('Escape');
    await rig.hidden();
    assert.equal(await other.saved(), '');
    const { stdout } = await run('xclip', ['-o', '-selection', 'clipboard'], { env: rig.desktop.env });
    assert.equal(stdout, 'for a window that closes');
  });

  it('is left by Escape and by its shortcut, and the window before is active again', async () => {
    const { window } = await picker.editor('left.txt');
    for (const key of ['Escape', pickerShortcut]) {
      await picker.called();
      // One that came late is left alone by its shortcut for a moment.
      await pause(1_000);
      await rig.desktop.key(key);
      await rig.hidden();
      await until('window before', async () => (await rig.desktop.active()) === Number(window));
    }
  });

  /** The window of Hub itself, and the active one. */
  const ownShown = async (): Promise<number> => {
    await rig.act('restore');
    const own = await rig.shown();
    await until('active window of Hub', async () => (await rig.desktop.active()) === own);
    await rig.settled();
    return own;
  };

  it('leaves a window that was shown where it was', async () => {
    const own = await ownShown();
    const before = JSON.stringify(await rig.desktop.geometry(own));
    await rig.desktop.move(own, 40, 60);
    await until('moved window', async () => JSON.stringify(await rig.desktop.geometry(own)) !== before);
    await rig.settled();
    const was = await rig.desktop.geometry(own);
    await picker.editor('before.txt');
    await picker.called();
    await rig.desktop.key('Escape');
    await until('window as it was', async () => JSON.stringify(await rig.desktop.geometry(own)) === JSON.stringify(was));
  });

  it('never takes the keyboard from the program that it pastes into, also if its own window is open behind', async () => {
    await picker.copied(textTarget('pasted over\n'), 'pasted over\n');
    const own = await ownShown();
    const between = Number((await picker.editor('between.txt')).window);
    const editor = await picker.editor('over.txt');
    const [{ saved }, window] = [editor, Number(editor.window)];
    await picker.called();
    const before = picker.logged('pasted');
    await rig.desktop.key('Return');
    // The picker has the keyboard, then the editor, and never again the window of Hub.
    await until('active editor', async () => (await rig.desktop.active()) === window);
    const active: (number | null)[] = [];
    const look = async (): Promise<void> => void active.push(await rig.desktop.active());
    await until('paste', async () => {
      await look();
      return picker.logged('pasted') > before;
    });
    const endMs = performance.now() + 1_500;
    while (performance.now() < endMs) await look();
    assert.deepEqual(
      active.filter((each) => each !== window),
      [],
    );
    assert.deepEqual(await rig.desktop.stacked(own, between, window), [own, between, window]);
    assert.ok((await rig.desktop.windows('Hub')).includes(own), 'its own window is on the screen');
    assert.equal(await saved(), 'pasted over\n');
  });

  it('goes back to the window of Hub if it was called there', async () => {
    await picker.editor('elsewhere.txt');
    const own = await ownShown();
    const was = JSON.stringify(await rig.desktop.geometry(own));
    await picker.called();
    await until('picker', async () => JSON.stringify(await rig.desktop.geometry(own)) !== was);
    await rig.desktop.key('Escape');
    await until('window of Hub', async () => JSON.stringify(await rig.desktop.geometry(own)) === was);
    await until('active window again', async () => (await rig.desktop.active()) === own);
    // It has the keyboard too, and so is hidden by the next one.
    assert.equal(await rig.shown(), own);
    await pause(1_000);
    await rig.desktop.key('Escape');
    await rig.hidden();
  });

  it('has the first key that is pressed in it also if it was called in the window of Hub', async () => {
    for (const text of ['first\n', 'second\n', 'third\n']) await picker.copied(textTarget(text), text);
    const { saved } = await picker.editor('first key.txt');
    const own = await ownShown();
    let wanted = '';
    // The copy that was pasted is the first row after that: Down means the other one each time.
    for (let round = 0; round < 6; round += 1) {
      await run('xdotool', ['windowactivate', '--sync', String(own)], { env: rig.desktop.env });
      await pause(300);
      await picker.called();
      await pause(300);
      const before = picker.logged('pasted');
      await rig.desktop.key('Down', 'Return');
      await until('paste', () => picker.logged('pasted') > before);
      wanted += round % 2 === 0 ? 'second\n' : 'third\n';
      // Its program has asked for the copy before the next one is on the clipboard.
      await until('the text in the file', async () => (await saved()) === wanted, 5_000).catch(() => {});
      assert.equal(await saved(), wanted);
    }
  });

  it('stays if its shortcut is pressed twice before it is there, and is left for the window before by whatever closes it', async () => {
    const own = await ownShown();
    const was = JSON.stringify(await rig.desktop.geometry(own));
    const { window } = await picker.editor('twice.txt');
    const isAsBefore = async (): Promise<boolean> =>
      (await rig.desktop.active()) === Number(window) && JSON.stringify(await rig.desktop.geometry(own)) === was;
    for (const betweenS of ['0.01', '0.03']) {
      const before = picker.logged('picker opened');
      await run('xdotool', ['key', pickerShortcut, 'sleep', betweenS, 'key', pickerShortcut], { env: rig.desktop.env });
      await until('picker', () => picker.logged('picker opened') > before);
      // Longer than one that came late is left alone.
      await pause(1_500);
      assert.equal(await rig.desktop.active(), own, `${betweenS} s`);
      await rig.desktop.key(pickerShortcut);
      await until('window before', isAsBefore);
    }
    for (const close of [() => rig.desktop.key('alt+F4'), () => rig.act('toggle')]) {
      await picker.called();
      await close();
      await until('window before', isAsBefore);
    }
  });

  it('stays open while its shortcut is held down, and is closed by the next press', async () => {
    await picker.editor('held down.txt');
    const before = picker.logged('picker opened');
    const [key = ''] = pickerShortcut.split('+').slice(-1);
    await run(
      'xdotool',
      ['keydown', 'ctrl', 'keydown', 'shift', 'keydown', key, 'sleep', '1.5', 'keyup', key, 'keyup', 'shift', 'keyup', 'ctrl'],
      {
        env: rig.desktop.env,
      },
    );
    const window = await rig.shown();
    assert.equal(await rig.desktop.active(), window);
    assert.equal(picker.logged('picker opened'), before + 1);
    await rig.desktop.key(pickerShortcut);
    await rig.hidden();
  });

  it('keeps the keyboard when Tab is pressed, which chooses the next copy', async () => {
    for (const each of ['tabbed to\n', 'on top of it\n']) await picker.copied(textTarget(each), each);
    const { saved } = await picker.editor('tabs.txt');
    await picker.called();
    await rig.desktop.key('Tab');
    await picker.pastedBy('Return');
    assert.equal(await saved(), 'tabbed to\n');
  });

  it('leaves the clipboard alone when nothing is selected and Ctrl+C is pressed in the window', async () => {
    await picker.copied(textTarget('precious'), 'precious');
    await ownShown();
    for (const key of ['ctrl+c', 'Tab', 'ctrl+c', 'ctrl+f', 'ctrl+c', 'ctrl+x']) await rig.desktop.key(key);
    await pause(500);
    const { stdout } = await run('xclip', ['-o', '-selection', 'clipboard'], { env: rig.desktop.env });
    assert.equal(stdout, 'precious');
  });

  it('only copies by Ctrl+Enter', async () => {
    await picker.copied(textTarget('only copied'), 'only copied');
    await picker.copied(textTarget('a later copy'), 'a later copy');
    const { saved } = await picker.editor('copied.txt');
    await picker.called();
    await rig.desktop.key('Down');
    await rig.desktop.key('ctrl+Return');
    await rig.hidden();
    await rig.hub.source(({ clipboardFragments }) => clipboardFragments[0]?.text === 'only copied');
    assert.equal(await saved(), '');
  });

  it('opens by the verb, and by another shortcut once the document names one', async () => {
    await picker.editor('verb.txt');
    await picker.called(() => rig.act('open-picker'));
    await rig.desktop.key('Escape');
    await rig.hidden();
    const { status, stderr } = await rig.hub.command(['config', 'set', 'hub', 'picker.shortcut', 'Alt+F9']);
    assert.equal(status, 0, stderr);
    await pause(500);
    await picker.called(() => rig.desktop.key('alt+F9'));
    await rig.desktop.key('Escape');
    await rig.hidden();
  });
});
