import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { journalPlace, judged, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { documents } from '../../contract/documents.ts';
import { recordCapture } from '../captures/captures.ts';
import { recordJudgement } from '../fragments/fragment-states.ts';
import type { Journal } from '../journal.ts';
import { digestKeyFile } from './digest-key.ts';
import { heldContents } from './held-contents.ts';
import { onHold, setHolds } from './holds-in-force.ts';

/** Two journals of one home, as before and after one was damaged beyond reading, and the folder of the records of both. */
function rig(t: TestContext) {
  const place = journalPlace(t);
  const folder = path.join(path.dirname(place.blobs), 'retention');
  mkdirSync(folder, { recursive: true });
  return { folder, before: testJournal(t, place), after: testJournal(t, { ...place, file: `${place.file}-anew` }) };
}

function captured(journal: Journal, text: string): number {
  return recordCapture(journal, textCapture(text)).fragmentIds[0] ?? 0;
}

function copied(journal: Journal, text: string): number {
  const id = captured(journal, text);
  recordJudgement(journal, id, judged({ kind: 'keep', because: 'too_short' }));
  return id;
}

function filter(journal: Journal, id: number): number {
  recordJudgement(journal, id, judged({ kind: 'filter', because: 'secret_password' }));
  return id;
}

const holdOf = (hold: object) => documents['legal-hold'].schema.parse({ holds: [{ id: 'case-17', ...hold }] });

test('in a journal that begins anew no copy gets a number that a hold names', (t) => {
  const { after } = rig(t);
  setHolds(after, holdOf({ copies: [3, 12] }));
  const stranger = copied(after, 'another copy');
  assert.equal(stranger, 13);
  assert.equal(onHold(after, stranger), null);
  setHolds(after, holdOf({ copies: [Number.MAX_SAFE_INTEGER] }));
  assert.equal(copied(after, 'after a hold with a number that no copy can have'), 14);
});

test('a hold by number is about the content: whatever has it is on hold, and another copy with that number is not', (t) => {
  const { folder, before, after } = rig(t);
  const number = copied(before, 'the contract');
  const { contents, unknown } = heldContents(before, folder, [number, 999]);
  assert.deepEqual(unknown, [999]);
  const stranger = copied(after, 'another copy');
  assert.equal(stranger, number, 'it has the number before the hold is known to this journal');
  const again = copied(after, 'the contract');
  const holds = holdOf({ copies: [number], contents });
  for (const journal of [before, after]) setHolds(journal, holds);
  assert.equal(onHold(before, number)?.hold, 'case-17');
  assert.equal(onHold(after, stranger), null);
  assert.equal(onHold(after, again)?.hold, 'case-17');
  setHolds(after, holdOf({ copies: [number, again], contents }));
  assert.equal(onHold(after, again)?.hold, 'case-17', 'a number that somebody has added by hand');
});

test('without the key of its digests a hold is about its numbers, so that nothing is let go', (t) => {
  const { folder, before } = rig(t);
  const number = copied(before, 'the contract');
  const { contents } = heldContents(before, folder, [number]);
  rmSync(path.join(folder, digestKeyFile));
  heldContents(before, folder, []);
  const other = copied(before, 'another copy');
  const digests = { [number]: 'f'.repeat(64), [other]: 'f'.repeat(64) };
  setHolds(before, holdOf({ copies: [number], contents: { ...contents, digests } }));
  assert.equal(onHold(before, number)?.hold, 'case-17');
  assert.equal(onHold(before, other), null);
});

test('a hold on a filtered copy is about its number alone: what nothing is left of is no content', (t) => {
  const { folder, before } = rig(t);
  const [held, other] = [filter(before, captured(before, 'a password')), filter(before, captured(before, 'another password'))];
  const { contents, unknown } = heldContents(before, folder, [held]);
  assert.deepEqual([contents.digests, unknown], [{}, []]);
  setHolds(before, holdOf({ copies: [held], contents }));
  assert.equal(onHold(before, held)?.hold, 'case-17');
  assert.equal(onHold(before, other), null);
});

test('a copy that is filtered after it was put on hold stays on hold', (t) => {
  const { folder, before } = rig(t);
  const held = captured(before, 'a password');
  setHolds(before, holdOf({ copies: [held], contents: heldContents(before, folder, [held]).contents }));
  assert.equal(onHold(before, filter(before, held))?.hold, 'case-17');
  assert.equal(onHold(before, filter(before, captured(before, 'another password'))), null);
});
