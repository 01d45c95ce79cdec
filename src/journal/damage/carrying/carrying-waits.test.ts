/** What the new journal does not take now waits, and never counts as lost. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  capture,
  createdJournal,
  inlineContent,
  journalPlace,
  spooledContent,
  testJournal,
  textCapture,
  textFragment,
} from '../../../../test/doubles/temporary-journal.ts';
import { documents } from '../../../contract/documents.ts';
import { allWaiting, nothingLost } from '../../../domain/retention/lost-copies.ts';
import { recordCapture } from '../../captures/captures.ts';
import { putReceipt, receiptPath } from '../../fragments/receipts.ts';
import { type Journal, type JournalPlace, openJournal } from '../../journal.ts';
import { deleteFragment } from '../../keeping/delete-fragments.ts';
import { holdsInForce, setHolds } from '../../retention/holds-in-force.ts';
import { readLoss, writeLoss } from '../loss-file.ts';
import { journalsAmong } from '../names-aside.ts';
import { withUnknownWorkspaces } from '../workspaces/carried-workspaces.ts';
import { carryOn, isAnythingLeft } from './carry-on.ts';
import { carryOver, carryOverNew } from './carry-over.ts';
import { Carrying } from './carrying-over.ts';
import { readProgress } from './progress.ts';

const isLeft = (place: JournalPlace, journal: Journal): boolean =>
  isAnythingLeft(place, journal, journalsAmong(readdirSync(path.dirname(place.file)), place.file));
const name = 'hub.db.bad-2026-03-01T09-05-07-042Z';

/** A journal that was put aside with its blobs, with the first pages of these tables and indexes damaged, and a new one in its place. */
function rig(t: TestContext, fill: (old: Journal, place: JournalPlace) => void, damaged: readonly string[] = []) {
  const place = createdJournal(t);
  const from: JournalPlace = { file: path.join(path.dirname(place.file), name), blobs: `${place.blobs}${name.slice('hub.db'.length)}` };
  const roots = ((old) => {
    using _old = old;
    fill(old, place);
    old.tryEmptyLog();
    const root = old.statement('SELECT rootpage FROM sqlite_schema WHERE name = ?');
    return damaged.map((one) => Number(root.get(one)?.rootpage));
  })(openJournal(place));
  renameSync(place.file, from.file);
  renameSync(place.blobs, from.blobs);
  mkdirSync(place.blobs);
  for (const part of ['-wal', '-shm']) rmSync(`${place.file}${part}`, { force: true });
  const bytes = readFileSync(from.file);
  for (const root of roots) bytes.fill(0, (root - 1) * 4_096, root * 4_096);
  writeFileSync(from.file, bytes);
  writeLoss(from.file, allWaiting);
  const journal = testJournal(t, place);
  const on = (isOver = () => false, pause = async () => {}, hasRoom = async () => true) =>
    carryOn({ place, journal, isOver, pause, hasRoom });
  return { place, from, journal, on };
}

const texts =
  (copies: number, long = 0) =>
  (old: Journal) => {
    for (let n = 1; n <= copies; n += 1) recordCapture(old, textCapture(`copy ${n} ${'x'.repeat(n === long ? 100_000 : 50)}`));
  };
const count = (journal: Journal): number => Number(journal.statement('SELECT count(*) AS n FROM fragments').get()?.n);
const after = (slices: number) => () => slices-- <= 0;

test('copies for which there was no room, however often, wait and are all carried over later', async (t) => {
  const { journal, from, on } = rig(t, texts(200, 136));
  await on(after(2));
  const before = readProgress(journal, name);
  const pages = Number(journal.statement('PRAGMA page_count').get()?.page_count);
  journal.statement(`PRAGMA max_page_count = ${pages + 12}`).get();
  for (let tries = 0; tries < 5; tries += 1) {
    await assert.rejects(on(), /full/);
    assert.equal(readProgress(journal, name)?.begun, before?.begun);
  }
  journal.statement('PRAGMA max_page_count = 1000000').get();
  await on();
  assert.deepEqual([count(journal), readLoss(from.file)], [200, nothingLost]);
});

test('a large content that the new folder does not take waits with its copy', async (t) => {
  const { place, from, journal, on } = rig(t, (old, at) => {
    texts(10)(old);
    recordCapture(old, capture([textFragment(spooledContent(at, Buffer.alloc(200_000, 'large ')))]));
  });
  const [folder = ''] = readdirSync(from.blobs).filter((one) => !one.startsWith('.'));
  writeFileSync(path.join(place.blobs, folder), '');
  await assert.rejects(on());
  assert.equal(isLeft(place, journal), true);
  rmSync(path.join(place.blobs, folder));
  await on();
  assert.deepEqual([count(journal), readLoss(from.file)], [11, nothingLost]);
  assert.equal(readdirSync(path.join(place.blobs, folder)).length, 1);
});

test('it is said that nothing was lost only once the copies would stay after a power cut, and what a power cut undid is carried over again', async (t) => {
  const { place, from, journal, on } = rig(t, texts(300));
  const cut = journalPlace(t);
  const durable: number[] = [];
  const { durableTransaction } = journal;
  t.mock.method(journal, 'durableTransaction', <Result>(work: () => Result): Result => {
    const result = durableTransaction(work);
    durable.push(readLoss(from.file)?.waitsBelow ?? 0, count(journal));
    return result;
  });
  let slices = 0;
  await on(undefined, async () => {
    slices += 1;
    if (slices === 3) for (const part of ['', '-wal']) copyFileSync(`${place.file}${part}`, `${cut.file}${part}`);
  });
  assert.deepEqual(durable, [allWaiting.waitsBelow, 300], 'before it is said');
  assert.deepEqual(readLoss(from.file), nothingLost);
  for (const part of ['', '-loss']) copyFileSync(`${from.file}${part}`, path.join(path.dirname(cut.file), `${name}${part}`));
  using again = openJournal(cut);
  assert.ok(count(again) < 300 && isLeft(cut, again));
  await carryOn({ place: cut, journal: again, isOver: () => false, pause: async () => {}, hasRoom: async () => true });
  assert.deepEqual([count(again), readLoss(from.file)], [300, nothingLost]);
});

