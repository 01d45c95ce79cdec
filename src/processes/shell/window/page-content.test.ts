import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bridge } from '../../../client/bridge.ts';
import type { Shell } from '../shell.ts';
import { shownHtml } from './page-content.ts';

const rich = { id: '7', kind: 'text', state: 'kept', mediaTypes: ['text/plain', 'text/html'] };

/** What the page gets of a fragment, and what the bridge was asked for. */
async function shown(
  fragment: object | null,
  answer: object = { ok: true, value: { bytes: Buffer.from('<b>grün</b>'), mediaType: 'text/html' } },
) {
  const asked: unknown[] = [];
  const content = async (...words: readonly unknown[]) => {
    asked.push(words);
    return answer;
  };
  const shell = { shownFragment: async () => fragment } as unknown as Shell;
  return { html: await shownHtml({ content } as unknown as Bridge, shell, '7'), asked };
}

test('the page gets the HTML of a text, within a length', async () => {
  assert.deepEqual(await shown(rich), { html: '<b>grün</b>', asked: [['7', 2 * 1024 * 1024, { mediaType: 'text/html' }]] });
  assert.equal((await shown(rich, { ok: false, reason: 'not-understood' })).html, null);
});

test('of a secret, of a link and of nothing no HTML is even asked for', async () => {
  for (const fragment of [null, { ...rich, secret: 'password' }, { ...rich, contentKind: 'link' }, { ...rich, mediaTypes: ['text/plain'] }])
    assert.deepEqual(await shown(fragment), { html: null, asked: [] }, JSON.stringify(fragment));
});
