/** A damaged page can put any value into any column. One damaged row must not hide other rows, or prevent copies from being recorded. */

import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { test } from 'node:test';
import { foundIds } from '../../../test/doubles/found-fragments.ts';
import {
  capture,
  inlineContent,
  journalPlace,
  spooledContent,
  textCapture,
  textFragment,
} from '../../../test/doubles/temporary-journal.ts';
import { someOf } from '../../../test/harness/effort.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import { journalBytes } from '../blobs.ts';
import { recordCaptures } from '../captures/captures.ts';
import { readCounters } from '../captures/counters.ts';
import { fragmentsByState, heldUpSaves } from '../fragments/counts.ts';
import { type Judgement, recordJudgement, recordSaved, recordSaveFailure } from '../fragments/fragment-states.ts';
import { contentLimits, fragmentView } from '../fragments/fragment-view.ts';
import { contentPlaces, readFragment, readPresent, tryReadHead } from '../fragments/fragments.ts';
import { unjudgedFragments } from '../fragments/judging-attempts.ts';
import { listFragments } from '../fragments/listing.ts';
import { receiptPath } from '../fragments/receipts.ts';
import { idBeforeRecent, savesAfter } from '../fragments/recent-saves.ts';
import { nextAttemptIn, nextToSaveIn } from '../fragments/waiting-saves.ts';
import { type Journal, type JournalReader, openJournal, openJournalReader } from '../journal.ts';
import { deleteFragment } from '../keeping/delete-fragments.ts';
import { runWrite, type WriteArguments, type WriteName, type WriteResult } from '../writing/write-table.ts';
import { damagedRowsNotice } from './damaged-rows.ts';

/** Tables without rowids, and their keys. */
const keys: Readonly<Record<string, string>> = {
  counters: 'name',
  fragments_in_state: 'state',
  held_up_saves: 'reason',
  receipts: 'sha256',
};
const damages: readonly SQLInputValue[] = [2n ** 62n + 1n, 2n ** 63n - 1n, -(2n ** 63n), null, 'words', 1e300, new Uint8Array([0, 255])];
/** Damages that make writes fail in different ways. Only these are tried with writes, because each costs some syncs. */
const failing: ReadonlySet<SQLInputValue> = new Set([2n ** 63n - 1n, null, 'words']);
const tables = [
  'captures',
  'fragments',
  'representations',
  'present',
  'receipts',
  'counters',
  'erasure',
  'blob_bytes',
  'fragments_in_state',
  'held_up_saves',
  'deleted_copies',
  'unindexed_blocks',
  'index_facts',
  'index_days',
];

function judgement(kind: 'save' | 'keep' | 'filter'): Judgement {
  const verdict = kind === 'save' ? { kind } : ({ kind, because: 'untyped' } as const);
  const detection = { group: 'text', extension: '.txt', typeId: 'txt', mediaType: 'text/plain', confidence: 0.5 };
  return { detection, embeddedFilename: 'a.txt', pictureSize: { width: 1, height: 2 }, verdict };
}

/** One fragment in each state, and a row in each table. */
function fill(journal: Journal): void {
  const verdicts = ['keep', 'save', 'save', 'filter', 'save', null, 'keep'] as const;
  for (const [index, verdict] of verdicts.entries()) {
    const large =
      index === 1
        ? [textFragment(spooledContent(journal, Buffer.alloc(200_000, 'large ')))]
        : [textFragment(inlineContent(`some words ${index}`))];
    recordCaptures(journal, [capture(large, { copiedAtMs: 1_000 + index })]);
    if (verdict !== null) recordJudgement(journal, index + 1, judgement(verdict));
  }
  recordSaved(journal, 2, { workspace: '/w', sha256: inlineContent('x').sha256, path: '/w/x', duplicate: false, atMs: 1 });
  recordSaveFailure(journal, 3, 'disk_full', 5_000);
  recordCaptures(journal, [
    capture([textFragment(inlineContent('gone')), textFragment(inlineContent('some words 8'))], { copiedAtMs: 2_000 }),
  ]);
  recordJudgement(journal, 9, judgement('keep'));
  deleteFragment(journal, 8);
  // As if there were enough fragments for a block.
  journal.statement("INSERT INTO index_facts (field, value) VALUES ('app', 'editor')").run();
  journal.statement('INSERT INTO index_days VALUES (0, 1, 9)').run();
}

