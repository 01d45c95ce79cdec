import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  capture,
  inlineContent,
  recordNothingPresent,
  testJournal,
  textCapture,
  textFragment,
} from '../../../test/doubles/temporary-journal.ts';
import { recordJudgement } from '../fragments/fragment-states.ts';
import { readFragment, readPresent } from '../fragments/fragments.ts';
import { recordCapture } from './captures.ts';
import { recordNote } from './copy-notes.ts';
import { isRepeat, type LastCapture } from './repeated-copies.ts';

function program(
  name: string,
  windowTitle: string | null,
): { type: 'local'; name: string; path: string; app: LastCapture['source']['app'] & { pid: number } } {
  const executable = `/usr/bin/${name}`;
  return { type: 'local', name: windowTitle ?? name, path: executable, app: { name, executable, pid: 7, windowTitle } };
}

const editor = program('editor', 'a title');
const manager = program('xfce4-clipman', null);
const last: LastCapture = { copiedAtMs: 100_000, goneAtMs: null, source: editor };

const script = program('xsel', null);

test('a copy from a known clipboard manager counts as a takeover for longer than one from another program, but not forever', () => {
  const cases = [
    [manager, 900, true],
    [manager, 4_900, true],
    [manager, 5_100, false],
    [program('gpaste-daemon', 'a window'), 4_900, true],
    [script, 900, true],
    [script, 1_100, false],
    [program('mail', 'Inbox'), 900, true],
    [program('mail', 'Inbox'), 1_100, false],
  ] as const;
  for (const [source, afterMs, repeats] of cases)
    assert.equal(isRepeat(last, { copiedAtMs: last.copiedAtMs + afterMs, source }), repeats, `${source.app.name} after ${afterMs} ms`);
});

test('a copy that is taken over when its owner exits is a repeat, however old it is', () => {
  const gone = { ...last, goneAtMs: 900_000 };
  assert.ok(isRepeat(gone, { copiedAtMs: 901_000, source: manager }));
  assert.ok(isRepeat(gone, { copiedAtMs: 904_900, source: script }), 'many managers are not in the table');
  assert.ok(!isRepeat(gone, { copiedAtMs: 800_000, source: manager }));
  assert.ok(!isRepeat(gone, { copiedAtMs: 902_000, source: program('mail', 'Inbox') }));
});

test('a program that clears the clipboard and copies the same again has copied it again, unless it is announced at once', (t) => {
  const journal = testJournal(t);
  const copyAt = (copiedAtMs: number, source = editor) => recordCapture(journal, textCapture('cells', { source, copiedAtMs }));
  const { captureId, fragmentIds } = copyAt(10_000);
  const count = () => readFragment(journal, fragmentIds[0] ?? 0)?.copies;
  const clearAt = (atMs: number) => recordNothingPresent(journal, atMs, 'cleared');
  clearAt(15_000);
  assert.equal(copyAt(15_010).captureId, captureId);
  assert.equal(count(), 2);
  clearAt(15_500);
  copyAt(15_510);
  assert.equal(count(), 2, 'half a second later it is the same copy');
  clearAt(30_000);
  copyAt(30_010, script);
  assert.equal(count(), 2, 'another program has taken it over');
});

test('the last content, found by a monitor at its start, keeps its source and time, whoever seems to own it now', (t) => {
  const journal = testJournal(t);
  const { captureId } = recordCapture(journal, textCapture('a', { source: editor, copiedAtMs: 10_000 }));
  const found = recordCapture(journal, textCapture('a', { source: program('node', null), copiedAtMs: 900_000, isInitial: true }));
  assert.deepEqual([found.repeated, found.captureId], [true, captureId]);
  const [present] = readPresent(journal).fragments;
  assert.deepEqual([present?.source, present?.copiedAtMs], [editor, 10_000]);
  assert.equal(recordCapture(journal, textCapture('b', { source: editor, copiedAtMs: 900_001, isInitial: true })).repeated, false);
});

test('the same content, copied by a script from two programs within seconds, is two copies', (t) => {
  const journal = testJournal(t);
  const first = recordCapture(journal, textCapture('a', { source: program('xclip', null), copiedAtMs: 10_000 }));
  const second = recordCapture(journal, textCapture('a', { source: script, copiedAtMs: 12_000 }));
  assert.notEqual(second.captureId, first.captureId);
  assert.equal(readPresent(journal).fragments[0]?.source.app.name, 'xsel');
});

