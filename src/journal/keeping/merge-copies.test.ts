import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { foundIds } from '../../../test/doubles/found-fragments.ts';
import {
  capture,
  inlineContent,
  journalPlace,
  judged,
  recordNothingPresent,
  testJournal,
  textCapture,
  textFragment,
} from '../../../test/doubles/temporary-journal.ts';
import type { NewCapture } from '../../contract/journal.ts';
import { recordCapture, recordCaptures, recordCapturesAgain } from '../captures/captures.ts';
import { changesSince, lastChangeNumber } from '../fragment-changes.ts';
import { currentNumber, mostEarlierCopies, readEarlierCopies } from '../fragments/earlier-copies.ts';
import { eraseStep } from '../fragments/erasing.ts';
import {
  type Judgement,
  recordJudgement,
  recordSaved,
  recordSaveFailure,
  requestSave,
  withdrawSave,
} from '../fragments/fragment-states.ts';
import { readFragment, readPresent } from '../fragments/fragments.ts';
import { listFragments } from '../fragments/listing.ts';
import type { Journal } from '../journal.ts';
import { annotate, readAnnotations } from './annotations.ts';
import { deleteFragment } from './delete-fragments.ts';
import { mayJoin, type SameContent } from './merge-copies.ts';

const keep = judged({ kind: 'keep', because: 'too_short' });
const save = judged({ kind: 'save' });

function copied(
  journal: Journal,
  text: string,
  atMs: number,
  others: Partial<NewCapture> & { readonly judgement?: Judgement } = {},
): number {
  const { judgement = keep, ...rest } = others;
  const id = recordCapture(journal, textCapture(text, { copiedAtMs: atMs, ...rest })).fragmentIds[0] ?? 0;
  recordJudgement(journal, id, judgement);
  return id;
}

const from = (name: string): NewCapture['source'] => ({
  type: 'local',
  name,
  path: `/usr/bin/${name}`,
  app: { name, executable: `/usr/bin/${name}`, pid: 7, windowTitle: null },
});
const ids = (journal: Journal): readonly number[] => listFragments(journal, { limit: 100 }).map(({ id }) => id);
const saved = (path: string) => ({ workspace: '/w', sha256: inlineContent('a').sha256, path, duplicate: false, atMs: 5 });

