/** Pauses that end by themselves, and ignoring the next copy: with real programs, crashes and restarts. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { ComponentStatus } from '../../src/contract/supervisor.ts';
import { canariesBelow, canariesIn, canary } from '../harness/canaries.ts';
import { type HubDesk, startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import type { TestHub } from '../harness/hub.ts';
import type { ClipboardOwner, OwnedTargets } from '../harness/owners/clipboard-owner.ts';
import { until } from '../harness/until.ts';

const text = (content: string): OwnedTargets => ({
  UTF8_STRING: { content: { text: content } },
  'text/html': { content: { text: content } },
});

describe('a pause with an end, and ignoring the next copy,', { skip: withoutXvfb() }, () => {
  let desk: HubDesk;
  let hub: TestHub;
  let owner: ClipboardOwner;
  let keptId = '';
  const secrets: string[] = [];
  const secret = (): string => {
    secrets.push(canary(`secret-${secrets.length}`));
    return secrets.at(-1) ?? '';
  };

  before(async () => {
    desk = await startHubDesk({ env: { HUB_DEBUG: 'true' } });
    ({ hub, owner } = desk);
    await owner.own(text('kept before all pauses'));
    keptId = (await hub.fragment(({ state }) => state === 'saved')).id;
  });
  after(() => desk?.[Symbol.asyncDispose]());

  async function told(words: readonly string[]): Promise<string> {
    const { status, stdout, stderr } = await hub.command(words);
    assert.deepEqual([status, stderr], [0, '']);
    return stdout;
  }

  async function monitor(wanted: (monitor: ComponentStatus) => boolean): Promise<ComponentStatus> {
    const of = ({ components }: { readonly components: readonly ComponentStatus[] }) => components.find(({ id }) => id === 'clipboard');
    const found = of(await hub.until((status) => wanted(of(status) ?? assert.fail())));
    assert.ok(found);
    return found;
  }

  async function kill(id: ComponentStatus['id']): Promise<void> {
    const of = ({ components }: { readonly components: readonly ComponentStatus[] }) => components.find((each) => each.id === id);
    const { pid } = of(await hub.until(() => true)) ?? {};
    process.kill(pid ?? 0, 'SIGKILL');
    await hub.until((status) => of(status)?.pid !== pid && of(status)?.state === 'running');
  }

  /** Whatever was copied before has passed the monitor then: this goes over the same connection. */
  async function passed(): Promise<void> {
    const answer = await hub.request('POST', `/api/fragments/${keptId}/copy`, {});
    assert.equal(answer.status, 200);
  }

  /** The next copy is captured, and none of the secrets is anywhere. */
  async function capturesNext(content: string): Promise<void> {
    await owner.own(text(content));
    await hub.fragment(({ text: found }) => found === content);
    assert.deepEqual(canariesBelow(hub.root, secrets), []);
    assert.deepEqual(canariesIn(Buffer.from(hub.output), secrets), []);
  }

  it('ends by itself, and what was copied during it is not captured afterwards', async () => {
    assert.match(await told(['pause', '--for', '3s']), /^Capture is paused until \d\d:\d\d/);
    const { reason } = await monitor(({ reason: note }) => note !== null);
    assert.match(reason ?? '', /^capture is paused until \d\d:\d\d; resume it with: hub resume$/);
    await owner.own(text(secret()));
    const asked = await owner.requests();
    await monitor(({ reason: note }) => note === null);
    assert.ok(!existsSync(hub.places.capturePaused));
    await kill('clipboard');
    await passed();
    assert.deepEqual(await owner.requests(), asked);
    await capturesNext('the first copy after the pause');
  });

  it('survives a Hub that is killed as a whole, and ends while none runs', async () => {
    await told(['pause', '--for', '2s']);
    await owner.own(text(secret()));
    await kill('clipboard');
    process.kill(hub.supervisorPid, 'SIGKILL');
    await until('end of all processes', () => hub.supervisorPid === 0 || !isThere(hub.supervisorPid));
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await hub.start();
    await monitor(({ state, reason }) => state === 'running' && reason === null);
    const asked = await owner.requests();
    await passed();
    assert.deepEqual(await owner.requests(), asked);
    await capturesNext('the first copy after the second pause');
  });

  it('one copy is ignored with all its formats, also across a crash, and the next one is captured', async () => {
    for (const crashes of [false, true]) {
      const asked = await owner.requests();
      assert.match(await told(['ignore-next']), /^The next copy is ignored, if it is made before \d\d:\d\d/);
      await monitor(({ reason }) => reason?.startsWith('the next copy is ignored') === true);
      if (crashes) await kill('clipboard');
      await owner.own(text(secret()));
      await until('that it was ignored', () => !existsSync(hub.places.ignoreNext));
      if (crashes) await kill('clipboard');
      await passed();
      assert.deepEqual(await owner.requests(), asked);
      await monitor(({ reason }) => reason === null);
      await capturesNext(`the copy after it, ${crashes ? 'with' : 'without'} a crash`);
    }
  });

  it('the ignored copy is named as the reason why nothing is shown', async () => {
    await told(['ignore-next']);
    await owner.own(text(secret()));
    assert.equal((await hub.source(({ absence }) => absence === 'ignored')).clipboardFragments.length, 0);
    // Sooner than anybody copies again, the same program has only announced its copy once more.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await capturesNext('another copy');
  });

  it('can be taken back', async () => {
    await told(['ignore-next']);
    assert.equal(await told(['resume']), 'Capture resumed.\n');
    await capturesNext('the copy that was to be ignored');
    await told(['pause', '--until', '23:59']);
    await told(['resume', '--json']);
    await capturesNext('the copy that was in a pause');
  });

  it('a length or a time that is none is refused', async () => {
    for (const words of [
      ['--for', 'soon'],
      ['--for', '0s'],
      ['--for', '400d'],
      ['--until', '25:00'],
      ['--for', '1h', '--until', '18:00'],
    ])
      assert.equal((await hub.command(['pause', ...words])).status, 2, words.join(' '));
    assert.ok(!existsSync(hub.places.capturePaused));
  });
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
