import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { keptFragment } from '../../../test/doubles/kept-fragment.ts';
import { shellBeginning } from '../../../test/harness/shell-beginning.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { done, failed } from '../../base/outcome.ts';
import type { Bridge } from '../../client/bridge.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import type { HubWindowSnapshot } from '../../contract/window-snapshot.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { Shell } from './shell.ts';

type Page = readonly Fragment[] | null;
type Counters = Awaited<ReturnType<Bridge['counters']>>;

/** A list as a bridge returns it; null for one that does not answer. */
const answered = (page: Page) => (page === null ? failed('no-answer') : done({ items: [...page], next: null }));
const counted = (captured: number, missed: number, gone = 0): Counters =>
  done({ captured, missed, repeated: 0, concealed: 0, excluded: 0, unusable: 0, gone });
const uncounted = async (): Promise<Counters> => failed('no-answer');

const nowhere = path.join(os.tmpdir(), 'hub-shell-test-nowhere');

/** A shell whose bridge answers each request for the history when the test says so. */
function readingShell(fragment: Bridge['fragment'] = async () => failed('no-answer')) {
  const asked: { readonly answer: (page: Page) => void; readonly signal: AbortSignal | undefined }[] = [];
  const fragments: Bridge['fragments'] = async (_, signal) => {
    const { promise, resolve } = Promise.withResolvers<Page>();
    asked.push({ answer: resolve, signal });
    return answered(await promise);
  };
  const shell = new Shell({
    places: locatePlaces(readSurroundings({ ...process.env, HUB_HOME: nowhere })),
    bridge: { fragments, fragment, counters: uncounted } as Partial<Bridge> as Bridge,
    silence: { begun: () => {} },
    initial: shellBeginning,
  });
  return { shell, asked };
}

/** A shell whose bridge has no lists. */
function quietShell(home = nowhere, counters: Bridge['counters'] = uncounted, bridge: Partial<Bridge> = {}) {
  return new Shell({
    places: locatePlaces(readSurroundings({ ...process.env, HUB_HOME: home })),
    bridge: {
      fragments: async () => failed('no-answer'),
      missed: async () => failed('no-answer'),
      queues: async () => failed('no-answer'),
      ...bridge,
      counters,
    } as Partial<Bridge> as Bridge,
    silence: { begun: () => {} },
    initial: shellBeginning,
  });
}

test('what completes a condition is asked for again after a change, such as a new tag', async () => {
  let [tags, asked]: [string[], number] = [['work'], 0];
  const searchValues: Bridge['searchValues'] = async () => {
    asked += 1;
    return asked === 2 ? failed('no-answer') : done({ types: [], groups: [], apps: [], recentApps: [], tags });
  };
  using shell = new Shell({
    places: locatePlaces(readSurroundings({ ...process.env, HUB_HOME: nowhere })),
    bridge: {
      fragments: async () => failed('no-answer'),
      fragment: async () => failed('no-answer'),
      counters: uncounted,
      searchValues,
    } as Partial<Bridge> as Bridge,
    silence: { begun: () => {} },
    initial: shellBeginning,
  });
  const offered = async (query: string): Promise<readonly string[]> => {
    shell.lists.search(query);
    await new Promise((resolve) => setImmediate(resolve));
    return (await shell.feed.after(-1)).search.hints?.map(({ title }) => title) ?? [];
  };
  assert.deepEqual(await offered('tag:w'), ['tag:work']);
  assert.deepEqual([await offered('tag:wo'), asked], [['tag:work'], 1], 'nothing has changed');
  tags = ['women', 'work'];
  shell.lists.changed(keptFragment('1'));
  assert.deepEqual([await offered('tag:w'), asked], [['tag:work'], 2], 'the core did not answer');
  assert.deepEqual([await offered('tag:wo'), asked], [['tag:women', 'tag:work'], 3]);
});