describe('a content that is copied again', () => {
  test('is looked for among the newest 64 with its text, so that a text with ever new HTML does not hold up the writer', (t) => {
    const journal = testJournal(t);
    const withHtml = (html: number): NewCapture['fragments'] => [
      {
        kind: 'text',
        representations: [
          { mediaType: 'text/plain', content: inlineContent('a') },
          { mediaType: 'text/html', content: inlineContent(`<b>${html}</b>`) },
        ],
      },
    ];
    let atMs = 0;
    const again = (html: number): number => {
      atMs += 20_000;
      copied(journal, 'b', atMs - 10_000); // or it is a repeat of the last copy
      return copied(journal, '', atMs, { fragments: withHtml(html) });
    };
    for (let html = 0; html < 80; html += 1) again(html);
    assert.equal(readFragment(journal, again(75))?.copies, 2);
    assert.equal(readFragment(journal, again(1))?.copies, 1, 'too many lie between');
  });

  test('is one fragment, at the top, with all of its times, programs and annotations', (t) => {
    const journal = testJournal(t);
    const first = copied(journal, 'a', 10_000, { source: from('editor') });
    annotate(journal, first, { pinned: true, tags: ['work'], title: 'mine', note: 'why' });
    const other = copied(journal, 'b', 20_000);
    const second = copied(journal, 'a', 30_000, { source: from('mail') });
    const third = copied(journal, 'c', 40_000);
    assert.deepEqual(ids(journal), [third, second, other]);
    const { copies, firstCopiedAtMs, copiedAtMs, source } = readFragment(journal, second) ?? {};
    assert.deepEqual([copies, firstCopiedAtMs, copiedAtMs, source?.app.name], [2, 10_000, 30_000, 'mail']);
    const earlier = readEarlierCopies(journal, second);
    assert.deepEqual(
      earlier.map(({ copiedAtMs, source: { app } }) => [copiedAtMs, app.name]),
      [[10_000, 'editor']],
    );
    assert.deepEqual(readAnnotations(journal, second), { pinned: true, tags: ['work'], title: 'mine', note: 'why' });
    assert.equal(currentNumber(journal, first), second);
    assert.equal(currentNumber(journal, other), other);
    assert.deepEqual(foundIds(journal, 'a'), [second], 'a search finds it once');
    assert.deepEqual(
      readPresent(journal).fragments.map(({ id }) => id),
      [third],
    );
  });

  test('keeps its own title and note, and takes over the tags as far as there is room', (t) => {
    const journal = testJournal(t);
    const tags = (from: number) => Array.from({ length: 32 }, (_, at) => `t${from + at}`);
    const first = copied(journal, 'a', 10_000);
    annotate(journal, first, { title: 'earlier', note: 'earlier', tags: tags(0) });
    copied(journal, 'b', 20_000);
    const second = recordCapture(journal, textCapture('a', { copiedAtMs: 30_000 })).fragmentIds[0] ?? 0;
    annotate(journal, second, { title: 'later', tags: ['mine'] });
    recordJudgement(journal, second, keep);
    const { title, note, tags: all } = readAnnotations(journal, second);
    assert.deepEqual([title, note, all.length, all.includes('mine')], ['later', 'earlier', 32, true]);
  });

  test('one after the other is counted too, but a clipboard manager that takes it over, and a start, are no copies', (t) => {
    const journal = testJournal(t);
    const id = copied(journal, 'a', 10_000);
    const again = (atMs: number, others: Partial<NewCapture> = {}) =>
      recordCapture(journal, textCapture('a', { copiedAtMs: atMs, ...others }));
    for (const copy of [again(20_000), again(20_400, { source: from('manager') }), again(90_000, { isInitial: true }), again(40_000)])
      assert.ok(copy.repeated);
    const { copies, firstCopiedAtMs, copiedAtMs } = readFragment(journal, id) ?? {};
    assert.deepEqual([copies, firstCopiedAtMs, copiedAtMs], [3, 10_000, 40_000]);
    assert.deepEqual(
      readEarlierCopies(journal, id).map(({ copiedAtMs: atMs }) => atMs),
      [20_400, 10_000],
    );
  });

  test('has an exact count and a first time however often that is, and only its last times', (t) => {
    const journal = testJournal(t);
    const numbers: number[] = [];
    for (let at = 0; at < 130; at += 1) {
      numbers.push(copied(journal, 'a', 10_000 + at * 10_000));
      copied(journal, 'b', 15_000 + at * 10_000);
    }
    const [, a = 0] = ids(journal);
    const { copies, firstCopiedAtMs } = readFragment(journal, a) ?? {};
    assert.deepEqual([copies, firstCopiedAtMs, ids(journal).length], [130, 10_000, 2]);
    const earlier = readEarlierCopies(journal, a);
    assert.deepEqual([earlier.length, earlier[0]?.copiedAtMs], [mostEarlierCopies, 1_290_000]);
    assert.equal(Number(journal.statement('SELECT count(*) AS rows FROM earlier_copies').get()?.rows), 2 * mostEarlierCopies);
    assert.equal(currentNumber(journal, numbers[60] ?? 0), a);
  });

  test('is deleted as a whole, and nothing of its earlier copies stays', (t) => {
    const journal = testJournal(t);
    copied(journal, 'a', 10_000);
    copied(journal, 'b', 20_000);
    const second = copied(journal, 'a', 30_000);
    assert.ok(deleteFragment(journal, second));
    assert.equal(ids(journal).length, 1);
    for (const table of ['earlier_copies', 'captures', 'representations'])
      assert.equal(
        Number(journal.statement(`SELECT count(*) AS rows FROM ${table}`).get()?.rows),
        table === 'earlier_copies' ? 0 : 1,
        table,
      );
  });

  test('tells that the earlier one is gone, and has nothing erased', (t) => {
    const journal = testJournal(t);
    const first = copied(journal, 'a', 10_000);
    copied(journal, 'b', 20_000);
    while (eraseStep(journal) === 'more');
    const before = lastChangeNumber(journal);
    const second = copied(journal, 'a', 30_000);
    assert.deepEqual(
      new Map(changesSince(journal, before).fragments),
      new Map([
        [first, 'gone'],
        [second, 'there'],
      ]),
    );
    assert.deepEqual({ ...journal.statement('SELECT in_index, in_log FROM erasure').get() }, { in_index: 0, in_log: 0 });
  });

  test('keeps its times when the journal is opened again, and a copy whose writer crashed is counted once', (t) => {
    const place = journalPlace(t);
    const journal = testJournal(t, place);
    copied(journal, 'a', 10_000);
    copied(journal, 'b', 20_000);
    const id = copied(journal, 'a', 30_000);
    const again = testJournal(t, place);
    const first = textCapture('a', { copiedAtMs: 10_000 });
    const [recorded] = recordCapturesAgain(again, [first]);
    assert.deepEqual(recorded?.ok && recorded.value.fragmentIds, [id]);
    assert.deepEqual([readFragment(again, id)?.copies, readFragment(again, id)?.copiedAtMs], [2, 30_000]);
  });
});

