import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { testJournal } from '../../../../test/doubles/temporary-journal.ts';
import { readRoom } from './journal-room.ts';

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