/** Reads a list to its end, as its callers do; fails if it does not end. */
function walk(next: (after: number) => number | null | undefined): readonly number[] {
  const ids: number[] = [];
  for (let id = next(0); id !== null && id !== undefined; id = next(id)) {
    ids.push(id);
    assert.ok(ids.length < 50, 'there is an end');
  }
  return ids;
}

/** Reads everything except the columns of the fragments themselves. */
function readAll(journal: JournalReader): void {
  const view = { journal, pathsOf: () => [] };
  for (const fragment of [...listFragments(journal, { limit: 100 }), ...readPresent(journal).fragments])
    for (const extent of Object.values(contentLimits)) JSON.stringify(fragmentView(view, fragment, extent));
  for (let id = 0; id < 12; id += 1) for (const place of contentPlaces(journal, id)) if (readFragment(journal, id)) tryReadHead(place, 100);
  for (const count of Object.values({ ...readCounters(journal), ...fragmentsByState(journal) })) assert.ok(Number.isSafeInteger(count));
  for (const { fragments } of heldUpSaves(journal)) assert.ok(Number.isSafeInteger(fragments));
  assert.ok(Number.isSafeInteger(journalBytes(journal)));
  walk((after) => unjudgedFragments(journal, after, 1)[0]);
  walk((after) => nextToSaveIn(journal, null, { nowMs: 10_000, after }));
  walk((after) => savesAfter(journal, Math.max(after, idBeforeRecent(journal, { count: 100, withinMs: 1e6 })), 1)[0]?.fragmentId);
  assert.ok(!Number.isNaN(nextAttemptIn(journal, null)));
  receiptPath(journal, '/w', inlineContent('x').sha256);
}

/** Does every kind of write: a copy is recorded, judged and saved, the save of another one fails, and fragments are deleted and erased. */
function writeAll(journal: Journal): void {
  const write = <Name extends WriteName>(name: Name, ...given: WriteArguments<Name>): WriteResult<Name> => {
    const written = runWrite(() => journal, { name, given, again: false });
    assert.deepEqual(written.ok ? null : [name, written.code], null);
    return (written as { readonly value: WriteResult<Name> }).value;
  };
  for (const [index, isInitial] of [undefined, true].entries()) {
    const copy = textCapture(`new words ${index}`, { copiedAtMs: 9_000 + index, ...(isInitial ? { isInitial } : {}) });
    const [recorded] = write('recordCaptures', [copy]);
    assert.ok(recorded?.ok);
    const [id = 0] = recorded.value.fragmentIds;
    assert.deepEqual(
      readPresent(journal).fragments.map((fragment) => fragment.id),
      [id],
    );
    assert.equal(write('countAttempt', id), 1);
    write('recordJudgement', id, judgement('save'));
    if (isInitial) write('recordSaveFailure', id, 'disk_full', 5_000);
    else write('recordSaved', id, { workspace: '/w', sha256: inlineContent('x').sha256, path: '/w/x', duplicate: false, atMs: 1 });
    assert.ok(foundIds(journal, isInitial ? 'words is:failed' : 'words is:saved').includes(id));
  }
  write('makeFailedSavesDue');
  write('makeWaitingSavesDue');
  write('releaseHeldBack');
  for (const id of walk((after) => nextToSaveIn(journal, null, { nowMs: 10_000, after })))
    write('recordSaveFailure', id, 'content_damaged', null);
  assert.equal(nextToSaveIn(journal, null, { nowMs: 10_000 }), null);
  write('recordNote', { counts: { concealed: 1 }, present: { atMs: 10_000, absence: 'concealed' }, isAnother: true });
  for (const { id } of listFragments(journal, { limit: 100 })) assert.ok(write('deleteFragment', id));
  for (let steps = 0; write('indexBlocksStep', 1_000) === 'more'; steps += 1) assert.ok(steps < 20, 'there is an end');
  for (let steps = 0; write('eraseStep') === 'more'; steps += 1) assert.ok(steps < 20, 'there is an end');
}

interface Case {
  readonly table: string;
  readonly column: string;
  readonly damage: SQLInputValue;
  readonly offset: number;
}