test('commands are found by what is typed, whether or not the core answers', async () => {
  using shell = quietShell();
  shell.lists.search('pause');
  const view = await shell.feed.after(-1);
  assert.equal(view.search.query, 'pause');
  assert.equal(view.search.verbs[0]?.verb, 'pause-capture');
});

test('rows are read by cursor from the core, and null if it does not answer', async () => {
  const { shell, asked } = readingShell();
  using _ = shell;
  const rows = shell.lists.rows({ q: '', limit: 2 });
  asked[0]?.answer([keptFragment('8', { text: 'an owl\nhoots' })]);
  asked[1]?.answer([keptFragment('3', { text: 'pinned' })]);
  const found = await rows;
  assert.deepEqual(
    found?.first?.map(({ id }) => id),
    ['3'],
  );
  assert.deepEqual([found?.from, found?.to, found?.total], [0, null, null]);
  assert.deepEqual([found?.rows[0]?.title, found?.rows[0]?.preview, found?.rows[0]?.toolTip], ['an owl', 'an owl\nhoots', 'an owl']);
  const none = shell.lists.rows({ q: '', limit: 2 });
  asked[2]?.answer(null);
  assert.equal(await none, null);
});

test('the time zone is asked for once for all rows of an answer', async (t) => {
  const { shell, asked } = readingShell();
  using _ = shell;
  const { mock } = t.mock.method(Intl.DateTimeFormat.prototype, 'resolvedOptions');
  const rows = shell.lists.rows({ q: '', limit: 40 });
  asked[0]?.answer(Array.from({ length: 40 }, (_each, at) => keptFragment(String(40 - at), { text: `copy ${at}` })));
  asked[1]?.answer([]);
  assert.equal((await rows)?.rows.length, 40);
  assert.equal(mock.callCount(), 1);
});

test('in private mode no row is read for the page, nor given that was asked for before, and lists begin anew afterwards', async () => {
  const { shell, asked } = readingShell();
  using _ = shell;
  const before = shell.lists.rows({ q: '', limit: 2 });
  shell.set({ pause: { what: 'everything', untilMs: null, isPrivate: true } });
  for (const each of asked) each.answer([keptFragment('8', { text: 'canary' })]);
  const given = await before;
  assert.deepEqual([given?.rows, given?.first], [[], undefined]);
  assert.deepEqual(await shell.lists.rows({ q: '', limit: 2, before: 5 }), { rows: [], from: 0, to: null, total: 0 });
  assert.equal(asked.length, 2);
  const { revision, news } = await shell.newsAfter(-1);
  assert.equal(news.kind, 'reset');
  shell.lists.changed(keptFragment('9', { text: 'canary' }));
  shell.set({ pause: null });
  assert.equal((await shell.newsAfter(revision)).news.kind, 'reset');
});

test('what is asked for a search ends when there is another one, and none is asked that is over', async () => {
  const { shell, asked } = readingShell();
  using _ = shell;
  shell.lists.search('owl');
  const rows = shell.lists.rows({ q: 'owl', limit: 2 });
  shell.lists.search('owl');
  assert.equal(asked[0]?.signal?.aborted, false);
  shell.lists.search('owls');
  assert.equal(asked[0]?.signal?.aborted, true);
  asked[0]?.answer(null);
  assert.equal(await rows, null);
  assert.equal(await shell.lists.rows({ q: 'owl', limit: 2 }), null);
  void shell.lists.rows({ q: 'owls', limit: 2 });
  void shell.lists.rows({ q: '', limit: 2 });
  assert.deepEqual(
    asked.slice(1).map(({ signal }) => signal?.aborted),
    [false, undefined, undefined],
  );
});

