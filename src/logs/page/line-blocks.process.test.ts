import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { LogLine } from '../log-line.ts';
import { LineBlocks } from './line-blocks.ts';

test('of a line whose copy is not known yet only numbers stay in memory: there may be millions of them', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const blocks = new LineBlocks();
  const held = (() => {
    const ordinal = ['ordinal', 5] as const;
    const line: LogLine = { atMs: 1_000, level: 'DEBUG', component: 'clipboard', pid: 7, event: 'x targets', fields: [ordinal] };
    blocks.add(line);
    return [new WeakRef<object>(line), new WeakRef<object>(ordinal)];
  })();
  await turn();
  collect();
  assert.deepEqual(
    held.map((each) => each.deref()),
    [undefined, undefined],
  );
  const fields = Object.entries({ captureId: 9, ordinal: 5 });
  blocks.add({ atMs: 1_001, level: 'INFO', component: 'clipboard', pid: 7, event: 'copied', fields });
  assert.deepEqual(blocks.known().laterCaptures, [0, 9]);
});
