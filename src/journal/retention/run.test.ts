import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { capture, inlineContent, testJournal, textCapture, textFragment } from '../../../test/doubles/temporary-journal.ts';
import { begunRun, type GivenDocuments, provenRun, runOrder, wholeRun } from '../../../test/harness/retention/retention-run.ts';
import { segmentName } from '../../base/evidence/record-chain.ts';
import { verifyChain } from '../../base/evidence/verify-chain.ts';
import { documents } from '../../contract/documents.ts';
import { RetentionAccount } from '../../domain/retention/account.ts';
import { recordCapture } from '../captures/captures.ts';
import type { Journal } from '../journal.ts';
import { annotate } from '../keeping/annotations.ts';
import { digestKeyFile, readDigestKey } from './digest-key.ts';
import { setHolds } from './holds-in-force.ts';
import { stillThere } from './prove-records.ts';
import { readRecorded } from './recording.ts';
import { type RunOrder, type RunPlace, runStep, settleRecords } from './run.ts';

const dayMs = 86_400_000;
const nowMs = Date.parse('2026-11-26T12:00:00Z');

/** A journal with as many copies, one a day, the oldest first; the last was made now. */
function rig(t: TestContext, copies: number) {
  const journal = testJournal(t);
  const folder = path.join(journal.blobs, '..', 'retention');
  const ids = Array.from({ length: copies }, (_, at) => {
    const made = recordCapture(journal, textCapture(`copy number ${at}`, { copiedAtMs: nowMs - (copies - 1 - at) * dayMs }));
    return made.fragmentIds[0] ?? 0;
  });
  journal.statement("UPDATE fragments SET state = 'kept'").run();
  return { journal, folder, ids };
}

const orderOf = (folder: string, given: GivenDocuments): RunOrder => runOrder(folder, nowMs, given);

/** Proves the records and returns what they say; fails if the journal's anchor is another one. */
function proven(journal: Journal, folder: string) {
  const account = new RetentionAccount();
  const kinds: string[] = [];
  const proof = verifyChain(folder, [digestKeyFile], ({ body, n, file, line }) => {
    kinds.push(String(body.kind));
    assert.equal(account.add(body), null, `record ${n}, ${file}:${line}`);
  });
  assert.equal(proof.fault, null);
  const anchor = readRecorded(journal)?.anchor;
  assert.deepEqual([proof.length, proof.head], [anchor?.length, anchor?.head]);
  const result = account.result();
  assert.deepEqual(stillThere(journal, result.deleted, readDigestKey(folder)), []);
  return { ...result, kinds };
}

const left = (journal: Journal): readonly number[] =>
  journal
    .statement('SELECT id FROM fragments ORDER BY id')
    .all()
    .map(({ id }) => Number(id));

test('what is too old is deleted, and the records say which copies, by which rule, with digests that tell nothing', (t) => {
  const { journal, folder, ids } = rig(t, 10);
  assert.deepEqual(wholeRun(journal, orderOf(folder, { policy: { rules: [{ id: 'week', max_age: '7d' }] } })), { deleted: 2, onHold: 0 });
  assert.deepEqual(left(journal), ids.slice(2));
  const said = proven(journal, folder);
  assert.deepEqual(said.kinds, ['begin', 'intent', 'done', 'end']);
  assert.deepEqual([...said.deleted.keys()].sort(), ids.slice(0, 2));
  const text = readFileSync(path.join(folder, segmentName(1)), 'utf8');
  assert.ok(!text.includes('copy number'));
  assert.ok(!text.includes(inlineContent('copy number 0').sha256), 'a digest that whoever has the content can make tells what was deleted');
  if (process.platform !== 'win32')
    for (const name of readdirSync(folder)) assert.equal(statSync(path.join(folder, name)).mode & 0o777, 0o600, name);
});

