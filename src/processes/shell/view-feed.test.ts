import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { PageView } from '../../contract/shell-page.ts';
import { ViewFeed } from './view-feed.ts';

function feed(): { feed: ViewFeed; painted: number[] } {
  const painted: number[] = [];
  return {
    painted,
    feed: new ViewFeed((revision) => {
      painted.push(revision);
      return { revision } as PageView;
    }),
  };
}

test('a page that has seen nothing, or the view of another process, is answered at once', async () => {
  const { feed: views } = feed();
  for (const after of [-1, 99, Number.NaN]) assert.equal((await views.after(after)).revision, 0);
});

test('a page that has seen the current view is answered when there is another one, and several changes at once are one', async () => {
  const { feed: views, painted } = feed();
  const asked = views.after(0);
  views.changed();
  views.changed();
  views.changed();
  assert.equal((await asked).revision, 1);
  assert.deepEqual(painted, [1]);
});

test('a view is computed once for all pages, and not at all without one', async () => {
  const { feed: views, painted } = feed();
  views.changed();
  await new Promise(setImmediate);
  assert.deepEqual(painted, []);
  await Promise.all([views.after(-1), views.after(-1), views.after(0)]);
  assert.deepEqual(painted, [1]);
});

test('if more requests wait than there can be pages, the oldest are dropped; closing drops all', async () => {
  const { feed: views } = feed();
  const asked = Array.from({ length: 9 }, () => views.after(0));
  assert.equal((await (asked[0] as Promise<PageView>)).revision, 0);
  views.close();
  await Promise.all(asked);
});

test('a page that was answered and sends no further request is reported, once; one that waits for a view is not', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let silences = 0;
  const views = new ViewFeed((revision) => ({ revision }) as PageView, {
    begun: () => {
      silences += 1;
    },
  });
  await views.after(-1);
  const waiting = views.after(0);
  t.mock.timers.tick(29_000);
  assert.equal(silences, 0);
  views.changed();
  assert.equal((await waiting).revision, 1);
  t.mock.timers.tick(11_000);
  assert.equal(silences, 0);
  t.mock.timers.tick(60_000);
  assert.equal(silences, 1);
});

test("a request that a reloaded page left behind does not count as the page's silence", async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const views = new ViewFeed((revision) => ({ revision }) as PageView, { begun: () => assert.fail('it is there') });
  const left = views.after(0);
  t.mock.timers.tick(20_000);
  const present = views.after(0);
  t.mock.timers.tick(10_000);
  await left;
  t.mock.timers.tick(15_000);
  views.close();
  await present;
  t.mock.timers.tick(60_000);
});

/** A feed whose clock the test controls. */
function timedFeed(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const { feed: views, painted } = feed();
  const said: number[] = [];
  const follow = async (after: number): Promise<void> => {
    const { revision } = await views.after(after);
    said.push(revision);
    void follow(revision);
  };
  void follow(-1);
  const pass = async (ms: number): Promise<void> => {
    nowMs += ms;
    t.mock.timers.tick(ms);
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return { views, painted, said, pass };
}

test('the first copy is sent at once, and those that follow closely together, a tenth of a second later', async (t) => {
  const { views, painted, said, pass } = timedFeed(t);
  await pass(1_000);
  for (let copy = 0; copy < 20; copy += 1) {
    views.copiesChanged();
    await pass(copy === 0 ? 0 : 5);
    if (copy === 0) assert.deepEqual(said, [0, 1]);
  }
  assert.deepEqual([said, views.revision], [[0, 1], 2]);
  await pass(5);
  assert.deepEqual([said, painted, views.revision], [[0, 1, 2], [0, 1, 2], 2]);
  await pass(10_000);
  assert.deepEqual(said, [0, 1, 2]);
});

test("the effect of a user's action is sent at once, in a burst of copies too", async (t) => {
  const { views, said, pass } = timedFeed(t);
  await pass(0);
  views.copiesChanged();
  await pass(10);
  assert.deepEqual(said, [0]);
  views.changed();
  await pass(0);
  assert.deepEqual(said, [0, 1]);
  await pass(10_000);
  assert.deepEqual(said, [0, 1], 'the copies were said with it');
});

test('an invisible page gets copies rarely, and the last ones before it is shown', async (t) => {
  const { views, said, pass } = timedFeed(t);
  views.setShown(false);
  await pass(0);
  views.copiesChanged();
  await pass(900);
  assert.deepEqual(said, [0]);
  await pass(100);
  assert.deepEqual(said, [0, 1]);
  views.copiesChanged();
  await pass(10);
  views.setShown(true);
  await pass(0);
  assert.deepEqual(said, [0, 1, 2]);
});
