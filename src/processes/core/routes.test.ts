import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { ask, type RawAnswer, RawConnection, requestBytes } from '../../../test/harness/raw-http.ts';
import type { ContentFilter } from '../../contract/documents.ts';
import { fragment as fragmentForm } from '../../contract/source-snapshot.ts';
import { recordCapture } from '../../journal/captures.ts';
import { contentPlaces, readFragment } from '../../journal/fragments.ts';
import type { Journal } from '../../journal/journal.ts';
import { capture, directWriter, inline, spilled } from '../../journal/test-journal.ts';
import { fakePeerUser } from '../../platform/peer-user/fake.ts';
import { startLoopbackServer } from '../http-server.ts';
import { bridgeHandlers } from './routes.ts';
import { type TestCore, testCore } from './test-core.ts';

interface Rig extends TestCore {
  readonly port: number;
}

/** A core with its bridge, which judges nothing before it is told to begin. */
async function rig(
  t: TestContext,
  { filter = {}, eventStreams = 8 }: { filter?: Partial<ContentFilter>; eventStreams?: number } = {},
): Promise<Rig> {
  const { core, component, journal } = testCore(t, filter);
  const listening = { counters: () => ({ open: 0, requests: 0, refused: {}, evicted: 0, dropped: 0 }), facts: () => ({}), url: '' };
  const server = { ...listening, [Symbol.asyncDispose]: async () => {} };
  const started = await startLoopbackServer({
    port: 0,
    routes: bridgeHandlers({ core, journal, writer: directWriter(journal), server }),
    peerUser: fakePeerUser(),
    limits: { eventStreams },
  });
  assert.ok(started.ok);
  t.after(() => started.value.close(500));
  return { core, component, journal, port: started.value.port };
}

const canary = 'CANARY5f1c';
const app = { name: 'Browser', executable: '/usr/bin/browser', pid: 7, windowTitle: `${canary} - Browser` };
const source = { type: 'web', name: `${canary} - Browser`, path: `https://example.org/${canary}`, app } as const;

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** A text, a large text, a picture and a list of files, each with the canary in it, around it and at its address. */
function recorded(journal: Journal): readonly number[] {
  const python = `# ${canary}.py\nimport sys\n\ndef main():\n    print(sys.argv)\n\n`;
  const fragments = [
    { kind: 'text', representations: [{ mediaType: 'text/plain', content: inline(python) }] },
    { kind: 'text', representations: [{ mediaType: 'text/plain', content: spilled(journal, python.repeat(4_000)) }] },
    { kind: 'image', representations: [{ mediaType: 'image/png', content: inline(Buffer.concat([png, Buffer.from(canary)])) }] },
    { kind: 'files', representations: [{ mediaType: 'text/uri-list', content: inline(`file:///home/u/${canary}.py\r\n`) }] },
  ] as const;
  return recordCapture(journal, capture(fragments, { source })).fragmentIds;
}

const post = { method: 'POST', headers: [['Content-Type', 'application/json']], body: '{}' } as const;

/** Everything that the bridge answers of these fragments. */
async function allAnswers(port: number, ids: readonly number[]): Promise<readonly RawAnswer[]> {
  const lists = ['/source', '/api/fragments', `/api/fragments?q=${canary}`, '/api/fragments?q=Br', '/metrics', '/api/health/status'];
  const answers = lists.map((target) => ask(port, { target }));
  for (const id of ids) {
    answers.push(ask(port, { target: `/api/fragments/${id}` }), ask(port, { target: `/api/fragments/${id}/content` }));
    for (const part of ['copy', 'copy-address']) answers.push(ask(port, { ...post, target: `/api/fragments/${id}/${part}` }));
  }
  return await Promise.all(answers);
}

test('what is not judged yet is told of, and nothing in it or around it is shown', async (t) => {
  const { port, journal, component } = await rig(t);
  const ids = recorded(journal);
  using events = await RawConnection.open(port);
  events.write(requestBytes(port, { target: '/api/events' }));
  const first = await events.received('clipboardFragments');
  for (const { body } of await allAnswers(port, ids)) assert.ok(!body.includes(canary), body.toString());
  assert.ok(!first.includes(canary));
  const { items } = JSON.parse((await ask(port, { target: '/api/fragments' })).body.toString());
  assert.deepEqual(
    items
      .map((item: unknown) => fragmentForm.parse(item))
      .map(({ id, state, kind, source: from, sha256 }: ReturnType<typeof fragmentForm.parse>) => [id, state, kind, from.app.name, sha256]),
    ids.toReversed().map((id) => [String(id), 'captured', readFragment(journal, id)?.kind, 'Browser', null]),
  );
  const status = async (request: object): Promise<number> => (await ask(port, request)).status;
  assert.equal(await status({ target: `/api/fragments/${ids[0]}/content` }), 503);
  assert.equal(await status({ ...post, target: `/api/fragments/${ids[0]}/copy` }), 503);
  assert.equal(await status({ ...post, target: `/api/fragments/${ids[0]}/copy-address` }), 503);
  assert.deepEqual(component.said, [], 'the clipboard is asked for nothing');
  assert.equal(await status({ ...post, target: `/api/fragments/${ids[0]}/save` }), 200, 'it is saved once it is judged');
  journal.statement("UPDATE fragments SET reason = 'unjudgeable' WHERE id = ?").run(ids[0] ?? 0);
  assert.equal(await status({ ...post, target: `/api/fragments/${ids[0]}/save` }), 503, 'it is held back for good');
});

