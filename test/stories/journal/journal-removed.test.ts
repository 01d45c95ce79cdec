/** Somebody removes or replaces the journal while Hub runs: only its own content is lost. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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
    // A process that is killed cannot write anything in order.
    const { components: before } = await hub.until(() => true);
    for (const { pid } of before) if (pid !== null) process.kill(pid, 'SIGKILL');
    await until('that all have ended', () => before.every(({ pid }) => pid === null || hasEnded(pid)));
    await hub.start();
    await kept(desk, 6);
  });
});

describe('a journal that is replaced by a backup while Hub runs', { skip: withoutXvfb() }, () => {
  it('is not mixed with the log of the previous one, by any command or component that opens it before the others notice', async () => {
    await using desk = await startHubDesk();
    const { hub } = desk;
    const backup = path.join(hub.root, 'backup.db');
    for (let number = 1; number <= 3; number += 1) await copyKept(desk, `copy ${number}, in the backup`);
    {
      using journal = new DatabaseSync(hub.places.journal);
      journal.exec(`VACUUM INTO '${backup}'`);
    }
    for (let number = 4; number <= 20; number += 1) await copyKept(desk, `copy ${number}, ${'too late for the backup '.repeat(100)}`);
    const { components } = await hub.until(() => true);
    const core = components.find(({ id }) => id === 'python_core')?.pid ?? 0;
    const others = [hub.supervisorPid, ...components.flatMap(({ pid }) => (pid === null || pid === core ? [] : [pid]))];
    using halted = new DisposableStack(); // also if the story fails, because nothing can end a halted process in order
    halted.defer(() => {
      for (const pid of others) process.kill(pid, 'SIGCONT');
    });
    for (const pid of [...others, core]) process.kill(pid, 'SIGSTOP');
    renameSync(backup, hub.places.journal);
    const texts = async (): Promise<readonly string[]> => {
      const { items } = JSON.parse((await hub.command(['history', '--json'])).stdout) as { items: { id: string; text: string }[] };
      return items.map(({ text }) => /^copy \d+/.exec(text)?.[0] ?? text);
    };
    assert.deepEqual(await texts(), ['copy 3', 'copy 2', 'copy 1']);
    assert.equal((await hub.command(['delete', '2'])).status, 0);
    process.kill(core, 'SIGKILL');
    halted.dispose();
    await copyKept(desk, 'copy 21, after it');
    await hub.until(({ components }) => components.every(({ id, state }) => state === 'running' || id === 'hub'));
    assert.deepEqual(await texts(), ['copy 21', 'copy 3', 'copy 1']);
    assert.deepEqual(
      readdirSync(path.dirname(hub.places.journal)).filter((name) => /bad|damaged/.test(name)),
      [],
    );
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

async function copyKept(desk: HubDesk, text: string): Promise<void> {
  await copy(desk, text);
  await desk.hub.fragment((fragment) => fragment.text === text && fragment.state !== 'captured');
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
