/**
 * Each component exits by itself when it is asked to stop: nothing that it opened keeps its process alive. Otherwise it would be killed a moment later,
 * with a different exit code, and each stop of Hub would take that long.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { components } from '../../../src/processes/supervisor/components.ts';
import { prepareHome } from '../../../src/processes/supervisor/prepare-home.ts';
import { Desktop, withoutDesktop } from '../../harness/desktop/desktop.ts';
import { TestHub } from '../../harness/hub.ts';

const processes = path.join(import.meta.dirname, '../../../src/processes');
const readyWithinMs = 30_000;
const endsWithinMs = 10_000;

describe('a component that is asked to stop', { skip: withoutDesktop() }, () => {
  const parts = new AsyncDisposableStack();
  let desktop: Desktop;

  before(async () => {
    desktop = parts.use(await Desktop.start());
  });
  after(() => parts.disposeAsync());

  for (const { id, program } of components) {
    test(`exits by itself: ${id}`, async () => {
      // Only its home and environment: the test acts as its supervisor.
      await using hub = new TestHub(desktop.place);
      assert.equal(prepareHome(hub.places), null);
      const child = spawn(process.execPath, [path.join(processes, program ?? '')], {
        env: { ...hub.env, HUB_INSTANCE: 'a test' },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const exited = once(child, 'exit', { signal: AbortSignal.timeout(readyWithinMs + endsWithinMs) });
      try {
        await isReady(child, exited);
        child.send({ kind: 'stop' });
        assert.deepEqual(await exited, [0, null]);
      } finally {
        child.kill('SIGKILL');
      }
    });
  }
});

async function isReady(child: ReturnType<typeof spawn>, exited: Promise<unknown>): Promise<void> {
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message: { readonly kind: string }) => {
      if (message.kind === 'ready') resolve();
    });
  });
  await Promise.race([ready, exited.then(() => assert.fail('it ended before it was ready'))]);
}
