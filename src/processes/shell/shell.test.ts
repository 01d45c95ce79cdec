import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { shellBeginning } from '../../../test/harness/shell-beginning.ts';
import { until } from '../../../test/harness/until.ts';
import { deferred } from '../../base/deadline.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import type { HubWindowSnapshot } from '../../contract/window.ts';
import { locate } from '../../platform/locations.ts';
import { surroundings } from '../../platform/surroundings.ts';
import type { Bridge } from './bridge.ts';
import { Shell } from './shell.ts';

type Page = Awaited<ReturnType<Bridge['list']>>;

const nowhere = path.join(os.tmpdir(), 'hub-shell-test-nowhere');

/** A shell whose bridge answers each question for the history when the test says so. */
function readingShell(one: Bridge['one'] = async () => null) {
  const asked: { readonly limit: number; readonly answer: (page: Page) => void }[] = [];
  const list: Bridge['list'] = (_query, limit) => {
    const { promise, resolve } = deferred<Page>();
    asked.push({ limit, answer: resolve });
    return promise;
  };
  const shell = new Shell({
    places: locate(surroundings({ ...process.env, HUB_HOME: nowhere })),
    bridge: { list, one, counters: async () => null } as Partial<Bridge> as Bridge,
    silent: () => {},
    initial: shellBeginning,
  });
  return { shell, asked };
}

const noFragments = (hasMore: boolean): Page => ({ fragments: [], hasMore });

/** A shell whose bridge answers each search when the test says so. */
function searchingShell(home = nowhere, counters: Bridge['counters'] = async () => null) {
  const asked: { readonly query: string; readonly answer: (page: Page) => void }[] = [];
  const list: Bridge['list'] = (query) => {
    if (query === '') return Promise.resolve(null);
    const { promise, resolve } = deferred<Page>();
    asked.push({ query, answer: resolve });
    return promise;
  };
  const shell = new Shell({
    places: locate(surroundings({ ...process.env, HUB_HOME: home })),
    bridge: { list, counters } as Partial<Bridge> as Bridge,
    silent: () => {},
    initial: shellBeginning,
  });
  return { shell, asked };
}

test('a search is shown with what it found, never with what another one found', async () => {
  const { shell, asked } = searchingShell();
  using _ = shell;
  const first = shell.lists.search('owl');
  assert.equal(shell.state.search.query, '');
  asked[0]?.answer({ fragments: [], hasMore: true });
  await first;
  assert.deepEqual(shell.state.search, { query: 'owl', fragments: [], hasMore: true });
  const late = shell.lists.search('heron');
  const last = shell.lists.search('heron stood');
  asked[2]?.answer({ fragments: [], hasMore: false });
  await last;
  asked[1]?.answer({ fragments: [], hasMore: true });
  await late;
  assert.deepEqual(shell.state.search, { query: 'heron stood', fragments: [], hasMore: false });
});

test('a search that ends is not brought back by its answer', async () => {
  const { shell, asked } = searchingShell();
  using _ = shell;
  const late = shell.lists.search('owl');
  await shell.lists.search('');
  asked[0]?.answer({ fragments: [], hasMore: true });
  await late;
  assert.equal(shell.state.search.query, '');
});

test('commands are found where nobody answers, and what was found before stays then', async () => {
  const { shell, asked } = searchingShell();
  using _ = shell;
  const first = shell.lists.search('pause');
  asked[0]?.answer(null);
  await first;
  const view = await shell.feed.after(-1);
  assert.equal(view.search.query, 'pause');
  assert.equal(view.search.verbs[0]?.verb, 'pause-capture');
  const second = shell.lists.search('owl');
  asked[1]?.answer({ fragments: [], hasMore: true });
  await second;
  const again = shell.lists.refresh();
  asked[2]?.answer(null);
  await again;
  assert.equal(shell.state.search.hasMore, true);
});