test('in the picker a search begins with its rows, which end those of the one before', async () => {
  const { shell, asked } = readingShell();
  using _ = shell;
  shell.set({ picker: { opened: 1, into: '', pastes: false } });
  void shell.lists.rows({ q: 'owl', limit: 2 });
  void shell.lists.rows({ q: 'owls', limit: 2 });
  // What is told later, for its mistakes and conditions, ends nothing.
  shell.lists.search('owl');
  assert.deepEqual(
    asked.map(({ signal }) => signal?.aborted),
    [true, false],
  );
  assert.equal((await shell.feed.after(-1)).search.query, 'owl');
});

test('a page gets each added, changed and deleted fragment, with its current row', async () => {
  using shell = quietShell();
  const first = await shell.newsAfter(-1);
  assert.deepEqual(first.news, { kind: 'reset' });
  const asked = shell.newsAfter(first.revision);
  shell.lists.changed(keptFragment('8', { state: 'captured', reason: null }));
  shell.lists.changed(keptFragment('8', { state: 'saved', reason: null }));
  shell.lists.changed(keptFragment('9'));
  shell.lists.deleted('3');
  const { news, revision } = await asked;
  assert.ok(news.kind === 'changes');
  assert.deepEqual(
    news.changes.map((change) => ('row' in change ? [change.row.id, change.row.outcome.kind] : change.gone)),
    [['8', 'saved'], ['9', 'kept'], '3'],
  );
  assert.deepEqual((await shell.newsAfter(revision - 1)).news, news, 'to each page that has not seen it');
});

test('a page reads its rows again after a gap, in another WorkSpace, and on another day', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setInterval'], now: new Date(2026, 10, 21, 23, 59, 50) });
  using shell = quietShell();
  let { revision } = await shell.newsAfter(-1);
  for (const cause of [() => shell.lists.missed(), () => shell.set({ workspacePath: '/elsewhere' }), () => t.mock.timers.tick(20_000)]) {
    const asked = shell.newsAfter(revision);
    cause();
    const { news, ...view } = await asked;
    assert.deepEqual(news, { kind: 'reset' });
    revision = view.revision;
  }
});

test('conditions depend on the current state of the newest fragments', async () => {
  const { shell, asked } = readingShell();
  using _ = shell;
  const refreshed = shell.lists.refresh();
  asked[0]?.answer([keptFragment('8', { state: 'failed', reason: 'disk_full' }), keptFragment('7', { state: 'saved', reason: null })]);
  await refreshed;
  const trouble = async () => (await shell.feed.after(-1)).saveTrouble?.text;
  assert.equal(await trouble(), 'The disk of the WorkSpace is full');
  shell.lists.changed(keptFragment('9', { state: 'captured', reason: null }));
  assert.equal(await trouble(), 'The disk of the WorkSpace is full');
  shell.lists.changed(keptFragment('8', { state: 'saved', reason: null }));
  assert.equal(await trouble(), undefined);
  shell.lists.changed(keptFragment('7', { state: 'failed', reason: 'disk_full' }));
  assert.equal(await trouble(), undefined);
  shell.lists.deleted('8');
  assert.equal(await trouble(), 'The disk of the WorkSpace is full');
  assert.deepEqual(
    shell.state.recent?.map(({ id }) => id),
    ['9', '7'],
  );
});

test('a pause is requested as soon as the shell is notified of one', (t) => {
  const home = temporaryHome(t);
  const { capturePaused } = locatePlaces(readSurroundings({ ...process.env, HUB_HOME: home }));
  using shell = quietShell(home);
  assert.equal(shell.state.pause, null);
  mkdirSync(path.dirname(capturePaused), { recursive: true });
  writeFileSync(capturePaused, '');
  shell.captureChanged();
  assert.deepEqual(shell.state.pause, { what: 'everything', untilMs: null });
});