test('of a count and a size the newest stay, and a rule is about its kinds only', (t) => {
  const { journal, folder, ids } = rig(t, 6);
  const picture = recordCapture(
    journal,
    capture([textFragment(inlineContent(Buffer.alloc(700_000)), 'image/png')], { copiedAtMs: nowMs - 1 }),
  );
  recordCapture(journal, capture([textFragment(inlineContent(Buffer.alloc(700_001)), 'image/png')], { copiedAtMs: nowMs }));
  recordCapture(journal, textCapture('the last one', { copiedAtMs: nowMs }));
  journal.statement("UPDATE fragments SET state = 'kept'").run();
  const rules = [
    { id: 'few-texts', kinds: ['text'], max_count: 4 },
    { id: 'small-pictures', kinds: ['picture'], max_megabytes: 1 },
  ];
  assert.equal(wholeRun(journal, orderOf(folder, { policy: { rules } })).deleted, 4);
  assert.deepEqual(
    left(journal).filter((id) => ids.includes(id)),
    ids.slice(3),
  );
  assert.ok(!left(journal).includes(picture.fragmentIds[0] ?? 0), 'the older picture');
  const again = wholeRun(journal, orderOf(folder, { policy: { rules } }));
  assert.equal(again.deleted, 0, 'nothing is counted twice');
});

test('a rule about tokens is about the numbers of bank accounts too, and one about these alone leaves tokens', (t) => {
  const texts = ['DE89 3704 0044 0532 0130 00', '6f1e2d3c-4b5a-4978-8a6b-5c4d3e2f1a0b', 'the last one'];
  const leftBy = (kinds: readonly string[]): readonly number[] => {
    const { journal, folder } = rig(t, 0);
    const ids = texts.map((text, at) => recordCapture(journal, textCapture(text, { copiedAtMs: nowMs + at })).fragmentIds[0] ?? 0);
    journal.statement("UPDATE fragments SET state = 'kept'").run();
    wholeRun(journal, orderOf(folder, { policy: { rules: [{ id: 'none', kinds, max_count: 0 }] } }));
    return left(journal).map((id) => ids.indexOf(id));
  };
  assert.deepEqual(leftBy(['token']), [2]);
  assert.deepEqual(leftBy(['iban']), [1, 2]);
});

test('a pinned copy stays unless the policy says so, and so does what waits or is on the clipboard', (t) => {
  const { journal, folder, ids } = rig(t, 5);
  annotate(journal, ids[0] ?? 0, { pinned: true });
  journal.statement('UPDATE fragments SET wants_save = 1 WHERE id = ?').run(ids[1] ?? 0);
  const rules = [{ id: 'none', max_count: 0 }];
  assert.equal(wholeRun(journal, orderOf(folder, { policy: { rules } })).deleted, 2);
  assert.deepEqual(left(journal), [ids[0], ids[1], ids[4]]);
  assert.equal(wholeRun(journal, orderOf(folder, { policy: { rules, delete_pinned: true } })).deleted, 1);
  proven(journal, folder);
});

test('a copy on hold stays, and the records name the hold and not its query', (t) => {
  const { journal, folder, ids } = rig(t, 9);
  const holds = {
    holds: [
      { id: 'by-number', copies: [ids[0]] },
      { id: 'by-text', query: '"number 3" OR "number 4"' },
      { id: 'by-time', from: '2026-11-20', until: '2026-11-20' },
      { id: 'by-app', application: 'nothing' },
    ],
  };
  const counted = wholeRun(journal, orderOf(folder, { policy: { rules: [{ id: 'none', max_count: 0 }] }, holds }));
  assert.deepEqual(counted, { deleted: 4, onHold: 4 });
  assert.deepEqual(
    left(journal),
    [0, 2, 3, 4, 8].map((at) => ids[at]),
  );
  const text = readFileSync(path.join(folder, segmentName(1)), 'utf8');
  assert.ok(text.includes('by-text') && !text.includes('number 3'));
  assert.equal(proven(journal, folder).deletedCopies, 4);
});

