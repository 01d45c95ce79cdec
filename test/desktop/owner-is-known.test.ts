/** Rules know the owner of a copy, even if it is a command that went to the background before anyone could ask. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type ContentFilter, contentFilterDocument } from '../../src/contract/documents/content-filter.ts';
import { asksForOwner, judgeOwner } from '../../src/domain/capture/content-filter.ts';
import type { ClipboardWatchOptions } from '../../src/platform/clipboard/index.ts';
import { ClipboardRig } from '../harness/desktop/clipboard-rig.ts';
import { missingPrograms } from '../harness/desktop/session-bus.ts';
import { startXDisplay, withoutXvfb } from '../harness/desktop/x-display.ts';

/** A watch under these rules, which may change. */
function under(rules: () => object): Pick<ClipboardWatchOptions, 'needsOwner' | 'judge'> {
  const filter = (): ContentFilter => contentFilterDocument.parse(rules());
  return {
    needsOwner: () => asksForOwner(filter()),
    judge: ({ owner, isOwnerComplete, ownerMayBe, initial }) => {
      const known = { isComplete: isOwnerComplete, mayBe: ownerMayBe, isEarlier: initial };
      const verdict = judgeOwner(owner, known, filter());
      return verdict === 'read' ? 'read' : { refuse: verdict };
    },
  };
}

const ownNumbers = ['unshare', '--map-current-user', '--pid', '--fork', '--mount-proc'];
const withoutOwnNumbers =
  spawnSync('unshare', [...ownNumbers.slice(1), 'true']).status !== 0 && 'processes get no numbers of their own here';

describe('a copy on X11', { skip: withoutXvfb() || missingPrograms('xclip') || missingPrograms('xsel') }, () => {
  // In an empty process namespace: any other program of the machine that went to the background might be the owner as well.
  it('of a command that went to the background has that command as its source, whatever window is active, and none if it may be one of two', {
    skip: withoutOwnNumbers,
  }, () => {
    const program = fileURLToPath(new URL('../harness/owners/command-copies-program.ts', import.meta.url));
    const [file = '', ...words] = [...ownNumbers, process.execPath, program];
    const xclip = { name: 'xclip', windowTitle: null };
    assert.deepEqual(JSON.parse(spawnSync(file, words, { encoding: 'utf8' }).stdout), {
      xsel: { name: 'xsel', windowTitle: null },
      'xclip, nothing excluded': xclip,
      'xclip, the window in front excluded': xclip,
      'xclip, a word of its title excluded': xclip,
      'xclip, itself excluded': 'excluded-app',
      'xclip, found at the start': xclip,
      'xclip or xsel, found at the start': { name: null, windowTitle: null },
    });
  });

  it('has the active window’s program as its source if the server knows no processes, and no rule uses that', async () => {
    let rules: object = {};
    await using rig = await ClipboardRig.open({ ...under(() => rules), lacks: 'X-Resource' });
    const editor = await rig.owner();
    await editor.showWindow({ title: 'notes', className: 'Mousepad' });
    await rig.xclip(['-i'], 'shown as a guess');
    const { owner, isOwnerComplete } = await rig.nextCopy();
    assert.deepEqual([owner.name, owner.windowTitle, isOwnerComplete], ['Mousepad', 'notes', false]);
    for (const others of [
      { excluded_app_names: ['Mousepad'] },
      { excluded_app_names: ['vault'] },
      { blacklisted_window_keywords: ['notes'] },
    ]) {
      rules = others;
      await rig.xclip(['-i'], 'CANARY of nobody knows whom');
      assert.partialDeepStrictEqual(await rig.next(), { kind: 'refused', because: 'owner-unknown' });
    }
    rules = {};
    rig.watch();
    assert.equal((await rig.nextCopy()).owner.name, null, 'nor is a copy that was there before its');
  });
});

it('the server is not asked for processes if it knows them by other numbers, as outside a container', {
  skip: withoutXvfb() || withoutOwnNumbers,
}, async () => {
  await using display = await startXDisplay();
  const connection = new URL('../../src/platform/x11/connection.ts', import.meta.url).href;
  const program = `
    const { connectX } = await import(${JSON.stringify(connection)});
    const { value } = await connectX(${JSON.stringify(display.name)});
    process.stdout.write(String(await value.pidOf(value.createWindow(0)) === process.pid) + ' ' + await value.pidOf(value.createWindow(0)));
    process.exit();`;
  const toldTo = (command: readonly string[]): string => {
    const [file = '', ...words] = [...command, process.execPath, '--input-type=module', '-e', program];
    return spawnSync(file, words, { encoding: 'utf8', env: { ...process.env, HOME: '/nonexistent' } }).stdout;
  };
  assert.match(toldTo([]), /^true \d+$/);
  assert.equal(toldTo(ownNumbers), 'false null');
});
