/** Several copies picked at once over real programs: one paste, in the order in which they were selected. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { valueOfAnswer } from '../../harness/bridge.ts';
import { withoutDesktop } from '../../harness/desktop/desktop.ts';
import { PickerRig, textTarget } from '../../harness/desktop/picker-rig.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import type { WindowRig } from '../../harness/desktop/window-rig.ts';
import { until } from '../../harness/until.ts';

const run = promisify(execFile);
const words = ['Ann Keeper', 'Lock Street 6', 'Brest'];

describe('several copies are pasted as one', { skip: withoutDesktop() }, () => {
  let picker: PickerRig;
  let rig: WindowRig;

  before(async () => {
    picker = await PickerRig.open();
    ({ rig } = picker);
    for (const text of words) await picker.copied(textTarget(text), text);
  });
  afterEach(() => picker?.endPrograms());
  after(() => picker?.[Symbol.asyncDispose]());

  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await rig.desktop.key(key);
  };

  it('into an editor, the oldest first, and the history stays as it was', { skip: missingPrograms('mousepad') }, async () => {
    const { saved } = await picker.editor('address.txt');
    await picker.called();
    await press('Down', 'Down', 'shift+Up', 'shift+Up');
    await picker.pastedBy('Return');
    await until('the address', async () => (await saved()).includes('Brest'));
    assert.equal((await saved()).trimEnd(), words.join('\n'));
    const { stdout } = await run('xclip', ['-o', '-selection', 'clipboard'], { env: rig.desktop.env });
    assert.equal(stdout, words.join('\n'));
    const { items } = valueOfAnswer(await rig.hub.bridge.fragments({ limit: 50 }));
    assert.deepEqual(
      items.map(({ text }) => text),
      words.toReversed(),
      'what was joined is no copy of its own',
    );
  });

  it('into xterm, which pastes what is selected', { skip: missingPrograms('xterm') }, async () => {
    const file = path.join(rig.hub.root, 'several.txt');
    await picker.opened('xterm', ['-T', 'xterm for several', '-e', 'sh', '-c', `cat > ${file}`], 'xterm for several');
    await until('program in xterm', () => existsSync(file));
    await picker.called();
    // What was joined before is no copy: the latest one is chosen.
    await press('Insert', 'Insert');
    await picker.pastedBy('Return');
    await press('Return');
    await until('lines', () => readFileSync(file, 'utf8') === 'Brest\nLock Street 6\n');
  });

  it('files as one list of files into a file manager', { skip: missingPrograms('pcmanfm') }, async () => {
    const [from, to] = ['from', 'to'].map((name) => path.join(rig.hub.root, name)) as [string, string];
    for (const folder of [from, to]) mkdirSync(folder);
    for (const name of ['a file.txt', 'b.txt']) {
      const file = path.join(from, name);
      writeFileSync(file, name);
      await picker.owner.own({ 'text/uri-list': { content: { text: `file://${encodeURI(file)}\r\n` } } });
      await rig.hub.source(
        ({ clipboardFragments }) => clipboardFragments[0]?.files?.[0] === file && clipboardFragments[0].state !== 'captured',
      );
    }
    await picker.opened('pcmanfm', [to], '^to$');
    await picker.called();
    await press('shift+Down');
    await picker.pastedBy('Return');
    await until('both files', () => ['a file.txt', 'b.txt'].every((name) => existsSync(path.join(to, name))));
  });
});
