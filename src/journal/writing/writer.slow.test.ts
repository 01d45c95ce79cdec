import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inlineContent, journalPlace, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { until } from '../../../test/harness/until.ts';
import type { Log } from '../../base/log.ts';
import type { NewCapture } from '../../contract/journal.ts';
import { listFragments } from '../fragments/listing.ts';
import { type JournalReader, openJournalReader } from '../journal.ts';
import { ThreadWriter, usualRestMs, type WriterOptions } from './writer.ts';

interface Rig {
  readonly file: string;
  readonly journal: JournalReader;
  readonly writer: ThreadWriter;
  readonly logged: string[];
}

function rig(t: TestContext, options: WriterOptions = {}): Rig {
  const place = journalPlace(t);
  const logged: string[] = [];
  const journal = openJournalReader(place);
  const writer = new ThreadWriter(place, rememberingLog(logged), options);
  t.after(async () => {
    journal[Symbol.dispose]();
    await writer[Symbol.asyncDispose]();
  });
  return { file: place.file, journal, writer, logged };
}

function rememberingLog(logged: string[]): Log {
  const write = (event: string): unknown => logged.push(event);
  return {
    debug: write,
    info: write,
    warn: write,
    error: write,
    critical: write,
    isDetailed: false,
    setLevel: () => {},
    [Symbol.dispose]: () => {},
  };
}

/** An order that exceeds the memory of a writer thread: 40 MB of media types. */
function tooLarge(): NewCapture {
  const content = inlineContent('x');
  const mediaTypes = Array.from({ length: 40 }, (_, index) => `${index}${'x'.repeat(1_000_000)}`);
  return { ...textCapture('x'), fragments: [{ kind: 'text', representations: mediaTypes.map((mediaType) => ({ mediaType, content })) }] };
}

/** The last process to close a journal removes its log. */
async function whenClosed(file: string): Promise<void> {
  await until('end of the log', () => !existsSync(`${file}-wal`));
}

const count = (journal: JournalReader): number => listFragments(journal, { limit: 100 }).length;