test('a pause is looked for as soon as the shell is told of one', (t) => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'hub-shell-test-'));
  t.after(() => rmSync(home, { recursive: true }));
  const { capturePaused } = locate(surroundings({ ...process.env, HUB_HOME: home }));
  const { shell } = searchingShell(home);
  using _ = shell;
  assert.equal(shell.state.isPaused, false);
  mkdirSync(path.dirname(capturePaused), { recursive: true });
  writeFileSync(capturePaused, '');
  shell.captureChanged();
  assert.equal(shell.state.isPaused, true);
});

test('the counters are asked for with the status, and with a copy that was missed; a core that does not answer holds nothing up', async () => {
  const waiting: ((copies: { captured: number; missed: number }) => void)[] = [];
  const { shell } = searchingShell(undefined, () => new Promise((resolve) => waiting.push(resolve)));
  using _ = shell;
  shell.lists.moved();
  await until('question', () => waiting.length === 1);
  waiting[0]?.({ captured: 4, missed: 1 });
  await until('one missed', () => shell.state.copies.missed === 1);
  const before = shell.state.copies;
  void shell.refreshStatus();
  waiting[1]?.({ captured: 4, missed: 1 });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(shell.state.copies, before, 'what is the same is no change');
  const refreshed = shell.refreshStatus();
  waiting[2]?.({ captured: 4, missed: 2 });
  await refreshed;
  assert.deepEqual(shell.state.copies, { captured: 4, missed: 2 });
});

test('the history is asked for once at a time, and again when something moved meanwhile: no answer comes behind a later one', async () => {
  const { shell, asked } = readingShell();
  using _ = shell;
  const first = shell.lists.refresh();
  const second = shell.lists.refresh();
  void shell.lists.refresh();
  assert.equal(asked.length, 1);
  asked[0]?.answer(noFragments(true));
  await until('second question', () => asked.length === 2);
  asked[1]?.answer(noFragments(false));
  await Promise.all([first, second]);
  assert.equal(asked.length, 2);
  assert.equal(shell.state.history.hasMore, false);
});

test('a burst of copies asks for the lists now and then, and once more when it is over', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const { shell, asked } = readingShell();
  using _ = shell;
  const pass = async (ms: number) => {
    nowMs += ms;
    t.mock.timers.tick(ms);
    asked.at(-1)?.answer(noFragments(false));
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  for (let copy = 0; copy < 140; copy += 1) {
    shell.lists.moved();
    await pass(10);
  }
  assert.equal(asked.length, 2, 'once in half a second');
  await pass(80);
  assert.equal(asked.length, 3);
  await pass(5_000);
  assert.equal(asked.length, 3);
});

test('a history grows while its end is come near to, up to a limit, and is short again in another section', async () => {
  const { shell, asked } = readingShell();
  using _ = shell;
  const answerNext = async (asking: Promise<void>) => {
    asked.at(-1)?.answer(noFragments(true));
    await asking;
    return asked.at(-1)?.limit;
  };
  const lengths: unknown[] = [await answerNext(shell.lists.refresh())];
  for (let time = 0; time < 20; time += 1) lengths.push(await answerNext(shell.lists.more()));
  assert.deepEqual(lengths.slice(0, 4), [30, 60, 90, 135]);
  assert.equal(lengths.at(-1), 5_000);
  shell.show('history');
  assert.equal(await answerNext(shell.lists.refresh()), 30);
});

test('what is told again and is the same is no news', async () => {
  const { shell } = readingShell();
  using _ = shell;
  shell.set({ history: { fragments: [], hasMore: true }, connection: 'connected' });
  await new Promise(setImmediate);
  const { revision } = shell.feed;
  shell.set({ history: { fragments: [], hasMore: true }, connection: 'connected' });
  assert.equal(shell.feed.revision, revision);
  shell.set({ history: { fragments: [], hasMore: false } });
  assert.equal(shell.feed.revision, revision + 1);
});

