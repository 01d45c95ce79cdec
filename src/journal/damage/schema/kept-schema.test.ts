/** When the copy of a schema is kept, compared with that of the journal, and dropped. */
import assert from 'node:assert/strict';
import fs, { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { closeFile } from '../../../../test/doubles/journals/closed-file.ts';
import { atMs, damage, filledJournal, noise, schemaPages, seed, started } from '../../../../test/doubles/journals/filled-journal.ts';
import { olderJournal } from '../../../../test/doubles/journals/older-journal.ts';
import { copyOf, forgetNumber, writeCopy } from '../../../../test/doubles/journals/schema-copies.ts';
import { createdJournal, journalPlace, textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../../captures/captures.ts';
import { type JournalPlace, openJournal } from '../../journal.ts';
import { journalForm } from '../../journal-form.ts';
import { isDamage, isMarkedDamaged } from '../damage.ts';
import { openJournalOrFresh } from '../quarantine.ts';
import { dropEarlierSchema, keepSchema, schemaEnding, unreadSchemaEnding } from './schema-copy.ts';
import type { SchemaRow } from './schema-pages.ts';

/** Changes the schema without its number, as damage does. */
function changeSchema({ file }: JournalPlace, sql: string): void {
  using database = new DatabaseSync(file);
  database.enableDefensive(false);
  database.exec(`PRAGMA writable_schema = ON; ${sql}; PRAGMA wal_checkpoint(TRUNCATE)`);
}

/** Two tables of each page that has two. */
function pairsOnOneLeaf(place: JournalPlace): readonly (readonly [SchemaRow, SchemaRow])[] {
  return copyOf(place).leaves.flatMap(({ rows }) => {
    const [one, other] = rows.filter(({ type, sql }) => type === 'table' && sql?.includes('INTEGER') && !sql.includes('REFERENCES'));
    return one === undefined || other === undefined ? [] : [[one, other] as const];
  });
}

/** A number that JavaScript can't represent. */
const tooLarge = `UPDATE sqlite_schema SET rowid = ${2n ** 62n} WHERE rowid = (SELECT max(rowid) FROM sqlite_schema)`;

const rootOf = (table: string): string => `(SELECT rootpage FROM sqlite_schema WHERE name = '${table}')`;

test('a schema that is damaged, and that SQLite reads, does not take the place of its copy: the journal is put aside, and comes over whole', (t) => {
  const pairs = pairsOnOneLeaf(filledJournal(t));
  assert.ok(pairs.length > 1);
  const changes = [
    "UPDATE sqlite_schema SET sql = replace(sql, 'reason', 'reasom') WHERE name = 'fragments'",
    `UPDATE sqlite_schema SET rootpage = ${rootOf('missed_copies')} WHERE name = 'counters'`,
    `UPDATE sqlite_schema SET rootpage = ${rootOf('annotations')} WHERE name = 'extracted_texts'`,
    "DELETE FROM sqlite_schema WHERE type = 'trigger'",
    ...pairs.map(
      ([one, other]) =>
        `UPDATE sqlite_schema SET rootpage = ${one.root + other.root} - rootpage WHERE name IN ('${one.name}', '${other.name}')`,
    ),
    ...pairs.map(
      ([one, other]) => `UPDATE sqlite_schema SET sql = replace(sql, 'INTEGER', 'INTEGES') WHERE name IN ('${one.name}', '${other.name}')`,
    ),
    tooLarge,
  ];
  for (const sql of changes) {
    const place = filledJournal(t);
    const copy = readFileSync(`${place.file}${schemaEnding}`);
    changeSchema(place, sql);
    const { gone, aside } = started(place, sql);
    assert.deepEqual(gone, [], sql);
    assert.ok(readFileSync(`${aside}${schemaEnding}`).equals(copy), sql);
    using database = new DatabaseSync(place.file);
    assert.ok(Number(database.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE type = 'trigger'").get()?.n) > 0, sql);
  }
});

test('a journal is marked as damaged before any of its files is moved, whatever its damage was found by', (t) => {
  const place = filledJournal(t);
  changeSchema(place, "DELETE FROM sqlite_schema WHERE type = 'trigger'");
  const { renameSync } = fs;
  let isMarked: boolean | null = null;
  t.mock.method(fs, 'renameSync', (from: string, to: string) => {
    if (from === place.blobs) isMarked = isMarkedDamaged(place.file);
    renameSync(from, to);
  });
  syncBuiltinESMExports();
  openJournalOrFresh(place, atMs).journal[Symbol.dispose]();
  t.mock.restoreAll();
  syncBuiltinESMExports();
  assert.equal(isMarked, true);
});

test('a sound journal in the place of another one, whose copy has the same number by chance, is not put aside', (t) => {
  const other = journalPlace(t);
  olderJournal(other, 20, 500);
  openJournalOrFresh(other, atMs).journal[Symbol.dispose]();
  for (const isOfEarlierHub of [false, true]) {
    const place = filledJournal(t);
    const { version } = copyOf(place);
    if (isOfEarlierHub) forgetNumber(place);
    writeCopy(place, { ...copyOf(other), version, ...(isOfEarlierHub && { journal: 0 }) });
    const { gone, aside } = started(place, 'another copy');
    assert.deepEqual([gone, existsSync(aside)], [[], false]);
    assert.deepEqual(copyOf(place).leaves, copyOf(filledJournal(t)).leaves);
  }
});

for (const sql of ['CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT', 'CREATE INDEX later ON captures (id)'])
  test(`a sound journal that differs from the copy of another one in one row is not written into: ${sql.slice(0, 12)}`, (t) => {
    const place = filledJournal(t);
    const other = createdJournal(t);
    for (const { file } of [place, other]) {
      using database = new DatabaseSync(file);
      database.exec(`${sql}; PRAGMA wal_checkpoint(TRUNCATE)`);
    }
    openJournalOrFresh(other, atMs).journal[Symbol.dispose]();
    writeCopy(place, copyOf(other));
    const { gone, aside } = started(place, 'one row');
    assert.deepEqual([gone, existsSync(aside)], [[], false]);
    assert.notDeepEqual(copyOf(place), copyOf(other));
  });

test('a copy of the schema that can not be renamed does not keep a journal from being put aside, and is of use all the same', (t) => {
  const place = filledJournal(t);
  damage(place, [[schemaPages(place)[3] ?? 0, noise()]]);
  const { renameSync, writeFileSync } = fs;
  // A kill in the middle of a copy of it leaves no part of it under its name.
  const written: string[] = [];
  t.mock.method(fs, 'writeFileSync', (...given: Parameters<typeof writeFileSync>) => {
    written.push(String(given[0]));
    return writeFileSync(...given);
  });
  const copyFile = t.mock.method(fs, 'copyFileSync');
  t.mock.method(fs, 'renameSync', (...given: Parameters<typeof renameSync>) => {
    if (String(given[0]) === `${place.file}${schemaEnding}`) throw Object.assign(new Error('in use'), { code: 'EBUSY' });
    return renameSync(...given);
  });
  syncBuiltinESMExports();
  const { gone, aside } = started(place, `seed ${seed}`);
  t.mock.restoreAll();
  syncBuiltinESMExports();
  assert.deepEqual([gone, existsSync(`${aside}${schemaEnding}`)], [[], true]);
  assert.deepEqual([written.includes(`${aside}${schemaEnding}`), copyFile.mock.callCount()], [false, 0]);
  using database = new DatabaseSync(place.file);
  assert.equal(copyOf(place).version, database.prepare('PRAGMA schema_version').get()?.schema_version);
});

test('a copy of a schema stays until a migration has succeeded', (t) => {
  const place = journalPlace(t);
  olderJournal(place, journalForm - 1);
  {
    using database = new DatabaseSync(place.file);
    database.exec('PRAGMA user_version = 1');
  }
  assert.throws(() => openJournal(place));
  assert.ok(copyOf(place));
});

test('an older journal that is damaged when a newer Hub opens it first comes over whole', (t) => {
  const place = journalPlace(t);
  const { leaves } = olderJournal(place, journalForm - 1);
  {
    using database = new DatabaseSync(place.file);
    database.exec("INSERT INTO missed_copies SELECT * FROM missed_copies; INSERT INTO counters VALUES ('tides', 7)");
  }
  damage(place, [[leaves[2]?.page ?? 0, noise()]]);
  using journal = openJournalOrFresh(place, atMs).journal;
  assert.equal(journal.statement("SELECT value FROM counters WHERE name = 'tides'").get()?.value, 7);
});

test('an older journal with a damaged schema that SQLite reads is put aside, whoever opens it first, and is not migrated', (t) => {
  const place = journalPlace(t);
  olderJournal(place, journalForm - 1);
  {
    using database = new DatabaseSync(place.file);
    database.exec("INSERT INTO counters VALUES ('tides', 7)");
  }
  changeSchema(place, "DELETE FROM sqlite_schema WHERE type = 'trigger'");
  assert.throws(() => openJournal(place), isDamage);
  assert.ok(isMarkedDamaged(place.file));
  using journal = openJournalOrFresh(place, atMs).journal;
  assert.ok(Number(journal.statement("SELECT count(*) AS n FROM sqlite_schema WHERE type = 'trigger'").get()?.n) > 0);
  assert.equal(journal.statement("SELECT value FROM counters WHERE name = 'tides'").get()?.value, 7);
});

test('a copy that another process has kept of the migrated schema stays', (t) => {
  const place = createdJournal(t);
  openJournalOrFresh(place, atMs).journal[Symbol.dispose]();
  const copy = copyOf(place);
  using journal = openJournal(place);
  dropEarlierSchema(journal, place.file); // late
  assert.deepEqual(copyOf(place), copy);
  writeCopy(place, { ...copy, form: copy.form - 1 });
  dropEarlierSchema(journal, place.file);
  assert.equal(existsSync(`${place.file}${schemaEnding}`), false);
});

test('each journal has a number of its own, a new one with each migration, and keeps it', (t) => {
  const numberOf = (place: JournalPlace): number => copyOf(place).journal;
  const [one, other, older] = [filledJournal(t), createdJournal(t), journalPlace(t)];
  openJournalOrFresh(other, atMs).journal[Symbol.dispose]();
  olderJournal(older, journalForm - 1);
  assert.equal(numberOf(older), 0);
  for (let starts = 0; starts < 2; starts += 1) openJournalOrFresh(older, atMs).journal[Symbol.dispose]();
  const numbers = [one, other, older].map(numberOf);
  assert.equal(new Set([0, ...numbers]).size, 4);
  openJournalOrFresh(older, atMs).journal[Symbol.dispose]();
  assert.equal(numberOf(older), numbers[2]);
});

test('a journal of this form that an earlier Hub has left gets its number at its next start, unless it is damaged or takes none now', (t) => {
  const sound = filledJournal(t);
  forgetNumber(sound);
  const numberOf = (place: JournalPlace): number => copyOf(place).journal;
  assert.equal(numberOf(sound), 0);
  {
    using other = new DatabaseSync(sound.file);
    other.exec('PRAGMA query_only = ON; BEGIN; SELECT 1 FROM sqlite_schema');
    openJournalOrFresh(sound, atMs).journal[Symbol.dispose]();
  }
  const number = numberOf(sound);
  assert.ok(number > 0);
  const { gone, aside } = started(sound, 'sound');
  assert.deepEqual([gone, existsSync(aside), numberOf(sound)], [[], false, number]);
  damage(sound, [[schemaPages(sound)[3] ?? 0, noise()]]);
  assert.deepEqual(started(sound, `seed ${seed}`).gone, []);

  const damaged = filledJournal(t);
  forgetNumber(damaged);
  const copy = readFileSync(`${damaged.file}${schemaEnding}`);
  changeSchema(damaged, "UPDATE sqlite_schema SET sql = replace(sql, 'reason', 'reasom') WHERE name = 'fragments'");
  const was = started(damaged, 'damaged');
  assert.deepEqual([was.gone, readFileSync(`${was.aside}${schemaEnding}`).equals(copy)], [[], true]);

  const full = filledJournal(t);
  forgetNumber(full);
  using journal = openJournal(full);
  const refusing = { ...journal, transaction: () => assert.fail('full') };
  keepSchema(refusing, full.file);
  assert.equal(numberOf(full), 0, 'and is kept');
});

test('a copy of the schema that can not be read for once stays, and is what the next start compares with', (t) => {
  for (const code of ['EIO', 'EMFILE', 'EACCES']) {
    const place = filledJournal(t);
    const copy = readFileSync(`${place.file}${schemaEnding}`);
    changeSchema(place, "UPDATE sqlite_schema SET sql = replace(sql, 'reason', 'reasom') WHERE name = 'fragments'");
    const open = closeFile(t, `${place.file}${schemaEnding}`, code);
    openJournalOrFresh(place, atMs).journal[Symbol.dispose]();
    using journal = openJournal(place);
    dropEarlierSchema(journal, place.file);
    open();
    assert.ok(readFileSync(`${place.file}${schemaEnding}`).equals(copy), code);
    const { gone, aside } = started(place, code);
    assert.deepEqual([gone, existsSync(aside)], [[], true], code);
  }
});

test('an older journal is not migrated by a process that can not read the copy of its schema now', (t) => {
  for (const [code, isMigrated] of [
    ['EMFILE', false],
    ['EIO', true], // it may never be given
  ] as const) {
    const place = journalPlace(t);
    olderJournal(place, journalForm - 1);
    if (!isMigrated) changeSchema(place, "DELETE FROM sqlite_schema WHERE type = 'trigger'");
    const open = closeFile(t, `${place.file}${schemaEnding}`, code);
    if (isMigrated) openJournal(place)[Symbol.dispose]();
    else assert.throws(() => openJournal(place), { errcode: 5 });
    open();
    if (!isMigrated) assert.throws(() => openJournal(place), isDamage);
  }
});

test('an older journal whose damaged schema has a number that is too large is not migrated', (t) => {
  const place = journalPlace(t);
  olderJournal(place, journalForm - 1);
  changeSchema(place, tooLarge);
  assert.throws(() => openJournal(place), isDamage);
});

test('a copy that another process keeps of the migrated schema while the earlier one is looked at stays', (t) => {
  const place = createdJournal(t);
  openJournalOrFresh(place, atMs).journal[Symbol.dispose]();
  const copy = copyOf(place);
  using journal = openJournal(place);
  writeCopy(place, { ...copy, form: copy.form - 1 });
  const { readFileSync: read } = fs;
  let reads = 0;
  t.mock.method(fs, 'readFileSync', (...given: Parameters<typeof read>) => {
    const text = read(...given);
    if (given[0] === `${place.file}${schemaEnding}`) {
      reads += 1;
      writeCopy(place, copy);
    }
    return text;
  });
  syncBuiltinESMExports();
  dropEarlierSchema(journal, place.file);
  t.mock.restoreAll();
  syncBuiltinESMExports();
  assert.equal(reads, 1);
  assert.deepEqual(copyOf(place), copy);
  assert.deepEqual(
    readdirSync(path.dirname(place.file)).filter((name) => name.endsWith('.tmp')),
    [],
  );
});

test('a schema that changes has no copy until the next start', (t) => {
  const place = journalPlace(t);
  olderJournal(place, journalForm - 1);
  openJournal(place)[Symbol.dispose]();
  assert.equal(existsSync(`${place.file}${schemaEnding}`), false);
  openJournalOrFresh(place, atMs).journal[Symbol.dispose]();
  const { form, version } = copyOf(place);
  using journal = openJournal(place);
  assert.deepEqual([form, version], [journalForm, journal.statement('PRAGMA schema_version').get()?.schema_version]);
});

test('a copy of the schema that can not be read at starts in three different hours is put out of the way, and is made anew', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-30T09:00:00Z') });
  for (const code of ['EIO', 'EACCES', 'EMFILE']) {
    const place = filledJournal(t);
    const [name, copy] = [`${place.file}${schemaEnding}`, copyOf(place)];
    const open = closeFile(t, name, code);
    const start = () => openJournalOrFresh(place, atMs).journal[Symbol.dispose]();
    for (const hour of [0, 0, 0, 1, 2]) {
      assert.equal(existsSync(`${place.file}${unreadSchemaEnding}`), false, `${code} ${hour}`);
      t.mock.timers.setTime(Date.parse('2026-11-30T09:00:00Z') + hour * 3_600_000);
      start();
    }
    const isGivenUp = code !== 'EMFILE';
    assert.equal(existsSync(`${place.file}${unreadSchemaEnding}`), isGivenUp, code);
    if (!isGivenUp) open();
    assert.deepEqual(copyOf(place), copy, code);
    open();
    t.mock.timers.tick(86_400_000);
  }
});

test('only attempts at the copy of the schema that fail one after the other count', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-30T09:00:00Z') });
  const place = filledJournal(t);
  for (let start = 0; start < 6; start += 1) {
    const open = start === 2 ? () => {} : closeFile(t, `${place.file}${schemaEnding}`);
    openJournalOrFresh(place, atMs).journal[Symbol.dispose]();
    open();
    t.mock.timers.tick(3_600_000);
    assert.equal(existsSync(`${place.file}${unreadSchemaEnding}`), start === 5, String(start));
  }
});

test('a journal that has got its number, and whose copy with that could not be written, still has the copy without it', (t) => {
  const damages: readonly ((place: JournalPlace) => unknown)[] = [
    (place) => damage(place, [[schemaPages(place)[3] ?? 0, noise()]]),
    (place) => changeSchema(place, "UPDATE sqlite_schema SET sql = replace(sql, 'reason', 'reasom') WHERE name = 'fragments'"),
    () => {},
  ];
  for (const [at, work] of damages.entries()) {
    const place = filledJournal(t);
    forgetNumber(place);
    const copy = copyOf(place);
    const { writeFileSync } = fs;
    t.mock.method(fs, 'writeFileSync', (...given: Parameters<typeof writeFileSync>) => {
      if (path.basename(String(given[0])).startsWith('.~hub-')) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      return writeFileSync(...given);
    });
    syncBuiltinESMExports();
    openJournalOrFresh(place, atMs).journal[Symbol.dispose]();
    t.mock.restoreAll();
    syncBuiltinESMExports();
    const number = readFileSync(place.file).readInt32BE(68);
    assert.deepEqual([number > 0, copyOf(place)], [true, copy]);
    work(place);
    const { gone, aside } = started(place, `seed ${seed}`);
    const isSound = at === damages.length - 1;
    assert.deepEqual([gone, existsSync(aside)], [[], !isSound]);
    if (isSound) assert.equal(copyOf(place).journal, number);
    else assert.deepEqual(copyOf({ ...place, file: aside }), copy);
  }
});

test('a backup in place of another one, with the same numbers and rows of the schema on other pages, is not put aside, and its copy is made anew', (t) => {
  const place = filledJournal(t);
  const backup = (name: string): string => {
    using database = new DatabaseSync(place.file);
    database.exec(`VACUUM INTO '${place.file}-${name}'`);
    return `${place.file}-${name}`;
  };
  const one = backup('one');
  {
    using journal = openJournal(place);
    for (let n = 0; n < 300; n += 1) recordCapture(journal, textCapture(`more ${n} ${'of words '.repeat(40)}`));
  }
  const pages = [one, backup('other')].map((from) => {
    for (const part of ['-wal', '-shm']) rmSync(`${place.file}${part}`, { force: true });
    cpSync(from, place.file);
    const opened = openJournalOrFresh(place, atMs);
    opened.journal[Symbol.dispose]();
    assert.equal(opened.putAside, null);
    return copyOf(place);
  });
  const [before, after] = pages.map(({ leaves, ...numbers }) => ({ numbers, pages: leaves.map(({ page }) => page) }));
  assert.deepEqual(before?.numbers, after?.numbers);
  assert.notDeepEqual(before?.pages, after?.pages);
});
