/** A content that is copied again is one entry of the history: at the top, with its count, its times, its annotations and its file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fragment } from '../../src/contract/source-snapshot.ts';
import { startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import { ClipboardOwner } from '../harness/owners/clipboard-owner.ts';

test('a text that is copied again is one entry, also by its earlier number, for event clients and after a restart', {
  skip: withoutXvfb(),
}, async () => {
  await using desk = await startHubDesk();
  const { hub, owner, display } = desk;
  const text = 'the tide tables of the harbour of Brest\n';
  const copy = async (content: string, by = owner): Promise<Fragment> => {
    const known = (await hub.fragments()).map(({ id }) => id);
    await by.own({ UTF8_STRING: { content: { text: content } } });
    return hub.fragment((each) => each.text === content && each.state === 'saved' && !known.includes(each.id));
  };
  const first = await copy(text);
  assert.equal((await hub.command(['tag', first.id, '+harbour'])).status, 0);
  await copy('something else that is long enough for a file\n');
  await using events = await hub.events();
  const second = await copy(text);

  await events.find(({ event, data }) => event === 'deleted' && (data as { id: string }).id === first.id);
  const items = await hub.fragments();
  assert.deepEqual(
    items.map((each) => each.text === text),
    [true, false],
  );
  assert.equal(items[0]?.id, second.id);
  assert.deepEqual([items[0]?.copyCount, items[0]?.firstCapturedAt, items[0]?.tags], [2, first.capturedAt, ['harbour']]);
  assert.equal(items[0]?.savedPath, first.savedPath, 'its file stays with it');
  assert.equal(hub.savedFiles().length, 2);

  const byEarlier = JSON.parse((await hub.request('GET', `/api/fragments/${first.id}`)).body.toString()) as Fragment;
  assert.deepEqual([byEarlier.id, byEarlier.earlierCopies?.map(({ capturedAt }) => capturedAt)], [second.id, [first.capturedAt]]);
  assert.equal((await hub.command(['copy', first.id])).status, 0);
  assert.match((await hub.command(['show', first.id])).stdout, /^Times {7}2, first on /m);
  const listed = JSON.parse((await hub.command(['history', '--json'])).stdout) as { items: readonly Fragment[] };
  assert.deepEqual(
    listed.items.map(({ copyCount }) => copyCount),
    [2, undefined],
  );
  const found = JSON.parse((await hub.command(['search', 'brest', '--json'])).stdout) as { items: readonly Fragment[] };
  assert.deepEqual(
    found.items.map(({ id }) => id),
    [second.id],
  );

  await using again = await ClipboardOwner.start(display.name);
  await again.own({ UTF8_STRING: { content: { text } } });
  const third = await hub.fragment(({ copyCount }) => copyCount === 3);
  await hub.stop();
  await hub.start();
  const after = await hub.fragment(({ text: shown }) => shown === text);
  assert.deepEqual([after.id, after.copyCount, after.capturedAt, after.firstCapturedAt], [third.id, 3, third.capturedAt, first.capturedAt]);

  assert.equal((await hub.command(['delete', first.id])).status, 0);
  assert.deepEqual(
    (await hub.fragments()).filter(({ text: shown }) => shown === text),
    [],
  );
});
