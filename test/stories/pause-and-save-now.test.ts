/** The verbs for pausing and saving: nothing copied during a pause is kept anywhere, and what is requested becomes a file. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { askLine } from '../../src/base/pipes/ask-line.ts';
import type { ActionVerb } from '../../src/contract/action-verbs.ts';
import type { ComponentStatus } from '../../src/contract/supervisor.ts';
import { openJournal } from '../../src/journal/journal.ts';
import { canariesBelow, canariesIn, canary } from '../harness/canaries.ts';
import { type HubDesk, startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import { filesBelow, type TestHub } from '../harness/hub.ts';
import { bytesOf, ClipboardOwner, type OwnedTargets } from '../harness/owners/clipboard-owner.ts';
import { until } from '../harness/until.ts';

const whyPaused = 'capture is paused; resume it with: hub resume';
const text = (content: string): OwnedTargets => ({ UTF8_STRING: { content: { text: content } } });

async function act(hub: TestHub, verb: ActionVerb): Promise<void> {
  const asked = await askLine(hub.places.pipe('single-instance'), { message: verb }, { timeoutMs: 10_000 });
  assert.ok(asked.ok);
  assert.deepEqual(asked.value, { ok: true });
}

/** The monitor's row in the status, once it meets the condition. */
async function monitor(hub: TestHub, wanted: (monitor: ComponentStatus) => boolean): Promise<ComponentStatus> {
  const row = ({ components }: { readonly components: readonly ComponentStatus[] }) => components.find(({ id }) => id === 'clipboard');
  const status = await hub.until((candidate) => {
    const found = row(candidate);
    return found !== undefined && wanted(found);
  });
  const found = row(status);
  assert.ok(found);
  return found;
}

const isPaused = ({ state, reason }: ComponentStatus): boolean => state === 'running' && reason === whyPaused;
const isRunning = ({ state }: ComponentStatus): boolean => state === 'running';

async function etag(hub: TestHub): Promise<string | undefined> {
  return (await hub.request('GET', '/source')).headers.etag;
}

