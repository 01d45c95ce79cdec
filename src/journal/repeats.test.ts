import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordCapture } from './captures.ts';
import { readPresent } from './fragments.ts';
import { recordNote } from './notes.ts';
import { recordJudgement } from './progress.ts';
import { isRepeat, type LastCapture } from './repeats.ts';
import { capture, inline, recordNothingPresent, testJournal, textCapture, textFragment } from './test-journal.ts';

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

test('a known clipboard manager takes a copy over for longer than any other program, and not for ever', () => {
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

test('a copy that is taken over when its owner goes is the same, however old it is', () => {
  const gone = { ...last, goneAtMs: 900_000 };
  assert.ok(isRepeat(gone, { copiedAtMs: 901_000, source: manager }));
  assert.ok(isRepeat(gone, { copiedAtMs: 904_900, source: script }), 'many a manager is in no table');
  assert.ok(!isRepeat(gone, { copiedAtMs: 800_000, source: manager }));
  assert.ok(!isRepeat(gone, { copiedAtMs: 902_000, source: program('mail', 'Inbox') }));
});

test('what a monitor finds at its start is the last copy, whoever seems to own it now, and keeps its source and its time', (t) => {
  const journal = testJournal(t);
  const { captureId } = recordCapture(journal, textCapture('a', { source: editor, copiedAtMs: 10_000 }));
  const found = recordCapture(journal, textCapture('a', { source: program('node', null), copiedAtMs: 900_000, wasThere: true }));
  assert.deepEqual([found.repeated, found.captureId], [true, captureId]);
  const [present] = readPresent(journal).fragments;
  assert.deepEqual([present?.source, present?.copiedAtMs], [editor, 10_000]);
  assert.equal(recordCapture(journal, textCapture('b', { source: editor, copiedAtMs: 900_001, wasThere: true })).repeated, false);
});

test('what a script copies from one program and seconds later from another is two copies', (t) => {
  const journal = testJournal(t);
  const first = recordCapture(journal, textCapture('a', { source: program('xclip', null), copiedAtMs: 10_000 }));
  const second = recordCapture(journal, textCapture('a', { source: script, copiedAtMs: 12_000 }));
  assert.notEqual(second.captureId, first.captureId);
  assert.equal(readPresent(journal).fragments[0]?.source.app.name, 'xsel');
});

test('what a monitor finds at its start and a filter refused when it was copied is not captured again', (t) => {
  const journal = testJournal(t);
  const { captureId, fragmentIds } = recordCapture(journal, textCapture('a', { source: editor, copiedAtMs: 10_000 }));
  recordJudgement(journal, fragmentIds[0] ?? 0, {
    detection: null,
    embeddedFilename: null,
    pictureSize: null,
    verdict: { kind: 'filter', because: 'excluded_extension' },
    index: { body: '', names: '' },
  });
  const found = recordCapture(journal, textCapture('a', { source: editor, copiedAtMs: 20_000, wasThere: true }));
  assert.deepEqual([found.repeated, found.captureId], [true, captureId]);
  assert.equal(recordCapture(journal, textCapture('a', { source: editor, copiedAtMs: 30_000 })).repeated, false);
});

test('what a monitor finds at its start may be what was put back there', (t) => {
  const journal = testJournal(t);
  const { captureId } = recordCapture(journal, textCapture('a', { source: editor, copiedAtMs: 10_000 }));
  recordCapture(journal, textCapture('b', { source: editor, copiedAtMs: 20_000 }));
  recordNote(journal, { counts: {}, present: { captureId, atMs: 30_000 } });
  const found = recordCapture(journal, textCapture('a', { source: manager, copiedAtMs: 40_000, wasThere: true }));
  assert.deepEqual([found.repeated, found.captureId], [true, captureId]);
});

test('a last copy whose time is damaged costs none of those after it', (t) => {
  const journal = testJournal(t);
  recordCapture(journal, textCapture('a', { source: editor, copiedAtMs: 10_000 }));
  journal.statement('UPDATE captures SET copied_at = 7164217038648336754').run();
  assert.equal(recordCapture(journal, textCapture('a', { source: editor, copiedAtMs: 20_000 })).repeated, false);
  assert.equal(readPresent(journal).fragments[0]?.copiedAtMs, 20_000);
});

test('a manager that takes over after the owner has gone leaves one capture, with the source of who copied', (t) => {
  const journal = testJournal(t);
  const { captureId } = recordCapture(journal, textCapture('a', { source: editor, copiedAtMs: 10_000 }));
  recordNothingPresent(journal, 70_000, 'cleared');
  const again = recordCapture(journal, textCapture('a', { source: manager, copiedAtMs: 70_400 }));
  assert.deepEqual([again.repeated, again.captureId], [true, captureId]);
  assert.deepEqual(readPresent(journal).fragments[0]?.source, editor);
  recordNothingPresent(journal, 90_000, 'cleared');
  const other = capture([textFragment(inline('b'))], { source: manager, copiedAtMs: 90_400 });
  assert.equal(recordCapture(journal, other).repeated, false, 'another content is another copy');
});

for (const absence of ['excluded', 'paused'] as const)
  test(`a clipboard that is empty because what is on it is ${absence} has no owner that went`, (t) => {
    const journal = testJournal(t);
    recordCapture(journal, textCapture('a', { source: editor, copiedAtMs: 10_000 }));
    recordNothingPresent(journal, 70_000, absence);
    assert.equal(recordCapture(journal, textCapture('a', { source: manager, copiedAtMs: 70_400 })).repeated, false);
  });
