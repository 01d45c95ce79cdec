import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { capture, inlineContent, spooledContent, testJournal, textFragment } from '../../../test/doubles/temporary-journal.ts';
import { blobPath, journalBytes } from '../blobs.ts';
import { recordCapture } from '../captures/captures.ts';
import type { Journal } from '../journal.ts';
import { indexBlocksStep } from '../search/index-blocks.ts';
import { annotate } from './annotations.ts';
import { deleteSlice } from './delete-fragments.ts';
import { hasLimits, type TrimLimits, type TrimPlace, type TrimStep, trimStart, trimStep } from './trim.ts';

const unlimited: TrimLimits = { maxCount: null, maxBytes: null, keptSinceMs: { text: null, image: null, document: null, files: null } };

/** A journal with this many judged copies, made one second apart, and the number of each. */
function rig(t: TestContext, copies: number, bytesEach = 10): { readonly journal: Journal; readonly ids: readonly number[] } {
  const journal = testJournal(t);
  const ids = Array.from({ length: copies }, (_, at) => {
    const text = `${at} `.padEnd(bytesEach, 'x');
    const content = bytesEach > 131_072 ? spooledContent(journal, text) : inlineContent(text);
    return recordCapture(journal, capture([textFragment(content)], { copiedAtMs: (at + 1) * 1_000 })).fragmentIds[0] ?? 0;
  });
  journal.statement("UPDATE fragments SET state = 'kept'").run();
  return { journal, ids };
}

function trim(journal: Journal, limits: Partial<TrimLimits>): number {
  let removed = 0;
  for (let after: TrimPlace | null = trimStart; after !== null; ) {
    const step: TrimStep = trimStep(journal, { ...unlimited, ...limits }, after);
    removed += step.removed;
    after = step.after;
  }
  return removed;
}

const left = (journal: Journal): readonly number[] =>
  journal
    .statement('SELECT id FROM fragments ORDER BY id')
    .all()
    .map(({ id }) => Number(id));

test('without limits nothing is removed', (t) => {
  const { journal, ids } = rig(t, 5);
  assert.equal(hasLimits(unlimited), false);
  assert.equal(trim(journal, {}), 0);
  assert.deepEqual(left(journal), ids);
});

test('beyond a count the oldest copies are removed, except those that are pinned, wait to be judged or saved, or are on the clipboard', (t) => {
  const { journal, ids } = rig(t, 620);
  annotate(journal, ids[0] ?? 0, { pinned: true });
  journal.statement("UPDATE fragments SET state = 'captured' WHERE id = ?").run(ids[1] ?? 0);
  journal.statement('UPDATE fragments SET wants_save = 1 WHERE id = ?').run(ids[2] ?? 0);
  assert.equal(trim(journal, { maxCount: 10 }), 610);
  assert.deepEqual(left(journal), [...ids.slice(0, 3), ...ids.slice(-7)]);
  assert.equal(trim(journal, { maxCount: 1 }), 6);
  assert.deepEqual(left(journal), [...ids.slice(0, 3), ids.at(-1)], 'the last one is on the clipboard');
});

test('copies are too old by their kind, and one that was copied again is not', (t) => {
  const { journal, ids } = rig(t, 500);
  journal.statement("UPDATE fragments SET kind = 'image' WHERE id % 2 = 0").run();
  journal.statement('UPDATE captures SET copied_at = 1000000 WHERE id = 4').run();
  assert.equal(trim(journal, { keptSinceMs: { text: null, image: 401_000, document: null, files: 900_000 } }), 199);
  assert.deepEqual(
    left(journal).filter((id) => id % 2 === 0 && id < 403),
    [4, 402],
  );
  assert.equal(left(journal).length, ids.length - 199);
});

test('beyond a size the oldest copies are removed with their files, and no more than needed', (t) => {
  const { journal } = rig(t, 60, 200_000);
  const before = journalBytes(journal);
  const removed = trim(journal, { maxBytes: before - 5_000_000 });
  assert.ok(removed >= 25 && removed <= 45, `${removed}`);
  assert.ok(journalBytes(journal) <= before - 5_000_000);
});

test('no copy is too much because an earlier search index is still there', (t) => {
  const { journal, ids } = rig(t, 100, 1_000);
  const maxBytes = journalBytes(journal) + 100_000;
  const noise = Array.from({ length: 30_000 }, (_, at) => ((at * 2_654_435_761) % 4_294_967_296).toString(36)).join(' ');
  journal.statement("INSERT INTO search (rowid, body, names) VALUES (1, ?, '')").run(noise);
  assert.ok(journalBytes(journal) > maxBytes);
  assert.equal(trim(journal, { maxBytes }), 0);
  while (indexBlocksStep(journal, 1_000) === 'more');
  assert.equal(trim(journal, { maxBytes }), 0);
  assert.deepEqual(left(journal), ids);
  assert.ok(trim(journal, { maxBytes: 1 }) > 0, 'now its size counts');
});

