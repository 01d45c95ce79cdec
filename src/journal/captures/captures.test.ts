import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { describe, test } from 'node:test';
import {
  capture,
  inlineContent,
  recordNothingPresent,
  spooledContent,
  testJournal,
  textCapture,
  textFragment,
} from '../../../test/doubles/temporary-journal.ts';
import type { NewCapture } from '../../contract/journal.ts';
import { blobPath } from '../blobs.ts';
import { recordJudgement } from '../fragments/fragment-states.ts';
import { contentPlaces, readFragment, readHead, readPresent } from '../fragments/fragments.ts';
import { listFragments } from '../fragments/listing.ts';
import { deleteFragment } from '../keeping/delete-fragments.ts';
import { type CaptureOutcome, recordCapture, recordCaptures, recordCapturesAgain } from './captures.ts';
import { recordNote } from './copy-notes.ts';
import { readCounters } from './counters.ts';

const large = Buffer.alloc(300_000, 'large ');

function text(journal: ReturnType<typeof testJournal>, fragmentId: number | undefined): string {
  const place = contentPlaces(journal, fragmentId ?? 0)[0];
  assert.ok(place);
  return Buffer.from(readHead(place, 1e9)).toString();
}

describe('a capture', () => {
  test('is read back as it was written, and is current', (t) => {
    const journal = testJournal(t);
    const html = { mediaType: 'text/html', content: inlineContent('<b>x</b>') };
    const given = capture([
      { kind: 'text', representations: [{ mediaType: 'text/plain', content: inlineContent('x') }, html] },
      textFragment(inlineContent('png'), 'image/png'),
    ]);
    const { captureId, fragmentIds, repeated } = recordCapture(journal, given);
    assert.equal(repeated, false);
    const present = readPresent(journal);
    assert.deepEqual(
      present.fragments.map(({ id }) => id),
      fragmentIds,
    );
    assert.equal(present.changedAtMs, 1_000);
    const [first] = present.fragments;
    assert.equal(first?.captureId, captureId);
    assert.deepEqual(first?.source, given.source);
    assert.deepEqual(first?.mediaTypes, ['text/plain', 'text/html']);
    assert.equal(first?.state, 'captured');
    assert.equal(text(journal, fragmentIds[1]), 'png');
  });

  test('keeps any text: NUL, emoji, quotes', (t) => {
    const journal = testJournal(t);
    const strange = 'a\0b\'"; DROP TABLE captures; -- 😀 \u202e';
    const { fragmentIds } = recordCapture(journal, textCapture(strange, { givenName: strange }));
    assert.equal(text(journal, fragmentIds[0]), strange);
    assert.equal(readFragment(journal, fragmentIds[0] ?? 0)?.givenName, strange);
  });
});

