import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import type { DocumentFault } from './json-document.ts';
import { openDocument } from './live-document.ts';

test('a value that outlives its file stays in force when that is removed, which is a fault, also for the next start', async (t) => {
  const home = temporaryHome(t);
  const file = path.join(home, 'list.json');
  const faults: DocumentFault[] = [];
  const open = () =>
    openDocument<{ readonly list?: readonly number[] }>({
      ...{ file, lastGood: path.join(home, 'last-good.json'), goneAfterMs: 20 },
      parse: (value) => ({ ok: true, value: value as object }),
      outlivesFile: ({ list = [] }) => list.length > 0,
      onFault: (fault) => void faults.push(fault),
    });
  writeFileSync(file, '{"list": [1]}');
  using first = open();
  rmSync(file);
  first.look();
  await until('the fault', () => first.fault?.reason === 'gone');
  assert.deepEqual([first.value.list, first.standing, faults.length], [[1], 'last-good', 1]);
  using second = open();
  await until('the same fault', () => second.fault?.reason === 'gone');
  assert.deepEqual(second.value.list, [1]);
  writeFileSync(file, '{"list": []}');
  first.look();
  assert.deepEqual([first.fault, first.standing], [null, 'as-written']);
  rmSync(file);
  first.look();
  await until('the end of an empty one', () => first.standing === 'as-written');
  assert.equal(first.value.list, undefined);
});
