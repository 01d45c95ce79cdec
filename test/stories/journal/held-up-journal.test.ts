/** A process that waits does not hang: a journal that takes seconds for each write kills no process and loses no copy. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type HubDesk, startHubDesk } from '../../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../../harness/desktop/x-display.ts';
import { lockJournal, slowDisk } from '../../harness/journal/held-up-journal.ts';
import { temporaryHome } from '../../harness/temporary-home.ts';
import { until } from '../../harness/until.ts';

const copies = 40;
/** These stories are about time: longer than any process may be silent (`heartbeat`), and than two flushes of 5 s take. */
const lockedMs = 8_000;
const slowMs = 11_000;

describe('a journal that accepts nothing for seconds', { skip: withoutXvfb() }, () => {
  it(`loses none of ${copies} copies, and no process, to another program that holds its lock for ${lockedMs / 1_000} s`, async () => {
    await using desk = await startHubDesk();
    await desk.owner.own({ UTF8_STRING: { content: { text: 'to be deleted meanwhile' } } });
    const { id } = await desk.hub.fragment(({ state }) => state === 'saved');
    const lock = await lockJournal(desk.hub.places.journal);
    const untilFree = delay(lockedMs);
    const deleting = desk.hub.request('DELETE', `/api/fragments/${id}`);
    await copyAll(desk, copies, 1);
    await desk.hub.until(({ components }) => components.some(({ id, state }) => id === 'clipboard' && state === 'degraded'));
    assert.match((await desk.hub.health(({ status }) => status === 'degraded')).reasons.join(), /^copies wait in memory/);
    await untilFree;
    await lock[Symbol.asyncDispose]();
    assert.equal((await deleting).status, 200);
    await allKept(desk, copies);
    await desk.hub.health(({ status }) => status === 'ok');
  });

  it('keeps waiting copies in order across a restart of the monitor and one of Hub', async () => {
    await using desk = await startHubDesk();
    const { hub } = desk;
    const lock = await lockJournal(hub.places.journal);
    await copyAll(desk, 4);
    assert.equal((await hub.command(['restart', 'clipboard'])).status, 0);
    const held = path.join(path.dirname(hub.places.blobs), 'held');
    assert.equal(readdirSync(held).length, 4);
    await hub.stop();
    await lock[Symbol.asyncDispose]();
    await hub.start();
    const told = async (): Promise<string> => (await hub.fragments()).map(({ text }) => text?.slice(0, 6)).join();
    await until('that all are kept in their order', async () => (await told()) === 'copy 4,copy 3,copy 2,copy 1', 30_000);
    assert.equal((await hub.health(() => true)).copies.missed, 0);
    assert.deepEqual(readdirSync(held), []);
  });

  it('loses no copy and no process to a disk that takes 5 s for each flush', async (t) => {
    const folder = temporaryHome(t);
    const disk = slowDisk(folder);
    if (disk === null) return t.skip('no C compiler');
    await using desk = await startHubDesk({ env: disk.env });
    disk.slow();
    const untilQuick = delay(slowMs);
    await copyAll(desk, copies - 1);
    await desk.owner.own({ UTF8_STRING: { content: { text: `copy ${copies}\n`, fillBytes: 300_000 } } });
    await desk.hub.until(({ components }) => components.some(({ id, state }) => id === 'clipboard' && state === 'degraded'));
    await untilQuick;
    disk.quick();
    await allKept(desk, copies);
  });
});

/** Makes each copy once the previous one was requested: reading continues, whatever the journal does. */
async function copyAll({ owner }: HubDesk, count: number, before = 0): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    await owner.own({ UTF8_STRING: { content: { text: `copy ${number} of this story` } } });
    await until(`that copy ${number} is read`, async () => ((await owner.requests()).UTF8_STRING ?? 0) >= before + number, 3_000);
  }
}

async function allKept({ hub }: HubDesk, count: number): Promise<void> {
  const wanted = Array.from({ length: count }, (_, index) => `copy ${index + 1}`).toSorted();
  await until(
    'that all are kept',
    async () => {
      const kept = (await hub.fragments()).map(({ text }) => /^copy \d+/.exec(text ?? '')?.[0] ?? '').toSorted();
      return JSON.stringify(kept) === JSON.stringify(wanted);
    },
    30_000,
  );
  const { components } = await hub.until((status) => status.components.every(({ state }) => state === 'running' || state === 'stopped'));
  assert.deepEqual(
    components.flatMap(({ id, restarts }) => (restarts === 0 ? [] : [`${id}: ${restarts}`])),
    [],
  );
}