describe('the same copy again', () => {
  test('creates no second capture, is current again, and leaves no temporary file', (t) => {
    const journal = testJournal(t);
    const first = recordCapture(journal, capture([textFragment(spooledContent(journal, large))]));
    recordNothingPresent(journal, 2_000, 'concealed', 'concealed');
    const again = spooledContent(journal, large);
    const second = recordCapture(journal, capture([textFragment(again)], { copiedAtMs: 3_000 }));
    assert.deepEqual(second, { ...first, repeated: true });
    assert.equal(fs.existsSync(again.file), false);
    assert.equal(readPresent(journal).fragments[0]?.copiedAtMs, 3_000);
    assert.deepEqual(readCounters(journal), { captured: 1, repeated: 1, concealed: 1, excluded: 0, unusable: 0, gone: 0, missed: 0 });
  });

  const from = (name: string, windowTitle: string, path = `/usr/bin/${name}`): NewCapture['source'] => ({
    type: path.startsWith('https:') ? 'web' : 'local',
    name: windowTitle,
    path,
    app: { name, executable: `/usr/bin/${name}`, pid: 7, windowTitle },
  });

  test('from another program or page is a new one, with its own source', (t) => {
    const journal = testJournal(t);
    const sources = [
      from('editor', 'a title'),
      from('mail', 'a title'),
      from('browser', 'a', 'https://a/'),
      from('browser', 'b', 'https://b/'),
    ];
    const ids = sources.map((source, index) => recordCapture(journal, textCapture('a', { source, copiedAtMs: index * 5_000 })).captureId);
    assert.equal(new Set(ids).size, sources.length);
    assert.deepEqual(readPresent(journal).fragments[0]?.source, sources.at(-1));
  });

  test('from the same program updates the window title', (t) => {
    const journal = testJournal(t);
    const first = recordCapture(journal, textCapture('a', { source: from('editor', 'a title') }));
    const again = recordCapture(journal, textCapture('a', { source: from('editor', 'another title'), copiedAtMs: 9_000 }));
    assert.deepEqual([again.repeated, again.captureId], [true, first.captureId]);
    assert.deepEqual(readPresent(journal).fragments[0]?.source, from('editor', 'another title'));
  });

  test('from an unknown owner, or taken over by a clipboard manager within a second, keeps the known source', (t) => {
    const journal = testJournal(t);
    const nobody = { type: 'other', name: '', path: '', app: { name: null, executable: null, pid: null, windowTitle: null } } as const;
    recordCapture(journal, textCapture('a', { source: from('editor', 'a title'), copiedAtMs: 1_000 }));
    assert.ok(recordCapture(journal, textCapture('a', { source: from('manager', ''), copiedAtMs: 1_200 })).repeated);
    assert.ok(recordCapture(journal, textCapture('a', { source: nobody, copiedAtMs: 90_000 })).repeated);
    assert.deepEqual(readPresent(journal).fragments[0]?.source, from('editor', 'a title'));
  });

  test('is a new one if another copy came in between', (t) => {
    const journal = testJournal(t);
    const ids = ['a', 'b', 'a'].map((one) => recordCapture(journal, textCapture(one)).captureId);
    assert.equal(new Set(ids).size, 3);
  });

  test('is a new one if part of the first is filtered or deleted', (t) => {
    const journal = testJournal(t);
    const both = (): ReturnType<typeof capture> =>
      capture([textFragment(inlineContent('a')), textFragment(inlineContent('b'), 'image/png')]);
    const first = recordCapture(journal, both());
    const filtered = {
      detection: null,
      embeddedFilename: null,
      pictureSize: null,
      verdict: { kind: 'filter', because: 'excluded_dir' },
    } as const;
    recordJudgement(journal, first.fragmentIds[0] ?? 0, filtered);
    const second = recordCapture(journal, both());
    assert.equal(second.repeated, false);
    deleteFragment(journal, second.fragmentIds[1] ?? 0);
    const third = recordCapture(journal, both());
    assert.equal(third.repeated, false);
    assert.equal(recordCapture(journal, both()).captureId, third.captureId);
  });

  test('through the bridge is a separate capture, and does not become the current clipboard', (t) => {
    const journal = testJournal(t);
    const ids = [1, 2].map(() => recordCapture(journal, textCapture('a', { origin: 'bridge' })).captureId);
    assert.equal(new Set(ids).size, 2);
    assert.deepEqual(readPresent(journal), { fragments: [], changedAtMs: 0, absence: null });
  });
});

describe('what is present', () => {
  test('is still the later copy if an older one is complete only after it', (t) => {
    const journal = testJournal(t);
    const later = recordCapture(journal, textCapture('later', { copiedAtMs: 61_000 }));
    recordCapture(journal, textCapture('slow', { copiedAtMs: 1_000 }));
    assert.equal(readPresent(journal).fragments[0]?.captureId, later.captureId);
    recordNothingPresent(journal, 2_000, 'concealed', 'concealed');
    assert.equal(readPresent(journal).fragments[0]?.captureId, later.captureId);
  });

  test('is the new copy after the clock was set back', (t) => {
    const journal = testJournal(t);
    recordCapture(journal, textCapture('before', { copiedAtMs: 7_200_000 }));
    const now = recordCapture(journal, textCapture('now', { copiedAtMs: 3_600_000 }));
    assert.equal(readPresent(journal).fragments[0]?.captureId, now.captureId);
  });

  test('is nothing once the clipboard is cleared, or holds something that Hub may not read', (t) => {
    const journal = testJournal(t);
    recordCapture(journal, textCapture('a'));
    recordNothingPresent(journal, 2_000, 'cleared');
    assert.deepEqual(readPresent(journal), { fragments: [], changedAtMs: 2_000, absence: 'cleared' });
    assert.equal(readCounters(journal).concealed, 0);
    recordCapture(journal, textCapture('b', { copiedAtMs: 3_000 }));
    recordNote(journal, { counts: { missed: 1 }, present: null });
    assert.equal(readPresent(journal).fragments.length, 1);
    assert.equal(readCounters(journal).missed, 1);
  });

  test('is nothing after it is deleted', (t) => {
    const journal = testJournal(t);
    const { fragmentIds } = recordCapture(journal, textCapture('a'));
    deleteFragment(journal, fragmentIds[0] ?? 0);
    assert.deepEqual([readPresent(journal).fragments, readPresent(journal).absence], [[], 'deleted']);
  });
});

