/** The picker's shortcut and its paste by the same physical keys, whatever layout they have. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, afterEach, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { withoutDesktop } from '../../harness/desktop/desktop.ts';
import { PickerRig, textTarget } from '../../harness/desktop/picker-rig.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import type { WindowRig } from '../../harness/desktop/window-rig.ts';
import { until } from '../../harness/until.ts';

const run = promisify(execFile);
/** Keycodes: the control and shift keys on the left, the one that is V on a US keyboard, and Enter. */
const [control, shift, v, enter] = ['37', '50', '55', '36'];

describe('the picker on other layouts', { skip: withoutDesktop() || missingPrograms('mousepad', 'setxkbmap') }, () => {
  let picker: PickerRig;
  let rig: WindowRig;

  before(async () => {
    picker = await PickerRig.open();
    ({ rig } = picker);
    await picker.copied(textTarget('pasted'), 'pasted');
  });
  afterEach(async () => {
    picker.endPrograms();
    await layout('us');
  });
  after(() => picker?.[Symbol.asyncDispose]());

  const layout = (name: string): Promise<unknown> => run('setxkbmap', [name], { env: rig.desktop.env });
  /** Until there is a picker: Hub hears of the layout a moment after it is set, and a press before that is nobody's. */
  const shortcut = async (): Promise<void> => {
    const words = ['keydown', control, 'keydown', shift, 'key', v, 'keyup', shift, 'keyup', control];
    const before = picker.logged('picker opened');
    await until('picker', async () => {
      await run('xdotool', words, { env: rig.desktop.env });
      return until('one', () => picker.logged('picker opened') > before, 2_000).catch(() => false);
    });
  };

  for (const name of ['ru', 'gr', 'us,ru', 'ru,us', 'de', 'fr'])
    it(`opens and pastes with ${name}`, async () => {
      const { window, saved } = await picker.editor(`${name}.txt`);
      /** It is changed, and not saved: the paste has arrived. */
      const isChanged = async (): Promise<boolean> =>
        (await run('xdotool', ['getwindowname', window], { env: rig.desktop.env })).stdout.startsWith('*');
      const pastes = async (wanted: string, ...keys: readonly string[]): Promise<void> => {
        await layout(name);
        for (const key of keys) await run('xdotool', ['key', key], { env: rig.desktop.env });
        await picker.called(shortcut);
        await picker.pastedBy(enter);
        await until('changed text', isChanged);
        await layout('us');
        await until('saved text', async () => (await saved()) === wanted, 5_000).catch(() => {});
        assert.equal(await saved(), wanted);
      };
      await pastes('pasted');
      if (name.includes(',')) await pastes('pastedpasted', 'ISO_Next_Group');
    });
});
