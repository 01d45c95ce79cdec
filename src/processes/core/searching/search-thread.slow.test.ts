import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { searchQuery } from '../../../../test/doubles/found-fragments.ts';
import { journalPlace, testJournal, textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { until } from '../../../../test/harness/until.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { recordJudgement } from '../../../journal/fragments/fragment-states.ts';
import { type Journal, type JournalPlace, openJournal } from '../../../journal/journal.ts';
import { SearchThread, type SearchThreadParts } from './search-thread.ts';

const parts = { place: { file: '', blobs: '' }, indexFile: '', opened: { '': null, '-wal': null, '-shm': null }, deadlineMs: 60_000 };
const stays = new AbortController().signal;
const nothing = { ok: true, value: { found: [], next: null, damaged: [] } } as const;

function threadOf(t: TestContext, others: Partial<SearchThreadParts>): SearchThread {
  const thread = new SearchThread({ ...parts, log: rememberingLog(() => {}), pageWithinMs: 60_000, ...others });
  t.after(() => thread[Symbol.asyncDispose]());
  return thread;
}

function addJudged(journal: Journal, text: string): number {
  const [id = 0] = recordCapture(journal, textCapture(text)).fragmentIds;
  recordJudgement(journal, id, {
    detection: null,
    embeddedFilename: null,
    pictureSize: null,
    verdict: { kind: 'keep', because: 'policy_off' },
  });
  return id;
}

/** An answer without the lines of its matches. */
function idsOf(answered: Awaited<ReturnType<SearchThread['ask']>>): unknown {
  if (!answered.ok) return answered;
  const { found, ...rest } = answered.value;
  return { ok: true, value: { ids: found.map(({ id }) => id), ...rest } };
}

/** Does this for each question, with how many came before it to the same thread, and then answers with nothing unless that was thrown or ended. */
function program(body: string): URL {
  return new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      let before = 0;
      parentPort.on('message', (message) => {
        if (message === 'end') return parentPort.close();
        const { id, query } = message;
        try {
          ${body}
          parentPort.postMessage({ id, found: { found: query.limit === 9 ? [{ id: before, line: null }] : [], next: null, damaged: [] } });
        } catch (error) {
          parentPort.postMessage({ id, threw: error });
        }
        before += 1;
      });`)}`,
  );
}

test('what is found is in the journal as it is now, page by page', async (t) => {
  const where = journalPlace(t);
  const journal = testJournal(t, where);
  const thread = threadOf(t, { place: where, opened: journal.opened });
  const ids = Array.from({ length: 5 }, (_, at) => addJudged(journal, `harbour go ${at}`)).toReversed();
  const query = searchQuery('harbour go');
  assert.deepEqual(idsOf(await thread.ask({ query, limit: 3 }, stays)), {
    ok: true,
    value: { ids: ids.slice(0, 3), next: ids[2], damaged: [] },
  });
  assert.deepEqual(idsOf(await thread.ask({ query, limit: 3, before: ids[2] }, stays)), {
    ok: true,
    value: { ids: ids.slice(3), next: null, damaged: [] },
  });
  const last = addJudged(journal, 'harbour go again');
  assert.deepEqual(idsOf(await thread.ask({ query, limit: 1 }, stays)), { ok: true, value: { ids: [last], next: last, damaged: [] } });
});

test('a damaged row that a search leaves out is reported once', async (t) => {
  const where = journalPlace(t);
  const journal = testJournal(t, where);
  const [sound, damaged] = [addJudged(journal, 'harbour one'), addJudged(journal, 'harbour two')];
  journal.statement(`UPDATE fragments SET kind = 'words' WHERE id = ?`).run(damaged);
  const thread = threadOf(t, { place: where, opened: journal.opened });
  const query = { query: searchQuery('harbour'), limit: 3 };
  assert.deepEqual(idsOf(await thread.ask(query, stays)), { ok: true, value: { ids: [sound], next: null, damaged: [damaged] } });
  assert.deepEqual(idsOf(await thread.ask(query, stays)), { ok: true, value: { ids: [sound], next: null, damaged: [] } });
});

const endings = {
  hangs: ['for (;;);', 'late'],
  exits: ['process.exit(3);', 'died'],
  throws: ["throw new Error('a bug');", 'threw'],
} as const;
for (const [name, [body, expected]] of Object.entries(endings)) {
  test(`a search that ${name} is reported as ${expected}, and the next one has its answer`, async (t) => {
    const deadlineMs = expected === 'late' ? { deadlineMs: 400 } : {};
    const thread = threadOf(t, { program: program(`if (query.limit === 1) { ${body} }`), ...deadlineMs });
    const [bad, good] = await Promise.all([thread.ask({ query: [], limit: 1 }, stays), thread.ask({ query: [], limit: 2 }, stays)]);
    assert.deepEqual(bad, { ok: false, reason: expected });
    // A machine so busy that no thread starts in time would make this late too.
    await until('answer', async () => good.ok || (await thread.ask({ query: [], limit: 2 }, stays)).ok || undefined);
  });
}

