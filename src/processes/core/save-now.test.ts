import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { rememberingLog } from '../../../test/doubles/fake-component.ts';
import { journalAside } from '../../../test/doubles/journals/journal-aside.ts';
import {
  capture,
  directWriter,
  inlineContent,
  recordNothingPresent,
  testJournal,
  textCapture,
  textFragment,
} from '../../../test/doubles/temporary-journal.ts';
import type { FragmentReason } from '../../contract/journal.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { type Judgement, recordJudgement, recordSaved, recordSaveFailure } from '../../journal/fragments/fragment-states.ts';
import { readFragment } from '../../journal/fragments/fragments.ts';
import { nextToSaveIn } from '../../journal/fragments/waiting-saves.ts';
import type { Journal } from '../../journal/journal.ts';
import { SaveNow } from './save-now.ts';

interface Rig {
  readonly journal: Journal;
  readonly saveNow: SaveNow;
  readonly asked: number[];
  readonly retried: number[];
  readonly logged: string[];
}

function rig(t: TestContext, journal = testJournal(t)): Rig {
  const [asked, retried, logged]: [number[], number[], string[]] = [[], [], []];
  const saveNow = new SaveNow({
    journal,
    writer: directWriter(journal),
    log: rememberingLog((line) => logged.push(line)),
    asked: (id) => asked.push(id),
    retried: (id) => retried.push(id),
  });
  return { journal, saveNow, asked, retried, logged };
}

function judge(journal: Journal, fragmentId: number, verdict: Judgement['verdict']): number {
  recordJudgement(journal, fragmentId, { detection: null, embeddedFilename: null, pictureSize: null, verdict });
  return fragmentId;
}

/** A copy whose fragments were kept for these reasons. */
function copyKept(journal: Journal, reasons: readonly FragmentReason[]): readonly number[] {
  const fragments = reasons.map((reason, position) => textFragment(inlineContent(`${reason} ${position}`)));
  const { fragmentIds } = recordCapture(journal, capture(fragments, { copiedAtMs: Date.now() }));
  for (const [position, because] of reasons.entries()) judge(journal, fragmentIds[position] ?? 0, { kind: 'keep', because });
  return fragmentIds;
}

/** A fragment whose save failed. */
function fail(journal: Journal, text: string, reason: FragmentReason, retryAtMs: number | null): number {
  const id = judge(journal, recordCapture(journal, textCapture(text)).fragmentIds[0] ?? 0, { kind: 'save' });
  recordSaveFailure(journal, id, reason, retryAtMs);
  return id;
}

const waiting = (journal: Journal, nowMs = 0): number | null => nextToSaveIn(journal, null, { nowMs: nowMs });

test('a current fragment that the save policy kept is queued for its file, and has no reason any more', async (t) => {
  const { journal, saveNow, asked } = rig(t);
  const ids = copyKept(journal, ['policy_off', 'too_short', 'untyped']);
  await saveNow.act();
  assert.deepEqual(asked, ids);
  assert.deepEqual([readFragment(journal, ids[0] ?? 0)?.reason, waiting(journal)], [null, ids[0]]);
});

test('a list of files, and a fragment without content, stay as they are', async (t) => {
  const { journal, saveNow, asked } = rig(t);
  copyKept(journal, ['file_list', 'content_damaged']);
  await saveNow.act();
  assert.deepEqual([asked, waiting(journal)], [[], null]);
});

test('a filtered fragment stays filtered', async (t) => {
  const { journal, saveNow, asked } = rig(t);
  const { fragmentIds } = recordCapture(journal, textCapture('CANARY'));
  const id = judge(journal, fragmentIds[0] ?? 0, { kind: 'filter', because: 'excluded_extension' });
  await saveNow.act();
  await saveNow.judged(id);
  assert.deepEqual([asked, waiting(journal), readFragment(journal, id)?.state], [[], null, 'filtered']);
});

test('earlier copies, and clipboard content that Hub does not know, are not affected', async (t) => {
  const { journal, saveNow, asked } = rig(t);
  copyKept(journal, ['too_short']);
  const [present] = copyKept(journal, ['untyped']);
  await saveNow.act();
  assert.deepEqual(asked, [present]);
  copyKept(journal, ['policy_off']);
  recordNothingPresent(journal, Date.now(), 'concealed');
  await saveNow.act();
  assert.deepEqual(asked, [present]);
});

test('a second request does not queue it twice, nor again if it is saved', async (t) => {
  const { journal, saveNow, asked } = rig(t);
  const [id = 0] = copyKept(journal, ['too_short']);
  await saveNow.act();
  await saveNow.act();
  assert.deepEqual(asked, [id]);
  recordSaved(journal, id, { workspace: '/w', sha256: 'ab', path: '/w/a', duplicate: false, atMs: 1 });
  await saveNow.act();
  assert.deepEqual([asked, waiting(journal), readFragment(journal, id)?.state], [[id], null, 'saved']);
});

