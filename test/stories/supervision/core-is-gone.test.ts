/** The history can be used while the core hangs, while it is gone, and while no Hub runs; a restarted core has the same ports. */
import assert from 'node:assert/strict';
import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { canariesBelow } from '../../harness/canaries.ts';
import { TestHub } from '../../harness/hub.ts';

const pidOfCore = (components: readonly { readonly id: string; readonly pid: number | null }[]): number =>
  components.find(({ id }) => id === 'python_core')?.pid ?? 0;

describe('a core that hangs', () => {
  let hub: TestHub;
  before(async () => {
    hub = new TestHub();
    await hub.start();
  });
  after(() => hub[Symbol.asyncDispose]());

  const saved = async (content: string): Promise<string> => {
    const { status } = await hub.request('POST', '/api/save/test', { content, filename: 'a.txt' });
    assert.equal(status, 200);
    return (await hub.fragments())[0]?.id ?? '';
  };

  it('does not prevent reading and deleting, and its next process has the same ports and does not bring back what was deleted', async () => {
    const id = await saved('a harbour that is deleted meanwhile');
    const { bridgePort } = hub;
    const pid = pidOfCore((await hub.until(() => true)).components);
    process.kill(pid, 'SIGSTOP');
    assert.match((await hub.command(['search', 'harbour'])).stdout, new RegExp(`^${id} `, 'm'));
    assert.equal((await hub.command(['show', id, '--content'])).stdout, 'a harbour that is deleted meanwhile');
    const deleted = await hub.command(['delete', id]);
    assert.equal(deleted.status, 0);
    assert.match(deleted.stdout, new RegExp(`^Copy ${id} is deleted from the history; a saved file stays\\.`));
    assert.match((await hub.command(['delete', id])).stderr, /no copy/);
    const { ports } = await hub.until(({ components }) =>
      components.some((one) => one.id === 'python_core' && one.state === 'running' && one.pid !== pid),
    );
    assert.equal(ports.bridge, bridgePort);
    assert.equal((await hub.request('GET', `/api/fragments/${id}`)).status, 404);
  });

  it('and its next process keep the file of a copy that has waited for the journal for hours', async () => {
    const waiting = path.join(hub.places.blobs, '.~hub-0123456789abcdef.tmp');
    writeFileSync(waiting, 'large');
    utimesSync(waiting, 1, 1);
    const pid = pidOfCore((await hub.until(() => true)).components);
    process.kill(pid, 'SIGKILL');
    await hub.until(({ components }) => components.some((one) => one.id === 'python_core' && one.state === 'running' && one.pid !== pid));
    await saved('written after all that the core writes when it starts');
    assert.ok(existsSync(waiting));
    assert.deepEqual(await hub.stop(), []);
    await hub.start();
    await saved('the same of a Hub that has started anew');
    assert.ok(!existsSync(waiting), 'the file is not needed any more');
  });

  it('and a stopped Hub do not prevent deleting, which leaves nothing in the journal', async () => {
    const canary = 'harbour-canary-7c1e';
    const id = await saved(`${canary} `.repeat(20));
    assert.deepEqual(await hub.stop(), []);
    assert.notDeepEqual(canariesBelow(path.dirname(hub.places.journal), [canary]), []);
    assert.equal((await hub.command(['delete', id, '--json'])).stdout, '{"ok":true}\n');
    assert.deepEqual(canariesBelow(path.dirname(hub.places.journal), [canary]), []);
  });
});
