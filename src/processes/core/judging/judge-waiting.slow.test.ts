import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { foundIds } from '../../../../test/doubles/found-fragments.ts';
import { judgedFacts, judgingRig, recordText } from '../../../../test/doubles/judging-rig.ts';
import { endingJudge } from '../../../../test/doubles/scripted-judges.ts';
import { capture, inlineContent, testJournal, textCapture, textFragment } from '../../../../test/doubles/temporary-journal.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { until } from '../../../../test/harness/until.ts';
import { contentFilterDocument } from '../../../contract/documents/content-filter.ts';
import { SaveRate } from '../../../domain/saving/save-rate.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { readFragment } from '../../../journal/fragments/fragments.ts';
import type { Journal } from '../../../journal/journal.ts';

test('nothing is judged before `begin`', async (t) => {
  const journal = testJournal(t);
  const id = recordText(journal, 'a text');
  const { judging, judged } = judgingRig(t, journal);
  judging.look();
  assert.equal(readFragment(journal, id)?.judgeAttempts, 0);
  judging.begin();
  await judged(1);
  assert.deepEqual(judgedFacts(journal, id), ['kept', null, 1, undefined]);
});

for (const ending of ['HANGS', 'BACKTRACKS', 'EXITS', 'THROWS']) {
  test(`a content over which the judge ${ending.toLowerCase()} is tried twice, then kept as plain text without a file, and the next one is judged`, async (t) => {
    const journal = testJournal(t);
    const bad = recordText(journal, `${ending} harbour`);
    const next = recordText(journal, 'the next one', 2_000);
    const { judging, judged, logged } = judgingRig(t, journal);
    judging.begin();
    await judged(1);
    assert.deepEqual(judgedFacts(journal, next), ['kept', null, 1, undefined], 'before the other one is given up');
    await judged(1);
    assert.deepEqual(judgedFacts(journal, bad), ['kept', 'unjudgeable', 2, 'txt']);
    assert.equal(logged.filter((line) => line === 'ERROR judge ended').length, 2);
    assert.equal(readFragment(journal, bad)?.attempts, 0, 'of being saved');
  });
}

test('if every third of 30 fragments ends its judge, all are kept, and the others are judged as usual', async (t) => {
  const journal = testJournal(t);
  const ids = Array.from({ length: 30 }, (_, number) =>
    recordText(journal, `${number % 3 === 2 ? 'THROWS' : 'plain'} ${number}`, 1_000 + number),
  );
  const { judging, judged } = judgingRig(t, journal);
  judging.begin();
  await judged(30);
  assert.deepEqual(
    ids.map((id) => readFragment(journal, id)?.reason),
    ids.map((_, number) => (number % 3 === 2 ? 'unjudgeable' : null)),
  );
});

test('if every third of 30 fragments cannot be recorded, the others are recorded, and these are skipped for now', async (t) => {
  const journal = testJournal(t);
  const ids = Array.from({ length: 30 }, (_, number) => recordText(journal, `plain ${number}`, 1_000 + number));
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
  const { judging, judged, logged } = judgingRig(t, { ...journal, statement });
  judging.begin();
  await judged(20);
  const refused = (): number => logged.filter((line) => line === 'ERROR fragment not judged').length;
  await until('refusal', () => refused() >= 30);
  judging.look();
  const later = recordText(journal, 'a later one', 9_000);
  judging.look();
  await judged(1);
  assert.equal(refused(), 30, 'three times each, and then no more');
  assert.equal(readFragment(journal, later)?.state, 'kept');
  assert.equal(ids.filter((id) => readFragment(journal, id)?.state === 'captured').length, 10);
});

