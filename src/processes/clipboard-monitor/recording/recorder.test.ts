import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import {
  capture,
  directWriter,
  inlineContent,
  spooledContent,
  testJournal,
  textCapture,
  textFragment,
} from '../../../../test/doubles/temporary-journal.ts';
import type { NewCapture } from '../../../contract/journal.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { readCounters } from '../../../journal/captures/counters.ts';
import { HeldCopies } from '../../../journal/captures/held-copies.ts';
import { contentPlaces, readPresent } from '../../../journal/fragments/fragments.ts';
import { listFragments } from '../../../journal/fragments/listing.ts';
import type { Journal } from '../../../journal/journal.ts';
import type { JournalHindrance } from '../../../journal/writing/write-failure.ts';
import type { JournalWriter } from '../../../journal/writing/writer.ts';
import { Recorder } from './recorder.ts';

describe('a journal that can not be written to', () => {
  /** A recorder on a journal that can be made to report that it is full. */
  function fullRig(t: TestContext): RecorderRig & { full: (isFull: boolean) => void } {
    const journal = testJournal(t);
    let isFull = true;
    const durableTransaction = <Result>(work: () => Result): Result => {
      if (isFull) throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
      return journal.durableTransaction(work);
    };
    const full = (value: boolean): void => {
      isFull = value;
    };
    return { ...recorderRig(t, journal, directWriter({ ...journal, durableTransaction })), full };
  }

  test('gets the waiting copies in order, as soon as it accepts them', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { recorder, journal, full, hindrances, ids, logged } = fullRig(t);
    const copies: NewCapture[] = [
      textCapture('a'),
      capture([textFragment(spooledContent(journal, 'b'.repeat(200_000)))]),
      textCapture('c'),
    ];
    for (const copy of copies) recorder.record(copy);
    await turn();
    t.mock.timers.tick(1_000);
    await turn();
    assert.deepEqual([ids, new Set(hindrances)], [[], new Set(['disk-full'])]);
    full(false);
    t.mock.timers.tick(1_000);
    await turn();
    assert.deepEqual(ids, [3]);
    assert.deepEqual(
      texts(journal).map((text) => text.slice(0, 1)),
      ['c', 'f', 'a'],
    );
    assert.equal(hindrances.at(-1), null);
    assert.ok(logged.includes('ERROR journal not writable, copies wait'));
  });

  test('cannot count missed copies either: their number is told until it does', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { recorder, journal, full, uncounted } = fullRig(t);
    recorder.record(textCapture('a'));
    for (let copy = 0; copy < 3; copy += 1) recorder.note({ counts: { missed: 1 }, present: null });
    await turn();
    t.mock.timers.tick(1_000);
    await turn();
    assert.deepEqual([uncounted.at(-1), readCounters(journal).missed], [3, 0]);
    full(false);
    t.mock.timers.tick(1_000);
    await turn();
    assert.deepEqual([uncounted.at(-1), readCounters(journal).missed], [0, 3]);
  });

  test('gets a last attempt at the end', async (t) => {
    const { recorder, journal, full } = fullRig(t);
    recorder.record(textCapture('a'));
    await turn();
    full(false);
    await recorder[Symbol.asyncDispose]();
    assert.deepEqual(texts(journal), ['a']);
  });

  test('at the end has its copies written to files, which the next recorder records in order, once each', async (t) => {
    const { recorder, journal, logged } = fullRig(t);
    const held = path.join(path.dirname(journal.blobs), 'held');
    recorder.record(textCapture('a'));
    recorder.record(capture([textFragment(spooledContent(journal, 'b'.repeat(200_000)))], { copiedAtMs: 2_000 }));
    recorder.record(textCapture('c', { copiedAtMs: 3_000 }));
    await turn();
    await recorder[Symbol.asyncDispose]();
    assert.ok(logged.includes('WARN copies held for the next start'));
    const names = fs.readdirSync(held).toSorted();
    assert.deepEqual(names.map((name) => path.extname(name)).toSorted(), ['.content', '.json', '.json', '.json']);
    assert.equal(fs.statSync(held).mode & 0o777, 0o700);
    for (const name of names) assert.equal(fs.statSync(path.join(held, name)).mode & 0o777, 0o600);
    assert.deepEqual(
      fs.readdirSync(journal.blobs).filter((name) => path.extname(name) === '.tmp'),
      [],
    );
    // The first one was written after all, just before the end.
    recordCapture(journal, textCapture('a'));
    const next = recorderRig(t, journal);
    next.recorder.takeUp();
    next.recorder.record(textCapture('d', { copiedAtMs: 4_000 }));
    await turn();
    assert.deepEqual(
      texts(journal).map((text) => text.slice(0, 1)),
      ['d', 'c', 'f', 'a'],
    );
    assert.deepEqual([readCounters(journal).missed, fs.readdirSync(held)], [0, []]);
  });

  test('at the end, with copies that can not be written to files or are not valid later, has these counted at the next start', async (t) => {
    const { recorder, journal, logged } = fullRig(t);
    const held = path.join(path.dirname(journal.blobs), 'held');
    recorder.record(textCapture('kept'));
    recorder.record(textCapture('damaged', { copiedAtMs: 2_000 }));
    await turn();
    await recorder[Symbol.asyncDispose]();
    const [, second] = fs.readdirSync(held).toSorted();
    fs.writeFileSync(path.join(held, second ?? ''), '{"origin":"clipboard"');
    new HeldCopies(
      journal,
      rememberingLog(() => {}),
    ).markMissed(2);
    fs.writeFileSync(path.join(held, 'nobody-0.content'), 'CANARY of a copy that is gone');
    const next = recorderRig(t, journal);
    next.recorder.takeUp();
    await turn();
    await turn();
    assert.deepEqual([texts(journal), readCounters(journal).missed], [['kept'], 3]);
    assert.ok(next.logged.includes('CRITICAL held copy damaged') && !logged.includes('CRITICAL copies lost at shutdown'));
    assert.deepEqual(fs.readdirSync(held), []);
  });

  test('at the end, with a disk that accepts nothing either, loses the copies and reports that', async (t) => {
    const { recorder, journal, logged } = fullRig(t);
    const held = path.join(path.dirname(journal.blobs), 'held');
    fs.writeFileSync(held, 'in the way');
    recorder.record(textCapture('a'));
    await turn();
    await recorder[Symbol.asyncDispose]();
    assert.ok(logged.includes('CRITICAL copies lost at shutdown'));
    const next = recorderRig(t, journal);
    next.recorder.takeUp();
    next.recorder.record(textCapture('b'));
    await turn();
    assert.deepEqual(texts(journal), ['b']);
  });

  test('for too long costs the oldest copies, with a CRITICAL line and a count for each', async (t) => {
    const { recorder, journal, full, logged } = fullRig(t);
    for (let n = 0; n < 258; n++) {
      recorder.record(textCapture(`copy ${n}`));
      await turn();
    }
    assert.equal(logged.filter((line) => line === 'CRITICAL copy lost').length, 2);
    full(false);
    await recorder[Symbol.asyncDispose]();
    assert.equal(texts(journal).length, 256);
    assert.equal(texts(journal).at(-1), 'copy 2');
    assert.equal(readCounters(journal).missed, 2);
  });

  test('and is slow to report that costs none of the newest copies', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const journal = testJournal(t);
    const direct = directWriter(journal);
    const answers = Promise.withResolvers<void>();
    let isFull = true;
    const writer: JournalWriter = {
      write: async (name, ...given) => {
        if (isFull) return { ok: false, reason: 'not-now', code: 'ERR_SQLITE_5' };
        await answers.promise;
        return direct.write(name, ...given);
      },
    };
    const { recorder } = recorderRig(t, journal, writer);
    for (let n = 0; n < 256; n += 1) recorder.record(textCapture(`copy ${n}`));
    await turn();
    isFull = false;
    t.mock.timers.tick(1_000);
    for (let n = 256; n < 300; n += 1) recorder.record(textCapture(`copy ${n}`));
    answers.resolve();
    await turn();
    assert.deepEqual(
      texts(journal).slice(0, 44),
      Array.from({ length: 44 }, (_, n) => `copy ${299 - n}`),
    );
    assert.deepEqual([texts(journal).length, readCounters(journal).missed], [256, 44]);
  });

  test('for any length of time loses no count, and not what is current', async (t) => {
    const { recorder, journal, full } = fullRig(t);
    recorder.record(textCapture('before'));
    await turn();
    for (let n = 0; n < 5_000; n += 1) recorder.note({ counts: { missed: 1 }, present: null });
    recorder.record(textCapture('between'));
    for (let n = 0; n < 5_000; n += 1) recorder.note({ counts: { excluded: 1 }, present: { absence: 'excluded', atMs: 2_000 + n } });
    full(false);
    await recorder[Symbol.asyncDispose]();
    assert.deepEqual(texts(journal), ['between', 'before']);
    assert.partialDeepStrictEqual(readCounters(journal), { missed: 5_000, excluded: 5_000 });
    assert.partialDeepStrictEqual(readPresent(journal), { absence: 'excluded', changedAtMs: 6_999 });
  });

  test('loses no copy that an earlier recorder has written to a file', async (t) => {
    const earlier = fullRig(t);
    for (let n = 0; n < 256; n += 1) earlier.recorder.record(textCapture(`copy ${n}`, { copiedAtMs: n }));
    await turn();
    await earlier.recorder[Symbol.asyncDispose]();
    const { journal } = earlier;
    const full = (): never => {
      throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
    };
    const still = recorderRig(t, journal, directWriter({ ...journal, transaction: full, durableTransaction: full }));
    still.recorder.takeUp();
    for (let n = 256; n < 259; n += 1) still.recorder.record(textCapture(`copy ${n}`, { copiedAtMs: n }));
    await turn();
    await still.recorder[Symbol.asyncDispose]();
    assert.ok(!still.logged.includes('lost'));
    for (let start = 0; start < 2; start += 1) {
      const { recorder } = recorderRig(t, journal);
      recorder.takeUp();
      await turn();
      await recorder[Symbol.asyncDispose]();
    }
    assert.deepEqual([texts(journal).length, readCounters(journal).missed], [259, 0]);
  });

  test('until the end has its counts recorded by the next recorder', async (t) => {
    const { recorder, journal } = fullRig(t);
    recorder.record(textCapture('kept'));
    for (let n = 0; n < 300; n += 1) recorder.note({ counts: { missed: 1 }, present: null });
    await turn();
    await recorder[Symbol.asyncDispose]();
    const next = recorderRig(t, journal);
    next.recorder.takeUp();
    await turn();
    await turn();
    assert.deepEqual([texts(journal), readCounters(journal).missed], [['kept'], 300]);
  });

  test('over several starts has lost copies counted once', async (t) => {
    const journal = testJournal(t);
    const full = (): never => {
      throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
    };
    const fullDiskWriter = directWriter({ ...journal, transaction: full, durableTransaction: full });
    for (let start = 0; start < 3; start += 1) {
      const { recorder } = recorderRig(t, journal, fullDiskWriter);
      recorder.takeUp();
      recorder.note({ counts: { missed: 1 }, present: null });
      await turn();
      await recorder[Symbol.asyncDispose]();
    }
    recorderRig(t, journal).recorder.takeUp();
    await turn();
    assert.equal(readCounters(journal).missed, 3);
  });

  test('is not assumed if the file of a copy is missing: that copy is lost, the next ones are not', async (t) => {
    const { recorder, journal, full, logged } = fullRig(t);
    full(false);
    const gone = spooledContent(journal, 'x'.repeat(200_000));
    fs.rmSync(gone.file);
    recorder.record(capture([textFragment(gone)]));
    recorder.record(textCapture('next'));
    await turn();
    assert.deepEqual(texts(journal), ['next']);
    assert.deepEqual([readCounters(journal).missed, logged], [1, ['CRITICAL copy lost', 'lost']]);
    assert.deepEqual(
      fs.readdirSync(journal.blobs).filter((name) => path.extname(name) === '.tmp'),
      [],
    );
  });
});

