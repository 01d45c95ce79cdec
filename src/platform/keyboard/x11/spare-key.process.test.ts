import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startXDisplay, withoutXvfb } from '../../../../test/harness/desktop/x-display.ts';
import { until } from '../../../../test/harness/until.ts';
import { connectX } from '../../x11/connection.ts';
import { readKeyTables } from './key-tables.ts';
import { SpareKey } from './spare-key.ts';

/** No layout of the test's server has it. */
const [letter, keysym] = ['\u0416', 0x436];
const keys = { modifiers: [], key: letter } as const;

test('a spare key is there as long after the last paste as after the first, and one that was left behind is cleared', {
  skip: withoutXvfb(),
}, async (t) => {
  await using display = await startXDisplay();
  const opened = await connectX(display.name);
  assert.ok(opened.ok);
  await using connection = opened.value;
  const tables = async () => {
    const read = await readKeyTables(connection);
    assert.ok(read !== null);
    return read;
  };
  const isThere = async (): Promise<boolean> => (await tables()).keysyms.some((row) => row[0] === keysym);

  const spare = await SpareKey.open(connection);
  assert.ok(spare !== null);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const first = spare.keycodesFor(await tables(), keys, 0);
  assert.equal(first?.length, 1);
  t.mock.timers.tick(900);
  assert.equal(await isThere(), true);
  assert.deepEqual(spare.keycodesFor(await tables(), keys, 0), first, 'the same key');
  t.mock.timers.tick(900);
  assert.equal(await isThere(), true);
  t.mock.timers.tick(200);
  assert.equal(await isThere(), false);

  // Its thread is ended at once.
  spare.keycodesFor(await tables(), keys, 0);
  t.mock.timers.reset();
  assert.equal(await isThere(), true);
  await SpareKey.open(connection);
  await until('cleared key', async () => !(await isThere()));
});