test('the counters are requested with the status, and with a missed copy; a core that does not answer delays nothing', async () => {
  const waiting: ((counters: Counters) => void)[] = [];
  using shell = quietShell(undefined, () => new Promise((resolve) => waiting.push(resolve)));
  shell.lists.moved();
  await until('question', () => waiting.length === 1);
  waiting[0]?.(counted(4, 1));
  await until('one missed', () => shell.state.copies.missed === 1);
  const before = shell.state.copies;
  void shell.refreshStatus();
  waiting[1]?.(counted(4, 1));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(shell.state.copies, before, 'an equal value is not a change');
  const refreshed = shell.refreshStatus();
  waiting[2]?.(counted(4, 2));
  await refreshed;
  assert.deepEqual(shell.state.copies, { captured: 4, missed: 2, gone: 0 });
});

test('Diagnostics shows missed copies, which are new no more from then on', async () => {
  let missed = 2;
  using shell = quietShell(undefined, async () => counted(4, missed));
  const count = async (now: number): Promise<void> => {
    missed = now;
    await shell.refreshStatus();
  };
  await count(2);
  assert.equal(shell.state.seenMissed, 0);
  shell.show('diagnostics');
  assert.equal(shell.state.seenMissed, 2);
  await count(3);
  shell.show('now');
  await count(4);
  assert.equal(shell.state.seenMissed, 3);
  shell.set({ copies: { captured: 0, missed: 0 } });
  shell.show('diagnostics');
  shell.show('now');
  assert.equal(shell.state.seenMissed, 3, 'before the counts are read');
  await count(0);
  assert.equal(shell.state.seenMissed, 0, 'a new journal');
});

test('what the page does not read itself is requested once at a time, and again if something changed meanwhile', async () => {
  const waiting: (() => void)[] = [];
  using shell = quietShell(undefined, () => new Promise((resolve) => waiting.push(() => resolve(counted(waiting.length, 0)))));
  const first = shell.lists.refresh();
  const second = shell.lists.refresh();
  void shell.lists.refresh();
  assert.equal(waiting.length, 1);
  waiting[0]?.();
  await until('second question', () => waiting.length === 2);
  waiting[1]?.();
  await Promise.all([first, second]);
  assert.deepEqual([waiting.length, shell.state.copies.captured], [2, 2]);
});

test('a burst of copies requests the counters now and then, and once more when it is over', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  let asked = 0;
  using shell = quietShell(undefined, async () => {
    asked += 1;
    return counted(asked, 0);
  });
  const pass = async (ms: number) => {
    nowMs += ms;
    t.mock.timers.tick(ms);
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  for (let copy = 0; copy < 140; copy += 1) {
    shell.lists.moved();
    await pass(10);
  }
  assert.equal(asked, 2, 'once in half a second');
  await pass(80);
  assert.equal(asked, 3);
  await pass(5_000);
  assert.equal(asked, 3);
});

test('a repeated equal value causes no new view', async () => {
  const { shell } = readingShell();
  using _ = shell;
  const recent = () => [{ id: '7', state: 'kept', reason: null, title: 'a', badge: '', canCopy: true } as const];
  shell.set({ recent: recent(), connection: 'connected' });
  await new Promise(setImmediate);
  const { revision } = shell.feed;
  shell.set({ recent: recent(), connection: 'connected' });
  assert.equal(shell.feed.revision, revision);
  shell.set({ recent: [] });
  assert.equal(shell.feed.revision, revision + 1);
});

test('the window is busy until the last of several requests has finished, even if one fails', async () => {
  const { shell } = readingShell();
  using _ = shell;
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const works = [shell.during(one.promise), shell.during(other.promise.then(() => assert.fail('it failed')))];
  assert.equal(shell.state.busy, true);
  one.resolve();
  await works[0];
  assert.equal(shell.state.busy, true);
  other.resolve();
  await assert.rejects(works[1] as Promise<void>);
  assert.equal(shell.state.busy, false);
});

test('after midnight there is another view, because today is another day', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setInterval'], now: new Date(2026, 10, 21, 23, 59, 50) });
  const { shell } = readingShell();
  using _ = shell;
  t.mock.timers.tick(5_000);
  const { revision } = shell.feed;
  t.mock.timers.tick(5_000);
  assert.equal(shell.feed.revision, revision + 1);
});

