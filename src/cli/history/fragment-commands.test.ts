import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Peers, startPeers, statusWithBridge } from '../../../test/doubles/bridge-peers.ts';
import { type RememberingSurface, rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import {
  capture,
  inlineContent,
  judged,
  spooledContent,
  testJournal,
  textCapture,
  textFragment,
} from '../../../test/doubles/temporary-journal.ts';
import { nothingLost } from '../../domain/retention/lost-copies.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { deleteWaiting } from '../../journal/damage/carrying/deleted-meanwhile.ts';
import { writeLoss } from '../../journal/damage/loss-file.ts';
import { beginReading, recordExtracted } from '../../journal/fragments/extracted-texts.ts';
import { recordJudgement } from '../../journal/fragments/fragment-states.ts';
import { contentPlaces } from '../../journal/fragments/fragments.ts';
import { listFragments } from '../../journal/fragments/listing.ts';
import type { Journal } from '../../journal/journal.ts';
import { annotate } from '../../journal/keeping/annotations.ts';
import { deleteFragment } from '../../journal/keeping/delete-fragments.ts';
import { hideSlice, undelete } from '../../journal/keeping/deletions.ts';
import { runCommand } from '../program.ts';
import { copy, remove } from './fragment-commands.ts';
import { history } from './history.ts';
import { show } from './show.ts';

interface Rig extends RememberingSurface {
  readonly journal: Journal;
  readonly id: string;
  readonly hub: Peers;
}

/** A home with one copy, and a surface that records the output. */
function rig(t: TestContext): Rig {
  const hub = startPeers(t);
  const { journal: file, blobs } = hub.places;
  mkdirSync(path.dirname(file), { recursive: true });
  mkdirSync(blobs, { recursive: true });
  const journal = testJournal(t, { file, blobs });
  const id = String(recordCapture(journal, textCapture('a copy')).fragmentIds[0]);
  return { journal, id, hub, ...rememberingSurface(hub.places) };
}

test('a copy that the core deletes without answering is reported as deleted', async (t) => {
  const { journal, id, hub, surface, printed, complained } = rig(t);
  const port = await hub.port((socket) => {
    deleteFragment(journal, Number(id));
    socket.destroy();
  });
  await hub.pipe('supervisor', statusWithBridge(port));
  assert.equal(await remove(surface, id, {}), 0);
  assert.deepEqual([printed.length, complained], [1, []]);
  assert.match(printed[0] ?? '', /is deleted/);
});

test('a copy that did not exist is reported as unknown, whatever the core says', async (t) => {
  const { journal, hub, surface, complained } = rig(t);
  await hub.pipe('supervisor', statusWithBridge(await hub.port((socket) => socket.destroy())));
  assert.equal(await remove(surface, '77', {}), 1);
  assert.match(complained[0] ?? '', /there is no copy 77/);
  assert.equal(listFragments(journal, { limit: 10 }).length, 1);
});

test('a copy that a silent core did not delete is deleted all the same', async (t) => {
  const { journal, id, hub, surface } = rig(t);
  await hub.pipe('supervisor', statusWithBridge(await hub.port((socket) => socket.destroy())));
  assert.equal(await remove(surface, id, {}), 0);
  assert.deepEqual(listFragments(journal, { limit: 10 }), []);
});

test('for a core that is starting the command says to try again in a moment', async (t) => {
  const { id, hub, surface, complained } = rig(t);
  const core = { id: 'python_core', state: 'starting', pid: 7, restarts: 0, reason: null, uptimeSeconds: null };
  await hub.pipe('supervisor', { ...statusWithBridge(null), components: [core] });
  assert.equal(await copy(surface, id, {}), 1);
  assert.match(complained[0] ?? '', /the core is starting; try again in a moment/);
});

test('a search without a word asks for one, and lists nothing', (t) => {
  const { surface, printed, complained } = rig(t);
  assert.equal(history(surface, { limit: 5, query: ' ' }), 1);
  assert.deepEqual([printed, complained], [[], ['hub: search needs at least one word']]);
});

test('a copy is shown as its bytes or as JSON, and not as both', (t) => {
  const { id, surface, printed, complained } = rig(t);
  assert.equal(show(surface, id, { content: true, json: true }), 2);
  assert.deepEqual(printed, []);
  assert.match(complained[0] ?? '', /--content or --json, not both$/);
});

test('one whose content is gone is shown with a sentence that says so', (t) => {
  const { journal, surface, printed } = rig(t);
  const representations = [{ mediaType: 'text/plain', content: spooledContent(journal, 'x'.repeat(200_000)) }];
  const id = recordCapture(journal, capture([{ kind: 'text', representations }])).fragmentIds[0] ?? 0;
  journal.statement("UPDATE fragments SET state = 'kept' WHERE id = ?").run(id);
  const place = contentPlaces(journal, id)[0];
  assert.ok(place !== undefined && 'file' in place);
  rmSync(place.file);
  assert.equal(show(surface, String(id), {}), 0);
  assert.match(printed.at(-1) ?? '', /content is missing/);
});

test('one that has no file is shown with the reason in words, and each of its files is one line', (t) => {
  const { journal, surface, printed } = rig(t);
  const representations = [{ mediaType: 'text/uri-list', content: inlineContent('file:///a%0Ab.txt\r\nfile:///c.txt\r\n') }];
  const id = recordCapture(journal, capture([{ kind: 'files', representations }])).fragmentIds[0] ?? 0;
  journal.statement("UPDATE fragments SET state = 'kept', reason = 'file_list' WHERE id = ?").run(id);
  assert.equal(show(surface, String(id), {}), 0);
  assert.match(printed.join('\n'), /^State +not saved as a file \(in the history only: the files are already on disk\)$/m);
  assert.equal(printed.at(-1), '/a\\nb.txt\n/c.txt');
});

test('in a pipe, the line of a saved copy has its pin and title before its whole path', (t) => {
  const { journal, id, surface, printed } = rig(t);
  journal.statement("UPDATE fragments SET state = 'saved', saved_path = ?").run(`/elsewhere/${'x'.repeat(150)}`);
  annotate(journal, Number(id), { pinned: true, title: 'mine' });
  assert.equal(history(surface, { limit: 5 }), 0);
  assert.match(printed.at(-1) ?? '', /pinned mine \/elsewhere\/x{150}$/);
});

test('a secret that is kept all the same is named by what it is, on a terminal and in a pipe, with its file and without', (t) => {
  const { journal, id, surface, printed } = rig(t);
  const last = (terminal: boolean): string => {
    assert.equal(history({ ...surface, terminal }, { limit: 5 }), 0);
    return printed.at(-1) ?? '';
  };
  recordJudgement(journal, Number(id), { ...judged({ kind: 'keep', because: 'policy_off' }), secret: 'github_token' });
  for (const terminal of [true, false]) assert.match(last(terminal), / GitHub token$/);
  journal.statement("UPDATE fragments SET state = 'saved', saved_path = '/elsewhere/secret-1.txt'").run();
  for (const terminal of [true, false]) assert.match(last(terminal), / GitHub token \/elsewhere\/secret-1\.txt$/);
});

test('a text that says a secret among other words is listed by the other ones', (t) => {
  const { journal, surface, printed } = rig(t);
  recordCapture(journal, textCapture('the password is tigerlily\nsee you on Friday'));
  journal.statement("UPDATE fragments SET state = 'kept', reason = 'too_short'").run();
  assert.equal(history(surface, { limit: 5 }), 0);
  assert.ok(!printed.join('\n').includes('tigerlily') && printed.join('\n').includes('see you on Friday'), printed.join('\n'));
});

test('while a deletion can be undone, the history and whoever asks for its copy are told how', (t) => {
  const { journal, id, surface, printed, complained } = rig(t);
  hideSlice(journal, { ids: [Number(id)], nowMs: Date.now(), budgetMs: 0 });
  assert.equal(show(surface, id, {}), 1);
  assert.match(complained[0] ?? '', /copy 1 is deleted; to bring it back before \d\d:\d\d:\d\d: hub undelete 1$/);
  history(surface, { limit: 5 });
  assert.match(printed.at(-1) ?? '', /^1 copy is deleted; to bring that back before .*: hub undelete$/);
  history(surface, { limit: 5, json: true });
  assert.deepEqual(JSON.parse(printed.at(-1) ?? ''), { items: [] });
  undelete(journal, { ids: 'last', nowMs: Date.now(), budgetMs: 0 });
  history(surface, { limit: 5 });
  assert.doesNotMatch(printed.at(-1) ?? '', /undelete/);
  hideSlice(journal, { ids: [Number(id)], nowMs: Date.now() - 61_000, budgetMs: 0 });
  show(surface, id, {});
  assert.match(complained.at(-1) ?? '', /there is no copy 1;/);
});

test('people see times in one form, and other programs get them with their offset', (t) => {
  const { journal, id, surface, printed } = rig(t);
  journal.statement("UPDATE fragments SET state = 'kept', copies = 2, first_copied_at = 500").run();
  show(surface, id, {});
  const times = printed.filter((line) => /^(Copied|Times)/.test(line));
  assert.equal(times.length, 2);
  for (const line of times) assert.doesNotMatch(line, /\dT\d/);
  show(surface, id, { json: true });
  assert.match(JSON.parse(printed.at(-1) ?? '').capturedAt, /T.*[+-]\d\d:\d\d$/);
});

test('a copy that is kept without a file is listed with its content, one that failed with its reason', (t) => {
  const { journal, surface, printed } = rig(t);
  for (const text of ['imported before', ' \n ']) recordCapture(journal, textCapture(text));
  journal.statement("UPDATE fragments SET state = 'kept', reason = 'too_short' WHERE id IN (1, 3)").run();
  journal.statement("UPDATE fragments SET state = 'failed', reason = 'io_error' WHERE id = 2").run();
  history(surface, { limit: 5 });
  assert.deepEqual(
    printed.slice(1).map((line) => line.trimEnd().split(/ {2,}/).at(-1)),
    ['in the history only: it is too short', 'not saved yet: the disk reported an error;…', 'a copy'],
  );
});

test('a picture is found by the text in it, which is said, and shown with that text', (t) => {
  const { journal, surface, printed } = rig(t);
  const [id = 0] = recordCapture(journal, capture([textFragment(inlineContent('png'), 'image/png')])).fragmentIds;
  recordJudgement(journal, id, judged({ kind: 'keep', because: 'too_short' }));
  beginReading(journal, id, 0);
  recordExtracted(journal, id, 0, { state: 'read', text: 'Tide table\nhigh water\u001b[31m\n', isCut: false, secret: null });
  assert.equal(history(surface, { limit: 10, query: 'water' }), 0);
  assert.match(printed.join('\n'), / Text in this picture: high water/);
  printed.length = 0;
  assert.equal(show(surface, String(id), {}), 0);
  assert.match(printed.join('\n'), /\n\nText in this picture:\nTide table\nhigh water/);
  assert.ok(!printed.join('').includes('\u001b'));
});

test('of a deletion in the history and one of copies that wait only, the later is undone first', async (t) => {
  const { places } = startPeers(t);
  mkdirSync(places.blobs, { recursive: true });
  const place = { file: places.journal, blobs: places.blobs };
  const journal = testJournal(t, place);
  const [id = 0] = recordCapture(journal, textCapture('a copy')).fragmentIds;
  const aside = `${places.journal}.bad-2026-03-01T09-05-07-042Z`;
  writeFileSync(aside, 'a damaged journal');
  writeLoss(aside, { ...nothingLost, waitsBelow: 300 });
  const { surface } = rememberingSurface(places);
  const nowMs = Date.now();
  const state = () => journal.statement('SELECT state FROM fragments WHERE id = ?').get(id)?.state;
  const waiting = () => Number(journal.statement('SELECT count(*) AS n FROM waiting_deletions').get()?.n);
  deleteWaiting(journal, { what: { numbers: [200] }, place, nowMs: nowMs - 20_000, isForGood: false });
  hideSlice(journal, { ids: [id], nowMs: nowMs - 10_000, budgetMs: 10 });
  deleteWaiting(journal, { what: { numbers: [201] }, place, nowMs, isForGood: false });
  const steps: unknown[] = [];
  for (let step = 0; step < 4; step += 1) steps.push([await runCommand(['undelete'], surface, 'hub'), state(), waiting()]);
  assert.deepEqual(steps, [
    [0, 'deleted', 1],
    [0, 'captured', 1],
    [0, 'captured', 0],
    [1, 'captured', 0],
  ]);
});
