import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberingLog } from '../../../test/doubles/fake-component.ts';
import { loggingFailures } from './logging-failures.ts';

test('a message that can not be handled is logged, now or later, and the next one is handled', async () => {
  const logged: string[] = [];
  const heard: number[] = [];
  const log = rememberingLog((line) => logged.push(line));
  const hear = loggingFailures(log, 'page', (which: number) => {
    heard.push(which);
    if (which === 1) throw new TypeError('at once');
    return which === 2 ? Promise.reject(new TypeError('later')) : undefined;
  });
  for (const which of [0, 1, 2, 3]) hear(which);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(
    [heard, logged],
    [
      [0, 1, 2, 3],
      ['ERROR message not handled', 'ERROR message not handled'],
    ],
  );
});
