/** An event client that reads its list once and then only listens knows what the list contains. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { fakeComponent } from '../../../test/doubles/fake-component.ts';
import { capture, inlineContent, journalPlace, testJournal, textCapture, textFragment } from '../../../test/doubles/temporary-journal.ts';
import { runs } from '../../../test/harness/effort.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import {
  type Judgement,
  makeFailedSavesDue,
  recordJudgement,
  recordSaved,
  recordSaveFailure,
  requestSave,
  withdrawSave,
} from '../../journal/fragments/fragment-states.ts';
import { contentLimits, fragmentView, type ViewParts } from '../../journal/fragments/fragment-view.ts';
import { releaseHeldBack } from '../../journal/fragments/judging-attempts.ts';
import { listFragments } from '../../journal/fragments/listing.ts';
import { type Journal, openJournalReader } from '../../journal/journal.ts';
import { deleteFragment } from '../../journal/keeping/delete-fragments.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { type ChangedFragments, openChangedFragments } from './changed-fragments.ts';
import { EventFeed } from './event-feed.ts';
import { openPresent } from './present-snapshot.ts';

interface Rig {
  /** Another process's. */
  readonly journal: Journal;
  readonly view: ViewParts;
  readonly feed: EventFeed;
  readonly changed: ChangedFragments;
}

function rig(t: TestContext): Rig {
  const place = journalPlace(t);
  const journal = testJournal(t, place);
  const reader = openJournalReader(place);
  t.after(() => reader[Symbol.dispose]());
  const view = { journal: reader, pathsOf: () => [] };
  const source = openPresent(view);
  const feed = new EventFeed(() => source.present);
  const { log } = fakeComponent(
    'python_core',
    locatePlaces({ env: {}, platform: 'linux', userHome: '/h', workingFolder: '/h', temporaryFolder: '/h', userId: '1' }),
  );
  const changed = openChangedFragments({ view, feed, log, unread: () => {} });
  t.after(() => changed[Symbol.dispose]());
  return { journal, view, feed, changed };
}

function listed({ view }: Rig): readonly Fragment[] {
  return listFragments(view.journal, { limit: 10_000 }).map((fragment) => fragmentView(view, fragment, contentLimits.listed));
}

/** Reads the list when it connects, and when it is told that it missed something. */
class Client {
  readonly #rig: Rig;
  readonly #frames: AsyncIterator<string>;
  readonly #known = new Map<string, Fragment>();
  readonly heard: string[] = [];

  constructor(rig: Rig) {
    this.#rig = rig;
    this.#frames = rig.feed.frames()[Symbol.asyncIterator]();
  }

  /** Reads all events that are pending for it. */
  async takeAll(): Promise<void> {
    this.#rig.feed.sourceChanged(); // it comes last
    for (let event = ''; event !== 'source' || this.heard.length === 0; ) {
      const frame = String((await this.#frames.next()).value);
      event = /^event: (\w+)$/m.exec(frame)?.[1] ?? '';
      this.heard.push(event);
      this.#apply(event, JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? '{}'));
    }
  }

  #apply(event: string, data: Fragment): void {
    if (event === 'fragment') this.#known.set(data.id, data);
    if (event === 'deleted') this.#known.delete(data.id);
    if (event !== 'stale' && !(event === 'source' && this.heard.length === 1)) return;
    this.#known.clear();
    for (const fragment of listed(this.#rig)) this.#known.set(fragment.id, fragment);
  }

  get list(): readonly Fragment[] {
    return [...this.#known.values()].toSorted((one, other) => Number(other.id) - Number(one.id));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#frames.return?.();
  }
}

const judged = (verdict: Judgement['verdict'], typeId = 'python'): Judgement => ({
  detection: { typeId, group: 'code', extension: '.py', mediaType: 'text/x-python', confidence: 0.5 },
  embeddedFilename: 'a.py',
  pictureSize: null,
  verdict,
});

/** All changes that others make to fragments. */
const moves: Readonly<Record<string, (journal: Journal, id: number) => unknown>> = {
  copy: (journal, id) =>
    recordCapture(
      journal,
      capture([textFragment(inlineContent(`a ${id}`)), textFragment(inlineContent(`b ${id}`))], { copiedAtMs: id * 10_000 }),
    ),
  'copy again': (journal, id) => recordCapture(journal, textCapture('the same', { copiedAtMs: 900_000 + id })),
  save: (journal, id) => recordJudgement(journal, id, judged({ kind: 'save' })),
  filter: (journal, id) => recordJudgement(journal, id, judged({ kind: 'filter', because: 'excluded_dir' })),
  hold: (journal, id) => recordJudgement(journal, id, judged({ kind: 'hold', because: 'unjudgeable' })),
  release: (journal) => releaseHeldBack(journal),
  saved: (journal, id) => recordSaved(journal, id, { workspace: '/w', sha256: 'ab', path: `/w/${id}`, duplicate: false, atMs: 1 }),
  failed: (journal, id) => recordSaveFailure(journal, id, 'disk_full', 5),
  wanted: (journal, id) => requestSave(journal, id),
  due: (journal) => makeFailedSavesDue(journal),
  deleted: (journal, id) => deleteFragment(journal, id),
  withdrawn: (journal, id) => withdrawSave(journal, id),
  'a hundred copies': (journal, id) => {
    for (let n = 0; n < 100; n += 1) recordCapture(journal, textCapture(`${id} of ${n}`, { copiedAtMs: 2_000_000 + id * 1_000 + n }));
  },
};

test('a client that applies events has the same list as a fresh read, whoever wrote, and however often it connects and checks', async (t) => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...Object.keys(moves)), fc.integer({ min: 1, max: 12 })) },
    { weight: 2, arbitrary: fc.constant('look' as const) },
    { weight: 1, arbitrary: fc.constant('listen' as const) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const rigged = rig(t);
      recordCapture(rigged.journal, textCapture('before anybody listens'));
      rigged.changed.look();
      await using client = new Client(rigged);
      await using second = new Client(rigged);
      await client.takeAll();
      await second.takeAll();
      for (const each of steps) {
        if (each === 'look') rigged.changed.look();
        else if (each === 'listen') await client.takeAll();
        else moves[each[0]]?.(rigged.journal, each[1]);
      }
      rigged.changed.look();
      await client.takeAll();
      await second.takeAll();
      const fresh = listed(rigged);
      assert.deepEqual(client.list, fresh);
      assert.deepEqual(second.list, fresh);
    }),
    { numRuns: runs(60) },
  );
});

