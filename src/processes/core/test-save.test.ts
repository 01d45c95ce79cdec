import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import { directWriter, testJournal } from '../../../test/doubles/temporary-journal.ts';
import { until } from '../../../test/harness/until.ts';
import { recordJudgement, recordSaved, recordSaveFailure } from '../../journal/fragments/fragment-states.ts';
import { listFragments } from '../../journal/fragments/listing.ts';
import type { Journal } from '../../journal/journal.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';
import { TestSaves } from './test-save.ts';

/** The writer's answers to the next orders of a name, in turn; after that it executes them. A promise is awaited first. */
type Instead = Record<string, (Promise<void> | { readonly ok: false; readonly reason: 'not-now' | 'damaged'; readonly code: string })[]>;

interface Rig {
  readonly journal: Journal;
  readonly saves: TestSaves;
  readonly withdrawn: number[];
  readonly save: (content?: string) => Promise<unknown>;
}

function rig(t: TestContext, instead: Instead, answerWithinMs = 60_000): Rig {
  const journal = testJournal(t);
  const direct = directWriter(journal);
  const writer: JournalWriter = {
    write: async (name, ...given) => {
      const next = await instead[name]?.shift();
      return next ?? direct.write(name, ...given);
    },
  };
  const withdrawn: number[] = [];
  const saves = new TestSaves({ journal, writer, judge: () => {}, withdrawn: (id) => withdrawn.push(id), answerWithinMs, retryMs: 1 });
  t.after(() => saves[Symbol.dispose]());
  return { journal, saves, withdrawn, save: async (content = 'x') => detailOf(await saves.save({ content, filename: 'a.txt' })) };
}

function detailOf(answer: object): unknown {
  return 'detail' in answer ? answer.detail : answer;
}

const locked = { ok: false, reason: 'not-now', code: 'ERR_SQLITE_5' } as const;
const stored = (journal: Journal): readonly number[] => listFragments(journal, { limit: 10 }).map(({ id }) => id);

/** Lets the next save reach the worker, which reports that. */
async function settle({ journal, saves }: Rig, work: (id: number) => void): Promise<void> {
  const id = await until('row', () => stored(journal)[0]);
  recordJudgement(journal, id, {
    detection: null,
    embeddedFilename: null,
    pictureSize: null,
    verdict: { kind: 'save' },
  });
  work(id);
  saves.settled(id);
}

describe('a save that the journal confirms too late', () => {
  test('promises nothing, and is withdrawn as soon as the journal permits', async (t) => {
    const recording = Promise.withResolvers<void>();
    const rigged = rig(t, { recordCaptures: [recording.promise], withdrawSave: [locked, locked] }, 5);
    assert.match(String(await rigged.save()), /may still be saved/);
    recording.resolve();
    await until('withdrawal', () => rigged.withdrawn.length > 0);
    assert.deepEqual(stored(rigged.journal), []);
  });

  test('leaves no file of its content if it is not recorded after all', async (t) => {
    const recording = Promise.withResolvers<void>();
    const instead: Instead = { recordCaptures: [recording.promise.then(() => locked) as never] };
    const { journal, save } = rig(t, instead, 5);
    assert.match(String(await save('x'.repeat(200_000))), /may still be saved/);
    assert.equal(readdirSync(journal.blobs).length, 1);
    recording.resolve();
    await until('cleaning up', () => readdirSync(journal.blobs).length === 0);
  });

  test('is refused if there are too many of these, because each has its content in memory', async (t) => {
    const recording = Promise.withResolvers<void>();
    const rigged = rig(t, { recordCaptures: Array.from({ length: 65 }, () => recording.promise) }, 1);
    for (let n = 0; n < 64; n += 1) assert.match(String(await rigged.save()), /may still be saved/);
    assert.match(String(await rigged.save()), /nothing was saved/);
    recording.resolve();
    await until('withdrawals', () => rigged.withdrawn.length === 64);
    assert.deepEqual(stored(rigged.journal), []);
  });
});

describe('a save that failed', () => {
  test('is withdrawn when the journal permits, and only then is its sender told that nothing is left', async (t) => {
    const rigged = rig(t, { withdrawSave: [locked, locked] });
    const saved = rigged.save();
    await settle(rigged, (id) => recordSaveFailure(rigged.journal, id, 'no_permission', Date.now() + 1e6));
    assert.match(String(await saved), /does not have permission/);
    assert.deepEqual([stored(rigged.journal), rigged.withdrawn.length], [[], 1]);
  });

  test('is reported as one that may still happen if the journal does not answer', async (t) => {
    const rigged = rig(t, { withdrawSave: [{ ok: false, reason: 'damaged', code: 'ERR_SQLITE_11' }] });
    const saved = rigged.save();
    await settle(rigged, (id) => recordSaveFailure(rigged.journal, id, 'no_permission', Date.now() + 1e6));
    assert.match(String(await saved), /may still be saved/);
  });

  test('and is saved while it is being withdrawn has its receipt', async (t) => {
    const withdrawing = Promise.withResolvers<void>();
    const rigged = rig(t, { withdrawSave: [withdrawing.promise] });
    const saved = rigged.save();
    await settle(rigged, (id) => {
      recordSaveFailure(rigged.journal, id, 'busy', 0);
      setImmediate(() => {
        recordSaved(rigged.journal, id, { workspace: '/w', sha256: 'ab', path: '/w/a.txt', duplicate: false, atMs: 1 });
        withdrawing.resolve();
      });
    });
    assert.equal(((await saved) as { value: { path: string } }).value.path, '/w/a.txt');
    assert.deepEqual(rigged.withdrawn, []);
  });
});

test('a save whose writer crashes over it promises nothing', async (t) => {
  const { save } = rig(t, { recordCaptures: [{ ok: false, reason: 'not-now', code: 'ended' }] });
  assert.match(String(await save()), /may still be saved/);
});
