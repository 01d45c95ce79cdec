import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ControlPipeParts, controlPipe } from './control-pipe.ts';

test('what nobody waits for any more is not done: a supervisor that was halted reads it long after it was reported as failed', async () => {
  const done: string[] = [];
  const answer = controlPipe({
    supervisor: {
      restart: async (id: string) => {
        done.push(id);
        return { ok: true, componentId: id, pid: 1 };
      },
    },
    shutdown: () => void done.push('shutdown'),
  } as unknown as ControlPipeParts);
  const before = Date.now() - 1;
  assert.deepEqual(await answer({ op: 'restart', componentId: 'clipboard', untilMs: before }), { ok: false, error: 'timeout' });
  assert.deepEqual(await answer({ op: 'shutdown', untilMs: before }), { ok: false, error: 'timeout' });
  assert.deepEqual(done, []);
  const later = Date.now() + 60_000;
  await answer({ op: 'restart', componentId: 'clipboard', untilMs: later });
  await answer({ op: 'restart', componentId: 'python_core' });
  await answer({ op: 'shutdown', untilMs: later });
  assert.deepEqual(done, ['clipboard', 'python_core', 'shutdown']);
});
