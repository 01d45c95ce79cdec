/** A real Hub whose picker is called by its shortcut over real programs, for tests of what they are given. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ClipboardOwner, type OwnedTargets } from '../owners/clipboard-owner.ts';
import { until } from '../until.ts';
import { WindowRig } from './window-rig.ts';

const run = promisify(execFile);

export const pickerShortcut = 'ctrl+shift+v';

export function textTarget(content: string): OwnedTargets {
  return { UTF8_STRING: { content: { text: content } } };
}

export class PickerRig implements AsyncDisposable {
  readonly rig: WindowRig;
  readonly owner: ClipboardOwner;
  readonly #programs: ChildProcess[] = [];

  private constructor(rig: WindowRig, owner: ClipboardOwner) {
    [this.rig, this.owner] = [rig, owner];
  }

  /** Its window is hidden. */
  static async open(): Promise<PickerRig> {
    const rig = await WindowRig.open({ HUB_DEBUG: '1' });
    try {
      const opened = new PickerRig(rig, await ClipboardOwner.start(rig.desktop.display));
      await rig.act('toggle');
      await rig.hidden();
      return opened;
    } catch (error) {
      await rig[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** How often the shell has logged this. */
  logged(event: string): number {
    return readFileSync(path.join(this.rig.hub.places.logs, 'Hub.App.log'), 'utf8').split(`"event":"${event}"`).length - 1;
  }

  async copied(targets: OwnedTargets, what: string): Promise<void> {
    await this.owner.own(targets);
    await this.rig.hub.source(
      ({ clipboardFragments }) => clipboardFragments[0]?.text === what && clipboardFragments[0].state !== 'captured',
    );
  }

  /** Starts a program and waits until its window, whose title matches `name`, is the active one. Returns the window. */
  async opened(command: string, words: readonly string[], name: string, withinMs = 20_000): Promise<string> {
    const env = { ...this.rig.desktop.env, HOME: this.rig.hub.root, NO_AT_BRIDGE: '1' };
    this.#programs.push(spawn(command, words, { env, stdio: 'ignore', detached: true }));
    const search = ['search', '--onlyvisible', '--name', name];
    return until(
      `window of ${command}`,
      () =>
        run('xdotool', [...search, 'windowactivate', '--sync', 'getactivewindow'], { env: this.rig.desktop.env }).then(
          ({ stdout }) => stdout.trim().split('\n').at(-1),
          () => undefined,
        ),
      withinMs,
    );
  }

  /** An editor with an empty file, and what the file has once it is saved. */
  async editor(name: string): Promise<{ readonly window: string; readonly saved: () => Promise<string> }> {
    const file = path.join(this.rig.hub.root, name);
    writeFileSync(file, '');
    const window = await this.opened('mousepad', ['--disable-server', file], name);
    const saved = async (): Promise<string> => {
      await run('xdotool', ['windowactivate', '--sync', window], { env: this.rig.desktop.env });
      await this.rig.desktop.key('ctrl+s');
      await pause(300);
      return readFileSync(file, 'utf8');
    };
    return { window, saved };
  }

  /** Presses the shortcut, and waits until the picker has the keyboard and shows what there is. */
  async called(press: () => Promise<void> = () => this.rig.desktop.key(pickerShortcut)): Promise<number> {
    const before = this.logged('picker opened');
    await press();
    await until('picker', () => this.logged('picker opened') > before);
    const window = await this.rig.shown();
    await until('active picker', async () => (await this.rig.desktop.active()) === window);
    await this.rig.settled();
    return window;
  }

  /** Presses a key in the picker, and waits until it has pasted. */
  async pastedBy(key: string): Promise<void> {
    const before = this.logged('pasted');
    await this.rig.desktop.key(key);
    await until('paste', () => this.logged('pasted') > before);
    await this.rig.hidden();
  }

  /** Ends the programs, and what they have started. */
  endPrograms(): void {
    for (const { pid } of this.#programs.splice(0)) {
      try {
        if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.endPrograms();
    await this.owner[Symbol.asyncDispose]();
    await this.rig[Symbol.asyncDispose]();
  }
}