test('what others deleted, repeated and withdrew is reported, each once', async (t) => {
  const rigged = rig(t);
  const { journal } = rigged;
  const [first = 0] = recordCapture(journal, textCapture('one')).fragmentIds;
  const second = recordCapture(journal, textCapture('two', { copiedAtMs: 2_000 }));
  recordCapture(journal, textCapture('three', { copiedAtMs: 3_000 }));
  rigged.changed.look();
  await using client = new Client(rigged);
  await client.takeAll();
  client.heard.length = 0;
  deleteFragment(journal, first);
  withdrawSave(journal, second.captureId);
  recordCapture(journal, textCapture('three', { copiedAtMs: 3_500 }));
  client.heard.push('');
  rigged.changed.look();
  await client.takeAll();
  assert.deepEqual(client.heard, ['', 'deleted', 'deleted', 'fragment', 'source']);
  assert.deepEqual(client.list, listed(rigged));
});

test('more changes than the journal remembers become one event, after which the next ones are reported again', async (t) => {
  const rigged = rig(t);
  await using client = new Client(rigged);
  await client.takeAll();
  for (let n = 0; n < 300; n += 1) recordCapture(rigged.journal, textCapture(`copy ${n}`, { copiedAtMs: 2_000 + n }));
  rigged.changed.look();
  await client.takeAll();
  deleteFragment(rigged.journal, 7);
  rigged.changed.look();
  await client.takeAll();
  assert.deepEqual(client.heard, ['source', 'stale', 'source', 'deleted', 'source']);
  assert.deepEqual(client.list, listed(rigged));
  assert.equal(Number(rigged.journal.statement('SELECT count(*) AS rows FROM changes').get()?.rows), 256);
});

test('changes with numbers from a damaged page fail no write, and later ones are reported', async (t) => {
  for (const number of [4_000_000_000_000_000n, 3_999_999_999_999_999n, 9_007_199_254_740_991n, 2n ** 63n - 1n, -(2n ** 63n)]) {
    const rigged = rig(t);
    await using client = new Client(rigged);
    await client.takeAll();
    recordCapture(rigged.journal, textCapture('one'));
    rigged.journal.statement('UPDATE changes SET number = ?').run(number);
    for (let n = 0; n < 3; n += 1) recordCapture(rigged.journal, textCapture(`copy ${n}`, { copiedAtMs: 20_000 + n }));
    rigged.changed.look();
    await client.takeAll();
    recordCapture(rigged.journal, textCapture('another', { copiedAtMs: 30_000 }));
    rigged.changed.look();
    await client.takeAll();
    assert.equal(client.heard.at(-2), 'fragment');
    assert.equal(client.list[0]?.id, '5');
  }
});