test('where the file of a content is gone it is told that the content is missing', async (t) => {
  const open = await rig(t);
  const ids = recorded(open.journal);
  open.core.begin();
  await open.component.until(() => ids.every((id) => readFragment(open.journal, id)?.state === 'kept'));
  const place = contentPlaces(open.journal, ids[1] ?? 0)[0];
  assert.ok(place !== undefined && 'file' in place);
  rmSync(place.file);
  const gone = await ask(open.port, { target: `/api/fragments/${ids[1]}/content` });
  assert.equal(gone.status, 404);
  assert.match(gone.body.toString(), /content of this fragment is missing/);
});

test('what is judged is shown, large contents byte for byte; what a filter refused never is', async (t) => {
  const open = await rig(t);
  const ids = recorded(open.journal);
  open.core.begin();
  await open.component.until(() => ids.every((id) => readFragment(open.journal, id)?.state === 'kept'));
  const large = await ask(open.port, { target: `/api/fragments/${ids[1]}/content` });
  assert.equal(large.body.length, readFragment(open.journal, ids[1] ?? 0)?.bytes);
  assert.ok((await ask(open.port, { target: '/api/fragments' })).body.includes(canary));

  const closed = await rig(t, { filter: { excluded_extensions: ['.py', '.png'] } });
  const refused = recorded(closed.journal);
  closed.core.begin();
  await closed.component.until(() => refused.every((id) => readFragment(closed.journal, id)?.state !== 'captured'));
  for (const { body } of await allAnswers(closed.port, refused)) assert.ok(!body.includes(canary), body.toString());
  for (const id of refused) {
    assert.equal(readFragment(closed.journal, id)?.state, 'filtered');
    assert.equal((await ask(closed.port, { target: `/api/fragments/${id}/content` })).status, 404);
    assert.equal((await ask(closed.port, { ...post, target: `/api/fragments/${id}/copy-address` })).status, 404);
  }
});

test('a list of a hundred thousand files is shown by its beginning, and says so', async (t) => {
  const { port, journal, core, component } = await rig(t);
  const list = Array.from({ length: 100_000 }, (_, number) => `file:///a/${number}\r\n`).join('');
  const files = { kind: 'files', representations: [{ mediaType: 'text/uri-list', content: spilled(journal, list) }] } as const;
  const [id = 0] = recordCapture(journal, capture([files])).fragmentIds;
  core.begin();
  await component.until(() => readFragment(journal, id)?.state === 'kept');
  const shown = async (target: string) => JSON.parse((await ask(port, { target })).body.toString());
  const single = await shown(`/api/fragments/${id}`);
  assert.deepEqual([single.files.length, single.files.at(-1), single.filesTruncated], [10_000, '/a/9999', true]);
  const { items } = await shown('/api/fragments');
  assert.deepEqual([items[0].files.length, items[0].filesTruncated], [256, true]);
});

test('an event stream that is refused leaves no subscriber', async (t) => {
  const { port, core } = await rig(t, { eventStreams: 0 });
  assert.equal((await ask(port, { target: '/api/events' })).status, 503);
  assert.equal(core.feed.subscribers, 0);
});

test('the health tells of copies that the monitor holds because the journal takes none', async (t) => {
  const { port, component } = await rig(t);
  const health = async (): Promise<unknown> => {
    const { status, reasons } = JSON.parse((await ask(port, { target: '/api/health/status' })).body.toString());
    return { status, reasons };
  };
  assert.deepEqual(await health(), { status: 'ok', reasons: [] });
  component.hear({ kind: 'waiting', isOver: false });
  assert.deepEqual(await health(), { status: 'degraded', reasons: ['copies wait in memory: the journal cannot be written to'] });
  component.hear({ kind: 'waiting', isOver: true });
  assert.deepEqual(await health(), { status: 'ok', reasons: [] });
});
