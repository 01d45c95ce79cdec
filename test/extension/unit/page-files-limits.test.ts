/** The limits on the files of a page that is saved as one file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPageFiles } from '../../../extension/page/fetching.ts';
import { pageLimits } from '../../../extension/page/tasks.ts';

test('the user is asked for so many hosts at once and no more, each named once; every file without its host is counted', async (t) => {
  const { fetch: usual } = globalThis;
  t.after(() => {
    globalThis.fetch = usual;
  });
  // What a browser answers for a site that lets no other one read it.
  globalThis.fetch = async () => {
    throw new TypeError('Failed to fetch');
  };
  const files = openPageFiles(async () => 'host-needed', { own: [], hubs: [] });
  const hosts = Array.from({ length: pageLimits.origins + 3 }, (_, at) => `h${at}.example`);
  for (const host of hosts) {
    assert.equal(await files.bytes(`https://${host}/a.png`, 'picture'), null);
    await files.bytes(`https://${host}/b.png`, 'picture');
  }
  const missing = files.missing();
  assert.equal(missing?.pictures, 2 * hosts.length);
  assert.deepEqual(
    missing?.origins,
    hosts.slice(0, pageLimits.origins).map((host) => `https://${host}/*`),
  );
});