describe('while capture is paused', { skip: withoutXvfb() }, () => {
  let desk: HubDesk;
  let hub: TestHub;
  let owner: ClipboardOwner;
  let keptId = '';
  const kept = 'a text from before the pause, long enough to be saved';
  const secrets: string[] = [];
  const secret = (label: string): string => {
    const made = canary(label);
    secrets.push(made);
    return made;
  };

  before(async () => {
    desk = await startHubDesk({ env: { HUB_DEBUG: 'true' } });
    ({ hub, owner } = desk);
    await owner.own(text(kept));
    keptId = (await hub.fragment(({ state }) => state === 'saved')).id;
  });
  after(() => desk?.[Symbol.asyncDispose]());

  /** Puts the first fragment on the clipboard. What was copied before has passed the monitor by then: it comes over the same connection. */
  async function putBack(): Promise<void> {
    const answer = await hub.request('POST', `/api/fragments/${keptId}/copy`, {});
    assert.deepEqual([answer.status, JSON.parse(answer.body.toString())], [200, { ok: true }]);
  }

  /** Checks that none of the secrets is stored anywhere, in any form. */
  async function assertNothingTaken(): Promise<void> {
    assert.equal((await hub.fragments()).length, 1);
    assert.deepEqual(canariesBelow(hub.root, secrets), []);
    assert.deepEqual(canariesIn(Buffer.from(hub.output), secrets), []);
  }

  async function killMonitor(again: (monitor: ComponentStatus) => boolean): Promise<void> {
    const { pid } = await monitor(hub, () => true);
    process.kill(pid ?? 0, 'SIGKILL');
    await monitor(hub, (now) => now.pid !== pid && again(now));
  }

  it('nothing that is copied once the pause is answered is taken, and nothing is shown as present', async () => {
    const { copies } = await hub.health(() => true);
    const shown = await etag(hub);
    await owner.showWindow({ title: secret('title'), className: 'Notes' });
    const asked = await owner.requests();
    await act(hub, 'pause-capture');
    await owner.own(text(secret('at once')));
    await monitor(hub, isPaused);
    await hub.source(({ clipboardFragments }) => clipboardFragments.length === 0);
    assert.notEqual(await etag(hub), shown);
    for (const label of ['short', 'long']) {
      const content = { content: { text: `${secret(label)} `.repeat(label === 'long' ? 20_000 : 1) } };
      await owner.own({ UTF8_STRING: content, 'text/html': content, 'image/png': content });
    }
    await putBack();
    assert.deepEqual(await owner.requests(), asked, 'nobody asks for anything, not for the list of formats either');
    await assertNothingTaken();
    assert.deepEqual((await hub.health(() => true)).copies, copies);
    assert.deepEqual((await hub.source(() => true)).clipboardFragments, [], 'of what Hub itself has put there neither');
  });

  it('a monitor that is killed, and a Hub that is started again, come back paused', async () => {
    await owner.own(text(secret('killed')));
    await killMonitor(isPaused);
    await owner.own(text(secret('after the kill')));
    await putBack();
    await assertNothingTaken();
    await owner.own(text(secret('restart')));
    assert.deepEqual(await hub.stop(), []);
    await hub.start();
    await monitor(hub, isPaused);
    await putBack();
    await assertNothingTaken();
  });

  it('after a resume, earlier copies stay uncaptured, for a monitor that starts later too, and the next copy is captured', async () => {
    await owner.own(text(secret('present at the resume')));
    const asked = await owner.requests();
    const { copies } = await hub.health(() => true);
    await act(hub, 'resume-capture');
    await monitor(hub, isRunning);
    await killMonitor(isRunning);
    await putBack();
    assert.deepEqual(await owner.requests(), asked);
    await assertNothingTaken();
    await owner.showWindow({ title: 'Harmless', className: 'Notes' });
    const next = 'the next copy, which is taken as ever and saved';
    await owner.own(text(next));
    await hub.fragment(({ state, text: told }) => state === 'saved' && told === next);
    assert.equal((await hub.source(({ clipboardFragments }) => clipboardFragments.length === 1)).clipboardFragments[0]?.text, next);
    assert.deepEqual((await hub.health(() => true)).copies, { ...copies, captured: copies.captured + 1 });
    assert.equal((await hub.fragments()).length, 2);
    assert.deepEqual(canariesBelow(hub.root, secrets), []);
  });

  it('a copy that is being read when the pause begins is read to its end, and no copy made meanwhile is', async () => {
    await using other = await ClipboardOwner.start(desk.display.name);
    const large = { text: 'a large text ', fillBytes: 64 * 1024 * 1024 };
    await owner.own({ UTF8_STRING: { content: large, manner: 'incr' } }, { chunkBytes: 8_192 });
    await until('temporary file', () => filesBelow(hub.places.blobs).some((name) => name.endsWith('.tmp')));
    await act(hub, 'pause-capture');
    await owner.own(text(secret('of the same program')));
    await other.own({ ...text(secret('of another one')), 'text/html': { content: { text: secret('html') } } });
    assert.ok(
      filesBelow(hub.places.blobs).some((name) => name.endsWith('.tmp')),
      'it was not over by then',
    );
    const { savedPath } = await hub.fragment(({ state, bytes }) => state === 'saved' && bytes === large.fillBytes);
    assert.ok(readFileSync(savedPath ?? '').equals(bytesOf(large)));
    await monitor(hub, isPaused);
    assert.deepEqual((await hub.source(() => true)).clipboardFragments, []);
    assert.deepEqual(await other.requests(), {});
    assert.deepEqual(canariesBelow(hub.root, secrets), []);
    await act(hub, 'resume-capture');
    await monitor(hub, isRunning);
    assert.deepEqual((await hub.source(() => true)).clipboardFragments, []);
  });

  it('a pause in which nobody copies hides the current copy only while it lasts', async () => {
    const present = 'on the clipboard before, during and after it';
    await owner.own(text(present));
    const isShown = (fragments: readonly { readonly text?: string | undefined }[]): boolean => fragments[0]?.text === present;
    await hub.source(({ clipboardFragments }) => isShown(clipboardFragments));
    await act(hub, 'pause-capture');
    await hub.source(({ clipboardFragments }) => clipboardFragments.length === 0);
    await act(hub, 'resume-capture');
    await hub.source(({ clipboardFragments }) => isShown(clipboardFragments));
  });

  it('nothing of it stands in what a stopped Hub leaves', async () => {
    assert.deepEqual(await hub.stop(), []);
    assert.deepEqual(canariesBelow(hub.root, secrets), []);
    assert.notDeepEqual(canariesBelow(hub.root, [kept]), [], 'nothing would have been found');
  });
});

