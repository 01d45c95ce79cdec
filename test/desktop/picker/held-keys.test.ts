/** Keys that follow the one that closes the picker are for the window that comes back, in their order, and for no other. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
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
/** From the key that closes it, in seconds. */
const delays = ['0', '0.03', '0.06', '0.12', '0.25'];

describe('what is typed after the picker', { skip: withoutDesktop() || missingPrograms('mousepad', 'xterm') }, () => {
  let picker: PickerRig;
  let rig: WindowRig;

  before(async () => {
    picker = await PickerRig.open();
    ({ rig } = picker);
    for (const text of ['[older]', '[newest]']) await picker.copied(textTarget(text), text);
  });
  afterEach(() => picker.endPrograms());
  after(() => picker?.[Symbol.asyncDispose]());

  const xdotool = (...words: readonly string[]): Promise<unknown> => run('xdotool', words, { env: rig.desktop.env });
  const typed = (key: string, delay: string, text: string): Promise<unknown> =>
    xdotool('key', key, 'sleep', delay, 'type', '--delay', '15', text);

  async function pasted(before: number): Promise<void> {
    await until('paste', () => picker.logged('pasted') > before);
    await rig.hidden();
    const lines = readFileSync(path.join(rig.hub.places.logs, 'Hub.App.log'), 'utf8').split('\n');
    assert.match(lines.findLast((line) => line.includes('"event":"pasted"')) ?? '', /"outcome":"pasted"/);
  }

  /** A terminal in which whatever is typed becomes the text of a file. */
  async function terminal(name: string): Promise<() => Promise<string>> {
    const file = path.join(rig.hub.root, name);
    writeFileSync(file, '');
    await picker.opened('xterm', ['-title', name, '-e', 'sh', '-c', `cat > ${file}`], name);
    return async () => {
      await rig.desktop.key('Return', 'ctrl+d');
      return until('text of the terminal', () => readFileSync(file, 'utf8') || undefined);
    };
  }

  it('comes after what Enter, or Alt and a digit, pastes into an editor', async () => {
    const { saved } = await picker.editor('after.txt');
    let wanted = '';
    for (const key of ['Return', 'alt+1'])
      for (const delay of delays) {
        await picker.called();
        const before = picker.logged('pasted');
        await typed(key, delay, 'Typed On.');
        await pasted(before);
        wanted += '[newest]Typed On.';
        await until(`${key} ${delay}`, async () => (await saved()) === wanted, 3_000).catch(() => {});
        assert.equal(await saved(), wanted, `${key}, ${delay} s`);
      }
  });

  it('comes after what Enter pastes into a terminal', async () => {
    const ended = await terminal('after-terminal');
    for (const delay of delays) {
      await picker.called();
      const before = picker.logged('pasted');
      await typed('Return', delay, 'Typed On.');
      await pasted(before);
    }
    assert.equal(await ended(), `${'[newest]Typed On.'.repeat(delays.length)}\n`);
  });

  it('is the editor’s after Escape and after Ctrl+Enter, which paste nothing', async () => {
    const { saved } = await picker.editor('escaped.txt');
    let wanted = '';
    for (const key of ['Escape', 'ctrl+Return'])
      for (const delay of delays) {
        await picker.called();
        await typed(key, delay, 'Typed On.');
        await rig.hidden();
        wanted += 'Typed On.';
        await until(`${key} ${delay}`, async () => (await saved()) === wanted, 3_000).catch(() => {});
        assert.equal(await saved(), wanted, `${key}, ${delay} s`);
      }
  });

  it('comes after the paste into a program that is late', async () => {
    const { window, saved } = await picker.editor('late.txt');
    const { stdout } = await run('xdotool', ['getwindowpid', window], { env: rig.desktop.env });
    for (let round = 1; round <= 3; round += 1) {
      await picker.called();
      process.kill(Number(stdout), 'SIGSTOP');
      try {
        await typed('Return', '0', 'Typed On.');
        await pause(700);
      } finally {
        process.kill(Number(stdout), 'SIGCONT');
      }
      const wanted = '[newest]Typed On.'.repeat(round);
      await until('text', async () => (await saved()) === wanted, 5_000).catch(() => {});
      assert.equal(await saved(), wanted);
    }
  });

  it('may be the shortcut again: the picker comes once the paste is through, and has what follows', async () => {
    let [chosen, other] = ['newest', 'older'];
    /** Pastes what is on the clipboard, and the other copy right after it. */
    async function twice(delay: string): Promise<string> {
      await picker.called();
      const before = picker.logged('pasted');
      await xdotool('key', 'Return', 'sleep', delay, 'key', pickerShortcut, 'key', '--delay', '15', ...other, 'Return');
      await until(`second paste after ${delay} s`, () => picker.logged('pasted') === before + 2);
      await rig.hidden();
      const both = `[${chosen}][${other}]`;
      [chosen, other] = [other, chosen];
      return both;
    }
    const { saved } = await picker.editor('again.txt');
    let wanted = '';
    for (const delay of delays) wanted += await twice(delay);
    await until('text', async () => (await saved()) === wanted, 5_000).catch(() => {});
    assert.equal(await saved(), wanted);
    const ended = await terminal('again-terminal');
    wanted = '';
    for (const delay of delays) wanted += await twice(delay);
    assert.equal(await ended(), `${wanted}\n`);
  });

  it('may be many calls and pastes without a pause, each with what is typed between, also beside Hub’s own window', async () => {
    const rounds = 8;
    const { window, saved } = await picker.editor('rounds.txt');
    let wanted = '';
    for (const isShown of [false, true]) {
      if (isShown) await rig.act('toggle');
      if (isShown) await rig.shown();
      await xdotool('windowactivate', '--sync', window);
      const before = picker.logged('pasted');
      const keys = Array.from({ length: rounds }, (_, round) => [pickerShortcut, 'Return', 'n', String(round), 'Return']);
      await xdotool('key', '--delay', '12', ...keys.flat());
      await until('pastes', () => picker.logged('pasted') === before + rounds, 20_000);
      const text = await until('text', async () => {
        const now = await saved();
        return now.endsWith(`n${rounds - 1}\n`) ? now : undefined;
      });
      const [chosen = ''] = /^\[\w+\]/.exec(text) ?? [];
      wanted += Array.from({ length: rounds }, (_, round) => `${chosen}n${round}\n`).join('');
      assert.equal(text, wanted);
    }
    await rig.act('toggle');
    await rig.hidden();
  });

  it('may be the shortcut again on an empty desktop, where nothing else hears it', async () => {
    for (const delay of delays) {
      await picker.called();
      const before = picker.logged('picker opened');
      await xdotool('key', 'Escape', 'sleep', delay, 'key', pickerShortcut);
      await until(`picker ${delay} s after Escape`, () => picker.logged('picker opened') > before);
      await rig.shown();
      await rig.settled();
      await rig.desktop.key('Escape');
      await rig.hidden();
    }
  });

  it('is held for nobody after a picker that was left by its shortcut on an empty desktop', async () => {
    await picker.called();
    await rig.desktop.key(pickerShortcut);
    await rig.hidden();
    // The same window, which is no picker now.
    await rig.act('restore');
    await rig.shown();
    await rig.desktop.key('Escape');
    const { saved } = await picker.editor('free.txt');
    await rig.desktop.type('free');
    assert.equal(await saved(), 'free');
    if ((await rig.desktop.windows('(.* – )?Hub')).length > 0) await rig.act('toggle');
    await rig.hidden();
  });

  it('is not lost if Enter came before the picker', async () => {
    const { saved } = await picker.editor('early.txt');
    const before = picker.logged('pasted');
    await xdotool('key', pickerShortcut, 'key', 'o', 'l', 'd', 'Return', 'type', '--delay', '15', 'Typed On.');
    await pasted(before);
    await until('text', async () => (await saved()).includes('On.'), 3_000).catch(() => {});
    assert.equal(await saved(), '[older]Typed On.');
  });

  it('is nobody’s if the window has gone, and the picker’s if that stays', async () => {
    const other = await picker.editor('other.txt');
    const closing = await picker.editor('closing.txt');
    await picker.called();
    await rig.desktop.destroy(Number(closing.window));
    const before = picker.logged('pasted');
    await typed('Return', '0.05', 'lost');
    await until('paste that failed', () => picker.logged('pasted') > before);
    const window = await rig.shown();
    await until('active picker', async () => (await rig.desktop.active()) === window);
    // It says why; Enter pastes into the window that is there, the first row of what is searched for.
    await rig.settled();
    await rig.desktop.key('Escape');
    await rig.hidden();
    assert.equal(await other.saved(), '');

    await xdotool('windowactivate', '--sync', other.window);
    await until('active editor', async () => (await rig.desktop.active()) === Number(other.window));
    await picker.called();
    await rig.desktop.type('nothing of the kind');
    await rig.settled();
    await xdotool('key', 'Return', 'key', 'ctrl+a', 'type', '--delay', '15', 'older');
    await rig.settled();
    await picker.pastedBy('Return');
    await until('text', async () => (await other.saved()) !== '', 3_000).catch(() => {});
    assert.equal(await other.saved(), '[older]');
  });
});
