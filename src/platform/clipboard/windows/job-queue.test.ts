import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Job, JobQueue } from './job-queue.ts';

function rig() {
  const said: string[] = [];
  const queue = new JobQueue((error) => said.push(`fault: ${String(error)}`));
  const add = (name: string, attempt: () => boolean, untilMs = Number.POSITIVE_INFINITY): void =>
    queue.add({
      untilMs,
      attempt: () => {
        said.push(name);
        return attempt();
      },
      giveUp: () => said.push(`${name} given up`),
    } satisfies Job);
  return { said, queue, add };
}

test('jobs run in their order, and wait for the first', () => {
  const { said, queue, add } = rig();
  let isOpen = false;
  add('read', () => isOpen);
  add('offer', () => true);
  assert.equal(queue.run(), false);
  isOpen = true;
  assert.equal(queue.run(), true);
  assert.deepEqual([said, queue.isEmpty], [['read', 'read', 'offer'], true]);
});

test('a job whose time is over is given up, after a last attempt', () => {
  const { said, queue, add } = rig();
  add('read', () => false, performance.now() - 1);
  add('offer', () => true, performance.now() - 1);
  assert.equal(queue.run(), true);
  assert.deepEqual(said, ['read', 'read given up', 'offer']);
});

test('a job that throws is reported and given up, once, and holds up nothing', () => {
  const { said, queue, add } = rig();
  add('read', () => {
    throw new Error('unexpected');
  });
  add('offer', () => true);
  assert.equal(queue.run(), true);
  assert.equal(queue.run(), true);
  assert.deepEqual(said, ['read', 'fault: Error: unexpected', 'read given up', 'offer']);
});
