/** Text that is selected and not copied, in a whole Hub: off, on, and kept apart from the copies. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import type { FragmentList } from '../../../src/contract/bridge.ts';
import { startHubDesk } from '../../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../../harness/desktop/x-display.ts';
import type { TestHub } from '../../harness/hub.ts';
import { ClipboardOwner } from '../../harness/owners/clipboard-owner.ts';
import { until } from '../../harness/until.ts';

const text = (words: string) => ({ UTF8_STRING: { content: { text: words } } });

async function list(hub: TestHub, q = ''): Promise<readonly FragmentList['items'][number][]> {
  const items = JSON.parse((await hub.command(q === '' ? ['history', '--json'] : ['search', '--json', q])).stdout) as FragmentList;
  return items.items;
}

/** What was selected before the monitor had heard of the setting is not kept: it is selected again. */
async function firstKept(hub: TestHub, select: () => Promise<void>): Promise<FragmentList['items'][number]> {
  let sinceMs = Number.NEGATIVE_INFINITY;
  return until('the selection', async () => {
    if (performance.now() - sinceMs > selectedAgainMs) {
      await select();
      sinceMs = performance.now();
    }
    return (await list(hub, 'is:selected')).find(({ state }) => state === 'kept');
  });
}

const selectedAgainMs = 4_000;

describe('selected text', { skip: withoutXvfb() }, () => {
  it('is kept from the moment at which it is turned on, apart from the copies, and can be put on the clipboard', async () => {
    await using desk = await startHubDesk();
    const { hub, owner, display } = desk;
    await using selecting = await ClipboardOwner.start(display.name, 'PRIMARY');
    await owner.own(text('what was copied and stays there'));
    await until('the copy', async () => (await list(hub))[0]?.state === 'saved');
    const [before, source] = [await list(hub), (await hub.request('GET', '/source')).body.toString()];
    await selecting.own(text('selected while it is off'));
    await hub.command(['config', 'set', 'hub', 'primary_selection.capture', 'true']);
    const selected = await firstKept(hub, () => selecting.own(text('selected, and long enough for a file')));
    assert.partialDeepStrictEqual(selected, { selection: 'primary', reason: 'selected', text: 'selected, and long enough for a file' });
    assert.equal((await list(hub, 'is:selected')).length, 1);
    assert.deepEqual(
      [await list(hub), (await hub.request('GET', '/source')).body.toString(), await list(hub, 'selected')],
      [before, source, []],
    );
    assert.equal((await hub.command(['copy', selected.id])).status, 0);
    const pasted = execFileSync('xclip', ['-selection', 'clipboard', '-o'], { env: { ...process.env, DISPLAY: display.name } });
    assert.equal(pasted.toString(), 'selected, and long enough for a file');
    const asked = (await selecting.requests()).UTF8_STRING;
    await hub.command(['config', 'set', 'hub', 'primary_selection.capture', 'false']);
    await selecting.own(text('selected while it is off again'));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    assert.deepEqual([(await selecting.requests()).UTF8_STRING, (await list(hub, 'is:selected')).length], [asked, 1]);
  });
});
