/** A copy stays on the clipboard when its program exits: with owners of the tests, and with real programs that ask a clipboard manager to save it. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Desktop, withoutDesktop } from '../harness/desktop/desktop.ts';
import { missingPrograms } from '../harness/desktop/session-bus.ts';
import { TestHub } from '../harness/hub.ts';
import { ClipboardOwner, type OwnedTargets } from '../harness/owners/clipboard-owner.ts';
import { concealingMarks } from '../harness/owners/concealing-marks.ts';
import { until } from '../harness/until.ts';

const run = promisify(execFile);
/** Longer than programs that exit wait for their copy. */
const judgedLateMs = 6_000;
const text = (content: string): OwnedTargets => ({ UTF8_STRING: { content: { text: content } } });

describe('a copy whose program has gone', { skip: withoutDesktop() || missingPrograms('xclip') }, () => {
  let desktop: Desktop;
  let hub: TestHub;

  before(async () => {
    desktop = await Desktop.start();
    hub = new TestHub(desktop.place);
    await hub.start();
  });
  after(async () => {
    await hub?.[Symbol.asyncDispose]();
    await desktop?.[Symbol.asyncDispose]();
  });

  /** What somebody who pastes gets; null if there is nothing. */
  async function pasted(target: string): Promise<string | null> {
    const words = ['-selection', 'clipboard', '-o', '-t', target];
    return run('xclip', words, { env: desktop.env, timeout: 5_000, encoding: 'latin1' }).then(
      ({ stdout }) => stdout,
      () => null,
    );
  }

  const isCurrent = (content: string): Promise<unknown> =>
    hub.source(({ clipboardFragments }) => clipboardFragments[0]?.text === content && clipboardFragments[0].state !== 'captured');

  /** Copies these, and dies as soon as Hub has read them. */
  async function copiedBeforeDeath(targets: OwnedTargets, isRead: () => Promise<unknown>): Promise<void> {
    const owner = await ClipboardOwner.start(desktop.display);
    await owner.own(targets);
    await isRead();
    await owner.kill();
  }

  const html = '<p>a <b>rich</b> copy</p>';

  it('stays, in all its formats, and is no new copy', async () => {
    const targets = { ...text('a rich copy'), 'text/html': { content: { text: html } } };
    await copiedBeforeDeath(targets, () => isCurrent('a rich copy'));
    await until('the text', async () => (await pasted('UTF8_STRING')) === 'a rich copy');
    assert.equal(await pasted('text/html'), html);
    assert.equal((await hub.fragments()).length, 1);
    await isCurrent('a rich copy');
  });

  it('is there again after Hub was started again, and after its monitor was killed', async () => {
    assert.deepEqual(await hub.stop(), []);
    assert.equal(await pasted('UTF8_STRING'), null, 'somebody else has it');
    const { components } = await hub.start();
    await until('the text', async () => (await pasted('UTF8_STRING')) === 'a rich copy');
    process.kill(components.find(({ id }) => id === 'clipboard')?.pid ?? 0, 'SIGKILL');
    await until('the end of the offer', async () => (await pasted('UTF8_STRING')) === null);
    await until('the text again', async () => (await pasted('UTF8_STRING')) === 'a rich copy');
  });

  it('stays also if it is judged only long after its program has gone', async () => {
    const { components } = await hub.until(() => true);
    const copies = (): number => hub.logs().split('"copied"').length;
    const before = copies();
    // The supervisor would end the core for its silence.
    const halted = [hub.supervisorPid, components.find(({ id }) => id === 'python_core')?.pid ?? 0];
    for (const pid of halted) process.kill(pid, 'SIGSTOP');
    try {
      await copiedBeforeDeath(text('judged late'), () => until('the copy', () => copies() > before));
      await pause(judgedLateMs);
    } finally {
      for (const pid of halted) process.kill(pid, 'SIGCONT');
    }
    await until('the text', async () => (await pasted('UTF8_STRING')) === 'judged late');
  });

  it('stays if its program has it saved, and gives the clipboard up before it exits', async () => {
    await using owner = await ClipboardOwner.start(desktop.display);
    await owner.own(text('saved at exit'));
    await isCurrent('saved at exit');
    await owner.saveAndClear();
    await until('the text', async () => (await pasted('UTF8_STRING')) === 'saved at exit');
  });

  it('is gone if somebody has cleared the clipboard', async () => {
    await using owner = await ClipboardOwner.start(desktop.display);
    await owner.own(text('to be cleared'));
    await isCurrent('to be cleared');
    await owner.clear();
    // With this it is decided.
    await hub.source(({ absence }) => absence === 'cleared');
    assert.equal(await pasted('UTF8_STRING'), null);
  });

  it('is gone if it was concealed', async () => {
    const [mark, target] = Object.entries(concealingMarks)[0] ?? ['', {}];
    const isSkipped = () => hub.source(({ absence }) => absence === 'concealed');
    await copiedBeforeDeath({ ...text('a secret'), [mark]: target }, isSkipped);
    await hub.source(({ absence }) => absence === 'cleared');
    assert.equal(await pasted('UTF8_STRING'), null);
  });

  /** Starts an editor with a file, copies all of it and exits, as a user does with the keyboard. */
  async function copyAndExit(
    command: string,
    words: readonly string[],
    keys: readonly (readonly ['key' | 'type' | 'at once', string])[],
  ): Promise<void> {
    const file = path.join(hub.root, `${command}.txt`);
    writeFileSync(file, `copied out of ${command}\n`);
    const program = spawn(command, [...words, file], { env: { ...desktop.env, HOME: hub.root }, stdio: 'ignore' });
    const exited = once(program, 'exit');
    await windowOf(program, `${command}.txt`);
    for (const [how, keyOrText] of keys) {
      if (how === 'at once') await run('xdotool', ['key', '--delay', '0', ...keyOrText.split(' ')], { env: desktop.env });
      else await (how === 'key' ? desktop.key(keyOrText) : desktop.type(keyOrText));
      await pause(100);
    }
    await exited;
    await until('the text', async () => (await pasted('UTF8_STRING')) === `copied out of ${command}\n`);
  }

  async function windowOf(program: ChildProcess, name: string): Promise<void> {
    const find = ['search', '--onlyvisible', '--name', name];
    await until('its window', () => {
      assert.equal(program.exitCode, null, 'it has ended');
      return run('xdotool', [...find, 'windowactivate', '--sync'], { env: desktop.env }).then(
        () => true,
        () => false,
      );
    });
  }

  const copyAndQuit = [
    ['key', 'ctrl+a'],
    ['key', 'ctrl+c'],
    ['key', 'ctrl+q'],
  ] as const;

  it('stays when mousepad is closed', { skip: missingPrograms('mousepad') }, () => copyAndExit('mousepad', [], copyAndQuit));

  it('stays when FeatherPad copies twice and is closed in the same moment', { skip: missingPrograms('featherpad') }, () =>
    copyAndExit('featherpad', ['--standalone'], [['at once', 'ctrl+a ctrl+c ctrl+c ctrl+q']]),
  );

  it('stays when FeatherPad is closed', { skip: missingPrograms('featherpad') }, () =>
    copyAndExit('featherpad', ['--standalone'], copyAndQuit),
  );

  it('stays when gvim is closed', { skip: missingPrograms('gvim') }, () =>
    copyAndExit(
      'gvim',
      ['-f'],
      [
        ['type', ':%y+'],
        ['key', 'Return'],
        ['type', ':q!'],
        ['key', 'Return'],
      ],
    ),
  );

  it('stays when a screenshot was taken by a program that exits at once', { skip: missingPrograms('xfce4-screenshooter') }, async () => {
    await run('xfce4-screenshooter', ['--fullscreen', '--clipboard'], { env: { ...desktop.env, HOME: hub.root } });
    const { sha256 } = await hub.fragment(({ kind, state }) => kind === 'image' && state === 'saved');
    const isPng = async () => (await pasted('image/png'))?.startsWith('\x89PNG') === true;
    await until('the picture', isPng);
    assert.equal(
      createHash('sha256')
        .update(Buffer.from((await pasted('image/png')) ?? '', 'latin1'))
        .digest('hex'),
      sha256,
    );
  });
});