const unknown = { ...failed('refused'), status: 404, word: 'not_found', detail: '' };

test('a deleted fragment, whoever deleted it, is not expanded from then on', async () => {
  const { shell } = readingShell(async (id) => (id === '2' ? unknown : done(keptFragment(id))));
  using _ = shell;
  await shell.lists.expand('3');
  assert.equal(shell.state.expanded?.id, '3');
  shell.lists.deleted('3');
  assert.equal(shell.state.expanded, null);
  await new Promise(setImmediate);
  const { revision } = await shell.newsAfter(-1);
  assert.equal(await shell.lists.expand('2'), false);
  const { news } = await shell.newsAfter(revision);
  assert.deepEqual(news, { kind: 'changes', changes: [{ gone: '2' }] }, 'the core says that it has none of that number');
});

test('an expanded fragment is shown in its current state, until another one or none is expanded', async () => {
  const answers = new Map<string, (found: Fragment | null) => void>();
  const { shell, asked } = readingShell(async (id) => {
    const found = await new Promise<Fragment | null>((resolve) => answers.set(id, resolve));
    return found === null ? failed('no-answer') : done(found);
  });
  using _ = shell;
  const fragment = (id: string, state: Fragment['state']) => ({ id, state }) as Fragment;
  const first = shell.lists.expand('1');
  const second = shell.lists.expand('2');
  answers.get('2')?.(fragment('2', 'kept'));
  answers.get('1')?.(fragment('1', 'kept'));
  assert.deepEqual([await first, await second, shell.state.expanded?.id], [true, true, '2']);
  const refreshed = shell.lists.refresh();
  answers.get('2')?.(fragment('2', 'saved'));
  asked[0]?.answer([]);
  await refreshed;
  assert.equal(shell.state.expanded?.state, 'saved');
  const gone = shell.lists.expand('3');
  answers.get('3')?.(null);
  assert.equal(await gone, false);
  await shell.lists.expand(null);
  assert.equal(shell.state.expanded, null);
});

test('the full text is loaded if a snapshot has only its beginning, until another copy is on the clipboard', async () => {
  const long = 'heron '.repeat(40_000);
  const answers = new Map<string, (text: string) => void>();
  const shell = new Shell({
    places: locatePlaces(readSurroundings({ ...process.env, HUB_HOME: nowhere })),
    bridge: {
      fragments: async () => failed('no-answer'),
      counters: uncounted,
      text: async (id: string) => done(await new Promise<string>((resolve) => answers.set(id, resolve))),
    } as Partial<Bridge> as Bridge,
    silence: { begun: () => {} },
    initial: shellBeginning,
  });
  using _ = shell;
  const fragment = (id: string, textTruncated?: true) => ({ id, kind: 'text', text: 'heron', mediaTypes: [], source: {}, textTruncated });
  const snapshot = (...fragments: readonly unknown[]) =>
    ({ fragments, clipboardText: 'heron', sourceData: {}, appIdentity: {}, detection: {}, raw: {} }) as unknown as HubWindowSnapshot;
  shell.follow(snapshot(fragment('7', true)));
  answers.get('7')?.(long);
  await until('all of it', () => shell.state.wholeText?.text === long);
  shell.follow(snapshot(fragment('7', true)));
  assert.equal(shell.state.wholeText?.text, long, 'a loaded text is not requested again');
  shell.follow(snapshot(fragment('8', true)));
  assert.equal(shell.state.wholeText, null);
  shell.follow(snapshot(fragment('9')));
  answers.get('8')?.(long);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([shell.state.wholeText, answers.has('9')], [null, false]);
});