/** Writes the damage past types, constraints and triggers, as a damaged page does. False if SQLite can't store it in this column, such as null in a key. */
function damageFile(file: string, { table, column, damage, offset }: Case): boolean {
  using database = new DatabaseSync(file, { enableForeignKeyConstraints: false, defensive: false });
  database.exec('PRAGMA synchronous = OFF');
  const triggers = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  const form = database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(table)?.sql as string;
  const become = (sql: string): void => {
    database.exec('PRAGMA writable_schema = ON');
    database.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(sql, table);
    database.exec('PRAGMA writable_schema = RESET');
  };
  become(form.replaceAll(/ NOT NULL| CHECK \(only_row = 1\)|(?<=\) )STRICT,?/g, ''));
  const key = keys[table] ?? 'rowid';
  const row = `(SELECT ${key} FROM ${table} ORDER BY ${key} LIMIT 1 OFFSET ${offset})`;
  let isDamaged = false;
  try {
    isDamaged = database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ${row}`).run(damage).changes === 1;
  } catch {
    // A rowid is always a number, and the key of a table without rowids is never null.
  }
  become(form);
  for (const { sql } of triggers) database.exec(String(sql));
  return isDamaged;
}

/** The ids of the fragments that the row belongs to. */
function touched(journal: Journal, { table, offset }: Case): readonly unknown[] {
  const row = `(SELECT rowid FROM ${keys[table] === undefined ? table : 'present'} ORDER BY rowid LIMIT 1 OFFSET ${offset})`;
  const ids = {
    captures: `SELECT id FROM fragments WHERE capture_id = ${row}`,
    fragments: `SELECT ${row} AS id`,
    representations: `SELECT fragment_id AS id FROM representations WHERE rowid = ${row}`,
  }[table];
  return ids === undefined
    ? []
    : journal
        .statement(ids)
        .all()
        .map(({ id }) => id);
}

/** Every damage in every column of the table, each in the next row. */
function* damagesOf(journal: Journal, table: string): Generator<Case> {
  const rows = Number(journal.statement(`SELECT count(*) AS rows FROM ${table}`).get()?.rows);
  assert.ok(rows > 0, 'there is a row to damage');
  let turn = 0;
  for (const { name } of journal.statement(`SELECT name FROM pragma_table_info('${table}')`).all())
    for (const damage of damages) {
      yield { table, column: String(name), damage, offset: turn % rows };
      turn += 1;
    }
}

const listed = (journal: JournalReader): readonly JournalFragment[] => listFragments(journal, { limit: 100 });

for (const table of tables)
  test(`a damaged row of ${table} does not hide other rows, and no copy is lost`, (t) => {
    const place = journalPlace(t);
    using whole = openJournal(place);
    fill(whole);
    assert.ok(whole.tryEmptyLog());
    const before = listed(whole);
    assert.equal(before.length, 8);
    let damaged = 0;
    for (const one of someOf([...damagesOf(whole, table)])) {
      const file = path.join(path.dirname(place.file), 'damaged.db');
      copyFileSync(place.file, file);
      if (!damageFile(file, one)) continue;
      damaged += 1;
      using journal = openJournal({ ...place, file });
      const others = before.filter(({ id }) => !touched(whole, one).includes(id));
      try {
        const left = new Map(listed(journal).map((fragment) => [fragment.id, fragment]));
        for (const fragment of others) assert.deepEqual(left.get(fragment.id), fragment);
        const paged = walk((after) => listFragments(journal, { before: after || undefined, limit: 1 })[0]?.id);
        assert.deepEqual(paged, [...left.keys()]);
        assert.ok(foundIds(journal, 'words group:text type:txt').length > 2);
        readAll(journal);
        if (failing.has(one.damage)) writeAll(journal);
      } catch (error) {
        throw new Error(`${one.column} of row ${one.offset} is ${String(one.damage)}`, { cause: error });
      }
    }
    assert.ok(damaged > 0);
  });

test('a damaged row that is left out is reported once, and counted', (t) => {
  const place = journalPlace(t);
  {
    using journal = openJournal(place);
    fill(journal);
  }
  assert.ok(damageFile(place.file, { table: 'fragments', column: 'kind', damage: 'words', offset: 0 }));
  let told = 0;
  using journal = openJournalReader(place, () => {
    told += 1;
  });
  for (let times = 0; times < 2; times += 1) assert.equal(listed(journal).length, 7);
  assert.deepEqual(
    [told, journal.damaged, damagedRowsNotice(journal.damaged)?.startsWith('a row of the journal is damaged')],
    [1, 1, true],
  );
});
