/** Where the picker comes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { withoutDesktop } from '../../harness/desktop/desktop.ts';
import { PickerRig } from '../../harness/desktop/picker-rig.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import { until } from '../../harness/until.ts';

describe('the place of the picker', { skip: withoutDesktop() || missingPrograms('mousepad') }, () => {
  let picker: PickerRig;

  before(async () => {
    picker = await PickerRig.open();
  });
  after(() => picker?.[Symbol.asyncDispose]());

  it('is over the window in which it is called, also while its own is larger', async () => {
    const { rig } = picker;
    const { desktop } = rig;
    await rig.act('restore');
    const own = await rig.shown();
    await desktop.resize(own, 1_000, 700);
    await until('large window', async () => (await desktop.geometry(own)).width >= 1_000);
    await rig.settled();
    const editor = Number((await picker.editor('beside.txt')).window);
    await desktop.resize(editor, 400, 300);
    await desktop.move(editor, 860, 40);
    await until('editor at the side', async () => (await desktop.geometry(editor)).x > 800);
    await picker.called();
    const { x, width } = await desktop.geometry(own);
    // Over the editor's middle, or as near to it as the screen allows.
    assert.ok(width < 1_000 && x > 500, `at ${x}, ${width} wide`);
    await desktop.key('Escape');
    await until('active editor', async () => (await desktop.active()) === editor);
  });
});
