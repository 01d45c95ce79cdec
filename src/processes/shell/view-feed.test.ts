import assert from 'node:assert/strict';
import { test } from 'node:test';
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

test('who has seen nothing, or another run’s view, is answered at once', async () => {
  const { feed: views } = feed();
  for (const after of [-1, 99, Number.NaN]) assert.equal((await views.after(after)).revision, 0);
});

test('who has seen the present view is answered when there is another one, and many changes at a time are one', async () => {
  const { feed: views, painted } = feed();
  const asked = views.after(0);
  views.changed();
  views.changed();
  views.changed();
  assert.equal((await asked).revision, 1);
  assert.deepEqual(painted, [1]);
});

test('a view is made once for all who ask, and not at all for nobody', async () => {
  const { feed: views, painted } = feed();
  views.changed();
  await new Promise(setImmediate);
  assert.deepEqual(painted, []);
  await Promise.all([views.after(-1), views.after(-1), views.after(0)]);
  assert.deepEqual(painted, [1]);
});

test('more who wait than there can be pages let go of the oldest, and closing lets go of all', async () => {
  const { feed: views } = feed();
  const asked = Array.from({ length: 9 }, () => views.after(0));
  assert.equal((await (asked[0] as Promise<PageView>)).revision, 0);
  views.close();
  await Promise.all(asked);
});
