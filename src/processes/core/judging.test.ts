import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { until } from '../../../test/harness/until.ts';
import { type ContentFilter, cacheDocument, contentFilterDocument, hubDocument, type SaveRules } from '../../contract/documents.ts';
import { SaveRate } from '../../domain/save-rate.ts';
import { recordCapture } from '../../journal/captures.ts';
import { listFragments, readFragment } from '../../journal/fragments.ts';
import type { Journal } from '../../journal/journal.ts';
import { searchMatch } from '../../journal/search.ts';
import { directWriter, journalPlace, testJournal, textCapture } from '../../journal/test-journal.ts';
import { rememberingLog } from '../fake-component.ts';
import { JudgeThread } from './judge-thread.ts';
import { Judging } from './judging.ts';
import { endingJudge } from './test-judges.ts';

interface Rig {
  readonly judging: Judging;
  readonly logged: string[];
  readonly rules: { filter: ContentFilter | null };
  /** Resolves when so many were judged, beside those that were waited for before. */
  readonly judged: (count: number) => Promise<void>;
}

function rig(t: TestContext, journal: Journal, saveRate?: SaveRate): Rig {
  const limits = cacheDocument.parse({});
  const rules: { filter: ContentFilter | null; saveRules: SaveRules } = {
    filter: contentFilterDocument.parse({}),
    saveRules: hubDocument.parse({}).save,
  };
  const logged: string[] = [];
  const log = rememberingLog((line) => logged.push(line));
  const thread = new JudgeThread({ log, cacheLimits: () => limits, program: endingJudge(), deadlineMs: 200 });
  let count = 0;
  let expected = 0;
  const judging = new Judging({
    journal,
    writer: directWriter(journal),
    log,
    thread,
    rules: () => rules,
    ...(saveRate === undefined ? {} : { saveRate }),
    judged: () => {
      count += 1;
    },
  });
  t.after(async () => {
    await judging[Symbol.asyncDispose]();
    await thread[Symbol.asyncDispose]();
  });
  const judged = async (more: number): Promise<void> => {
    expected += more;
    await until('judgement', () => count >= expected);
  };
  return { judging, logged, rules, judged };
}

const recorded = (journal: Journal, text: string, copiedAtMs = 1_000): number =>
  recordCapture(journal, textCapture(text, { copiedAtMs })).fragmentIds[0] ?? 0;

const facts = (journal: Journal, id: number): readonly unknown[] => {
  const { state, reason, judgeAttempts, detection } = readFragment(journal, id) ?? {};
  return [state, reason, judgeAttempts, detection?.typeId];
};

test('nothing is judged before it begins', async (t) => {
  const journal = testJournal(t);
  const id = recorded(journal, 'a text');
  const { judging, judged } = rig(t, journal);
  judging.look();
  assert.equal(readFragment(journal, id)?.judgeAttempts, 0);
  judging.begin();
  await judged(1);
  assert.deepEqual(facts(journal, id), ['kept', null, 1, undefined]);
});

for (const ending of ['HANGS', 'BACKTRACKS', 'EXITS', 'THROWS']) {
  test(`a content over which the judge ${ending.toLowerCase()} is tried twice, then kept as plain text without a file, and the next one is judged`, async (t) => {
    const journal = testJournal(t);
    const bad = recorded(journal, `${ending} harbour`);
    const next = recorded(journal, 'the next one', 2_000);
    const { judging, judged, logged } = rig(t, journal);
    judging.begin();
    await judged(1);
    assert.deepEqual(facts(journal, next), ['kept', null, 1, undefined], 'before the other one is given up');
    await judged(1);
    assert.deepEqual(facts(journal, bad), ['kept', 'unjudgeable', 2, 'txt']);
    assert.equal(logged.filter((line) => line === 'ERROR judge ended').length, 2);
    assert.equal(readFragment(journal, bad)?.attempts, 0, 'of being saved');
  });
}