test('a run that is killed at any moment is proven, and the next one says so and does the rest', (t) => {
  for (const steps of [0, 1, 2]) {
    const { journal, folder, ids } = rig(t, 300);
    const order = orderOf(folder, { policy: { rules: [{ id: 'few', max_count: 10 }] } });
    let place: RunPlace | null = begunRun(journal, order);
    for (let at = 0; at < steps && place !== null; at++) {
      const step = runStep(journal, order, place, nowMs);
      place = step.ok ? step.value.place : assert.fail(step.reason);
    }
    const before = left(journal).length;
    assert.equal(wholeRun(journal, order).deleted, before - 10, `after ${steps} steps`);
    const said = proven(journal, folder);
    assert.deepEqual([said.deletedCopies, said.interrupted, said.runs], [ids.length - 10, 1, 2]);
  }
});

test('of what the rules delete, only those copies go that were agreed to', (t) => {
  const { journal, folder, ids } = rig(t, 120);
  const [agreed, inUse] = [[ids[2] ?? 0, ids[90] ?? 0, ids[118] ?? 0], ids[119] ?? 0];
  const order = { ...orderOf(folder, { policy: { rules: [{ id: 'none', max_count: 0 }] } }), only: new Set([...agreed, inUse]) };
  assert.equal(wholeRun(journal, order).deleted, 3);
  assert.deepEqual(
    left(journal),
    ids.filter((id) => !agreed.includes(id)),
  );
  assert.deepEqual(
    [...proven(journal, folder).deleted.keys()].sort((one, other) => one - other),
    agreed,
    'no others are in the records either',
  );
});

test('a record that the process could not finish writing is finished by the next one, however much of it there is', (t) => {
  const { journal, folder } = rig(t, 20);
  const order = orderOf(folder, { policy: { rules: [{ id: 'few', max_count: 10 }] } });
  const place = begunRun(journal, order);
  assert.ok(runStep(journal, order, place, nowMs).ok);
  const { pending, anchor } = readRecorded(journal) ?? assert.fail('nothing recorded');
  assert.ok(pending !== null);
  for (const part of [0, 1, pending.length - 1, pending.length, pending.length + 1]) {
    const file = path.join(folder, segmentName(1));
    journal
      .statement('UPDATE retention SET pending = ?, length = ?, head = ?, bytes = ?')
      .run(pending, anchor.length, anchor.head, anchor.bytes);
    truncateSync(file, anchor.bytes);
    writeFileSync(file, `${pending}\n`.slice(0, part), { flag: 'a' });
    assert.ok(settleRecords(journal, folder).ok, `${part} bytes of it`);
    assert.equal(readRecorded(journal)?.pending, null);
    proven(journal, folder);
  }
});

test('records that end otherwise than the journal says are never written over: nothing is deleted then', (t) => {
  const { journal, folder, ids } = rig(t, 20);
  const order = orderOf(folder, { policy: { rules: [{ id: 'few', max_count: 15 }] } });
  wholeRun(journal, order);
  const file = path.join(folder, segmentName(1));
  const whole = readFileSync(file);
  const less = orderOf(folder, { policy: { rules: [{ id: 'fewer', max_count: 5 }] } });
  const damages = [whole.subarray(0, -1), whole.subarray(0, whole.lastIndexOf(10, -2) + 1), Buffer.concat([whole, whole.subarray(-200)])];
  for (const damage of damages) {
    writeFileSync(file, damage);
    const begun = provenRun(journal, less);
    const failed = begun.ok ? runStep(journal, less, begun.value, nowMs) : begun;
    assert.equal(failed.ok ? 'deleted' : failed.reason, 'broken-records');
    assert.equal(left(journal).length, 15);
    assert.deepEqual(readFileSync(file), damage, 'it is left as it is');
  }
  // Moving the files away begins a new chain, which says so.
  renameSync(folder, `${folder}.away`);
  assert.equal(wholeRun(journal, less).deleted, 10);
  assert.deepEqual(left(journal), ids.slice(-5));
  const said = proven(journal, folder);
  assert.deepEqual([said.kinds[0], said.continued[0]?.because], ['continued', 'records-gone']);
});

