/** What the background fetches for a page that is being saved. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { becomeBrowser, storageOf } from '../../doubles/extension-browser.ts';

const { openPageFetching } = await import('../../../extension/background/page-files.ts');
const { pageLimits } = await import('../../../extension/page/tasks.ts');

/** An extension whose user has allowed this host, a site there, and how the extension asks it. */
async function siteAndAsked(t: TestContext, { isAllowed = true } = {}) {
  becomeBrowser(t, { permissions: { contains: async () => isAllowed }, storage: { local: storageOf({}) } });
  const server = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/css' }).end('p {}'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked: (RequestInit | undefined)[] = [];
  const usual = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    asked.push(init);
    return await usual(address, init);
  };
  t.after(() => {
    globalThis.fetch = usual;
    server.close();
    server.closeAllConnections();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.css`, asked };
}

test('a file for a page is fetched without cookies, while that page is read, and for no other tab', async (t) => {
  const { address, asked } = await siteAndAsked(t);
  const fetching = openPageFetching();
  const got = await fetching.during(1, async () => [
    await fetching.fetch(1, { ask: 'page-file', address }),
    await fetching.fetch(2, { ask: 'page-file', address }),
    await fetching.fetch(undefined, { ask: 'page-file', address }),
  ]);
  const refused = { ok: false, why: 'not-readable' };
  assert.deepEqual(got, [{ ok: true, mediaType: 'text/css', content: btoa('p {}') }, refused, refused]);
  assert.deepEqual(
    asked.map((init) => init?.credentials),
    ['omit'],
  );
  assert.deepEqual(await fetching.fetch(1, { ask: 'page-file', address }), refused, 'it is read');
});

test('a file of a host that the user has not allowed is not fetched, and that is told', async (t) => {
  const { address, asked } = await siteAndAsked(t, { isAllowed: false });
  const fetching = openPageFetching();
  const got = await fetching.during(1, async () => await fetching.fetch(1, { ask: 'page-file', address }));
  assert.deepEqual([got, asked], [{ ok: false, why: 'host-needed' }, []]);
});

test('a page gets so many files and no more', async (t) => {
  const { address, asked } = await siteAndAsked(t, { isAllowed: false });
  const fetching = openPageFetching();
  const whys = await fetching.during(1, async () => {
    const answers = [];
    for (let at = 0; at < pageLimits.inlinedFiles + 2; at += 1) answers.push(await fetching.fetch(1, { ask: 'page-file', address }));
    return answers.map((answer) => (answer.ok ? 'ok' : answer.why));
  });
  const inTurn = [...Array(pageLimits.inlinedFiles).fill('host-needed'), 'not-readable', 'not-readable'];
  assert.deepEqual([whys, asked.length], [inTurn, 0]);
});
