/** The picker in the hand: called by its shortcut over real programs, which have what was picked. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withoutDesktop } from '../../harness/desktop/desktop.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import { WindowRig } from '../../harness/desktop/window-rig.ts';
import { ClipboardOwner, type OwnedTargets } from '../../harness/owners/clipboard-owner.ts';
import { until } from '../../harness/until.ts';

const run = promisify(execFile);
const shortcut = 'ctrl+shift+v';
const text = (content: string): OwnedTargets => ({ UTF8_STRING: { content: { text: content } } });

describe('the picker', { skip: withoutDesktop() || missingPrograms('mousepad', 'setxkbmap') }, () => {
  let rig: WindowRig;
  let owner: ClipboardOwner;
  const programs: ChildProcess[] = [];

  before(async () => {
    rig = await WindowRig.open({ HUB_DEBUG: '1' });
    owner = await ClipboardOwner.start(rig.desktop.display);
    await rig.act('toggle');
    await rig.hidden();
  });
  afterEach(async () => {
    for (const program of programs.splice(0)) program.kill('SIGKILL');
    await layout('us');
  });
  after(async () => {
    await owner?.[Symbol.asyncDispose]();
    await rig?.[Symbol.asyncDispose]();
  });

  const layout = (...words: readonly string[]): Promise<unknown> => run('setxkbmap', words, { env: rig.desktop.env });

  const logged = (event: string): number =>
    readFileSync(path.join(rig.hub.places.logs, 'Hub.App.log'), 'utf8').split(`"event":"${event}"`).length - 1;

  async function copied(targets: OwnedTargets, what: string): Promise<void> {
    await owner.own(targets);
    await rig.hub.source(({ clipboardFragments }) => clipboardFragments[0]?.text === what && clipboardFragments[0].state !== 'captured');
  }

  /** Starts a program and waits until its window is the active one. Returns the window. */
  async function opened(command: string, words: readonly string[], name: string): Promise<string> {
    const env = { ...rig.desktop.env, HOME: rig.hub.root, NO_AT_BRIDGE: '1' };
    const program = spawn(command, words, { env, stdio: 'ignore' });
    programs.push(program);
    const search = ['search', '--onlyvisible', '--name', name];
    return until(`window of ${command}`, () =>
      run('xdotool', [...search, 'windowactivate', '--sync', 'getactivewindow'], { env: rig.desktop.env }).then(
        ({ stdout }) => stdout.trim().split('\n').at(-1),
        () => undefined,
      ),
    );
  }

  /** An editor with an empty file, and what the file has once it is saved. */
  async function editor(name: string): Promise<{ readonly window: string; readonly saved: () => Promise<string> }> {
    const file = path.join(rig.hub.root, name);
    writeFileSync(file, '');
    const window = await opened('mousepad', ['--disable-server', file], name);
    const saved = async (): Promise<string> => {
      await run('xdotool', ['windowactivate', '--sync', window], { env: rig.desktop.env });
      await rig.desktop.key('ctrl+s');
      await pause(300);
      return readFileSync(file, 'utf8');
    };
    return { window, saved };
  }

  /** Presses the shortcut, and waits until the picker has the keyboard and shows what there is. */
  async function called(press: () => Promise<void> = () => rig.desktop.key(shortcut)): Promise<number> {
    const before = logged('picker opened');
    await press();
    await until('picker', () => logged('picker opened') > before);
    const window = await rig.shown();
    await until('active picker', async () => (await rig.desktop.active()) === window);
    await rig.settled();
    return window;
  }

  /** Presses a key in the picker, and waits until it has pasted. */
  async function pastedBy(key: string): Promise<void> {
    const before = logged('pasted');
    await rig.desktop.key(key);
    await until('paste', () => logged('pasted') > before);
    await rig.hidden();
  }

  it('pastes the first copy by Enter, one that was typed for, and one by its number', async () => {
    for (const each of ['the first line\n', 'the second line\n', 'the third line\n']) await copied(text(each), each);
    const { saved } = await editor('picked.txt');
    await called();
    await pastedBy('Return');
    assert.equal(await saved(), 'the third line\n');
    await called();
    await rig.desktop.type('first');
    await rig.settled();
    await pastedBy('Return');
    await called();
    await pastedBy('alt+2');
    // What was pasted is on the clipboard, and at its place in the history: it is no new copy.
    assert.equal(await saved(), 'the third line\nthe first line\nthe second line\n');
  });

  /** The shortcut, and keys a tenth of a second later, as by somebody who types fast. */
  const typedAtOnce = (...keys: readonly string[]): Promise<unknown> =>
    run('xdotool', ['key', shortcut, 'sleep', '0.1', 'key', '--delay', '20', ...keys], { env: rig.desktop.env });

  it('has the keys that are pressed right after the shortcut, and the program has none of them', async () => {
    for (const each of ['quick brown\n', 'the newest\n']) await copied(text(each), each);
    const { saved } = await editor('at once.txt');
    const before = logged('pasted');
    await typedAtOnce('Return');
    await until('paste', () => logged('pasted') === before + 1);
    await rig.hidden();
    assert.equal(await saved(), 'the newest\n');
    await typedAtOnce('b', 'r', 'Return');
    await until('second paste', () => logged('pasted') === before + 2);
    await rig.hidden();
    assert.equal(await saved(), 'the newest\nquick brown\n');
  });

  it('pastes with Caps Lock, with keys that are still held, and in other layouts', async () => {
    await copied(text('held\n'), 'held\n');
    const { saved } = await editor('held.txt');
    await rig.desktop.key('Caps_Lock');
    await called();
    await pastedBy('Return');
    await rig.desktop.key('Caps_Lock');
    assert.equal(await saved(), 'held\n', 'with Caps Lock');

    // Shift is held all the time: it pastes as plain text, and must not become part of the keys that paste.
    await called();
    await run('xdotool', ['keydown', 'shift'], { env: rig.desktop.env });
    await pastedBy('Return');
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
      await called();
      await run('xdotool', ['key', 'ISO_Next_Group'], { env: rig.desktop.env });
      await pastedBy('Return');
      await layout('us');
      await pause(500);
      wanted += 'held\n';
      assert.equal(await saved(), wanted, words[0]);
    }
  });

  it('pastes into a terminal by its own keys', { skip: missingPrograms('xfce4-terminal') }, async () => {
    await copied(text('typed in a terminal'), 'typed in a terminal');
    const file = path.join(rig.hub.root, 'terminal.txt');
    await opened(
      'xfce4-terminal',
      ['--disable-server', '--title', 'Terminal of a test', '--command', `sh -c 'cat > ${file}'`],
      'Terminal of a test',
    );
    await until('program in the terminal', () => existsSync(file));
    await called();
    await pastedBy('Return');
    await rig.desktop.key('Return');
    await until('line', () => readFileSync(file, 'utf8') === 'typed in a terminal\n');
  });

  it('pastes files into a file manager', { skip: missingPrograms('pcmanfm') }, async () => {
    const [from, to] = ['from', 'to'].map((name) => path.join(rig.hub.root, name)) as [string, string];
    for (const folder of [from, to]) mkdirSync(folder);
    const file = path.join(from, 'a file.txt');
    writeFileSync(file, 'in a file');
    const list = `copy\nfile://${encodeURI(file)}`;
    await owner.own({
      'x-special/gnome-copied-files': { content: { text: list } },
      'text/uri-list': { content: { text: `file://${encodeURI(file)}\r\n` } },
    });
    await rig.hub.source(({ clipboardFragments }) => clipboardFragments[0]?.kind === 'files');
    await opened('pcmanfm', [to], '^to$');
    await called();
    await pastedBy('Return');
    await until('file', () => existsSync(path.join(to, 'a file.txt')));
  });

  it('types nothing anywhere if the window has closed meanwhile, and says that it is on the clipboard', async () => {
    await copied(text('for a window that closes'), 'for a window that closes');
    const other = await editor('other.txt');
    const closing = await editor('closing.txt');
    await called();
    const shown = logged('picker opened');
    await rig.desktop.destroy(Number(closing.window));
    await rig.desktop.key('Return');
    await until('paste that failed', () =>
      /"outcome":"(?:gone|not-active)"/.test(readFileSync(path.join(rig.hub.places.logs, 'Hub.App.log'), 'utf8')),
    );
    // It is back, to say so.
    const window = await rig.shown();
    await until('active picker', async () => (await rig.desktop.active()) === window);
    assert.equal(logged('picker opened'), shown);
    await rig.desktop.key('Escape');
    await rig.hidden();
    assert.equal(await other.saved(), '');
    const { stdout } = await run('xclip', ['-o', '-selection', 'clipboard'], { env: rig.desktop.env });
    assert.equal(stdout, 'for a window that closes');
  });

  it('is left by Escape and by its shortcut, and the window before is active again', async () => {
    const { window } = await editor('left.txt');
    for (const key of ['Escape', shortcut]) {
      await called();
      await rig.desktop.key(key);
      await rig.hidden();
      await until('window before', async () => (await rig.desktop.active()) === Number(window));
    }
  });

  it('leaves a window that was shown where it was', async () => {
    await rig.act('toggle');
    const own = await rig.shown();
    await rig.desktop.move(own, 40, 60);
    await rig.settled();
    const was = await rig.desktop.geometry(own);
    await editor('before.txt');
    await called();
    await rig.desktop.key('Escape');
    await until('window as it was', async () => JSON.stringify(await rig.desktop.geometry(own)) === JSON.stringify(was));
    await rig.act('toggle');
  });

  it('only copies by Ctrl+Enter', async () => {
    await copied(text('only copied'), 'only copied');
    await copied(text('a later copy'), 'a later copy');
    const { saved } = await editor('copied.txt');
    await called();
    await rig.desktop.key('Down');
    await rig.desktop.key('ctrl+Return');
    await rig.hidden();
    await rig.hub.source(({ clipboardFragments }) => clipboardFragments[0]?.text === 'only copied');
    assert.equal(await saved(), '');
  });

  it('opens by the verb, and by another shortcut once the document names one', async () => {
    await editor('verb.txt');
    await called(() => rig.act('open-picker'));
    await rig.desktop.key('Escape');
    await rig.hidden();
    const { status, stderr } = await rig.hub.command(['config', 'set', 'hub', 'picker.shortcut', 'Alt+F9']);
    assert.equal(status, 0, stderr);
    await pause(500);
    await called(() => rig.desktop.key('alt+F9'));
    await rig.desktop.key('Escape');
    await rig.hidden();
  });
});
