import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { inlineContent, judged, spooledContent, testJournal, textFragment } from '../../../test/doubles/temporary-journal.ts';
import type { NewCapture } from '../../contract/journal.ts';
import { recordJudgement, recordSaved } from '../fragments/fragment-states.ts';
import { runWrite } from '../writing/write-table.ts';
import { leaveMessages, messagesTold, recordExtensionSave } from './extension-messages.ts';
import { fragmentOfMessage, untoldMessages } from './recorded-messages.ts';

const origin = 'chrome-extension://aaaa';
const app = { name: 'chromium', executable: null, pid: null, windowTitle: null };
const saved = (content = inlineContent('a text')): NewCapture => ({
  ...{ origin: 'web', copiedAtMs: 1_000, givenName: 'a.md' },
  source: { type: 'web', name: 'A page', path: 'https://example.org/', app },
  fragments: [textFragment(content)],
});

test('a message is recorded once, also by a writer that may have recorded it before it crashed', (t) => {
  const journal = testJournal(t);
  const order = { pairing: 'a', origin, message: 'message-1', capture: saved() };
  const first = recordExtensionSave(journal, order);
  const again = runWrite(() => journal, { name: 'recordExtensionSave', given: [order], again: true });
  assert.deepEqual(again, { ok: true, value: first });
  assert.equal(journal.statement('SELECT count(*) AS count FROM captures').get()?.count, 1);
  assert.deepEqual(recordExtensionSave(journal, { ...order, pairing: 'b' }), { ok: true, value: 2 });
});

test('what is saved is not what is on the clipboard', (t) => {
  const journal = testJournal(t);
  recordExtensionSave(journal, { pairing: 'a', origin, message: 'message-1', capture: saved() });
  assert.equal(journal.statement('SELECT capture_id FROM present').get()?.capture_id, null);
});

test('a large content is taken over, and its temporary file is gone; also if the message was recorded before', (t) => {
  const journal = testJournal(t);
  for (const _ of Array(2)) {
    const content = spooledContent(journal, 'x'.repeat(200_000));
    assert.ok(recordExtensionSave(journal, { pairing: 'a', origin, message: 'message-1', capture: saved(content) }).ok);
    assert.equal(existsSync(content.file), false);
    const files = readdirSync(journal.blobs, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.length > 60 || name.includes('~'),
    );
    assert.deepEqual(
      files.map((name) => path.basename(name)),
      [content.sha256],
    );
  }
  const gone = { ...inlineContent('gone'), inline: undefined as never, file: `${journal.blobs}/none` };
  const { inline: _, ...missing } = gone;
  assert.deepEqual(recordExtensionSave(journal, { pairing: 'a', origin, message: 'message-2', capture: saved(missing) }), {
    ok: false,
    reason: 'content-gone',
  });
  assert.equal(fragmentOfMessage(journal, { pairing: 'a', message: 'message-2' }), null, 'nothing of it stays');
  assert.equal(journal.statement('SELECT count(*) AS count FROM captures').get()?.count, 1);
});

test('the message of a copy that became part of a later one leads to that', (t) => {
  const journal = testJournal(t);
  for (const id of [1, 2]) {
    recordExtensionSave(journal, { pairing: 'a', origin, message: `message-${id}`, capture: saved() });
    recordJudgement(journal, id, judged({ kind: 'save' }));
    recordSaved(journal, id, { workspace: '/w', sha256: 's', path: '/w/a.md', duplicate: id === 2, atMs: 1 });
  }
  assert.equal(fragmentOfMessage(journal, { pairing: 'a', message: 'message-1' }), 2);
});

test('those that were told are not told again, and a pairing that has ended leaves none', (t) => {
  const journal = testJournal(t);
  for (const id of [1, 2, 3]) recordExtensionSave(journal, { pairing: 'a', origin, message: `message-${id}`, capture: saved() });
  messagesTold(journal, 'a', ['message-2', 'no such one']);
  assert.deepEqual(untoldMessages(journal, 'a', 10), ['message-1', 'message-3']);
  assert.deepEqual(untoldMessages(journal, 'a', 1), ['message-1']);
  assert.deepEqual(untoldMessages(journal, 'b', 10), []);
  leaveMessages(journal, 'a', origin);
  for (const pairing of ['a', origin]) assert.deepEqual(untoldMessages(journal, pairing, 10), []);
  assert.equal(journal.statement('SELECT count(*) AS count FROM fragments').get()?.count, 3, 'what was saved stays');
});

test('a message of a pairing that has ended is recorded no second time for the next pairing of its extension, which is told of it', (t) => {
  const journal = testJournal(t);
  const order = { pairing: 'a', origin, message: 'message-1', capture: saved() };
  recordExtensionSave(journal, order);
  leaveMessages(journal, 'a', origin);
  assert.equal(fragmentOfMessage(journal, { pairing: 'b', message: 'message-1' }), null);
  assert.deepEqual(recordExtensionSave(journal, { ...order, pairing: 'b' }), { ok: true, value: 1 });
  assert.deepEqual(untoldMessages(journal, 'b', 10), ['message-1']);
  leaveMessages(journal, 'b', origin);
  const other = { ...order, pairing: 'c', origin: 'moz-extension://b' };
  assert.deepEqual(recordExtensionSave(journal, other), { ok: true, value: 2 }, 'of another extension');
  assert.deepEqual(recordExtensionSave(journal, { ...order, pairing: 'd' }), { ok: true, value: 1 }, 'the pairing after the next');
});

test('the last 20,000 are remembered', (t) => {
  const journal = testJournal(t);
  journal.transaction(() =>
    journal
      .statement(
        `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 20000)
         INSERT INTO extension_messages (pairing, message, fragment_id) SELECT 'a', 'message-' || n, 0 FROM number`,
      )
      .run(),
  );
  recordExtensionSave(journal, { pairing: 'a', origin, message: 'one more', capture: saved() });
  assert.equal(journal.statement('SELECT count(*) AS count FROM extension_messages').get()?.count, 20_000);
  assert.equal(fragmentOfMessage(journal, { pairing: 'a', message: 'message-1' }), null);
});