describe('a writer', () => {
  test('waits for the lock of another process while the event loop goes on and reads', async (t) => {
    const { file, journal, writer } = rig(t);
    await writer.write('recordCaptures', [textCapture('a')]);
    const stranger = new DatabaseSync(file);
    stranger.exec('BEGIN EXCLUSIVE');
    let written = false;
    const writing = writer.write('recordCaptures', [textCapture('b')]).then((outcome) => {
      written = true;
      return outcome;
    });
    for (let turn = 0; turn < 20; turn += 1) {
      await new Promise(setImmediate);
      assert.deepEqual([written, count(journal)], [false, 1]);
    }
    stranger.exec('ROLLBACK');
    stranger.close();
    assert.ok((await writing).ok);
    assert.equal(count(journal), 2);
  });

  test('handles its orders in sequence, and all of them before it ends', async (t) => {
    const { journal, writer } = rig(t, { endsWithinMs: 60_000 });
    const writing = Array.from({ length: 20 }, (_, n) => writer.write('recordCaptures', [textCapture(`copy ${n}`)]));
    await writer[Symbol.asyncDispose]();
    for (const written of await Promise.all(writing)) assert.ok(written.ok);
    const ids = (await Promise.all(writing)).map((written) => (written.ok && written.value[0]?.ok ? written.value[0].value.captureId : 0));
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    );
    assert.equal(count(journal), 20);
    assert.deepEqual(await writer.write('recordNote', { counts: { missed: 1 }, present: null }), {
      ok: false,
      reason: 'not-now',
      code: 'ended',
    });
  });

  test('replaces a thread that crashes; an order that crashes two threads is dropped, and the orders after it are done', async (t) => {
    const { journal, writer, logged } = rig(t);
    await writer.write('recordNote', { counts: { missed: 1 }, present: null });
    const writing = [[tooLarge()], [textCapture('next')]].map((captures) => writer.write('recordCaptures', captures));
    const [poison, next] = await Promise.all(writing);
    assert.deepEqual(poison, { ok: false, reason: 'unwritable', code: 'ends-the-thread' });
    assert.ok(next?.ok);
    assert.equal(count(journal), 1);
    assert.equal(logged.filter((line) => line === 'journal thread ended, another one begins').length, 2);
  });

  test('whose program is gone starts its thread less and less often, reports it, and does its orders once it is there again', async (t) => {
    const place = journalPlace(t);
    const program = path.join(path.dirname(place.file), 'thread.mjs');
    const logged: string[] = [];
    const fails: boolean[] = [];
    await using writer = new ThreadWriter(place, rememberingLog(logged), {
      restsAfterMs: usualRestMs,
      program: pathToFileURL(program),
      fails: (now) => fails.push(now),
    });
    const startMs = performance.now();
    const writing = writer.write('recordCaptures', [textCapture('a')]);
    await until('four ends', () => logged.filter((line) => line === 'journal thread ended, another one begins').length === 4);
    // 250, 500 and 1,000 ms lie between them.
    assert.ok(performance.now() - startMs >= 1_700);
    assert.deepEqual(fails, [true]);
    writeFileSync(program, `import ${JSON.stringify(new URL('./writer-thread.ts', import.meta.url).href)};`);
    assert.ok((await writing).ok);
    assert.deepEqual(fails, [true, false]);
  });

  test('that ends while its thread is being replaced first does all orders, and answers each', async (t) => {
    const { journal, writer } = rig(t, { endsWithinMs: 60_000 });
    const writing = [[tooLarge()], [textCapture('next')], [textCapture('last')]].map((captures) =>
      writer.write('recordCaptures', captures),
    );
    assert.equal((await writing[0])?.ok, false);
    await writer[Symbol.asyncDispose]();
    assert.deepEqual(
      (await Promise.all(writing)).map((written) => written.ok),
      [false, true, true],
    );
    assert.equal(count(journal), 2);
  });

  test('that cannot finish its orders before it ends logs how many are left', async (t) => {
    const { file, writer, logged } = rig(t, { endsWithinMs: 50 });
    assert.ok((await writer.write('recordNote', { counts: { missed: 1 }, present: null })).ok);
    const stranger = new DatabaseSync(file);
    stranger.exec('BEGIN IMMEDIATE');
    const writing = writer.write('recordCaptures', [textCapture('a')]);
    await writer[Symbol.asyncDispose]();
    stranger.close();
    assert.deepEqual(await writing, { ok: false, reason: 'not-now', code: 'ended' });
    assert.deepEqual(logged, ['the journal is still being written at the end']);
  });

  test('lets its thread end when there is nothing to write, and starts another one for the next order', async (t) => {
    const place = journalPlace(t);
    const logged: string[] = [];
    await using writer = new ThreadWriter(place, rememberingLog(logged), { restsAfterMs: 1 });
    for (let order = 1; order <= 3; order += 1) {
      const outcome = await writer.write('recordCaptures', [textCapture(`copy ${order}`)]);
      assert.ok(outcome.ok && outcome.value[0]?.ok);
      assert.equal(outcome.value[0].value.captureId, order);
      await whenClosed(place.file);
    }
    assert.deepEqual(logged, []);
  });

  test('starts a thread when an order is announced, and lets it end if no order comes', async (t) => {
    const place = journalPlace(t);
    await using writer = new ThreadWriter(place, rememberingLog([]), { restsAfterMs: 1 });
    for (let announced = 0; announced < 2; announced += 1) {
      assert.ok((await writer.write('recordCaptures', [textCapture(`copy ${announced}`)])).ok);
      await whenClosed(place.file);
      writer.wake();
      writer.wake();
    }
    assert.ok((await writer.write('recordCaptures', [textCapture('the last copy')])).ok);
  });

  test('loses and duplicates no order while its thread ends', async (t) => {
    const { journal, writer } = rig(t, { restsAfterMs: 0 });
    const writing: Promise<unknown>[] = [];
    for (let order = 0; order < 60; order += 1) {
      writing.push(writer.write('recordCaptures', [textCapture(`copy ${order}`)]));
      await new Promise((resolve) => setTimeout(resolve, order % 3));
    }
    await Promise.all(writing);
    assert.equal(count(journal), 60);
  });

  test('answers each order with a failure while the journal cannot be opened, and writes as soon as it can be', async (t) => {
    const { file } = rig(t);
    const later = path.join(path.dirname(file), 'later');
    await using writer = new ThreadWriter({ file: path.join(later, 'hub.db'), blobs: later }, rememberingLog([]));
    assert.deepEqual(await writer.write('recordNote', { counts: { missed: 1 }, present: null }), {
      ok: false,
      reason: 'not-now',
      code: 'ERR_SQLITE_14',
    });
    mkdirSync(later);
    assert.ok((await writer.write('recordNote', { counts: { missed: 1 }, present: null })).ok);
  });
});

test('a reader cannot write', (t) => {
  const { journal } = rig(t);
  assert.throws(() => journal.statement('DELETE FROM captures').run(), /readonly/);
});
