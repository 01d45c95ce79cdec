/** Whose copy it is, as rules need to know it: of a command, too, that has gone to the background by the time that anybody asks. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { type ContentFilter, contentFilterDocument } from '../../src/contract/documents.ts';
import { asksForOwner, judgeOwner } from '../../src/domain/filter.ts';
import { Rig, textsOf } from '../harness/clipboard-rig.ts';
import { without } from '../harness/session-bus.ts';
import { startXDisplay, withoutXvfb } from '../harness/x-display.ts';

describe('a copy on X11', { skip: withoutXvfb() || without('xclip') }, () => {
  it('of a command that went to the background is said to be from the active window, and read where no rule can mean it', async () => {
    let rules: object = {};
    const filter = (): ContentFilter => contentFilterDocument.parse(rules);
    await using rig = await Rig.open({
      needsOwner: () => asksForOwner(filter()),
      judge: ({ owner, isOwnerComplete, ownerMayBe, initial }) => {
        const known = { isComplete: isOwnerComplete, mayBe: ownerMayBe, isEarlier: initial };
        const verdict = judgeOwner(owner, known, filter());
        return verdict === 'read' ? 'read' : { refuse: verdict };
      },
    });
    const editor = await rig.owner();
    await editor.showWindow({ title: 'notes', className: 'Mousepad' });
    await rig.xclip(['-i'], 'shown as a guess');
    const { owner, isOwnerComplete } = await rig.nextCopy();
    assert.deepEqual([owner.name, owner.windowTitle, isOwnerComplete], ['Mousepad', 'notes', false]);
    rules = { excluded_app_names: ['a-vault-that-nobody-runs'], blacklisted_window_keywords: ['bank'] };
    await rig.xclip(['-i'], 'innocent');
    assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/plain': 'innocent' });
    for (const [excluded, because] of [
      [{ excluded_app_names: ['xclip'] }, 'owner-unknown'],
      [{ excluded_app_names: ['Mousepad'] }, 'excluded-app'],
      [{ blacklisted_window_keywords: ['NOTES'] }, 'excluded-window'],
    ] as const) {
      rules = excluded;
      await rig.xclip(['-i'], 'CANARY of a command');
      assert.partialDeepStrictEqual(await rig.next(), { kind: 'refused', because });
    }
    rules = { excluded_app_names: ['xclip'] };
    await editor.own({ UTF8_STRING: { content: { text: 'from the window itself' } } });
    assert.equal((await rig.nextCopy()).owner.name, 'Mousepad');
  });
});

const ownNumbers = ['unshare', '--map-current-user', '--pid', '--fork', '--mount-proc'];
const withoutOwnNumbers =
  spawnSync('unshare', [...ownNumbers.slice(1), 'true']).status !== 0 && 'processes get no numbers of their own here';

it('the server is asked for no process where it knows them by other numbers, as outside a container', {
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