test('failed saves are due at once, including those that were given up', async (t) => {
  const { journal, saveNow, retried } = rig(t);
  const full = fail(journal, 'a', 'disk_full', Date.now() + 300_000);
  const long = fail(journal, 'b', 'path_too_long', null);
  assert.equal(waiting(journal, Date.now()), null);
  await saveNow.act();
  assert.deepEqual(retried, [full], 'the worker takes all that are due');
  assert.equal(waiting(journal), full);
  recordSaveFailure(journal, full, 'disk_full', Date.now() + 300_000);
  assert.equal(waiting(journal), long);
});

test('a current fragment that is not judged yet is queued once it is judged', async (t) => {
  const { journal, saveNow, asked } = rig(t);
  const fragments = ['a', 'b', 'c'].map((text) => textFragment(inlineContent(text)));
  const [short = 0, filtered = 0, saved = 0] = recordCapture(journal, capture(fragments)).fragmentIds;
  await saveNow.act();
  assert.deepEqual(asked, []);
  judge(journal, filtered, { kind: 'filter', because: 'excluded_extension' });
  judge(journal, saved, { kind: 'save' });
  judge(journal, short, { kind: 'keep', because: 'too_short' });
  for (const id of [filtered, saved, short, short]) await saveNow.judged(id);
  assert.deepEqual(asked, [short]);
});

test('a request is forgotten once the fragment is judged, whatever the judgement, but not while it stays hidden', async (t) => {
  const { journal, saveNow, asked } = rig(t);
  const fragments = ['a', 'b'].map((text) => textFragment(inlineContent(text)));
  const [saved = 0, held = 0] = recordCapture(journal, capture(fragments)).fragmentIds;
  await saveNow.act();
  judge(journal, saved, { kind: 'save' });
  judge(journal, held, { kind: 'hold', because: 'unjudgeable' });
  for (const id of [saved, held]) await saveNow.judged(id);
  for (const id of [saved, held])
    journal.statement("UPDATE fragments SET state = 'kept', reason = 'too_short', wants_save = 0 WHERE id = ?").run(id);
  for (const id of [saved, held]) await saveNow.judged(id);
  assert.deepEqual(asked, [held]);
});

test('a request for a fragment by its number is not forgotten for the current ones', async (t) => {
  const { journal, saveNow, asked } = rig(t);
  const [earlier = 0] = recordCapture(journal, textCapture('earlier', { copiedAtMs: 1_000 })).fragmentIds;
  const [present = 0] = recordCapture(journal, textCapture('present', { copiedAtMs: 2_000 })).fragmentIds;
  assert.ok(await saveNow.save(earlier));
  await saveNow.act();
  for (const id of [earlier, present]) await saveNow.judged(judge(journal, id, { kind: 'keep', because: 'too_short' }));
  assert.deepEqual(asked, [earlier, present]);
});

test('of more than a thousand requests for fragments that are never judged, the first are forgotten', async (t) => {
  const { journal, saveNow, asked } = rig(t);
  const fragments = Array.from({ length: 1_001 }, (_, number) => textFragment(inlineContent(`copy ${number}`)));
  const ids = recordCapture(journal, capture(fragments)).fragmentIds;
  await saveNow.act();
  for (const id of [ids[0] ?? 0, ids[1] ?? 0]) await saveNow.judged(judge(journal, id, { kind: 'keep', because: 'too_short' }));
  assert.deepEqual(asked, [ids[1]]);
});

test('a later copy is judged by the policy alone', async (t) => {
  const { journal, saveNow, asked } = rig(t);
  await saveNow.act();
  const [later = 0] = copyKept(journal, ['too_short']);
  await saveNow.judged(later);
  assert.deepEqual(asked, []);
});

test('if the journal accepts nothing, only the verb fails, and that is logged', async (t) => {
  const journal = testJournal(t);
  copyKept(journal, ['too_short']);
  const transaction = (): never => {
    throw Object.assign(new Error('CANARY'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  };
  const { saveNow, asked, logged } = rig(t, { ...journal, transaction });
  await saveNow.act();
  assert.deepEqual([asked, logged], [[], ['ERROR save-now not done']]);
});

test('copies whose WorkSpace was lost with a damaged journal are saved when somebody asks: judged before it or after it, or failed', async (t) => {
  const { journal, on } = journalAside(t, (old) => {
    for (const text of ['captured', 'waits', 'failed']) recordCapture(old, textCapture(text, { workspace: '/private' }));
    judge(old, 2, { kind: 'save' });
    judge(old, 3, { kind: 'save' });
    recordSaveFailure(old, 3, 'path_too_long', null);
    old.statement('UPDATE fragments SET workspace = 77').run();
  });
  await on();
  const { saveNow, asked, retried } = rig(t, journal);
  judge(journal, 1, { kind: 'save' });
  for (const id of [1, 2, 3]) {
    const { state, reason } = readFragment(journal, id) ?? {};
    assert.deepEqual([state, reason, nextToSaveIn(journal, null, { nowMs: Date.now() })], ['kept', 'workspace_lost', null]);
  }
  for (const id of [1, 2, 3]) assert.ok(await saveNow.save(id));
  assert.deepEqual([asked, retried], [[1, 2, 3], []]);
  assert.equal(nextToSaveIn(journal, null, { nowMs: Date.now(), after: 2 }), 3);
});