describe('save-now', { skip: withoutXvfb() }, () => {
  let desk: HubDesk;
  let hub: TestHub;
  let owner: ClipboardOwner;

  before(async () => {
    desk = await startHubDesk({
      prepare: (starting) => starting.setDocument('config/content-filter.json', { excluded_extensions: ['.json'] }),
    });
    ({ hub, owner } = desk);
  });
  after(() => desk?.[Symbol.asyncDispose]());

  it('makes the file of a copy that was only kept, once', async () => {
    await owner.own(text('too short'));
    await hub.fragment(({ state, reason }) => state === 'kept' && reason === 'too_short');
    assert.deepEqual(hub.savedFiles(), []);
    await act(hub, 'save-now');
    const { savedPath } = await hub.fragment(({ state }) => state === 'saved');
    assert.equal(readFileSync(savedPath ?? '', 'utf8'), 'too short');
    await hub.source(({ clipboardFragments }) => clipboardFragments[0]?.state === 'saved');
    await act(hub, 'save-now');
    await act(hub, 'save-now');
    // A save requested after them is also handled after them.
    await hub.request('POST', '/api/save/test', { content: 'behind', filename: 'behind.txt' });
    assert.equal(hub.savedFiles().length, 2);
    assert.equal((await hub.fragments()).length, 2);
  });

  it('saves nothing of what a filter refused or its owner concealed', async () => {
    const files = hub.savedFiles();
    const [filtered, concealed] = [canary('filtered'), canary('concealed')];
    await owner.own(text(JSON.stringify({ key: filtered })));
    await hub.fragment(({ state }) => state === 'filtered');
    await act(hub, 'save-now');
    const seen = (await hub.health(() => true)).copies.concealed;
    await owner.own({ ...text(concealed), 'x-kde-passwordManagerHint': { content: { text: 'secret' } } });
    await hub.health(({ copies }) => copies.concealed === seen + 1);
    await act(hub, 'save-now');
    await hub.request('POST', '/api/save/test', { content: 'behind them', filename: 'behind-them.txt' });
    assert.deepEqual(
      hub.savedFiles().filter((file) => !files.includes(file)),
      [path.join('text', 'behind-them.txt')],
    );
    assert.deepEqual(canariesBelow(hub.workspace, [filtered, concealed]), []);
  });

  it('tries a save again that had failed and would have had to wait', async () => {
    rmSync(hub.workspace, { recursive: true });
    writeFileSync(hub.workspace, 'no folder');
    const copied = 'a text that is long enough, for a WorkSpace that is none';
    await owner.own(text(copied));
    await hub.fragment(({ state, text: told }) => state === 'failed' && told === copied);
    using journal = openJournal({ file: hub.places.journal, blobs: hub.places.blobs });
    journal.transaction(() =>
      journal.statement('UPDATE fragments SET next_attempt_at = ? WHERE wants_save = 1').run(Date.now() + 3_600_000),
    );
    rmSync(hub.workspace);
    await act(hub, 'save-now');
    const { savedPath } = await hub.fragment(({ state, text: told }) => state === 'saved' && told === copied);
    assert.equal(readFileSync(savedPath ?? '', 'utf8'), copied);
    assert.deepEqual((await hub.health(({ status }) => status === 'ok')).reasons, []);
  });
});
