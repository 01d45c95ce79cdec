import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { judged, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { leastCpuMs } from '../../../test/harness/effort.ts';
import { documents } from '../../contract/documents.ts';
import { desktopEntry } from '../../domain/programs/desktop-entry.ts';
import { recordCapture } from '../captures/captures.ts';
import { recordJudgement } from '../fragments/fragment-states.ts';
import { readFragment } from '../fragments/fragments.ts';
import type { Journal } from '../journal.ts';
import { annotate } from '../keeping/annotations.ts';
import { deleteFragment, deleteSlice } from '../keeping/delete-fragments.ts';
import { eraseDue, hideSlice, undoWithinMs } from '../keeping/deletions.ts';
import { type TrimPlace, type TrimStep, trimStart, trimStep } from '../keeping/trim.ts';
import { nameProgramsBy } from '../program-names.ts';
import { holdOn } from './holds.ts';
import { holdsInForce, onHold, setHolds } from './holds-in-force.ts';

const dayMs = 86_400_000;
const firstMs = new Date(2026, 0, 1, 12).getTime();

function hold(journal: Journal, ...holds: readonly object[]): void {
  setHolds(journal, documents['legal-hold'].schema.parse({ holds: holds.map((each, at) => ({ id: `hold-${at}`, ...each })) }));
}

function copied(journal: Journal, text: string, at: { readonly day: number; readonly app?: string }): number {
  const app = { name: at.app ?? 'Editor', executable: `/usr/bin/${(at.app ?? 'editor').toLowerCase()}`, pid: 7, windowTitle: '' };
  const source = { type: 'local', name: app.name, path: '', app } as const;
  const { fragmentIds } = recordCapture(journal, textCapture(text, { copiedAtMs: firstMs + at.day * dayMs, source }));
  const id = fragmentIds[0] ?? 0;
  recordJudgement(journal, id, judged({ kind: 'keep', because: 'policy_off' }));
  return id;
}

const holdsOn = (journal: Journal, ids: readonly number[]): readonly (string | null | undefined)[] =>
  ids.map((id) => onHold(journal, id)?.hold);

function rig(t: TestContext) {
  const journal = testJournal(t);
  const ids = ['acme invoice', 'a poem', 'more of Acme', 'nothing'].map((text, day) => copied(journal, text, { day }));
  copied(journal, 'what is on the clipboard', { day: 9 });
  return { journal, ids };
}

test('a hold is by number, or by all of its conditions: time, application and query', (t) => {
  const { journal, ids } = rig(t);
  const gimp = copied(journal, 'acme in Gimp', { day: 20, app: 'GIMP' });
  const all = [...ids, gimp];
  hold(journal);
  assert.deepEqual(holdsOn(journal, all), [undefined, undefined, undefined, undefined, undefined]);
  hold(journal, { copies: [ids[1]] }, { query: 'ACME', from: '2026-01-02' });
  assert.deepEqual(holdsOn(journal, all), [undefined, 'hold-0', 'hold-1', undefined, 'hold-1']);
  hold(journal, { from: '2026-01-02', until: '2026-01-03' });
  assert.deepEqual(holdsOn(journal, all), [undefined, 'hold-0', 'hold-0', undefined, undefined], 'all of the last day');
  hold(journal, { application: 'gimp' }, { application: 'editor', query: 'poem' });
  assert.deepEqual(holdsOn(journal, all), [undefined, 'hold-1', undefined, undefined, 'hold-0']);
});

test('a hold by the name under which a program is shown covers its copies, also when it is removed later', (t) => {
  const { journal, ids } = rig(t);
  const terminal = copied(journal, 'ls', { day: 20, app: 'Xfce4-terminal' });
  hold(journal, { application: 'Xfce Terminal' });
  assert.deepEqual(holdsOn(journal, [terminal]), [undefined]);
  const entry = desktopEntry(
    '[Desktop Entry]\nType=Application\nName=Xfce Terminal\nName[de]=Befehlszeile\nExec=xfce4-terminal\n',
    'xfce4-terminal',
  );
  assert.ok(entry);
  nameProgramsBy(journal, [entry]);
  const later = copied(journal, 'pwd', { day: 21, app: 'Xfce4-terminal' });
  nameProgramsBy(journal, []);
  assert.deepEqual(holdsOn(journal, [...ids, terminal, later]), [undefined, undefined, undefined, undefined, 'hold-0', 'hold-0']);
  for (const application of ['xfce term', 'BEFEHLSZEILE', 'xfce4-terminal']) {
    hold(journal, { application });
    assert.deepEqual(holdsOn(journal, [terminal]), ['hold-0'], application);
  }
  hold(journal, { query: 'app:"xfce terminal"' });
  assert.deepEqual(holdsOn(journal, [terminal, ids[0] ?? 0]), ['hold-0', undefined], 'a query as well');
});

test('a hold for `kind:token` keeps the numbers of bank accounts too: they were tokens when it was written', (t) => {
  const { journal, ids } = rig(t);
  const iban = copied(journal, 'DE89 3704 0044 0532 0130 00', { day: 20 });
  hold(journal, { query: 'kind:token' });
  assert.deepEqual(holdsOn(journal, [ids[1] ?? 0, iban]), [undefined, 'hold-0']);
});

test('a copy that comes later is on hold too, and one that is not judged yet counts as found', (t) => {
  const { journal } = rig(t);
  hold(journal, { query: 'secret plan' });
  const { fragmentIds } = recordCapture(journal, textCapture('anything', { copiedAtMs: firstMs }));
  const id = fragmentIds[0] ?? 0;
  assert.equal(onHold(journal, id)?.hold, 'hold-0');
  recordJudgement(journal, id, judged({ kind: 'keep', because: 'policy_off' }));
  assert.equal(onHold(journal, id), null);
  assert.equal(onHold(journal, copied(journal, 'the Secret Plan', { day: 30 }))?.hold, 'hold-0');
});

test('a content that was copied again is on hold by any of its copies, by their numbers, times and applications', (t) => {
  const { journal, ids } = rig(t);
  const again = copied(journal, 'a poem', { day: 40, app: 'Reader' });
  assert.equal(readFragment(journal, ids[1] ?? 0), null, 'merged');
  for (const one of [
    { copies: [ids[1]] },
    { from: '2026-01-02', until: '2026-01-02' },
    { application: 'editor' },
    { copies: [again] },
    { application: 'reader' },
  ]) {
    hold(journal, one);
    assert.equal(onHold(journal, again)?.hold, 'hold-0', JSON.stringify(one));
  }
  hold(journal, { application: 'editor', from: '2026-02-01' });
  assert.equal(onHold(journal, again), null, 'in one program at that time, not each at some time');
});

test('earlier copies that only count by now may have been the ones that were meant', (t) => {
  const { journal, ids } = rig(t);
  const poem = ids[1] ?? 0;
  let last = poem;
  for (let day = 10; day < 115; day++) last = copied(journal, 'a poem', { day });
  hold(journal, { copies: [poem] });
  assert.equal(onHold(journal, last)?.hold, 'hold-0', 'its number is forgotten');
  hold(journal, { from: '2026-01-03', until: '2026-01-04' });
  assert.equal(onHold(journal, last)?.hold, 'hold-0', 'between the first and the oldest that is remembered');
  hold(journal, { until: '2025-12-31' });
  assert.equal(onHold(journal, last), null);
});

test('a hold wins over every way of deleting: at once, with a way back, by the limits, by merging', (t) => {
  const { journal, ids } = rig(t);
  const [acme = 0, poem = 0] = ids;
  hold(journal, { copies: [acme] });
  assert.equal(deleteFragment(journal, acme), false);
  assert.deepEqual(deleteSlice(journal, [acme], 100).onHold, [{ id: acme, hold: 'hold-0' }]);
  const hidden = hideSlice(journal, { ids: [acme, poem], nowMs: firstMs, budgetMs: 100 });
  assert.deepEqual([hidden.deleted, hidden.onHold], [1, [{ id: acme, hold: 'hold-0' }]]);
  const limits = { maxCount: 1, maxBytes: null, keptSinceMs: { text: firstMs + 100 * dayMs, image: null, document: null, files: null } };
  for (let after: TrimPlace | null = trimStart; after !== null; ) {
    const step: TrimStep = trimStep(journal, limits, after);
    after = step.after;
  }
  const left = journal
    .statement("SELECT id FROM fragments WHERE state = 'kept' ORDER BY id")
    .all()
    .map(({ id }) => id);
  assert.deepEqual(left, [acme, Math.max(...left.map(Number))], 'and what is on the clipboard');
});

test('a copy on hold that would lose its title to a newer one stays apart', (t) => {
  const { journal, ids } = rig(t);
  const [acme = 0] = ids;
  annotate(journal, acme, { title: 'The invoice' });
  const mine = (day: number): number => {
    copied(journal, `something between, day ${day}`, { day: day - 1 });
    const { fragmentIds } = recordCapture(journal, textCapture('acme invoice', { copiedAtMs: firstMs + day * dayMs }));
    annotate(journal, fragmentIds[0] ?? 0, { title: 'Another title' });
    recordJudgement(journal, fragmentIds[0] ?? 0, judged({ kind: 'keep', because: 'policy_off' }));
    return fragmentIds[0] ?? 0;
  };
  hold(journal, { copies: [acme] });
  const second = mine(50);
  assert.ok(readFragment(journal, acme) !== null && readFragment(journal, second) !== null);
  hold(journal);
  mine(60);
  assert.equal(readFragment(journal, acme), null, 'without a hold it is merged');
});

test('a hold that comes while a deletion can be undone brings the copy back; holds that can not be read put it off', (t) => {
  const { journal, ids } = rig(t);
  const [acme = 0, poem = 0] = ids;
  hideSlice(journal, { ids: [acme, poem], nowMs: firstMs, budgetMs: 100 });
  setHolds(journal, null);
  assert.equal(onHold(journal, acme)?.hold, null);
  assert.equal(deleteFragment(journal, ids[3] ?? 0), false, 'nobody knows what is on hold');
  const dueMs = firstMs + undoWithinMs + 1;
  eraseDue(journal, dueMs);
  assert.equal(journal.statement("SELECT count(*) AS n FROM fragments WHERE state = 'deleted'").get()?.n, 2);
  hold(journal, { query: 'invoice' });
  const laterMs = dueMs + undoWithinMs + 1;
  while (eraseDue(journal, laterMs));
  assert.equal(readFragment(journal, acme)?.state, 'kept', 'found although it was deleted');
  assert.equal(readFragment(journal, poem), null);
});

test('holds that are damaged in the journal keep everything, until they are stored again', (t) => {
  const { journal, ids } = rig(t);
  const [acme = 0, poem = 0] = ids;
  hold(journal, { copies: [acme] });
  journal.statement("UPDATE legal_holds SET holds = '{}'").run();
  setHolds(journal, documents['legal-hold'].schema.parse({ holds: [] }));
  hold(journal, { copies: [acme] });
  journal.statement("UPDATE legal_holds SET holds = '{}', digest = digest || ''").run();
  setHolds(journal, null);
  assert.deepEqual(holdsOn(journal, [poem]), [null]);
  hold(journal, { copies: [acme] });
  assert.deepEqual(holdsOn(journal, [acme, poem]), ['hold-0', undefined]);
});

test('as many holds as there may be, with as many numbers, cost a deletion hardly more than one', (t) => {
  const journal = testJournal(t);
  const ids = Array.from({ length: 50 }, (_, at) => copied(journal, `copy ${at}`, { day: 1 }));
  const costOf = (count: number, numbers: number): number => {
    const copies = Array.from({ length: numbers }, (_, at) => 1_000_000 + at);
    hold(journal, ...Array.from({ length: count }, () => ({ copies })));
    const inForce = holdsInForce(journal) ?? [];
    return leastCpuMs(() => {
      for (const id of ids) assert.equal(holdOn(journal, inForce, id), null);
    });
  };
  const [one, many] = [costOf(1, 1), costOf(200, 10_000)];
  assert.ok(many < 20 * Math.max(one, 2), `${many} ms, and ${one} ms`);
});