describe('a copy is not merged', () => {
  test('with one that was filtered, or is not judged yet', (t) => {
    const journal = testJournal(t);
    const filtered = copied(journal, 'a', 10_000, { judgement: judged({ kind: 'filter', because: 'excluded_dir' }) });
    copied(journal, 'b', 20_000);
    const kept = copied(journal, 'a', 30_000);
    copied(journal, 'b', 40_000);
    const secret = copied(journal, 'a', 50_000, { judgement: judged({ kind: 'filter', because: 'secret_password' }) });
    recordNothingPresent(journal, 60_000, 'cleared');
    const unjudged = recordCapture(journal, textCapture('a', { copiedAtMs: 90_000 })).fragmentIds[0] ?? 0;
    assert.ok([filtered, kept, secret, unjudged].every((id) => ids(journal).includes(id)));
    assert.equal(readFragment(journal, kept)?.copies, 1);
  });

  test('with one in other formats, or another thing of the same copy', (t) => {
    const journal = testJournal(t);
    const html = { mediaType: 'text/html', content: inlineContent('<b>a</b>') };
    const plain = textFragment(inlineContent('a'));
    const rich = { ...plain, representations: [...plain.representations, html] };
    const [b, c] = [textFragment(inlineContent('b')), textFragment(inlineContent('c'))];
    const records = [[plain], [b], [rich], [c], [plain, plain]].flatMap((fragments, at) => {
      const { fragmentIds } = recordCapture(journal, capture(fragments, { copiedAtMs: 10_000 * (at + 1) }));
      for (const id of fragmentIds) recordJudgement(journal, id, keep);
      return fragmentIds;
    });
    assert.deepEqual(ids(journal).toReversed(), records.slice(1));
  });

  test('while it waits for a file in another WorkSpace, and is once it has it', (t) => {
    const journal = testJournal(t);
    const [one, other] = [
      copied(journal, 'a', 10_000, { workspace: '/one', judgement: save }),
      copied(journal, 'b', 20_000, { workspace: '/other' }),
    ];
    const second = copied(journal, 'a', 30_000, { workspace: '/other', judgement: save });
    assert.deepEqual(ids(journal), [second, other, one]);
    assert.ok(recordSaved(journal, one, saved('/one/a.txt')));
    assert.deepEqual(ids(journal), [second, other]);
    assert.deepEqual([readFragment(journal, second)?.state, readFragment(journal, second)?.copies], ['kept', 2]);
    assert.ok(recordSaved(journal, second, saved('/other/a.txt')));
    assert.equal(readFragment(journal, second)?.savedPath, '/other/a.txt');
  });

  test('into a save of the bridge that may be withdrawn', (t) => {
    const journal = testJournal(t);
    const first = copied(journal, 'a', 10_000);
    const recorded = recordCapture(journal, textCapture('a', { copiedAtMs: 20_000, origin: 'bridge' }));
    const asked = recorded.fragmentIds[0] ?? 0;
    recordJudgement(journal, asked, save);
    recordSaveFailure(journal, asked, 'path_too_long', null);
    assert.deepEqual(ids(journal), [asked, first]);
    assert.ok(withdrawSave(journal, recorded.captureId));
    assert.deepEqual(ids(journal), [first]);
  });
});