test('a copy of which the time cut the formats is carried over whole', async (t) => {
  const formats = ['text/plain', 'text/html', 'text/rtf'];
  for (const rows of [189, 190, 191, 192]) {
    const { from, journal, on } = rig(
      t,
      (old) => {
        for (let n = 1; n <= 110; n += 1) {
          const representations = formats.map((mediaType) => ({ mediaType, content: inlineContent(`${mediaType} ${n}`) }));
          recordCapture(old, capture([{ kind: 'text', representations }]));
        }
      },
      ['sqlite_autoindex_representations_1'],
    );
    let clock = 0;
    const now = t.mock.method(performance, 'now', () => {
      clock += 1;
      return clock;
    });
    {
      using first = new Carrying(from, journal);
      first.begin(1e9);
      while (first.slice(clock + 1_000, clock + rows * 2) === 'more');
      now.mock.restore();
      first.tell();
    }
    await on();
    assert.deepEqual([count(journal), readLoss(from.file)], [110, nothingLost], String(rows));
    assert.equal(journal.statement('SELECT count(*) AS n FROM representations').get()?.n, 110 * formats.length, String(rows));
  }
});

test('receipts that a killed start left come over once no copy waits, without those of copies that were deleted meanwhile', async (t) => {
  const digests: string[] = [];
  const { place, from, journal, on } = rig(t, (old) => {
    for (const text of ['kept', 'deleted']) {
      const content = inlineContent(text);
      digests.push(content.sha256);
      recordCapture(old, capture([{ kind: 'text', representations: [{ mediaType: 'text/plain', content }] }]));
      old.transaction(() =>
        putReceipt(old, { workspace: '/ws', sha256: content.sha256, path: `/ws/${text}.txt`, duplicate: false, atMs: 1 }),
      );
    }
  });
  {
    using killed = new Carrying(from, journal);
    killed.begin(Number.POSITIVE_INFINITY);
    killed.slice(Number.POSITIVE_INFINITY);
  }
  deleteFragment(journal, 2);
  assert.equal(withUnknownWorkspaces(journal, place.file), name);
  await on();
  const found = digests.map((sha256) => receiptPath(journal, '/ws', sha256));
  assert.deepEqual(found, ['/ws/kept.txt', null]);
  assert.deepEqual([withUnknownWorkspaces(journal, place.file), isLeft(place, journal)], [null, false]);
});

test('copies that wait for a WorkSpace of which the path is lost are not saved into another one', async (t) => {
  const fill = (old: Journal) => {
    for (let n = 0; n < 200; n += 1) recordCapture(old, textCapture(`secret ${n}`, { workspace: '/private' }));
  };
  const saves = (journal: Journal) =>
    journal
      .statement('SELECT path, count(*) AS n FROM fragments LEFT JOIN workspaces ON workspaces.id = workspace GROUP BY path')
      .all()
      .map((row) => [row.path, row.n]);
  const lost = rig(t, fill, ['workspaces', 'sqlite_autoindex_workspaces_1']);
  await lost.on(after(1));
  recordCapture(lost.journal, textCapture('new', { workspace: '/shared' }));
  await lost.on();
  assert.equal(count(lost.journal), 201);
  assert.deepEqual(saves(lost.journal), [
    [null, 200],
    ['/shared', 1],
  ]);
  const indexed = rig(t, fill, ['workspaces']);
  await indexed.on(after(1));
  recordCapture(indexed.journal, textCapture('new', { workspace: '/shared' }));
  await indexed.on();
  assert.deepEqual(saves(indexed.journal), [
    ['/private', 200],
    ['/shared', 1],
  ]);
});

test('one that can not be read now does not keep the start from its end', (t) => {
  const { place, journal } = rig(t, texts(10));
  const failing = {
    ...journal,
    statement: () => {
      throw new Error('busy');
    },
  };
  carryOverNew(place, failing, 1_000);
  assert.equal(count(journal), 0);
});

test('without room on the disk nothing more is carried over, and the copies wait', async (t) => {
  const { place, from, journal, on } = rig(t, texts(200));
  let asked = 0;
  await on(undefined, undefined, async () => {
    asked += 1;
    return asked < 3;
  });
  assert.ok(asked === 3 && count(journal) > 0 && count(journal) < 200 && isLeft(place, journal));
  await on();
  assert.deepEqual([count(journal), readLoss(from.file)], [200, nothingLost]);
});

test('what the new journal needs at once, such as the holds and the records of retention, comes over without any time too', (t) => {
  const { from, journal } = rig(t, (old) => {
    setHolds(old, documents['legal-hold'].schema.parse({ holds: [{ id: 'case-17', copies: [1] }] }));
    old.transaction(() => old.statement("INSERT OR REPLACE INTO counters (name, value) VALUES ('of a test', 7)").run());
    texts(3)(old);
  });
  carryOver(from, journal, 0);
  assert.deepEqual(
    holdsInForce(journal)?.map(({ id }) => id),
    ['case-17'],
  );
  assert.equal(journal.statement("SELECT value FROM counters WHERE name = 'of a test'").get()?.value, 7);
});