test('an address that was copied from Hub is forgotten with the next snapshot that is something else', () => {
  using shell = quietShell();
  const snapshot = (absence?: string) =>
    ({
      fragments: [],
      clipboardText: '',
      sourceData: {},
      appIdentity: {},
      detection: {},
      raw: { absence },
    }) as unknown as HubWindowSnapshot;
  shell.follow(snapshot());
  shell.set({ copiedAddress: 'https://a.example/' });
  shell.follow(snapshot('address'));
  assert.equal(shell.state.copiedAddress, 'https://a.example/');
  shell.follow(snapshot('address'));
  assert.equal(shell.state.copiedAddress, '', 'another address');
  shell.set({ copiedAddress: 'https://a.example/' });
  shell.follow(snapshot('cleared'));
  assert.equal(shell.state.copiedAddress, '');
  // Something else was copied before the address was reported.
  shell.set({ copiedAddress: 'https://a.example/' });
  shell.follow(snapshot('secret'));
  assert.equal(shell.state.copiedAddress, '');
});

test('a notice that offers to undo a deletion says so when somebody else has brought the copy back', async () => {
  let isThere = false;
  const { shell } = readingShell(async () => (isThere ? done(keptFragment('8')) : failed('no-answer')));
  using _ = shell;
  shell.notify('success', 'Deleted from the history', async () => {}, { deleted: '8' });
  await shell.changed(keptFragment('8'));
  assert.equal(shell.state.notice?.canUndo, true, 'news from before it was deleted');
  isThere = true;
  await shell.changed(keptFragment('9'));
  assert.equal(shell.state.notice?.canUndo, true);
  await shell.changed(keptFragment('8'));
  const { notice } = await shell.feed.after(-1);
  assert.deepEqual([notice?.text, notice?.canUndo], ['Restored to the history', undefined]);
});

test('missed copies that were dismissed elsewhere are new no more, and those that Diagnostics shows are dismissed everywhere', async () => {
  let dismissed = 2;
  const items = [{ atMs: 1, program: 'gimp', because: 'owner-silent' }] as const;
  using shell = quietShell(undefined, async () => counted(4, 3), {
    missed: async () => done({ missed: 3, gone: 0, dismissed, items: [...items] }),
    dismissMissed: async () => {
      dismissed = 3;
      return done({ ok: true });
    },
  });
  await shell.refreshStatus();
  assert.deepEqual([shell.state.seenMissed, shell.state.lastMissed, dismissed], [2, items, 2]);
  shell.show('diagnostics');
  await shell.refreshStatus();
  assert.deepEqual([shell.state.seenMissed, dismissed], [3, 3]);
});

test('Diagnostics asks for the copies that were only gone too, and nothing else does', async () => {
  const items = [{ atMs: 1, program: 'script', because: 'replaced' }] as const;
  let asked = 0;
  using shell = quietShell(undefined, async () => counted(4, 0, 2), {
    missed: async () => {
      asked += 1;
      return done({ missed: 0, gone: 2, dismissed: 0, items: [...items] });
    },
  });
  await shell.refreshStatus();
  assert.deepEqual([asked, shell.state.copies, shell.state.lastMissed], [0, { captured: 4, missed: 0, gone: 2 }, undefined]);
  shell.show('diagnostics');
  await shell.refreshStatus();
  assert.deepEqual([asked > 0, shell.state.lastMissed], [true, items]);
});

test('Diagnostics asks how much waits, does not show what it was once the core is silent, and no other section asks', async () => {
  const waiting = { judging: 1, saving: 2, heldUp: 0, pictures: 3, indexing: 0 };
  let [asked, isSilent] = [0, false];
  using shell = quietShell(undefined, async () => counted(4, 0), {
    queues: async () => {
      asked += 1;
      return isSilent ? failed('no-answer') : done(waiting);
    },
  });
  await shell.refreshStatus();
  assert.deepEqual([asked, shell.state.queues], [0, undefined]);
  shell.show('diagnostics');
  await shell.refreshStatus();
  assert.deepEqual([asked > 0, shell.state.queues], [true, waiting]);
  isSilent = true;
  await shell.refreshStatus();
  assert.equal(shell.state.queues, null);
});
