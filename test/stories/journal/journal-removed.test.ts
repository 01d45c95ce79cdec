/** Somebody removes the journal while Hub runs: what it held is gone with it, and nothing else. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type HubDesk, startHubDesk } from '../../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../../harness/desktop/x-display.ts';
import { until } from '../../harness/until.ts';

describe('a journal that is removed while Hub runs', { skip: withoutXvfb() }, () => {
  it('is created again, with each later copy, and `hub status` says what happened to the others', async () => {
    await using desk = await startHubDesk();
    const { hub } = desk;
    await copy(desk, 'copy 0, before');
    await hub.fragment(({ text }) => text === 'copy 0, before');
    for (const ending of ['', '-wal', '-shm']) rmSync(`${hub.places.journal}${ending}`, { force: true });
    rmSync(hub.places.blobs, { recursive: true });
    for (let number = 1; number <= 5; number += 1) await copy(desk, `copy ${number} of this story`);
    await copy(desk, 'copy 6, a large one', 300_000);
    // Each process notices on its own: one may have started again before another one has looked.
    await hub.until(({ components }) =>
      components.every(({ id, state, restarts, reason }) => {
        if (id === 'clipboard') return state === 'running' && saysRemoved.test(reason ?? '');
        return state === 'running' ? !['python_core', 'save_worker'].includes(id) || restarts === 1 : state === 'stopped';
      }),
    );
    await kept(desk, 6);
    assert.match(hub.logs(), /ERROR.*journal removed or replaced while Hub runs/);
    // Nothing is written down in order by who is killed.
    const { components: before } = await hub.until(() => true);
    for (const { pid } of before) if (pid !== null) process.kill(pid, 'SIGKILL');
    await until('that all have ended', () => before.every(({ pid }) => pid === null || hasEnded(pid)));
    await hub.start();
    await kept(desk, 6);
  });
});

const saysRemoved = /^the journal .* was removed or replaced while Hub was running/;

function hasEnded(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
  } catch {
    return true;
  }
}

let copies = 0;
async function copy({ owner }: HubDesk, text: string, fillBytes?: number): Promise<void> {
  const asked = ((await owner.requests()).UTF8_STRING ?? 0) + 1;
  copies += 1;
  await owner.own({ UTF8_STRING: { content: { text, ...(fillBytes === undefined ? {} : { fillBytes }) } } });
  await until(`that copy ${copies} is read`, async () => ((await owner.requests()).UTF8_STRING ?? 0) >= asked, 5_000);
}

async function kept({ hub }: HubDesk, count: number): Promise<void> {
  const wanted = Array.from({ length: count }, (_, index) => `copy ${index + 1}`).toSorted();
  await until(
    'that all are kept',
    async () => {
      const found = (await hub.fragments().catch(() => [])).map(({ text }) => /^copy \d+/.exec(text ?? '')?.[0] ?? '').toSorted();
      return JSON.stringify(found) === JSON.stringify(wanted);
    },
    30_000,
  );
}