test('a copy that the policy leaves without a file has that of the earlier one', (t) => {
  const journal = testJournal(t);
  const first = copied(journal, 'a', 10_000, { judgement: save });
  recordSaved(journal, first, saved('/w/a.txt'));
  copied(journal, 'b', 20_000);
  const second = copied(journal, 'a', 30_000, { judgement: judged({ kind: 'keep', because: 'policy_off' }) });
  const { state, reason, savedPath } = readFragment(journal, second) ?? {};
  assert.deepEqual({ state, reason, savedPath }, { state: 'saved', reason: null, savedPath: '/w/a.txt' });
});

test('a secret that is kept does not take over a file whose name shows it, and is one with that copy once it has its own', (t) => {
  const journal = testJournal(t);
  const first = copied(journal, 'a', 10_000, { judgement: save });
  recordSaved(journal, first, saved('/w/a.txt'));
  copied(journal, 'b', 20_000);
  const secret = { ...judged({ kind: 'keep', because: 'policy_off' }), secret: 'github_token' } as const;
  const second = copied(journal, 'a', 30_000, { judgement: secret });
  assert.deepEqual([readFragment(journal, second)?.savedPath, readFragment(journal, first)?.savedPath], [null, '/w/a.txt']);
  requestSave(journal, second);
  recordSaved(journal, second, saved('/w/password.txt'));
  assert.deepEqual([readFragment(journal, second)?.savedPath, readFragment(journal, first)], ['/w/password.txt', null]);
});

test('if the earlier copy is on the clipboard again, the merged one is', (t) => {
  const journal = testJournal(t);
  const first = recordCapture(journal, textCapture('a', { copiedAtMs: 50_000 }));
  recordJudgement(journal, first.fragmentIds[0] ?? 0, keep);
  const late = recordCapture(journal, textCapture('b', { copiedAtMs: 20_000 }));
  recordJudgement(journal, late.fragmentIds[0] ?? 0, keep);
  const second = copied(journal, 'a', 30_000);
  assert.deepEqual(
    readPresent(journal).fragments.map(({ id }) => id),
    [second],
  );
});

test('copies of an earlier version are merged with the next copy of their content', (t) => {
  const journal = testJournal(t);
  for (let at = 1; at <= 5; at += 1) recordCapture(journal, textCapture(at % 2 === 0 ? 'b' : 'a', { copiedAtMs: at * 10_000 }));
  journal.statement("UPDATE fragments SET state = 'kept'").run();
  const last = copied(journal, 'b', 60_000);
  assert.equal(readFragment(journal, last)?.copies, 3);
  assert.equal(ids(journal).length, 4);
});

test('one that waits for its file joins only one that waits for the same', () => {
  const one: SameContent = { id: 1, captureId: 1, origin: 'clipboard', wantsSave: true, workspace: 4, isSaved: false, isPrivate: false };
  const two: SameContent = { ...one, id: 2, captureId: 2 };
  assert.ok(mayJoin(one, two));
  assert.ok(!mayJoin(one, { ...two, workspace: 5 }));
  assert.ok(!mayJoin(one, { ...two, wantsSave: false }));
  assert.ok(mayJoin({ ...one, wantsSave: false }, { ...two, workspace: 5 }));
  assert.ok(!mayJoin({ ...one, origin: 'bridge' }, two));
  assert.ok(!mayJoin({ ...one, wantsSave: false }, { ...two, captureId: 1 }));
});

test('that became part of a save of the bridge, and was deleted, does not come back at a start', (t) => {
  const journal = testJournal(t);
  copied(journal, 'a', 10_000);
  const id = copied(journal, 'a', 20_000, { origin: 'bridge', judgement: save });
  recordSaved(journal, id, saved('/w/a.txt'));
  assert.deepEqual(ids(journal), [id]);
  assert.ok(deleteFragment(journal, id));
  const [found] = recordCaptures(journal, [textCapture('a', { copiedAtMs: 90_000, isInitial: true })]);
  assert.deepEqual([found?.ok, ids(journal)], [false, []]);
});