test('a new journal goes on with the records that are there, and says so', (t) => {
  const first = rig(t, 4);
  wholeRun(first.journal, orderOf(first.folder, { policy: { rules: [{ id: 'few', max_count: 2 }] } }));
  const second = rig(t, 4);
  rmSync(second.folder, { recursive: true, force: true });
  mkdirSync(path.dirname(second.folder), { recursive: true });
  renameSync(first.folder, second.folder);
  wholeRun(second.journal, orderOf(second.folder, { policy: { rules: [{ id: 'few', max_count: 3 }] } }));
  const said = proven(second.journal, second.folder);
  assert.deepEqual([said.continued[0]?.because, said.deletedCopies, [...said.deleted.keys()].length], ['new-journal', 3, 1]);
});

test('a run ends when the holds change, so that no record names holds that were not in force', (t) => {
  const { journal, folder, ids } = rig(t, 4);
  const order = orderOf(folder, { policy: { rules: [{ id: 'none', max_count: 0 }] } });
  const place = begunRun(journal, order);
  setHolds(journal, documents['legal-hold'].schema.parse({ holds: [{ id: 'new', copies: [ids[0]] }] }));
  const step = runStep(journal, order, place, nowMs);
  assert.equal(step.ok ? 'deleted' : step.reason, 'superseded');
  assert.equal(left(journal).length, 4);
});

test('no record goes into its file while others wait for the lock of the journal, so that none of them waits for that file', (t) => {
  const { journal, folder, ids } = rig(t, 300);
  const pending: (string | null)[] = [];
  const watched: Journal = {
    ...journal,
    durableTransaction: (work) => {
      pending.push(readRecorded(journal)?.pending ?? null);
      return journal.durableTransaction(work);
    },
  };
  const documents = { policy: { rules: [{ id: 'few', max_count: 10 }] }, holds: { holds: [{ id: 'one', copies: [ids[0]] }] } };
  assert.deepEqual(wholeRun(watched, orderOf(folder, documents)), { deleted: 289, onHold: 1 });
  assert.ok(pending.length > 8);
  assert.deepEqual(new Set(pending), new Set([null]));
  proven(journal, folder);
});

test('with a record changed anywhere, or something else in the place of a file, a run deletes nothing and writes nothing', (t) => {
  const { journal, folder } = rig(t, 12);
  for (const count of [10, 8, 6]) wholeRun(journal, orderOf(folder, { policy: { rules: [{ id: 'few', max_count: count }] } }));
  const file = path.join(folder, segmentName(1));
  const whole = readFileSync(file, 'utf8');
  const order = orderOf(folder, { policy: { rules: [{ id: 'none', max_count: 0 }] } });
  const reason = (): string => {
    const begun = provenRun(journal, order);
    return begun.ok ? 'begun' : begun.reason;
  };
  const lines = whole.split('\n');
  for (const at of [0, 1, 5, 10]) {
    writeFileSync(file, lines.with(at, (lines[at] ?? '').replace('"at":"2026', '"at":"2025')).join('\n'));
    const changed = readFileSync(file, 'utf8');
    assert.equal(reason(), 'broken-records', `line ${at + 1}`);
    assert.equal(readFileSync(file, 'utf8'), changed);
  }
  rmSync(file);
  mkdirSync(file);
  assert.equal(reason(), 'broken-records', 'a folder in the place of the file');
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  assert.equal(reason(), 'broken-records', 'a file in the place of the folder');
  assert.equal(left(journal).length, 6);
  rmSync(folder);
  mkdirSync(folder);
  writeFileSync(file, whole);
  assert.equal(reason(), 'begun');
});
