import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { shellBeginning } from '../../../test/harness/shell-beginning.ts';
import { until } from '../../../test/harness/until.ts';
import { deferred } from '../../base/deadline.ts';
import { locate } from '../../platform/locations.ts';
import { surroundings } from '../../platform/surroundings.ts';
import type { Bridge } from './bridge.ts';
import { Shell } from './shell.ts';

type Page = Awaited<ReturnType<Bridge['list']>>;

/** A shell whose bridge answers each search when the test says so. */
function searchingShell(home = path.join(os.tmpdir(), 'hub-shell-test-nowhere'), counters: Bridge['counters'] = async () => null) {
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
    initial: shellBeginning,
  });
  return { shell, asked };
}

test('a search is shown with what it found, never with what another one found', async () => {
  const { shell, asked } = searchingShell();
  using _ = shell;
  const first = shell.search('owl');
  assert.equal(shell.state.search.query, '');
  asked[0]?.answer({ fragments: [], hasMore: true });
  await first;
  assert.deepEqual(shell.state.search, { query: 'owl', fragments: [], hasMore: true });
  const late = shell.search('heron');
  const last = shell.search('heron stood');
  asked[2]?.answer({ fragments: [], hasMore: false });
  await last;
  asked[1]?.answer({ fragments: [], hasMore: true });
  await late;
  assert.deepEqual(shell.state.search, { query: 'heron stood', fragments: [], hasMore: false });
});

test('a search that ends is not brought back by its answer', async () => {
  const { shell, asked } = searchingShell();
  using _ = shell;
  const late = shell.search('owl');
  await shell.search('');
  asked[0]?.answer({ fragments: [], hasMore: true });
  await late;
  assert.equal(shell.state.search.query, '');
});

test('commands are found where nobody answers, and what was found before stays then', async () => {
  const { shell, asked } = searchingShell();
  using _ = shell;
  const first = shell.search('pause');
  asked[0]?.answer(null);
  await first;
  const view = await shell.feed.after(-1);
  assert.equal(view.search.query, 'pause');
  assert.equal(view.search.verbs[0]?.verb, 'pause-capture');
  const second = shell.search('owl');
  asked[1]?.answer({ fragments: [], hasMore: true });
  await second;
  const again = shell.refreshLists();
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
  shell.moved();
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
