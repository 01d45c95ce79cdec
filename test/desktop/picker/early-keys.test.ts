/** Keys that are pressed right after the shortcut are the picker's, however late it comes: with its page slow. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withoutDesktop } from '../../harness/desktop/desktop.ts';
import { PickerRig, pickerShortcut, textTarget } from '../../harness/desktop/picker-rig.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import type { WindowRig } from '../../harness/desktop/window-rig.ts';
import { until } from '../../harness/until.ts';

const run = promisify(execFile);
describe('a picker that comes late', { skip: withoutDesktop() || missingPrograms('mousepad') }, () => {
  let picker: PickerRig;
  let rig: WindowRig;

  before(async () => {
    picker = await PickerRig.open();
    ({ rig } = picker);
    for (const text of ['quick brown\n', 'the newest\n']) await picker.copied(textTarget(text), text);
  });
  afterEach(() => picker.endPrograms());
  after(() => picker?.[Symbol.asyncDispose]());

  const xdotool = (...words: readonly string[]): Promise<unknown> => run('xdotool', words, { env: rig.desktop.env });
  const shellPid = async (): Promise<number> => {
    const { components } = await rig.hub.until((status) => status.components.some(({ id, pid }) => id === 'hub' && pid !== null));
    return components.find(({ id }) => id === 'hub')?.pid ?? 0;
  };
  const pagePid = async (): Promise<number> => {
    const { stdout } = await run('pgrep', ['-f', '-P', String(await shellPid()), 'WebKitWebProcess']);
    return Number(stdout.trim());
  };

  /** The shortcut, while the process rests; it goes on after the other keys. */
  async function calledWhileItRests(pid: number, ...keys: readonly string[]): Promise<void> {
    process.kill(pid, 'SIGSTOP');
    try {
      await xdotool('key', pickerShortcut, ...keys);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  }

  async function picks(file: string, call: () => Promise<unknown>): Promise<void> {
    const { saved } = await picker.editor(file);
    const before = picker.logged('pasted');
    await call();
    await until('paste', () => picker.logged('pasted') === before + 1);
    await rig.hidden();
    assert.equal(await saved(), 'quick brown\n', 'all letters are the picker’s, and none is the editor’s');
  }

  /** The shortcut, and keys a tenth of a second later, as by somebody who types fast. */
  const typedAtOnce = (...keys: readonly string[]): Promise<unknown> =>
    run('xdotool', ['key', pickerShortcut, 'sleep', '0.1', 'key', '--delay', '20', ...keys], { env: rig.desktop.env });

  it('has the keys that are pressed right after the shortcut, and the program has none of them', async () => {
    const { saved } = await picker.editor('at once.txt');
    const before = picker.logged('pasted');
    await typedAtOnce('Return');
    await until('paste', () => picker.logged('pasted') === before + 1);
    await rig.hidden();
    assert.equal(await saved(), 'the newest\n');
    await typedAtOnce('b', 'r', 'Return');
    await until('second paste', () => picker.logged('pasted') === before + 2);
    await rig.hidden();
    assert.equal(await saved(), 'the newest\nquick brown\n');
  });

  it('has them while its page draws nothing, and a shortcut that is pressed again does not close it', async () => {
    const page = await pagePid();
    const slowly = ['sleep', '0.8', 'key', 'b', 'sleep', '0.4', 'key', pickerShortcut, 'sleep', '1.2', 'key', 'r', 'o', 'w'];
    await picks('slow.txt', () => calledWhileItRests(page, ...slowly, 'Return'));
    const longer = ['sleep', '3.6', 'key', 'b', 'r', 'o', 'w', 'Return'];
    await picks('slower.txt', () => calledWhileItRests(page, ...longer));
  });

  it('has them while its process itself rests, for longer than the keys of the shortcut are held', async () => {
    const shell = await shellPid();
    await picks('resting.txt', () => calledWhileItRests(shell, 'b', 'r', 'o', 'w', 'sleep', '1', 'key', 'Return'));
    const { window, saved } = await picker.editor('left.txt');
    await picker.called();
    // One that came late is left alone by its shortcut for a moment.
    await pause(1_000);
    await rig.desktop.key(pickerShortcut);
    await rig.hidden();
    await until('active editor', async () => (await rig.desktop.active()) === Number(window));
    await rig.desktop.type('mine');
    assert.equal(await saved(), 'mine', 'a press that only closes it does not keep the keyboard');
  });

  it('has them right after its process was started again', async () => {
    for (const file of ['again.txt', 'and-again.txt', 'once-more.txt', 'at-last.txt']) {
      const shell = await shellPid();
      await picks(file, async () => {
        const held = picker.logged('shortcut');
        process.kill(shell, 'SIGKILL');
        await until('shortcut of the next process', () => picker.logged('shortcut') > held);
        await xdotool('key', pickerShortcut, 'b', 'r', 'o', 'w', 'Return');
      });
    }
  });

  it('is forgotten by Escape, which gives the keyboard back at once', async () => {
    const page = await pagePid();
    const { window, saved } = await picker.editor('escaped.txt');
    await calledWhileItRests(page, 'sleep', '0.5', 'key', 'b', 'Escape', 'sleep', '0.5', 'type', 'mine');
    await rig.hidden();
    await until('active editor', async () => (await rig.desktop.active()) === Number(window));
    await until('text', async () => (await saved()) === 'mine', 5_000).catch(() => {});
    assert.equal(await saved(), 'mine');
  });

  it('leaves what follows an early Escape to the window before, and none of it to Hub’s own, which is open behind', async () => {
    await rig.act('restore');
    await rig.active();
    for (const [afterShortcut, afterEscape] of [
      [0.02, 0],
      [0.05, 0.03],
      [0.1, 0],
    ]) {
      const { window, saved } = await picker.editor(`early-${afterShortcut}.txt`);
      const keys = [
        'key',
        pickerShortcut,
        'sleep',
        String(afterShortcut),
        'key',
        'Escape',
        'sleep',
        String(afterEscape),
        'type',
        '--delay',
        '30',
        'mine-',
      ];
      await xdotool(...keys);
      await until('active editor', async () => (await rig.desktop.active()) === Number(window));
      await until('text', async () => (await saved()) === 'mine-', 5_000).catch(() => {});
      assert.equal(await saved(), 'mine-');
    }
    const { saved } = await picker.editor('early-again.txt');
    let expected = '';
    for (const word of ['aaBb-', 'CcdD-', 'eEFf-', 'gGhh-']) {
      await xdotool('key', pickerShortcut, 'sleep', '0.012', 'key', 'Escape', 'type', '--delay', '12', word);
      expected += word;
      await until('text', async () => (await saved()) === expected, 5_000).catch(() => {});
      assert.equal(await saved(), expected, 'the second time too, each letter once and in its order');
    }
    await rig.act('restore');
    await rig.act('toggle');
    await rig.hidden();
  });

  it('takes a letter as one while the fingers are still on the shortcut', async () => {
    const held = ['keydown', 'ctrl', 'keydown', 'shift', 'key', 'v', 'key', 'b', 'keyup', 'shift', 'key', 'r'];
    await picks('held.txt', () => xdotool(...held, 'keyup', 'ctrl', 'key', 'o', 'w', 'Return'));
  });
});