test('many are deleted in slices, with the files that nothing else names', (t) => {
  const { journal, ids } = rig(t, 40, 200_000);
  const sha256 = String(journal.statement('SELECT sha256 FROM representations WHERE fragment_id = ?').get(ids[0] ?? 0)?.sha256);
  assert.ok(statSync(blobPath(journal, sha256)).size > 0);
  journal.statement("INSERT INTO receipts VALUES ('/w', ?1, '/w/a', 1), ('/x', ?1, '/x/a', 1), ('/w', 'other', '/w/b', 1)").run(sha256);
  assert.deepEqual(deleteSlice(journal, [999, ...ids], 0), { looked: 1, deleted: 0, onHold: [] });
  assert.deepEqual(deleteSlice(journal, ids, Number.POSITIVE_INFINITY), { looked: 40, deleted: 40, onHold: [] });
  assert.equal(existsSync(blobPath(journal, sha256)), false);
  assert.deepEqual(
    journal
      .statement('SELECT path FROM receipts')
      .all()
      .map(({ path }) => path),
    ['/w/b'],
  );
  assert.equal(journal.statement('SELECT count(*) AS n FROM captures').get()?.n, 0);
});

test('an old copy that was imported after many new ones is too old all the same, and a pinned one does not end the pass', (t) => {
  const { journal, ids } = rig(t, 450);
  const imported = (copiedAtMs: number): number => {
    const [id = 0] = recordCapture(
      journal,
      capture([textFragment(inlineContent(`old ${copiedAtMs}`))], { origin: 'import', copiedAtMs }),
    ).fragmentIds;
    journal.statement("UPDATE fragments SET state = 'kept' WHERE id = ?").run(id);
    return id;
  };
  const [pinned] = [imported(10), imported(20)];
  annotate(journal, pinned, { pinned: true });
  assert.equal(trim(journal, { keptSinceMs: { text: 1_000, image: null, document: null, files: null } }), 1);
  assert.deepEqual(left(journal), [...ids, pinned]);
});

test('of many copies of one time, as an import makes them, all are looked at', (t) => {
  const { journal, ids } = rig(t, 450);
  journal.statement('UPDATE captures SET copied_at = 1000').run();
  journal.statement("UPDATE fragments SET kind = 'image' WHERE id <= 205").run();
  assert.equal(trim(journal, { keptSinceMs: { text: 2_000, image: null, document: null, files: null } }), 244);
  assert.deepEqual(left(journal), [...ids.slice(0, 205), ids.at(-1)], 'the last one is on the clipboard');
});

test('each step begins its search where the one before has ended, and not at the oldest copy', (t) => {
  const { journal } = rig(t, 3);
  const asked = new Set<string>();
  const statement: Journal['statement'] = (sql) => {
    asked.add(sql);
    return journal.statement(sql);
  };
  const limits = { maxCount: 0, maxBytes: null, keptSinceMs: { text: 1, image: null, document: null, files: null } };
  for (const place of [trimStart, { by: 'number', fragmentId: 0 } as const]) trimStep({ ...journal, statement }, limits, place);
  const walks = [...asked].filter((sql) => sql.includes(' LIMIT 200'));
  assert.equal(walks.length, 2);
  const seeks = walks.flatMap((sql) => lowerBounds(journal, sql));
  assert.equal(seeks.length, 4, 'captures of one time, of later times, the fragments of a capture; fragments by number');
  assert.ok(!seeks.flat().some((opcode) => opcode.startsWith('Int')), 'a constant lower bound is that of the whole table');
  const plans = walks.flatMap((sql) => journal.statement(`EXPLAIN QUERY PLAN ${sql}`).all()).map(({ detail }) => String(detail));
  assert.ok(plans.some((plan) => /captures_by_time \(copied_at=\? AND rowid>\? AND rowid<\?\)/.test(plan)));
  assert.deepEqual(
    plans.filter((plan) => /^SCAN (?!oldest|present|\(subquery|captures USING COVERING INDEX selections)/.test(plan)),
    [],
  );
});

/** From which instruction of SQLite's program each search upwards has its lower bound: a parameter, another table's column, or a constant. */
function lowerBounds(journal: Journal, sql: string): readonly string[] {
  const program = journal.statement(`EXPLAIN ${sql}`).all();
  // The program begins at its end, with what is computed once.
  const first = program.findIndex(({ opcode }) => opcode === 'Transaction');
  return program.flatMap(({ opcode, addr, p3: register }) => {
    if (opcode !== 'SeekGT' && opcode !== 'SeekGE') return [];
    const before = [...program.slice(first), ...program.slice(0, Number(addr))];
    const setter = before.findLast((each) => each.p2 === register && /^(Variable|Int|Copy|Column)/.test(String(each.opcode)));
    return [String(setter?.opcode)];
  });
}
