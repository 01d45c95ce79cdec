/** What the background fetches for the script in a page that is being saved. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageLimits } from '../../../extension/page/tasks.ts';
import { becomeBrowser } from '../../doubles/extension-browser.ts';

const contains = async (): Promise<boolean> => false;
const { openPageFetching } = await import('../../../extension/background/page-files.ts');

const file = { ask: 'page-file', address: 'https://a.example/x.png' } as const;
const refused = { ok: false, why: 'not-readable' };
const considered = { ok: false, why: 'host-needed' };

test('files are fetched for a page while any save of it reads, and only of its tab', async (t) => {
  becomeBrowser(t, { permissions: { contains } });
  const fetching = openPageFetching();
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  assert.deepEqual(await fetching.fetch(1, file), refused);
  const first = fetching.during(1, async () => await one.promise);
  const second = fetching.during(1, async () => await other.promise);
  assert.deepEqual(await fetching.fetch(1, file), considered);
  one.resolve();
  await first;
  assert.deepEqual(await fetching.fetch(1, file), considered);
  assert.deepEqual(await fetching.fetch(2, file), refused);
  assert.deepEqual(await fetching.fetch(undefined, file), refused);
  other.resolve();
  await second;
  assert.deepEqual(await fetching.fetch(1, file), refused);
});

test('each save of a page may ask for so many files and no more', async (t) => {
  becomeBrowser(t, { permissions: { contains } });
  const fetching = openPageFetching();
  await fetching.during(1, async () => {
    for (let count = 0; count < pageLimits.inlinedFiles; count += 1) assert.deepEqual(await fetching.fetch(1, file), considered);
    assert.deepEqual(await fetching.fetch(1, file), refused);
    await fetching.during(1, async () => assert.deepEqual(await fetching.fetch(1, file), considered));
  });
});