test('a thread that cannot be started is reported as died', async (t) => {
  const thread = threadOf(t, { program: new URL('https://hub.invalid/') });
  for (let times = 0; times < 2; times += 1)
    assert.deepEqual(idsOf(await thread.ask({ query: [], limit: 1 }, stays)), { ok: false, reason: 'died' });
});

test('a question whose asker goes before its turn is never asked, and keeps nobody waiting', async (t) => {
  const thread = threadOf(t, { program: program('') });
  const asker = new AbortController();
  const first = thread.ask({ query: [], limit: 1 }, stays);
  const gone = thread.ask({ query: [], limit: 1 }, asker.signal);
  const last = thread.ask({ query: [], limit: 9 }, stays);
  asker.abort();
  assert.deepEqual(await gone, { ok: false, reason: 'gone' });
  assert.deepEqual(await first, nothing);
  assert.deepEqual(idsOf(await last), { ok: true, value: { ids: [1], next: null, damaged: [] } });
  assert.deepEqual(await thread.ask({ query: [], limit: 1 }, AbortSignal.abort()), { ok: false, reason: 'gone' });
  assert.deepEqual(idsOf(await thread.ask({ query: [], limit: 9 }, stays)), { ok: true, value: { ids: [2], next: null, damaged: [] } });
});

test('of many questions at a time some wait, and the others are refused', async (t) => {
  const thread = threadOf(t, { program: program('') });
  const answers = await Promise.all(Array.from({ length: 40 }, () => thread.ask({ query: [], limit: 1 }, stays)));
  assert.deepEqual(answers.slice(0, 17), Array(17).fill(nothing));
  assert.deepEqual(answers.slice(17), Array(23).fill({ ok: false, reason: 'crowded' }));
  assert.deepEqual(await thread.ask({ query: [], limit: 1 }, stays), nothing);
});

test('a thread that nobody asks ends, and the next question has another one', async (t) => {
  const thread = threadOf(t, { program: program(''), idleMs: 1 });
  const ask = async (): Promise<unknown> => {
    const answered = await thread.ask({ query: [], limit: 9 }, stays);
    return answered.ok ? answered.value.found[0]?.id : answered;
  };
  assert.equal(await ask(), 0);
  await until('another thread', async () => (await ask()) === 0 || undefined);
});

test('what waits when it is closed has its answer', async (t) => {
  const thread = threadOf(t, { program: program('for (;;);') });
  const both = [thread.ask({ query: [], limit: 1 }, stays), thread.ask({ query: [], limit: 1 }, stays)];
  await thread[Symbol.asyncDispose]();
  assert.deepEqual(await Promise.all(both), [
    { ok: false, reason: 'died' },
    { ok: false, reason: 'gone' },
  ]);
  assert.deepEqual(idsOf(await thread.ask({ query: [], limit: 1 }, stays)), { ok: false, reason: 'gone' });
});

const harbours = { query: searchQuery('harbour'), limit: 2 };
const goneJournal = { ok: false, reason: 'gone-journal' };

function fill(journal: Journal, copies: number): void {
  for (let copy = 1; copy <= copies; copy += 1) addJudged(journal, `harbour ${copy} of ${copies}`);
}

/** A journal with a long log that stays open, and a search thread that nobody has asked yet. */
function searched(t: TestContext): { readonly place: JournalPlace; readonly thread: SearchThread } {
  const where = journalPlace(t);
  const journal = testJournal(t, where);
  fill(journal, 60);
  assert.ok(statSync(`${where.file}-wal`).size > 1_000_000);
  return { place: where, thread: threadOf(t, { place: where, opened: journal.opened }) };
}

/** Puts a sound journal there, and returns the bytes of its file. */
function replace(where: JournalPlace): Buffer {
  const file = path.join(path.dirname(where.file), 'backup.db');
  {
    using backup = openJournal({ ...where, file });
    fill(backup, 40);
  }
  renameSync(file, where.file);
  return readFileSync(where.file);
}

test('a journal that replaced the one of the core is neither searched nor changed', async (t) => {
  const { place: where, thread } = searched(t);
  const bytes = replace(where);
  assert.deepEqual(await thread.ask(harbours, stays), goneJournal);
  await thread[Symbol.asyncDispose]();
  assert.ok(bytes.equals(readFileSync(where.file)));
});

test('a search does not create a journal that was removed', async (t) => {
  const { place: where, thread } = searched(t);
  rmSync(where.file);
  assert.deepEqual(await thread.ask(harbours, stays), goneJournal);
  await thread[Symbol.asyncDispose]();
  assert.ok(!existsSync(where.file));
});

test('a thread that has the journal open answers nothing once it is gone, and leaves the next one as it is', async (t) => {
  const { place: where, thread } = searched(t);
  assert.deepEqual(idsOf(await thread.ask(harbours, stays)), { ok: true, value: { ids: [60, 59], next: 59, damaged: [] } });
  const bytes = replace(where);
  assert.deepEqual(await thread.ask(harbours, stays), goneJournal);
  await thread[Symbol.asyncDispose]();
  assert.ok(bytes.equals(readFileSync(where.file)));
});
