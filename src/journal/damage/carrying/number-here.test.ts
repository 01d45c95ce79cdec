/** A damaged journal that could not be read at the start, and whose numbers the new one has given to other copies since. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { journalAside } from '../../../../test/doubles/journals/journal-aside.ts';
import { textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { nothingLost } from '../../../domain/retention/lost-copies.ts';
import { recordCapture } from '../../captures/captures.ts';
import type { Journal } from '../../journal.ts';
import { countRepeat, mergeCopies } from '../../keeping/merge-copies.ts';
import { readLoss } from '../loss-file.ts';
import { carryOver } from './carry-over.ts';
import { Carrying } from './carrying-over.ts';
import { deleteWaiting } from './deleted-meanwhile.ts';

const copies = 200;

function rig(t: TestContext, fill: (old: Journal) => void = () => {}) {
  const { place, from, journal, on } = journalAside(t, (old) => {
    for (let n = 1; n <= copies; n += 1) recordCapture(old, textCapture(`old ${n}`, { copiedAtMs: 1_000 * n }));
    fill(old);
  });
  const copy = (count: number): void => {
    for (let n = 1; n <= count; n += 1) recordCapture(journal, textCapture(`new ${performance.now()}`, { copiedAtMs: 10_000_000 + n }));
  };
  const remove = (number: number) => deleteWaiting(journal, { what: { numbers: [number] }, place, nowMs: Date.now(), isForGood: true });
  return { from, journal, on, copy, remove };
}

/** The number of the copy with this text now. */
const numberOf = (journal: Journal, text: string): unknown =>
  journal.statement('SELECT fragment_id AS id FROM representations WHERE CAST(inline AS TEXT) = ?').get(text)?.id;
const old = (journal: Journal): readonly number[] =>
  Array.from({ length: copies }, (_, at) => at + 1).filter((n) => numberOf(journal, `old ${n}`) !== undefined);

const damagedOne = (old: Journal): void => {
  old.statement("UPDATE representations SET sha256 = substr(sha256, 2) || '0' WHERE fragment_id = 190").run();
};

test('after an end without a word, another copy with the number of one that is lost does not count as that one', async (t) => {
  const { from, journal, on, copy } = rig(t, damagedOne);
  copy(copies);
  {
    using killed = new Carrying(from, journal);
    killed.begin(Number.POSITIVE_INFINITY);
    killed.slice(Number.POSITIVE_INFINITY);
  }
  await on();
  assert.equal(old(journal).length, copies - 1);
  assert.deepEqual(readLoss(from.file), { ...nothingLost, unsure: [[190, 190]] });
});

test('an earlier copy with the number of one that is lost does not count as that one', async (t) => {
  const { from, journal, on, copy } = rig(t, damagedOne);
  copy(copies);
  journal.transaction(() => {
    const earlier = "VALUES (195, 190, 10000190, 'local', '', '')";
    journal
      .statement(`INSERT INTO earlier_copies (fragment_id, number, copied_at, source_type, source_name, source_path) ${earlier}`)
      .run();
    journal.statement('DELETE FROM fragments WHERE id = 190').run();
  });
  await on();
  assert.deepEqual([old(journal).length, readLoss(from.file)], [copies - 1, { ...nothingLost, lost: [[190, 190]] }]);
});

/** It becomes part of the later copy. */
function copyAgain(journal: Journal, text: string): void {
  const [later = 0] = recordCapture(journal, textCapture(text, { copiedAtMs: 20_000_000 })).fragmentIds;
  journal.statement("UPDATE fragments SET state = 'kept'").run();
  journal.transaction(() => mergeCopies(journal, later));
  assert.equal(numberOf(journal, text), later);
}

test('a copy that became part of a later one before it was told that it came over is not lost', async (t) => {
  const { from, journal, on } = rig(t);
  {
    using killed = new Carrying(from, journal);
    killed.begin(Number.POSITIVE_INFINITY);
    killed.slice(Number.POSITIVE_INFINITY);
  }
  copyAgain(journal, 'old 190');
  await on();
  assert.deepEqual(readLoss(from.file), nothingLost);
});

test('of a journal that an earlier Hub put aside, no copy with the number of another one counts as that', async (t) => {
  const { from, journal, on, copy } = rig(t);
  rmSync(`${from.file}-loss`);
  copy(copies - 1);
  await on();
  assert.deepEqual([old(journal), readLoss(from.file)], [[], { ...nothingLost, unsure: [[1, copies]] }]);
});

test('a copy that was announced again, or copied again and then became part of a later one, is there', async (t) => {
  for (const isTold of [false, true]) {
    const { from, journal, on } = rig(t);
    if (isTold) {
      using killed = new Carrying(from, journal);
      killed.begin(Number.POSITIVE_INFINITY);
      killed.slice(Number.POSITIVE_INFINITY);
    } else {
      carryOver(from, journal, 60_000);
      rmSync(`${from.file}-loss`);
    }
    journal.transaction(() => {
      const setTime = journal.statement('UPDATE captures SET copied_at = ? WHERE id = ?');
      setTime.run(10_000_000, 199); // by a clipboard manager, which is no copy
      countRepeat(journal, [198]);
      setTime.run(10_000_000, 198);
    });
    copyAgain(journal, 'old 198');
    await on();
    assert.deepEqual(readLoss(from.file), nothingLost);
  }
});

test('of a journal that an earlier Hub put aside, a copy that was copied again since is there', async (t) => {
  const { from, journal, on } = rig(t);
  carryOver(from, journal, 60_000);
  rmSync(`${from.file}-loss`);
  journal.transaction(() => {
    countRepeat(journal, [copies]);
    journal.statement('UPDATE captures SET copied_at = 10000000 WHERE id = ?').run(copies);
  });
  copyAgain(journal, 'old 7');
  await on();
  assert.deepEqual(readLoss(from.file), nothingLost);
});

test('a copy that was deleted while it waited does not come back because another one got its number', async (t) => {
  const { from, journal, on, copy, remove } = rig(t);
  copy(3);
  assert.equal(remove(5), 'written');
  copy(3);
  await on();
  assert.equal(numberOf(journal, 'old 5'), undefined);
  assert.deepEqual([old(journal).length, readLoss(from.file)], [copies - 1, nothingLost]);
});

test('a deletion of a number that none has deletes no copy that gets this number', async (t) => {
  const { journal, on, copy, remove } = rig(t);
  copy(6);
  assert.equal(remove(copies + 3), 'written');
  await on();
  assert.equal(numberOf(journal, 'old 4'), copies + 3);
  assert.equal(old(journal).length, copies);
});

test('a message of an extension stays with its copy, whichever number that gets', async (t) => {
  for (const isLater of [false, true]) {
    const { from, journal, on, copy } = rig(t, (damaged) => {
      for (const n of [3, 150])
        damaged.statement("INSERT INTO extension_messages (pairing, message, fragment_id) VALUES ('a', ?, ?)").run(`m${n}`, n);
    });
    copy(6);
    if (!isLater) carryOver(from, journal, 60_000);
    await on();
    const named = (n: number) => journal.statement('SELECT fragment_id AS id FROM extension_messages WHERE message = ?').get(`m${n}`)?.id;
    assert.deepEqual([named(3), named(150)], [numberOf(journal, 'old 3'), 150]);
    assert.ok(Number(named(3)) > copies);
  }
});