test('it is busy until the last of several things is done, also where one fails', async () => {
  const { shell } = readingShell();
  using _ = shell;
  const [one, other] = [deferred<void>(), deferred<void>()];
  const works = [shell.during(one.promise), shell.during(other.promise.then(() => assert.fail('it failed')))];
  assert.equal(shell.state.busy, true);
  one.resolve();
  await works[0];
  assert.equal(shell.state.busy, true);
  other.resolve();
  await assert.rejects(works[1] as Promise<void>);
  assert.equal(shell.state.busy, false);
});

test('after midnight there is another view, since today is another day', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setInterval'], now: new Date(2026, 10, 21, 23, 59, 50) });
  const { shell } = readingShell();
  using _ = shell;
  t.mock.timers.tick(5_000);
  const { revision } = shell.feed;
  t.mock.timers.tick(5_000);
  assert.equal(shell.feed.revision, revision + 1);
});

test('what is deleted, by whomever, is shown nowhere from then on, also by an answer that was under way', async () => {
  const { shell, asked } = readingShell(async (id) => (id === '2' ? 'gone' : ({ id } as Fragment)));
  using _ = shell;
  const page = (...ids: readonly string[]): Page => ({ fragments: ids.map((id) => ({ id }) as Fragment), hasMore: false });
  const shown = () => shell.state.history.fragments.map(({ id }) => id);
  const first = shell.lists.refresh();
  asked[0]?.answer(page('3', '2', '1'));
  await first;
  await shell.lists.expand('3');
  const second = shell.lists.refresh();
  shell.lists.deleted('3');
  assert.deepEqual([shown(), shell.state.expanded], [['2', '1'], null]);
  asked[1]?.answer(page('3', '2', '1'));
  await second;
  assert.deepEqual(shown(), ['2', '1']);
  assert.equal(await shell.lists.expand('2'), false);
  assert.deepEqual([shown(), shell.state.expanded], [['1'], null], 'the core says that it has none of that number');
});

test('a fragment that is to be seen whole is shown as it is by now, until another one is or none', async () => {
  const answers = new Map<string, (found: Fragment | null) => void>();
  const { shell, asked } = readingShell((id) => new Promise((resolve) => answers.set(id, resolve)));
  using _ = shell;
  const fragment = (id: string, state: Fragment['state']) => ({ id, state }) as Fragment;
  const first = shell.lists.expand('1');
  const second = shell.lists.expand('2');
  answers.get('2')?.(fragment('2', 'kept'));
  answers.get('1')?.(fragment('1', 'kept'));
  assert.deepEqual([await first, await second, shell.state.expanded?.id], [true, true, '2']);
  const refreshed = shell.lists.refresh();
  answers.get('2')?.(fragment('2', 'saved'));
  asked[0]?.answer(noFragments(false));
  await refreshed;
  assert.equal(shell.state.expanded?.state, 'saved');
  const gone = shell.lists.expand('3');
  answers.get('3')?.(null);
  assert.equal(await gone, false);
  await shell.lists.expand(null);
  assert.equal(shell.state.expanded, null);
});

test('of a text that a snapshot has the beginning of all is had, until another one is on the clipboard', async () => {
  const long = 'heron '.repeat(40_000);
  const answers = new Map<string, (text: string) => void>();
  const shell = new Shell({
    places: locate(surroundings({ ...process.env, HUB_HOME: nowhere })),
    bridge: {
      list: async () => null,
      counters: async () => null,
      text: (id: string) => new Promise((resolve) => answers.set(id, resolve)),
    } as Partial<Bridge> as Bridge,
    silent: () => {},
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
  assert.equal(shell.state.wholeText?.text, long, 'what is had is not asked for again');
  shell.follow(snapshot(fragment('8', true)));
  assert.equal(shell.state.wholeText, null);
  shell.follow(snapshot(fragment('9')));
  answers.get('8')?.(long);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([shell.state.wholeText, answers.has('9')], [null, false]);
});