test('a filtered copy that a monitor finds at its start is not captured again', (t) => {
  const journal = testJournal(t);
  const { captureId, fragmentIds } = recordCapture(journal, textCapture('a', { source: editor, copiedAtMs: 10_000 }));
  recordJudgement(journal, fragmentIds[0] ?? 0, {
    detection: null,
    embeddedFilename: null,
    pictureSize: null,
    verdict: { kind: 'filter', because: 'excluded_extension' },
  });
  const found = recordCapture(journal, textCapture('a', { source: editor, copiedAtMs: 20_000, isInitial: true }));
  assert.deepEqual([found.repeated, found.captureId], [true, captureId]);
  assert.equal(recordCapture(journal, textCapture('a', { source: editor, copiedAtMs: 30_000 })).repeated, false);
});

test('a content that Hub put back on the clipboard, found at a start, is a repeat of its capture', (t) => {
  const journal = testJournal(t);
  const { captureId } = recordCapture(journal, textCapture('a', { source: editor, copiedAtMs: 10_000 }));
  recordCapture(journal, textCapture('b', { source: editor, copiedAtMs: 20_000 }));
  recordNote(journal, { counts: {}, present: { captureId, atMs: 30_000 } });
  const found = recordCapture(journal, textCapture('a', { source: manager, copiedAtMs: 40_000, isInitial: true }));
  assert.deepEqual([found.repeated, found.captureId], [true, captureId]);
});

test('a last capture whose time is damaged does not affect the copies after it', (t) => {
  const journal = testJournal(t);
  recordCapture(journal, textCapture('a', { source: editor, copiedAtMs: 10_000 }));
  journal.statement('UPDATE captures SET copied_at = 7164217038648336754').run();
  assert.equal(recordCapture(journal, textCapture('a', { source: editor, copiedAtMs: 20_000 })).repeated, false);
  assert.equal(readPresent(journal).fragments[0]?.copiedAtMs, 20_000);
});

test('a copy that a manager takes over after the owner exited is one capture, with the original source', (t) => {
  const journal = testJournal(t);
  const { captureId } = recordCapture(journal, textCapture('a', { source: editor, copiedAtMs: 10_000 }));
  recordNothingPresent(journal, 70_000, 'cleared');
  const again = recordCapture(journal, textCapture('a', { source: manager, copiedAtMs: 70_400 }));
  assert.deepEqual([again.repeated, again.captureId], [true, captureId]);
  assert.deepEqual(readPresent(journal).fragments[0]?.source, editor);
  recordNothingPresent(journal, 90_000, 'cleared');
  const other = capture([textFragment(inlineContent('b'))], { source: manager, copiedAtMs: 90_400 });
  assert.equal(recordCapture(journal, other).repeated, false, 'a different content is a new copy');
});

for (const absence of ['excluded', 'paused'] as const)
  test(`an ${absence === 'excluded' ? 'excluded copy' : 'ended pause'} does not count as an owner that exited`, (t) => {
    const journal = testJournal(t);
    recordCapture(journal, textCapture('a', { source: editor, copiedAtMs: 10_000 }));
    recordNothingPresent(journal, 70_000, absence);
    assert.equal(recordCapture(journal, textCapture('a', { source: manager, copiedAtMs: 70_400 })).repeated, false);
  });

test('the same content, copied again for another WorkSpace, is a copy of its own, unless a manager only takes it over', (t) => {
  const journal = testJournal(t);
  const copied = (workspace: string | undefined, copiedAtMs: number, source = editor) =>
    recordCapture(journal, textCapture('a', { source, workspace, copiedAtMs })).repeated;
  assert.equal(copied('/one', 10_000), false);
  assert.equal(copied('/one', 20_000), true);
  assert.equal(copied(undefined, 30_000), true, 'of a journal that knows none');
  assert.equal(copied('/two', 30_500, manager), true);
  assert.equal(copied('/two', 40_000), false);
  assert.equal(copied('/two', 50_000), true);
});

test('a content that one program copies again every 50 ms is counted every second, and not when it ends alone', (t) => {
  const journal = testJournal(t);
  const id = recordCapture(journal, textCapture('a', { source: editor, copiedAtMs: 10_000 })).fragmentIds[0] ?? 0;
  for (let atMs = 10_050; atMs <= 15_000; atMs += 50) recordCapture(journal, textCapture('a', { source: editor, copiedAtMs: atMs }));
  assert.equal(readFragment(journal, id)?.copies, 5);
});
