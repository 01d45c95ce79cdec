/** A search, arrows and Enter without a pause, over a real editor: what is pasted is what the keys mean among the copies that are found. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, afterEach, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { withoutDesktop } from '../../harness/desktop/desktop.ts';
import { PickerRig, textTarget } from '../../harness/desktop/picker-rig.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import { until } from '../../harness/until.ts';

const run = promisify(execFile);

const rows = ['zulu row 1', 'zulu row 2', 'zulu row 3'];
/** Above them in the list before the search. */
const others = ['mist', 'reef', 'tide'];
const times = 3;

describe('keys right after a search', { skip: withoutDesktop() || missingPrograms('mousepad') }, () => {
  let picker: PickerRig;

  before(async () => {
    picker = await PickerRig.open();
    for (const text of [...rows, ...others]) await picker.copied(textTarget(text), text);
  });
  afterEach(() => picker?.endPrograms());
  after(() => picker?.[Symbol.asyncDispose]());

  /** Without a pause between any two keys. A paste changes nothing in what is found. */
  async function pasted(keys: readonly string[], file: string): Promise<string> {
    const { saved } = await picker.editor(file);
    const before = picker.logged('pasted');
    for (let time = 1; time <= times; time += 1) {
      await picker.called();
      // Faster than any search, so that all of them are there before its answer.
      await run('xdotool', ['key', '--delay', '1', 'z', 'u', 'l', 'u', ...keys, 'Return'], { env: picker.rig.desktop.env });
      await until('paste', () => picker.logged('pasted') === before + time);
      await picker.rig.hidden();
    }
    return saved();
  }

  it('arrows choose among what is found', async () => {
    assert.equal((await pasted(['Down'], 'one.txt')).trimEnd(), 'zulu row 2'.repeat(times));
  });

  it('Shift with arrows selects among what is found', async () => {
    const expected = rows.toReversed().join('\n').repeat(times);
    assert.equal((await pasted(['shift+Down', 'shift+Down'], 'several.txt')).trimEnd(), expected);
  });
});
