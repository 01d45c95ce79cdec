import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnosticsView } from './diagnostics-view.ts';

test('of what waits, only saves that did not work look wrong', () => {
  const wrong = (heldUp: number): readonly string[] => {
    const { queues } = diagnosticsView({ queues: { judging: 2, saving: 1_204, heldUp, pictures: 12, indexing: 20 } });
    return queues.filter(({ isWrong }) => isWrong).map(({ name }) => name);
  };
  assert.deepEqual([wrong(0), wrong(3)], [[], ['Held up']]);
  assert.ok(diagnosticsView({ queues: null }).queues.every(({ length, isWrong }) => length === null && !isWrong));
});