describe('a large content', () => {
  test('is one private file, shared by all captures with this content, until the last one is deleted', (t) => {
    const journal = testJournal(t);
    const contents = [1, 2].map(() => spooledContent(journal, large));
    const ids = contents.map((content) => recordCapture(journal, capture([textFragment(content)], { origin: 'web' })).fragmentIds[0] ?? 0);
    const blob = blobPath(journal, contents[0]?.sha256 ?? '');
    assert.deepEqual(fs.readFileSync(blob), large);
    assert.equal(fs.statSync(blob).mode & 0o777, 0o600);
    assert.deepEqual(
      contents.map(({ file }) => fs.existsSync(file)),
      [false, false],
    );
    deleteFragment(journal, ids[0] ?? 0);
    assert.ok(fs.existsSync(blob));
    deleteFragment(journal, ids[1] ?? 0);
    assert.equal(fs.existsSync(blob), false);
  });

  test('of a capture that could not be recorded can be recorded later', (t) => {
    const journal = testJournal(t);
    const given = capture([textFragment(spooledContent(journal, large)), textFragment({ ...inlineContent('x'), bytes: 0.5 })]);
    assert.throws(() => recordCapture(journal, given));
    assert.deepEqual(listFragments(journal, { limit: 1 }), []);
    const mended = { ...given, fragments: given.fragments.slice(0, 1) };
    assert.equal(text(journal, recordCapture(journal, mended).fragmentIds[0]), large.toString());
  });

  test('whose file is missing throws ENOENT, and no part of its capture is recorded', (t) => {
    const journal = testJournal(t);
    const content = spooledContent(journal, large);
    fs.rmSync(content.file);
    assert.throws(() => recordCapture(journal, capture([textFragment(inlineContent('x')), textFragment(content)])), { code: 'ENOENT' });
    assert.deepEqual(listFragments(journal, { limit: 1 }), []);
  });
});

describe('a large content that was cut short on the disk', () => {
  test('counts as missing, and spoils no sound blob of the same content', (t) => {
    const journal = testJournal(t);
    const { fragmentIds } = recordCapture(journal, capture([textFragment(spooledContent(journal, large))]));
    const again = spooledContent(journal, large);
    fs.truncateSync(again.file, 1_000);
    recordCapture(journal, capture([textFragment(again), textFragment(inlineContent('x'))], { copiedAtMs: 90_000 }));
    assert.equal(text(journal, fragmentIds[0]), large.toString());
    const other = spooledContent(journal, `${large}, but not recorded before`);
    fs.truncateSync(other.file, 1_000);
    assert.throws(() => recordCapture(journal, capture([textFragment(other)], { copiedAtMs: 190_000 })), { code: 'ENOENT' });
  });
});

describe('captures recorded together', () => {
  const never = (): NewCapture => capture([textFragment({ ...inlineContent('x'), bytes: 0.5 })]);

  test('are recorded, except those that no journal accepts, which are only counted', (t) => {
    const journal = testJournal(t);
    const gone = spooledContent(journal, large);
    fs.rmSync(gone.file);
    const half = capture([textFragment(spooledContent(journal, large)), ...never().fragments]);
    const outcomes = recordCaptures(journal, [textCapture('a'), never(), capture([textFragment(gone)]), half, textCapture('b')]);
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.ok ? 'recorded' : outcome.reason)),
      ['recorded', 'unwritable', 'content-gone', 'unwritable', 'recorded'],
    );
    assert.deepEqual(
      listFragments(journal, { limit: 9 }).map(({ id }) => text(journal, id)),
      ['b', 'a'],
    );
    assert.deepEqual([readCounters(journal).captured, readCounters(journal).missed], [2, 3]);
    assert.deepEqual(
      fs.readdirSync(journal.blobs).filter((name) => name.startsWith('.~hub-')),
      [],
    );
  });

  test('and recorded again because no answer came, exist once', (t) => {
    const journal = testJournal(t);
    const copies = ['a', 'b', 'a'].map((content, index) => textCapture(content, { copiedAtMs: 5_000 + index }));
    const first = recordCaptures(journal, copies);
    const again = recordCapturesAgain(journal, [...copies, textCapture('c', { copiedAtMs: 6_000 })]);
    assert.deepEqual(again.slice(0, 3).map(idOf), first.map(idOf));
    assert.equal(listFragments(journal, { limit: 9 }).length, 4);
    assert.deepEqual([readCounters(journal).captured, readCounters(journal).repeated], [4, 0]);
  });

  test('so do those that their program announced twice, and one that was not recorded before is new', (t) => {
    const journal = testJournal(t);
    const at = (content: string, copiedAtMs: number): NewCapture => textCapture(content, { copiedAtMs });
    const copies = [at('a', 5_000), at('a', 5_400), at('b', 6_000)];
    const first = recordCaptures(journal, copies);
    const again = recordCapturesAgain(journal, [...copies, at('a', 6_500)]);
    assert.deepEqual(again.slice(0, 3).map(idOf), first.map(idOf));
    assert.deepEqual(
      listFragments(journal, { limit: 9 }).map(({ id }) => text(journal, id)),
      ['a', 'b', 'a'],
    );
    assert.equal(readCounters(journal).repeated, 1);
  });
});

function idOf(outcome: CaptureOutcome): number | null {
  return outcome.ok ? outcome.value.captureId : null;
}
