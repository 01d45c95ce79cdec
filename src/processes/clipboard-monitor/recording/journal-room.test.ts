import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { testJournal } from '../../../../test/doubles/temporary-journal.ts';
import type { RoomVerdict } from '../../../domain/capture/disk-room.ts';
import { RoomLook, readRoom } from './journal-room.ts';

test('the room is the quota less the size of the journal; a size that can not be determined costs no copy', async (t) => {
  const journal = testJournal(t);
  const kind = async (maxMegabytes: number): Promise<string> => (await readRoom(journal, maxMegabytes)).kind;
  const taken = (bytes: number): unknown => journal.statement('UPDATE blob_bytes SET total = ?').run(bytes);
  assert.equal(await kind(100), 'enough');
  taken(95_000_000);
  assert.deepEqual([await kind(100), await kind(200)], ['nearly-full', 'enough']);
  taken(100_000_000);
  assert.deepEqual([await kind(100), await kind(200)], ['small-only', 'enough']);
  rmSync(journal.blobs, { recursive: true });
  assert.equal(await kind(100), 'enough');
});

test('room that was made is noticed within seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let room: RoomVerdict = { kind: 'small-only', why: 'full' };
  let changes = 0;
  using looks = new RoomLook(
    async () => room,
    () => {
      changes += 1;
    },
  );
  const pass = async (ms: number): Promise<void> => {
    t.mock.timers.tick(ms);
    await new Promise(setImmediate);
  };
  await looks.look();
  room = { kind: 'enough' };
  await pass(3_000);
  assert.deepEqual([looks.room.kind, changes], ['enough', 2]);
  room = { kind: 'small-only', why: 'full' };
  await pass(3_000);
  assert.equal(looks.room.kind, 'enough', 'otherwise it is looked at every half minute');
  await pass(27_000);
  assert.equal(looks.room.kind, 'small-only');
});