test('of 30 fragments of which each third ends its judge, all are kept, the others as usual', async (t) => {
  const journal = testJournal(t);
  const ids = Array.from({ length: 30 }, (_, number) =>
    recorded(journal, `${number % 3 === 2 ? 'THROWS' : 'plain'} ${number}`, 1_000 + number),
  );
  const { judging, judged } = rig(t, journal);
  judging.begin();
  await judged(30);
  assert.deepEqual(
    ids.map((id) => readFragment(journal, id)?.reason),
    ids.map((_, number) => (number % 3 === 2 ? 'unjudgeable' : null)),
  );
});

test('of 30 fragments of which each third can not be recorded, the others are, and those are left alone for now', async (t) => {
  const journal = testJournal(t);
  const ids = Array.from({ length: 30 }, (_, number) => recorded(journal, `plain ${number}`, 1_000 + number));
  const damaged = (id: unknown): boolean => typeof id === 'number' && ids.indexOf(id) % 3 === 2;
  const statement = (sql: string): ReturnType<Journal['statement']> => {
    const real = journal.statement(sql);
    if (!sql.startsWith('UPDATE fragments SET state')) return real;
    const run = (...values: Parameters<typeof real.run>): ReturnType<typeof real.run> => {
      if (damaged(values.at(-1))) throw Object.assign(new Error('damaged'), { code: 'ERR_SQLITE_ERROR', errcode: 11 });
      return real.run(...values);
    };
    return { run } as unknown as typeof real;
  };
  const { judging, judged, logged } = rig(t, { ...journal, statement });
  judging.begin();
  await judged(20);
  const refused = (): number => logged.filter((line) => line === 'ERROR fragment not judged').length;
  await until('refusal', () => refused() >= 30);
  judging.look();
  const later = recorded(journal, 'a later one', 9_000);
  judging.look();
  await judged(1);
  assert.equal(refused(), 30, 'three times each, and then no more');
  assert.equal(readFragment(journal, later)?.state, 'kept');
  assert.equal(ids.filter((id) => readFragment(journal, id)?.state === 'captured').length, 10);
});