test('a journal that accepts nothing does not count as an attempt', async (t) => {
  const journal = testJournal(t);
  const id = recordText(journal, 'a text');
  let refusals = 0;
  const transaction = <Result>(work: () => Result): Result => {
    // The attempt is counted; then recording the result is refused, as by a lock.
    if (refusals++ === 1) throw Object.assign(new Error('locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 });
    return journal.transaction(work);
  };
  const { judging, judged, logged } = judgingRig(t, { ...journal, transaction });
  judging.begin();
  await judged(1);
  assert.ok(logged.includes('ERROR judging held up'));
  assert.deepEqual(judgedFacts(journal, id), ['kept', null, 1, undefined]);
});

test('a judge that can not be started is tried less and less often and reported, and copies are judged once it can be', async (t) => {
  const journal = testJournal(t);
  const id = recordText(journal, 'a text');
  const program = path.join(temporaryHome(t), 'judge.mjs');
  const fails: boolean[] = [];
  const { judging, judged, logged } = judgingRig(t, journal, undefined, {
    program: pathToFileURL(program),
    fails: (now) => fails.push(now),
  });
  const startMs = performance.now();
  judging.begin();
  await until('report', () => fails.length > 0, 60_000);
  // One and two seconds lie between them.
  assert.ok(performance.now() - startMs >= 2_900);
  assert.equal(logged.filter((line) => line === 'ERROR judging held up').length, 3);
  writeFileSync(program, decodeURIComponent(endingJudge().href.replace('data:text/javascript,', '')));
  judging.look();
  await judged(1);
  assert.deepEqual(fails, [true, false]);
  assert.deepEqual(judgedFacts(journal, id), ['kept', null, 1, undefined]);
});

test('a normal stop waits for the judge, and does not count as a failed attempt', async (t) => {
  const journal = testJournal(t);
  const id = recordText(journal, 'a text');
  const { judging } = judgingRig(t, journal);
  judging.begin();
  await judging[Symbol.asyncDispose]();
  const { state, judgeAttempts } = readFragment(journal, id) ?? {};
  assert.ok((state === 'kept' && judgeAttempts === 1) || (state === 'captured' && judgeAttempts === 0), `${state} ${judgeAttempts}`);
});

test('an unjudgeable fragment is found by its words if these can be read, and stays hidden otherwise: it may contain a secret', async (t) => {
  const journal = testJournal(t);
  // Judged by a process that was killed, twice.
  const readable = recordText(journal, 'words of a harbour');
  const unreadable = recordText(journal, 'HANGS TWICE over a harbour too', 2_000);
  for (const id of [readable, unreadable]) journal.statement('UPDATE fragments SET judge_attempts = 2 WHERE id = ?').run(id);
  const { judging, judged } = judgingRig(t, journal);
  judging.begin();
  await judged(2);
  assert.deepEqual(foundIds(journal, 'harbour'), [readable]);
  assert.deepEqual(judgedFacts(journal, unreadable), ['captured', 'unjudgeable', 2, undefined]);
});

test('an unjudgeable fragment with a secret is dropped', async (t) => {
  const journal = testJournal(t);
  const id = recordText(journal, 'THROWS over a SECRET');
  const { judging, judged } = judgingRig(t, journal);
  judging.begin();
  await judged(1);
  assert.deepEqual(judgedFacts(journal, id), ['filtered', 'secret_password', 2, undefined]);
});

test('an unjudgeable fragment with a secret that an exception keeps is known as one', async (t) => {
  const journal = testJournal(t);
  const id = recordText(journal, 'THROWS over what is KEPT');
  const { judging, judged } = judgingRig(t, journal);
  judging.begin();
  await judged(1);
  assert.deepEqual([judgedFacts(journal, id), readFragment(journal, id)?.secret], [['kept', 'unjudgeable', 2, 'txt'], 'payment_card']);
});

test('a picture waits for the text that was copied with it, and is dropped with its secret', async (t) => {
  const journal = testJournal(t);
  const both = [textFragment(inlineContent('THROWS over a SECRET')), textFragment(inlineContent('its picture'), 'image/png')];
  const [text = 0, picture = 0] = recordCapture(journal, capture(both)).fragmentIds;
  const other = recordText(journal, 'words of a harbour', 2_000);
  const { judging, judged } = judgingRig(t, journal);
  judging.begin();
  await judged(2);
  assert.deepEqual(
    [text, picture, other].map((id) => judgedFacts(journal, id)[0]),
    ['filtered', 'filtered', 'kept'],
  );
});

test('a picture stays hidden with a text of the same copy that could not be searched for secrets', async (t) => {
  const journal = testJournal(t);
  const both = [textFragment(inlineContent('HANGS TWICE over a harbour')), textFragment(inlineContent('its picture'), 'image/png')];
  const [text = 0, picture = 0] = recordCapture(journal, capture(both)).fragmentIds;
  const other = recordText(journal, 'words of a harbour', 2_000);
  const { judging, judged } = judgingRig(t, journal);
  judging.begin();
  await judged(3);
  assert.deepEqual(
    [text, picture, other].map((id) => judgedFacts(journal, id).slice(0, 2)),
    [
      ['captured', 'unjudgeable'],
      ['captured', 'unjudgeable'],
      ['kept', null],
    ],
  );
});

test('an unjudgeable fragment stays hidden as long as a rule of the filter might match it', async (t) => {
  const journal = testJournal(t);
  const id = recordText(journal, 'THROWS harbour');
  const { judging, judged, rules } = judgingRig(t, journal);
  rules.filter = contentFilterDocument.parse({ excluded_extensions: ['.env'] });
  judging.begin();
  await judged(1);
  assert.deepEqual(judgedFacts(journal, id), ['captured', 'unjudgeable', 2, undefined]);
  assert.deepEqual(foundIds(journal, 'harbour'), []);
  rules.filter = contentFilterDocument.parse({});
  judging.rulesChanged();
  await judged(1);
  assert.deepEqual(judgedFacts(journal, id), ['kept', 'unjudgeable', 2, 'txt']);
});

test('while the filter is unknown, copies wait, and a save requested by name does not', async (t) => {
  const journal = testJournal(t);
  const copied = recordText(journal, 'copied under a rule that nobody can read');
  const saved = recordCapture(journal, { ...textCapture('saved by name'), origin: 'bridge', givenName: 'a.txt' }).fragmentIds[0] ?? 0;
  const { judging, judged, rules } = judgingRig(t, journal);
  rules.filter = null;
  judging.begin();
  await judged(1);
  await judging[Symbol.asyncDispose]();
  assert.deepEqual([judgedFacts(journal, copied)[0], judgedFacts(journal, saved)[0]], ['captured', 'kept']);
  const later = judgingRig(t, journal);
  later.judging.begin();
  await later.judged(1);
  assert.equal(judgedFacts(journal, copied)[0], 'kept');
});

test('while the filter is unknown, waiting copies are checked once, and not again with each copy', async (t) => {
  const journal = testJournal(t);
  for (let number = 0; number < 300; number += 1) recordText(journal, `copy ${number}`, 1_000 + number);
  const byName = (text: string): void => void recordCapture(journal, textCapture(text, { origin: 'bridge', givenName: 'a.txt' }));
  byName('the last of the first look');
  const { judging, judged, rules } = judgingRig(t, journal);
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

test('a skipped fragment is not tried again while it exists, and forgotten once it is deleted', async (t) => {
  const journal = testJournal(t);
  const id = recordText(journal, 'a text');
  const { judging, judged, logged } = judgingRig(t, journal);
  const nextCopy = async (text: string, copiedAtMs: number): Promise<void> => {
    recordText(journal, text, copiedAtMs);
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

const threeAtOnce = (): SaveRate => {
  const allowance = { files: { atOnce: 3, perHour: 1 }, bytes: { atOnce: 1_000_000, perHour: 1 } };
  return new SaveRate({ program: allowance, together: { ...allowance, files: { atOnce: 100, perHour: 1 } } });
};
const reasonsOf = (journal: Journal, ids: readonly number[]): readonly unknown[] => ids.map((id) => readFragment(journal, id)?.reason);

test('copies of one program beyond its allowance are kept without a file, also after a restart; other programs’ copies and requested saves are not affected', async (t) => {
  const journal = testJournal(t);
  const app = { name: 'Other', executable: '/usr/bin/other', pid: 8, windowTitle: '' };
  const others = { copiedAtMs: 2_000, source: { type: 'local', name: 'Other', path: '', app } } as const;
  const flood = Array.from({ length: 5 }, (_, number) => recordText(journal, `of a loop, number ${number}`, 1_000 + number));
  const { judging, judged } = judgingRig(t, journal, threeAtOnce());
  judging.begin();
  await judged(5);
  assert.deepEqual(reasonsOf(journal, flood), [null, null, null, 'too_many', 'too_many']);
  assert.equal(readFragment(journal, flood[4] ?? 0)?.state, 'kept');
  await judging[Symbol.asyncDispose]();

  const again = judgingRig(t, journal, threeAtOnce());
  const one = recordText(journal, 'one more of the loop', 1_900);
  const other = recordCapture(journal, textCapture('of another program', others)).fragmentIds[0] ?? 0;
  const asked = recordCapture(journal, textCapture('asked for by name', { origin: 'bridge' })).fragmentIds[0] ?? 0;
  again.judging.begin();
  await again.judged(3);
  assert.deepEqual(reasonsOf(journal, [one, other, asked]), ['too_many', null, null]);
  const later = recordText(journal, 'an hour later', 3_700_000);
  again.judging.look();
  await again.judged(1);
  assert.deepEqual(reasonsOf(journal, [later]), [null]);
});
