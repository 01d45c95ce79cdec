/** What the new journal does not take now waits, and never counts as lost. */
import assert from 'node:assert/strict';
import fs, { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { after, count, isLeft, journalAside, name, texts } from '../../../../test/doubles/journals/journal-aside.ts';
import {
  capture,
  inlineContent,
  journalPlace,
  spooledContent,
  textCapture,
  textFragment,
} from '../../../../test/doubles/temporary-journal.ts';
import { documents } from '../../../contract/documents.ts';
import { allWaiting, nothingLost } from '../../../domain/retention/lost-copies.ts';
import { recordCapture } from '../../captures/captures.ts';
import { putReceipt, receiptPath } from '../../fragments/receipts.ts';
import { type Journal, openJournal } from '../../journal.ts';
import { deleteFragment } from '../../keeping/delete-fragments.ts';
import { holdsInForce, setHolds } from '../../retention/holds-in-force.ts';
import { readLoss } from '../loss-file.ts';
import { withUnknownWorkspaces } from '../workspaces/carried-workspaces.ts';
import { carryOn } from './carry-on.ts';
import { carryOver, carryOverNew } from './carry-over.ts';
import { Carrying } from './carrying-over.ts';
import { readProgress } from './progress.ts';

test('copies for which there was no room, however often, wait and are all carried over later', async (t) => {
  const { journal, from, on } = journalAside(t, texts(200, 136));
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
  const { place, from, journal, on } = journalAside(t, (old, at) => {
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

test('a large content that came over is durable before it is said that nothing was lost', async (t) => {
  const { place, from, on } = journalAside(t, (old, at) => {
    recordCapture(old, capture([textFragment(spooledContent(at, Buffer.alloc(200_000, 'large ')))]));
  });
  const [folder = ''] = readdirSync(from.blobs).filter((one) => !one.startsWith('.'));
  const names = new Map<number, string>();
  const synced = new Set<string>();
  const { openSync, fsyncSync } = fs;
  t.after(() => {
    Object.assign(fs, { openSync, fsyncSync });
    syncBuiltinESMExports();
  });
  Object.assign(fs, {
    openSync: (file: string, flags: string) => {
      const opened = openSync(file, flags);
      names.set(opened, file);
      return opened;
    },
    fsyncSync: (opened: number) => {
      if (readLoss(from.file)?.waitsBelow !== undefined) synced.add(names.get(opened) ?? '');
      fsyncSync(opened);
    },
  });
  syncBuiltinESMExports();
  await on();
  assert.deepEqual(readLoss(from.file), nothingLost);
  assert.ok(synced.has(place.blobs) && synced.has(path.join(place.blobs, folder)), [...synced].join());
});

test('it is said that nothing was lost only once the copies would stay after a power cut, and what a power cut undid is carried over again', async (t) => {
  const { place, from, journal, on } = journalAside(t, texts(300));
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
    const { from, journal, on } = journalAside(
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
      const endMs = clock + rows;
      while (first.slice(clock + 1_000, () => performance.now() >= endMs) === 'more');
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
  const { place, from, journal, on } = journalAside(t, (old) => {
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

test('one that can not be read now does not keep the start from its end, and no copy is lost because its number was given again', async (t) => {
  const { place, from, journal, on } = journalAside(t, texts(20));
  const failing = {
    ...journal,
    statement: () => {
      throw new Error('busy');
    },
  };
  carryOverNew(place, failing, 1_000);
  assert.equal(count(journal), 0);
  for (let n = 1; n <= 5; n += 1) recordCapture(journal, textCapture(`new ${n}`, { copiedAtMs: n }));
  await on();
  assert.deepEqual([count(journal), readLoss(from.file)], [25, nothingLost]);
  const all = journal
    .statement(
      'SELECT count(DISTINCT sha256) AS n, count(DISTINCT capture_id) AS captures FROM fragments JOIN representations ON fragment_id = id',
    )
    .get();
  assert.deepEqual({ ...all }, { n: 25, captures: 25 });
});

test('on a disk that is full at the start no number is given again', async (t) => {
  const { place, from, journal, on } = journalAside(t, (old) => {
    texts(20)(old);
    const add = old.statement('INSERT INTO missed_copies (missed_at, because) VALUES (1, ?)');
    old.transaction(() => {
      for (let n = 0; n < 300; n += 1) add.run('x'.repeat(1_000));
    });
  });
  const pages = Number(journal.statement('PRAGMA page_count').get()?.page_count);
  journal.statement(`PRAGMA max_page_count = ${pages + 5}`).get();
  carryOverNew(place, journal, 1_000);
  assert.equal(readProgress(journal, name), null);
  journal.statement('PRAGMA max_page_count = 1000000').get();
  assert.deepEqual(recordCapture(journal, textCapture('new')).fragmentIds, [21]);
  await on();
  assert.deepEqual([count(journal), readLoss(from.file)], [21, nothingLost]);
  assert.equal(journal.statement('SELECT count(*) AS n FROM missed_copies').get()?.n, 300);
});

test('where neither the copies nor their sequence tell the last number, their formats do', (t) => {
  const { place, journal } = journalAside(t, texts(20), ['fragments', 'sqlite_sequence', 'captures']);
  carryOverNew(place, journal, 1_000);
  assert.deepEqual(recordCapture(journal, textCapture('new')).fragmentIds, [21]);
});

test('a text that was read in a picture comes over although another one has its number', async (t) => {
  const add = (to: Journal, id: number, text: string) =>
    to.transaction(() => to.statement("INSERT INTO extracted_texts (fragment_id, state, text) VALUES (?, 'read', ?)").run(id, text));
  const { journal, on } = journalAside(t, (old) => {
    texts(130)(old);
    add(old, 3, 'old text');
  });
  await on(after(2));
  add(journal, recordCapture(journal, textCapture('new picture')).fragmentIds[0] ?? 0, 'new text');
  await on();
  const found = journal.statement('SELECT fragment_id, text FROM extracted_texts ORDER BY fragment_id').all();
  assert.deepEqual(
    found.map((row) => [row.fragment_id, row.text]),
    [
      [3, 'old text'],
      [131, 'new text'],
    ],
  );
  assert.equal(readProgress(journal, name)?.incomplete, 0);
});

test('without room on the disk nothing more is carried over, and the copies wait', async (t) => {
  const { place, from, journal, on } = journalAside(t, texts(200));
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
  const { from, journal } = journalAside(t, (old) => {
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