test("a copy is recorded at whatever moment of another's recording it arrives", async (t) => {
  for (let moments = 0; moments < 12; moments += 1) {
    const { recorder, journal } = recorderRig(t);
    recorder.record(textCapture('one'));
    for (let moment = 0; moment < moments; moment += 1) await null;
    recorder.record(textCapture('another'));
    await turn();
    assert.deepEqual([texts(journal), recorder.isIdle], [['another', 'one'], true], `after ${moments} moments`);
  }
});

describe('a copy that can never be written', () => {
  const unwritable = (): NewCapture => capture([textFragment({ ...inlineContent('x'), bytes: 0.5 })]);

  test('is dropped alone, counted and logged; the copies next to it are recorded in order', async (t) => {
    const { recorder, journal, hindrances, logged } = recorderRig(t);
    const durable: string[] = [];
    recorder.record(textCapture('first'), () => durable.push('first')); // the others wait for it, and are written together
    for (const [name, copy] of [
      ['before', textCapture('before')],
      ['never', unwritable()],
      ['after', textCapture('after')],
    ] as const)
      recorder.record(copy, () => durable.push(name));
    await turn();
    assert.deepEqual(texts(journal), ['after', 'before', 'first']);
    assert.deepEqual(durable, ['first', 'before', 'after']);
    assert.deepEqual([readCounters(journal).missed, logged, hindrances.at(-1)], [1, ['CRITICAL copy lost', 'lost'], null]);
  });

  test('and fails a whole commit is found by writing each copy alone', async (t) => {
    const journal = testJournal(t);
    const direct = directWriter(journal);
    const asked: number[] = [];
    const writer: JournalWriter = {
      write: (name, ...given) => {
        if (name !== 'recordCaptures') return direct.write(name, ...given);
        const captures = given[0] as readonly NewCapture[];
        asked.push(captures.length);
        if (captures.some(({ givenName }) => givenName === 'poison'))
          return Promise.resolve({ ok: false, reason: 'unwritable', code: 'ends-the-thread' });
        return direct.write(name, ...given);
      },
    };
    const { recorder, logged } = recorderRig(t, journal, writer);
    recorder.record(textCapture('first'));
    for (const copy of [textCapture('before'), textCapture('x', { givenName: 'poison' }), textCapture('after')]) recorder.record(copy);
    await turn();
    assert.deepEqual(asked, [1, 3, 1, 1, 1]);
    assert.deepEqual(texts(journal), ['after', 'before', 'first']);
    assert.deepEqual([readCounters(journal).missed, logged], [1, ['CRITICAL copy lost', 'lost']]);
    assert.equal(readPresent(journal).fragments.length, 1);
    recorder.record(textCapture('y', { givenName: 'poison', copiedAtMs: 900_000 }));
    await turn();
    assert.deepEqual([readPresent(journal).fragments, readPresent(journal).absence], [[], 'unreadable'], 'no earlier copy comes back');
  });
});

function texts(journal: Journal): readonly string[] {
  return listFragments(journal, { limit: 1_000 }).map(({ id }) =>
    String(contentPlaces(journal, id).map((place) => 'inline' in place && Buffer.from(place.inline))),
  );
}

interface RecorderRig {
  readonly recorder: Recorder;
  readonly journal: Journal;
  readonly logged: string[];
  readonly hindrances: (JournalHindrance | null)[];
  readonly uncounted: number[];
  readonly ids: number[];
}

function recorderRig(t: TestContext, journal = testJournal(t), writer = directWriter(journal)): RecorderRig {
  const [logged, hindrances, ids, uncounted]: [string[], (JournalHindrance | null)[], number[], number[]] = [[], [], [], []];
  const log = rememberingLog((line) => line.startsWith('DEBUG') || logged.push(line));
  const recorder = new Recorder({
    writer,
    held: new HeldCopies(journal, log),
    log,
    recorded: ({ captureId }) => ids.push(captureId),
    noted: () => {},
    hindered: (one, count) => {
      hindrances.push(one);
      uncounted.push(count);
    },
    lost: () => logged.push('lost'),
  });
  t.after(() => recorder[Symbol.asyncDispose]());
  return { recorder, journal, logged, hindrances, uncounted, ids };
}
