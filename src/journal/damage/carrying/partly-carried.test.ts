import assert from 'node:assert/strict';
import fs, { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { count, journalAside, name, texts } from '../../../../test/doubles/journals/journal-aside.ts';
import {
  capture,
  createdJournal,
  inlineContent,
  journalPlace,
  spooledContent,
  textFragment,
} from '../../../../test/doubles/temporary-journal.ts';
import { nothingLost } from '../../../domain/retention/lost-copies.ts';
import { recordCapture } from '../../captures/captures.ts';
import { type Journal, type JournalPlace, openJournal } from '../../journal.ts';
import { annotate } from '../../keeping/annotations.ts';
import { writeLoss } from '../loss-file.ts';
import { journalsAmong } from '../names-aside.ts';
import { carriedOver, noticeNow } from '../put-aside.ts';
import { carryOver } from './carry-over.ts';
import { readProgress } from './progress.ts';
import { writeRest } from './rest.ts';

const copies = 40;
const pageBytes = 4_096;

/** Copies with two formats, each of which takes most of a page; returns the first page of that table or index. */
function fill(place: JournalPlace, name: string): number {
  using journal = openJournal(place);
  for (let n = 1; n <= copies; n += 1) {
    const representations = [
      { mediaType: 'text/plain', content: inlineContent(`plain ${n} ${'p'.repeat(3_000)}`) },
      { mediaType: 'text/html', content: inlineContent(`<b>html ${n}</b>${'h'.repeat(3_000)}`) },
    ];
    const [id] = recordCapture(journal, capture([{ kind: 'text', representations }])).fragmentIds;
    annotate(journal, id ?? 0, { note: `note ${n} ${'n'.repeat(1_000)}` });
  }
  return Number(journal.statement('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name)?.rootpage) - 1;
}

function damaged(t: TestContext, from: JournalPlace, pages: readonly number[]): JournalPlace {
  const place = journalPlace(t);
  const bytes = readFileSync(from.file);
  for (const page of pages) bytes.fill(0xff, page * pageBytes, (page + 1) * pageBytes);
  writeFileSync(place.file, bytes);
  return place;
}

function pageOf(place: JournalPlace, text: string): number {
  return Math.floor(readFileSync(place.file).indexOf(text) / pageBytes);
}

test('copies that may have lost a format, because its page and the index are damaged, are counted', (t) => {
  const place = journalPlace(t);
  const index = fill(place, 'sqlite_autoindex_representations_1');
  const carried = (pages: readonly number[]) => {
    using journal = openJournal(createdJournal(t));
    const { loss: _loss, ...counts } = carryOver(damaged(t, place, pages), journal, 60_000);
    const formats = journal.statement('SELECT fragment_id AS id, count(*) AS formats FROM representations GROUP BY 1').all();
    return { ...counts, partial: formats.filter((row) => row.formats === 1).map(({ id }) => Number(id)) };
  };
  assert.deepEqual(carried([index]), { copies, incomplete: 0, partial: [] });
  const html = carried([index, pageOf(place, '<b>html 20</b>')]);
  assert.deepEqual(html.partial, [20]);
  // The next copy begins beside the lost row, so it may have lost one, too: nothing says whose it was.
  assert.deepEqual([html.copies, html.incomplete], [copies, 2]);
  assert.deepEqual(
    carried([index, pageOf(place, `<b>html ${copies}</b>`)]),
    { copies, incomplete: 1, partial: [copies] },
    'the newest one',
  );
  assert.deepEqual(carried([index, pageOf(place, '<b>html 1</b>')]), { copies, incomplete: 2, partial: [1] }, 'the oldest one');
  const plain = carried([index, pageOf(place, 'plain 20 ')]);
  assert.deepEqual([plain.copies, plain.partial], [copies - 1, []], 'without its first format a copy stays where it is');
});

test('with a sound index too, a copy is carried over without the format that is damaged, and counted', (t) => {
  const place = journalPlace(t);
  fill(place, 'representations');
  {
    using journal = openJournal(place);
    const large = inlineContent(`<b>last</b>${'l'.repeat(20_000)}`); // goes on, on other pages
    recordCapture(
      journal,
      capture([
        {
          kind: 'text',
          representations: [
            { mediaType: 'text/plain', content: inlineContent('last') },
            { mediaType: 'text/html', content: large },
          ],
        },
      ]),
    );
  }
  const carried = (broken: JournalPlace) => {
    using journal = openJournal(createdJournal(t));
    const { loss: _loss, ...counts } = carryOver(broken, journal, 60_000);
    const formats = journal
      .statement('SELECT fragment_id AS id, min(position) AS first, count(*) AS n FROM representations GROUP BY 1')
      .all();
    assert.ok(formats.every(({ first }) => first === 0));
    return { ...counts, partial: formats.filter(({ n }) => n === 1).map(({ id }) => Number(id)) };
  };
  const all = copies + 1;
  assert.deepEqual(carried(damaged(t, place, [pageOf(place, '<b>html 20</b>')])), { copies: all, incomplete: 1, partial: [20] });
  const { copies: left, partial } = carried(damaged(t, place, [pageOf(place, 'plain 20 ')]));
  assert.deepEqual([left, partial], [all - 1, []], 'without its first format a copy stays where it is');
  const changed = journalPlace(t);
  const bytes = readFileSync(place.file);
  bytes.write('HTML', bytes.indexOf('html 20</b>')); // which SQLite does not notice
  writeFileSync(changed.file, bytes);
  assert.deepEqual(carried(changed), { copies: all, incomplete: 1, partial: [20] });
  const onward = Math.floor(bytes.indexOf('l'.repeat(pageBytes - 4)) / pageBytes);
  assert.deepEqual(carried(damaged(t, place, [onward])), { copies: all, incomplete: 1, partial: [all] });
});

test('copies that lost their notes with a damaged page are counted, and no table is read as a whole: no index finds them', (t) => {
  const place = journalPlace(t);
  fill(place, 'annotations');
  const broken = damaged(t, place, [pageOf(place, 'note 20 ')]);
  using journal = openJournal(createdJournal(t));
  const asked: string[] = [];
  const { prepare } = DatabaseSync.prototype;
  t.mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, sql: string) {
    asked.push(sql);
    return prepare.call(this, sql);
  });
  const { incomplete, ...others } = carryOver(broken, journal, 60_000);
  assert.deepEqual(others, { copies, loss: nothingLost });
  assert.deepEqual(
    asked.filter((sql) => sql.includes('FROM annotations NOT INDEXED')),
    [],
  );
  const kept = Number(journal.statement('SELECT count(*) AS n FROM annotations').get()?.n);
  assert.ok(kept >= copies - 5 && kept < copies, String(kept));
  assert.equal(incomplete, copies - kept);
});

/** `read` is called before each piece of a file in a folder that is put aside. */
function withoutHardLinks(t: TestContext, read: () => void): void {
  const { linkSync, openSync, readSync } = fs;
  t.after(() => {
    Object.assign(fs, { linkSync, openSync, readSync });
    syncBuiltinESMExports();
  });
  const aside = new Set<number>();
  const failing = {
    linkSync: () => {
      throw Object.assign(new Error('no hard links'), { code: 'EPERM' });
    },
    openSync: (...given: Parameters<typeof openSync>) => {
      const descriptor = openSync(...given);
      if (String(given[0]).includes('blobs.bad-')) aside.add(descriptor);
      else aside.delete(descriptor);
      return descriptor;
    },
    readSync: (...given: Parameters<typeof readSync>) => {
      if (aside.has(given[0])) read();
      return readSync(...given);
    },
  };
  Object.assign(fs, failing);
  syncBuiltinESMExports();
}

test('a copy of which a large content can not be read comes over and is counted, and one that can is read once', async (t) => {
  const large = [1, 2].map((n) => `${n}`.repeat(2_500_000));
  let [reads, fault]: [number, string | null] = [0, null];
  withoutHardLinks(t, () => {
    reads += 1;
    // The first piece of the first one is read.
    if (fault !== null && reads === 2) throw Object.assign(new Error('not now'), { code: fault });
  });
  for (const code of ['EACCES', 'EIO', null] as const) {
    const { place, journal, on } = journalAside(t, (old, at) => {
      texts(3)(old);
      for (const text of large) recordCapture(old, capture([textFragment(spooledContent(at, text))]));
    });
    [reads, fault] = [0, code];
    await on();
    const { copies: carried, incomplete } = readProgress(journal, name) ?? {};
    assert.deepEqual([count(journal), carried, incomplete], [5, 5, code === null ? 0 : 1], `${code}`);
    assert.equal(reads, code === null ? 8 : 6, 'three pieces and the end of each');
    const there = readdirSync(place.blobs, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    assert.equal(there.length, code === null ? 2 : 1, 'and no half of one');
    for (const { parentPath, name: digest } of there)
      assert.equal(inlineContent(readFileSync(path.join(parentPath, digest))).sha256, digest);
  }
});

test('what there is no time for of deletions and other small tables is told, and a few thousand of them come over', (t) => {
  for (const rows of [2_000, 2_001]) {
    const { from, journal } = journalAside(t, (old) => {
      texts(3)(old);
      const add = old.statement('INSERT INTO waiting_deletions (file, made_at, ends_at, fragment_id) VALUES (?, 1, 1, ?)');
      old.transaction(() => {
        for (let n = 1; n <= rows; n += 1) add.run('hub.db.bad-2026-02-01T09-05-07-042Z', n);
      });
    });
    carryOver(from, journal, 0);
    assert.equal(journal.statement('SELECT count(*) AS n FROM waiting_deletions').get()?.n, 2_000);
    const carried = carriedOver(journal, name);
    assert.equal(carried?.isCut ?? false, rows > 2_000);
    writeLoss(from.file, nothingLost);
    journal.transaction(() => writeRest(journal, name));
    const { says } = noticeNow(journal, journalsAmong([name], 'hub.db'), []);
    assert.match(
      says ?? '',
      rows > 2_000 ? /: not all that it knew of deletions came over; see: hub doctor journal$/ : /: no copy was lost with it/,
    );
  }
});

test('what can not be read of deletions and other small tables is told, and a table that an earlier Hub did not have is not missed', (t) => {
  const fill = (old: Journal): void => {
    texts(3)(old);
    old.statement("INSERT INTO waiting_deletions (file, made_at, ends_at, fragment_id) VALUES ('hub.db.bad-x', 1, 1, 1)").run();
  };
  for (const damaged of ['waiting_deletions', 'deleted_copies', 'missed_copies', 'counters']) {
    const { from, journal } = journalAside(t, fill, [damaged]);
    carryOver(from, journal, 60_000);
    assert.deepEqual([count(journal), carriedOver(journal, name)?.isCut], [3, true], damaged);
  }
  const { from, journal } = journalAside(t, (old) => {
    fill(old);
    old.transaction(() => old.statement('DROP TABLE waiting_deletions').run());
  });
  carryOver(from, journal, 60_000);
  assert.deepEqual([count(journal), carriedOver(journal, name)?.isCut], [3, undefined]);
});