test('a journal that takes nothing is no attempt', async (t) => {
  const journal = testJournal(t);
  const id = recorded(journal, 'a text');
  let refusals = 0;
  const transaction = <Result>(work: () => Result): Result => {
    // The attempt is counted; then recording what was found is refused, as by a lock.
    if (refusals++ === 1) throw Object.assign(new Error('locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 });
    return journal.transaction(work);
  };
  const { judging, judged, logged } = rig(t, { ...journal, transaction });
  judging.begin();
  await judged(1);
  assert.ok(logged.includes('ERROR judging held up'));
  assert.deepEqual(facts(journal, id), ['kept', null, 1, undefined]);
});

test('an end in order waits for the judge, and is no attempt that failed', async (t) => {
  const journal = testJournal(t);
  const id = recorded(journal, 'a text');
  const { judging } = rig(t, journal);
  judging.begin();
  await judging[Symbol.asyncDispose]();
  const { state, judgeAttempts } = readFragment(journal, id) ?? {};
  assert.ok((state === 'kept' && judgeAttempts === 1) || (state === 'captured' && judgeAttempts === 0), `${state} ${judgeAttempts}`);
});

test('what can not be judged is found by its words where these can be read', async (t) => {
  const journal = testJournal(t);
  // Judged by a process that was killed, twice.
  const readable = recorded(journal, 'words of a harbour');
  const unreadable = recorded(journal, 'HANGS over a harbour too', 2_000);
  for (const id of [readable, unreadable]) journal.statement('UPDATE fragments SET judge_attempts = 2 WHERE id = ?').run(id);
  const { judging, judged } = rig(t, journal);
  judging.begin();
  await judged(2);
  const found = listFragments(journal, { match: searchMatch('harbour'), limit: 9 }).map((one) => one.id);
  assert.deepEqual(found, [readable]);
  assert.deepEqual(facts(journal, unreadable), ['kept', 'unjudgeable', 2, 'txt']);
});

test('what can not be judged stays unseen as long as a rule of the filter could be for it', async (t) => {
  const journal = testJournal(t);
  const id = recorded(journal, 'THROWS harbour');
  const { judging, judged, rules } = rig(t, journal);
  rules.filter = contentFilterDocument.parse({ excluded_extensions: ['.env'] });
  judging.begin();
  await judged(1);
  assert.deepEqual(facts(journal, id), ['captured', 'unjudgeable', 2, undefined]);
  assert.deepEqual(listFragments(journal, { match: searchMatch('harbour'), limit: 9 }), []);
  rules.filter = contentFilterDocument.parse({});
  judging.rulesChanged();
  await judged(1);
  assert.deepEqual(facts(journal, id), ['kept', 'unjudgeable', 2, 'txt']);
});

test('while nobody knows the filter, what was copied waits, and what somebody saves by name does not', async (t) => {
  const journal = testJournal(t);
  const copied = recorded(journal, 'copied under a rule that nobody can read');
  const saved = recordCapture(journal, { ...textCapture('saved by name'), origin: 'bridge', givenName: 'a.txt' }).fragmentIds[0] ?? 0;
  const { judging, judged, rules } = rig(t, journal);
  rules.filter = null;
  judging.begin();
  await judged(1);
  await judging[Symbol.asyncDispose]();
  assert.deepEqual([facts(journal, copied)[0], facts(journal, saved)[0]], ['captured', 'kept']);
  const later = rig(t, journal);
  later.judging.begin();
  await later.judged(1);
  assert.equal(facts(journal, copied)[0], 'kept');
});

test('while nobody knows the filter, what waits for it is looked at once, and not again with each copy', async (t) => {
  const journal = testJournal(t);
  for (let number = 0; number < 300; number += 1) recorded(journal, `copy ${number}`, 1_000 + number);
  const byName = (text: string): void => void recordCapture(journal, textCapture(text, { origin: 'bridge', givenName: 'a.txt' }));
  byName('the last of the first look');
  const { judging, judged, rules } = rig(t, journal);
  let asked = 0;
  const unknown = (): null => {
    asked += 1;
    return null;
  };
  Object.defineProperty(rules, 'filter', { get: unknown, configurable: true });
  judging.begin();
  await judged(1);
  assert.ok(asked > 300);
  asked = 0;
  byName('the last of the second');
  judging.look();
  await judged(1);
  assert.ok(asked < 10, `${asked}`);
  Object.defineProperty(rules, 'filter', { value: contentFilterDocument.parse({}) });
  judging.look();
  await judged(300);
});

test('what is left alone stays so while it is there, and is forgotten once it is gone', async (t) => {
  const journal = testJournal(t);
  const id = recorded(journal, 'a text');
  const { judging, judged, logged } = rig(t, journal);
  const nextCopy = async (text: string, copiedAtMs: number): Promise<void> => {
    recorded(journal, text, copiedAtMs);
    judging.look();
    await judged(1);
  };
  journal.statement('UPDATE representations SET position = 5 WHERE fragment_id = ?').run(id); // there is nothing to judge in it
  judging.begin();
  await until('line', () => logged.includes('WARN no such fragment to judge'));
  await nextCopy('another', 2_000);
  journal.statement('UPDATE representations SET position = 0 WHERE fragment_id = ?').run(id);
  await nextCopy('a third', 3_000);
  assert.equal(readFragment(journal, id)?.state, 'captured');
  journal.statement("UPDATE fragments SET state = 'kept' WHERE id = ?").run(id);
  await nextCopy('a fourth', 4_000);
  journal.statement("UPDATE fragments SET state = 'captured' WHERE id = ?").run(id);
  judging.look();
  await judged(1);
  assert.equal(readFragment(journal, id)?.state, 'kept');
});

test('a process that is killed while it judges, twice, leaves the fragment for the next one to give up', async (t) => {
  const place = journalPlace(t);
  const journal = testJournal(t, place);
  const bad = recorded(journal, 'HANGS');
  const next = recorded(journal, 'the next one', 2_000);
  const from = (file: string): string => JSON.stringify(path.join(import.meta.dirname, file));
  const body = `
    import { openJournal } from ${from('../../journal/journal.ts')};
    import { directWriter } from ${from('../../journal/test-journal.ts')};
    import { rememberingLog } from ${from('../fake-component.ts')};
    import { JudgeThread } from ${from('judge-thread.ts')};
    import { Judging } from ${from('judging.ts')};
    import { endingJudge } from ${from('test-judges.ts')};
    import { contentFilterDocument, hubDocument, cacheDocument } from ${from('../../contract/documents.ts')};
    const log = rememberingLog(() => {});
    const thread = new JudgeThread({ log, cacheLimits: () => cacheDocument.parse({}), program: endingJudge(), deadlineMs: 60_000 });
    const rules = { filter: contentFilterDocument.parse({}), saveRules: hubDocument.parse({}).save };
    const journal = openJournal(${JSON.stringify(place)});
    new Judging({ journal, writer: directWriter(journal), log, thread, rules: () => rules, judged: () => {} }).begin();`;
  for (const attempt of [1, 2]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', body], { stdio: 'inherit' });
    await until('attempt', () => {
      assert.equal(child.exitCode, null);
      return readFragment(journal, bad)?.judgeAttempts === attempt;
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(readFragment(journal, bad)?.state, 'captured');
  }
  const { judging, judged } = rig(t, journal);
  judging.begin();
  await judged(2);
  assert.deepEqual(facts(journal, bad), ['kept', 'unjudgeable', 2, 'txt']);
  assert.deepEqual(facts(journal, next), ['kept', null, 1, undefined]);
});

const threeAtOnce = (): SaveRate => {
  const allowance = { files: { atOnce: 3, perHour: 1 }, bytes: { atOnce: 1_000_000, perHour: 1 } };
  return new SaveRate({ program: allowance, together: { ...allowance, files: { atOnce: 100, perHour: 1 } } });
};
const reasonsOf = (journal: Journal, ids: readonly number[]): readonly unknown[] => ids.map((id) => readFragment(journal, id)?.reason);

test('what one program copies beyond its allowance is kept without a file, also after a restart; what others copy, or somebody asks for, is not', async (t) => {
  const journal = testJournal(t);
  const app = { name: 'Other', executable: '/usr/bin/other', pid: 8, windowTitle: '' };
  const others = { copiedAtMs: 2_000, source: { type: 'local', name: 'Other', path: '', app } } as const;
  const flood = Array.from({ length: 5 }, (_, number) => recorded(journal, `of a loop, number ${number}`, 1_000 + number));
  const { judging, judged } = rig(t, journal, threeAtOnce());
  judging.begin();
  await judged(5);
  assert.deepEqual(reasonsOf(journal, flood), [null, null, null, 'too_many', 'too_many']);
  assert.equal(readFragment(journal, flood[4] ?? 0)?.state, 'kept');
  await judging[Symbol.asyncDispose]();

  const again = rig(t, journal, threeAtOnce());
  const one = recorded(journal, 'one more of the loop', 1_900);
  const other = recordCapture(journal, textCapture('of another program', others)).fragmentIds[0] ?? 0;
  const asked = recordCapture(journal, textCapture('asked for by name', { origin: 'bridge' })).fragmentIds[0] ?? 0;
  again.judging.begin();
  await again.judged(3);
  assert.deepEqual(reasonsOf(journal, [one, other, asked]), ['too_many', null, null]);
  const later = recorded(journal, 'an hour later', 3_700_000);
  again.judging.look();
  await again.judged(1);
  assert.deepEqual(reasonsOf(journal, [later]), [null]);
});
