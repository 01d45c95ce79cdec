/** A process of Hub's that hangs with the keyboard in its hand loses it, and has its shortcut again afterwards. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { withoutDesktop } from '../../harness/desktop/desktop.ts';
import { PickerRig, pickerShortcut } from '../../harness/desktop/picker-rig.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import type { WindowRig } from '../../harness/desktop/window-rig.ts';
import { until } from '../../harness/until.ts';

const run = promisify(execFile);

describe('a shell that hangs', { skip: withoutDesktop() || missingPrograms('mousepad') }, () => {
  let picker: PickerRig;
  let rig: WindowRig;

  before(async () => {
    picker = await PickerRig.open();
    ({ rig } = picker);
  });
  afterEach(() => picker.endPrograms());
  after(() => picker?.[Symbol.asyncDispose]());

  const xdotool = (...words: readonly string[]): Promise<unknown> => run('xdotool', words, { env: rig.desktop.env });
  const shellPid = async (): Promise<number> => {
    const { components } = await rig.hub.until((status) => status.components.some(({ id, pid }) => id === 'hub' && pid !== null));
    return components.find(({ id }) => id === 'hub')?.pid ?? 0;
  };

  /** The parent of a process. */
  const parentOf = (pid: number): number => Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

  /** While it hangs, and nobody replaces it, letters reach an editor again. */
  async function lettersArrive(file: string, press: readonly string[]): Promise<void> {
    const { window, saved } = await picker.editor(file);
    if (press[0] !== pickerShortcut) await picker.called();
    const pid = await shellPid();
    // The supervisor would replace it after a while.
    const resting = [parentOf(pid), pid];
    for (const each of resting) process.kill(each, 'SIGSTOP');
    try {
      await xdotool('key', ...press);
      // Nobody is asked who would not answer either: the editor gets the focus by its window alone.
      await xdotool('windowfocus', window);
      await until('letter', async () => {
        await xdotool('key', 'a');
        return (await saved()).includes('a');
      });
    } finally {
      for (const each of resting) process.kill(each, 'SIGCONT');
    }
  }

  /** Its process may be another one by then. */
  async function opensAgain(): Promise<void> {
    await until('picker', async () => {
      const before = picker.logged('picker opened');
      await rig.desktop.key(pickerShortcut);
      return until('one', () => picker.logged('picker opened') > before, 3_000).catch(() => false);
    });
    await rig.desktop.key('Escape');
    await rig.hidden();
  }

  it('lets the keyboard go, and is there again for the next press', async () => {
    await lettersArrive('frozen.txt', [pickerShortcut]);
    await opensAgain();
  });

  it('lets the keyboard go also if it hangs when a key closes the picker', async () => {
    await lettersArrive('frozen too.txt', ['Return']);
    await opensAgain();
  });
});
