import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { type TestCore, testCore } from '../../../test/doubles/core-in-process.ts';
import { fakePeerUser } from '../../../test/doubles/fake-peer-user.ts';
import { searchQuery } from '../../../test/doubles/found-fragments.ts';
import { capture, directWriter, inlineContent, spooledContent, textFragment } from '../../../test/doubles/temporary-journal.ts';
import { askRaw, type RawAnswer, RawConnection, requestBytes } from '../../../test/harness/raw-http.ts';
import { secretExample, seeded } from '../../../test/harness/secret-examples.ts';
import { until } from '../../../test/harness/until.ts';
import { done, failed } from '../../base/outcome.ts';
import { Bridge } from '../../client/bridge.ts';
import { mostListBytes } from '../../contract/bridge.ts';
import type { ContentFilter } from '../../contract/documents/content-filter.ts';
import { textExtractionDocument } from '../../contract/documents/text-extraction.ts';
import { fragment as fragmentForm } from '../../contract/source-snapshot.ts';
import { startLoopbackServer } from '../../http/server.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { recordNote } from '../../journal/captures/copy-notes.ts';
import { dismissMissed } from '../../journal/captures/missed-copies.ts';
import { contentPlaces, readFragment } from '../../journal/fragments/fragments.ts';
import { pageOfFragments } from '../../journal/fragments/listing.ts';
import type { Journal } from '../../journal/journal.ts';
import { readAnnotations } from '../../journal/keeping/annotations.ts';
import type { SearchPageQuery } from '../../journal/search/search.ts';
import { bridgeHandlers } from './routes.ts';
import type { SearchThread } from './searching/search-thread.ts';

interface Rig extends TestCore {
  readonly port: number;
}

interface RigOptions {
  readonly filter?: Partial<ContentFilter>;
  readonly eventStreams?: number;
  /** What the search thread answers. */
  readonly searched?: (
    ...asked: Parameters<SearchThread['ask']>
  ) => Awaited<ReturnType<SearchThread['ask']>> | ReturnType<SearchThread['ask']>;
}

/** The core's own connection: a step of a search may go through all of an index. */
function noSearch(journal: Journal): Journal['statement'] {
  return (sql) => {
    assert.ok(!sql.includes('MATCH'), sql);
    return journal.statement(sql);
  };
}

/** A core with its bridge, which judges nothing until it is told to. */
async function rig(t: TestContext, { filter = {}, eventStreams = 8, searched }: RigOptions = {}): Promise<Rig> {
  const { core, component, journal } = testCore(t, filter);
  const listening = { counters: () => ({ open: 0, requests: 0, refused: {}, evicted: 0, dropped: 0 }), facts: () => ({}), url: '' };
  const server = { ...listening, [Symbol.asyncDispose]: async () => {} };
  const search = {
    ask: async (query: SearchPageQuery, asker: AbortSignal) => searched?.(query, asker) ?? failed('late'),
    askIndex: async () => failed('late'),
  };
  const extractor = { waiting: 0, extract: async () => failed('unsupported' as const) };
  const own = { ...journal, statement: noSearch(journal) };
  const started = await startLoopbackServer({
    port: 0,
    routes: bridgeHandlers({
      core,
      journal: own,
      writer: directWriter(journal),
      search,
      server,
      extractor,
      rules: () => textExtractionDocument.parse({}),
      readPixels: () => 0,
      isHeld: () => false,
      tell: component.tell,
    }),
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

/** A text, a large text, a picture and a list of files, each with the canary in its content, its source and its address. */
function recorded(journal: Journal): readonly number[] {
  const python = `# ${canary}.py\nimport sys\n\ndef main():\n    print(sys.argv)\n\n`;
  const fragments = [
    { kind: 'text', representations: [{ mediaType: 'text/plain', content: inlineContent(python) }] },
    { kind: 'text', representations: [{ mediaType: 'text/plain', content: spooledContent(journal, python.repeat(4_000)) }] },
    { kind: 'image', representations: [{ mediaType: 'image/png', content: inlineContent(Buffer.concat([png, Buffer.from(canary)])) }] },
    { kind: 'files', representations: [{ mediaType: 'text/uri-list', content: inlineContent(`file:///home/u/${canary}.py\r\n`) }] },
  ] as const;
  return recordCapture(journal, capture(fragments, { source })).fragmentIds;
}

const post = { method: 'POST', headers: [['Content-Type', 'application/json']], body: '{}' } as const;

/** Everything that the bridge answers about these fragments. */
async function allAnswers(port: number, ids: readonly number[]): Promise<readonly RawAnswer[]> {
  const lists = ['/source', '/api/fragments', `/api/fragments?q=${canary}`, '/api/fragments?q=Br', '/metrics', '/api/health/status'];
  const answers = lists.map((target) => askRaw(port, { target }));
  for (const id of ids) {
    answers.push(askRaw(port, { target: `/api/fragments/${id}` }), askRaw(port, { target: `/api/fragments/${id}/content` }));
    for (const part of ['copy', 'copy-address']) answers.push(askRaw(port, { ...post, target: `/api/fragments/${id}/${part}` }));
  }
  return await Promise.all(answers);
}

test('a copy that is not judged yet is listed, and nothing in it or around it is shown', async (t) => {
  const { port, journal, component } = await rig(t);
  const ids = recorded(journal);
  using events = await RawConnection.open(port);
  events.write(requestBytes(port, { target: '/api/events' }));
  const first = await events.received('clipboardFragments');
  for (const { body } of await allAnswers(port, ids)) assert.ok(!body.includes(canary), body.toString());
  assert.ok(!first.includes(canary));
  const { items } = JSON.parse((await askRaw(port, { target: '/api/fragments' })).body.toString());
  assert.deepEqual(
    items
      .map((item: unknown) => fragmentForm.parse(item))
      .map(({ id, state, kind, source: from, sha256 }: ReturnType<typeof fragmentForm.parse>) => [id, state, kind, from.app.name, sha256]),
    ids.toReversed().map((id) => [String(id), 'captured', readFragment(journal, id)?.kind, 'Browser', null]),
  );
  const status = async (request: object): Promise<number> => (await askRaw(port, request)).status;
  assert.equal(await status({ target: `/api/fragments/${ids[0]}/content` }), 503);
  assert.equal(await status({ ...post, target: `/api/fragments/${ids[0]}/copy` }), 503);
  assert.equal(await status({ ...post, target: `/api/fragments/${ids[0]}/copy-address` }), 503);
  assert.deepEqual(component.said, [], 'the clipboard is asked for nothing');
  assert.equal(await status({ ...post, target: `/api/fragments/${ids[0]}/save` }), 200, 'it is saved once it is judged');
  journal.statement("UPDATE fragments SET reason = 'unjudgeable' WHERE id = ?").run(ids[0] ?? 0);
  assert.equal(await status({ ...post, target: `/api/fragments/${ids[0]}/save` }), 503, 'it is held back for good');
});

test('if the file of a content is gone, the answer says that the content is missing', async (t) => {
  const open = await rig(t);
  const ids = recorded(open.journal);
  open.core.begin();
  await open.component.until(() => ids.every((id) => readFragment(open.journal, id)?.state === 'kept'));
  const place = contentPlaces(open.journal, ids[1] ?? 0)[0];
  assert.ok(place !== undefined && 'file' in place);
  rmSync(place.file);
  const gone = await askRaw(open.port, { target: `/api/fragments/${ids[1]}/content` });
  assert.equal(gone.status, 404);
  assert.match(gone.body.toString(), /content of this fragment is missing/);
});

test('a judged copy is shown, large contents byte for byte; a filtered one never is', async (t) => {
  const open = await rig(t);
  const ids = recorded(open.journal);
  open.core.begin();
  await open.component.until(() => ids.every((id) => readFragment(open.journal, id)?.state === 'kept'));
  const large = await askRaw(open.port, { target: `/api/fragments/${ids[1]}/content` });
  assert.equal(large.body.length, readFragment(open.journal, ids[1] ?? 0)?.bytes);
  assert.ok((await askRaw(open.port, { target: '/api/fragments' })).body.includes(canary));

  const closed = await rig(t, { filter: { excluded_extensions: ['.py', '.png'] } });
  const refused = recorded(closed.journal);
  closed.core.begin();
  await closed.component.until(() => refused.every((id) => readFragment(closed.journal, id)?.state !== 'captured'));
  for (const { body } of await allAnswers(closed.port, refused)) assert.ok(!body.includes(canary), body.toString());
  for (const id of refused) {
    assert.equal(readFragment(closed.journal, id)?.state, 'filtered');
    assert.equal((await askRaw(closed.port, { target: `/api/fragments/${id}/content` })).status, 404);
    assert.equal((await askRaw(closed.port, { ...post, target: `/api/fragments/${id}/copy-address` })).status, 404);
  }
});

test('a part of a text is asked of the monitor by its place, if the text has such a part', async (t) => {
  const { core, component, journal, port } = await rig(t);
  const [id = 0] = recordCapture(
    journal,
    capture([textFragment(inlineContent(`${canary} tables of the harbour`))], { source }),
  ).fragmentIds;
  const asked = (span: object, more: object = {}) =>
    askRaw(port, { ...post, body: JSON.stringify({ span, ...more }), target: `/api/fragments/${id}/copy` });
  assert.equal((await asked({ from: 0, to: 4 })).status, 503, 'it is not judged yet');
  core.begin();
  await component.until(() => readFragment(journal, id)?.state === 'kept');
  component.said.length = 0;
  const answer = asked({ from: 11, to: 17 });
  await component.until(() => component.said.some(({ message }) => message.kind === 'offer'));
  const [said] = component.said.flatMap(({ message }) => (message.kind === 'offer' ? [message] : []));
  assert.deepEqual({ ...said, requestId: 0 }, { kind: 'offer', fragmentId: id, requestId: 0, part: 'content', span: { from: 11, to: 17 } });
  component.hear({ kind: 'offered', requestId: said?.requestId ?? 0, ok: true });
  assert.equal((await answer).status, 200);
  component.said.length = 0;
  for (const [span, status] of [
    [{ from: 11, to: 1_700 }, 404],
    [{ from: 11, to: 11 }, 404],
    [{ from: -1, to: 4 }, 400],
    [{ from: 0, to: 4, text: canary }, 400],
    [{ from: 0.5, to: 4 }, 400],
  ] as const)
    assert.equal((await asked(span)).status, status, JSON.stringify(span));
  assert.equal((await asked({ from: 0, to: 4 }, { extracted: 0 })).status, 404, 'nothing was read in it');
  assert.deepEqual(component.said, [], 'the clipboard is asked for nothing');
});

test('a copy is given in each of its formats, and in no other', async (t) => {
  const { core, component, journal, port } = await rig(t);
  const representations = [
    { mediaType: 'text/plain', content: inlineContent('bold') },
    { mediaType: 'text/html', content: inlineContent('<b>bold</b>') },
  ];
  const [id = 0] = recordCapture(journal, capture([{ kind: 'text', representations }], { source })).fragmentIds;
  core.begin();
  await component.until(() => readFragment(journal, id)?.state === 'kept');
  const asked = async (query: string) => {
    const { status, headers, body } = await askRaw(port, { target: `/api/fragments/${id}/content${query}` });
    return status === 200 ? [body.toString(), headers.get('content-type'), headers.get('content-disposition')] : status;
  };
  assert.deepEqual(await asked(''), ['bold', 'text/plain; charset=utf-8', 'attachment']);
  assert.deepEqual(await asked('?mediaType=text/html'), ['<b>bold</b>', 'text/html; charset=utf-8', 'attachment']);
  for (const other of ['text/rtf', '%25', 'text/html%20']) assert.equal(await asked(`?mediaType=${other}`), 404, other);
  for (const wrong of ['?mediaType=', '?type=text/html', `?mediaType=${'x'.repeat(101)}`]) assert.equal(await asked(wrong), 400, wrong);
});

test('a fragment that is shown can be annotated; of one that is held back nothing but its pin is shown', async (t) => {
  const { port, journal, core } = await rig(t, { filter: { exclude_extensions: ['.py'] } });
  const ids = recorded(journal);
  const patch = async (id: number | undefined, body: object) => {
    const target = `/api/fragments/${id}`;
    const answer = await askRaw(port, { ...post, method: 'PATCH', target, body: JSON.stringify(body) });
    return { status: answer.status, body: JSON.parse(answer.body.toString()) };
  };
  assert.equal((await patch(ids[0], { pinned: true })).status, 503, 'not judged yet');
  assert.equal((await patch(9_999, { pinned: true })).status, 404);
  core.begin();
  await until('judgement', () => readFragment(journal, ids[2] ?? 0)?.state === 'kept');
  const before = core.present().etag;
  const { status, body } = await patch(ids[2], { pinned: true, addTags: ['Work'], title: canary, note: 'a note' });
  const annotated = fragmentForm.parse(body);
  assert.deepEqual([status, annotated.pinned, annotated.tags, annotated.title, annotated.note], [200, true, ['work'], canary, 'a note']);
  assert.notEqual(core.present().etag, before);
  assert.equal(core.present().snapshot.clipboardFragments.find(({ id }) => id === String(ids[2]))?.note, 'a note');
  for (const wrong of [{ pinned: 'yes' }, { addTags: ['a b'] }, { other: 1 }]) assert.equal((await patch(ids[2], wrong)).status, 400);
  const token = secretExample('aws_access_key', seeded(4));
  for (const secret of [{ title: `key ${token}` }, { addTags: [token] }, { tags: [token] }, { note: `a\n${token}` }]) {
    const refused = await patch(ids[2], secret);
    assert.deepEqual([refused.status, /looks like an AWS access key is not kept/.test(refused.body.detail)], [400, true]);
    assert.equal(JSON.stringify(refused.body).includes(token), false);
  }
  assert.deepEqual(readAnnotations(journal, ids[2] ?? 0), { pinned: true, tags: ['work'], title: canary, note: 'a note' });
  journal.statement("UPDATE fragments SET state = 'filtered' WHERE id = ?").run(ids[2] ?? 0);
  const { pinned, tags, title, note } = JSON.parse((await askRaw(port, { target: `/api/fragments/${ids[2]}` })).body.toString());
  assert.deepEqual([pinned, tags, title, note], [true, undefined, undefined, undefined]);
  assert.equal((await patch(ids[2], { note: 'x' })).status, 404);
});

test('a search is answered by its thread alone: with what is there of what it found, or with the reason why it was not done', async (t) => {
  const asked: SearchPageQuery[] = [];
  const line = { text: 'print(1)', marks: [[0, 5]] as const };
  let found = [1, 2, 3, 99];
  const { port, journal } = await rig(t, {
    searched: (query) => {
      asked.push(query);
      return found.length === 0
        ? failed('crowded')
        : done({ found: found.map((id) => ({ id, line: id === 1 ? line : null })), next: 99, damaged: [7, 'x'] });
    },
  });
  const ids = recorded(journal);
  found = [...ids, 99];
  const answer = await askRaw(port, { target: '/api/fragments?q=print%20go&type=python&limit=7' });
  const { items, next, total } = JSON.parse(answer.body.toString());
  assert.equal(journal.damaged, 2);
  assert.deepEqual([items.map(({ id }: { id: string }) => Number(id)), next, total], [ids, '99', undefined]);
  const query = [...searchQuery('print go'), { isNegated: false, any: [{ is: 'type', text: 'python' }] }];
  assert.deepEqual(asked, [{ before: undefined, after: undefined, limit: 7, phrases: undefined, query }]);
  found = [];
  const refused = await askRaw(port, { target: '/api/fragments?q=print' });
  assert.deepEqual([refused.status, JSON.parse(refused.body.toString()).detail], [503, 'Too many searches are under way.']);
});

test('a search hears when its client has gone', async (t) => {
  const [begun, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { port } = await rig(t, {
    searched: async (_, asker) => {
      begun.resolve();
      asker.addEventListener('abort', () => gone.resolve());
      await gone.promise;
      return failed('gone');
    },
  });
  using client = await RawConnection.open(port);
  client.write(requestBytes(port, { target: '/api/fragments?q=print' }));
  await begun.promise;
  client.socket.destroy();
  await gone.promise; // or this test takes too long
});

test('only the beginning of a list of a hundred thousand files is shown, and marked as such', async (t) => {
  const { port, journal, core, component } = await rig(t);
  const list = Array.from({ length: 100_000 }, (_, number) => `file:///a/${number}\r\n`).join('');
  const files = { kind: 'files', representations: [{ mediaType: 'text/uri-list', content: spooledContent(journal, list) }] } as const;
  const [id = 0] = recordCapture(journal, capture([files])).fragmentIds;
  core.begin();
  await component.until(() => readFragment(journal, id)?.state === 'kept');
  const shown = async (target: string) => JSON.parse((await askRaw(port, { target })).body.toString());
  const single = await shown(`/api/fragments/${id}`);
  assert.deepEqual([single.files.length, single.files.at(-1), single.filesTruncated], [10_000, '/a/9999', true]);
  const { items } = await shown('/api/fragments');
  assert.deepEqual([items[0].files.length, items[0].filesTruncated], [256, true]);
});

test('a page ends before it is too long for its readers, and the next one continues there, in both directions and in a search', async (t) => {
  const { port, journal } = await rig(t, {
    searched: (query) => {
      const { fragments, next } = pageOfFragments(journal, query);
      return done({ found: fragments.map(({ id }) => ({ id, line: null })), next, damaged: [] });
    },
  });
  // JSON makes six characters of each.
  const texts = Array.from({ length: 400 }, (_, number) => textFragment(inlineContent(`${number}${'\u0001'.repeat(4_090)}`)));
  const { fragmentIds } = recordCapture(journal, capture(texts));
  journal.statement("UPDATE fragments SET state = 'kept'").run();
  const bridge = new Bridge(() => port, { timeoutMs: 10_000 });
  const walk = async (query: { q?: string; after?: string }, cursor: 'before' | 'after'): Promise<readonly number[][]> => {
    const pages: number[][] = [];
    for (let next: string | null | undefined = query.after; next !== null; ) {
      const page = await bridge.fragments({ ...query, limit: 500, ...(next === undefined ? {} : { [cursor]: next }) });
      assert.ok(page.ok, page.ok ? '' : page.reason);
      assert.ok(Buffer.byteLength(JSON.stringify(page.value)) < mostListBytes + 1_000);
      pages.push(page.value.items.map(({ id }) => Number(id)));
      next = page.value.next;
    }
    assert.ok(pages.length > 1);
    return pages;
  };
  const newestFirst = fragmentIds.toReversed();
  assert.deepEqual((await walk({}, 'before')).flat(), newestFirst);
  assert.deepEqual((await walk({ q: 'x' }, 'before')).flat(), newestFirst);
  const oldest = String(fragmentIds[0]);
  assert.deepEqual((await walk({ after: oldest }, 'after')).toReversed().flat(), newestFirst.slice(0, -1));
});

test('a refused event stream leaves no subscriber', async (t) => {
  const { port, core } = await rig(t, { eventStreams: 0 });
  assert.equal((await askRaw(port, { target: '/api/events' })).status, 503);
  assert.equal(core.feed.subscribers, 0);
});

test('the health reports copies that the monitor holds because the journal accepts none', async (t) => {
  const { port, component } = await rig(t);
  const health = async (): Promise<unknown> => {
    const { status, reasons } = JSON.parse((await askRaw(port, { target: '/api/health/status' })).body.toString());
    return { status, reasons };
  };
  assert.deepEqual(await health(), { status: 'ok', reasons: [] });
  component.hear({ kind: 'waiting', isOver: false });
  assert.deepEqual(await health(), { status: 'degraded', reasons: ['copies wait in memory: the journal cannot be written to'] });
  component.hear({ kind: 'waiting', isOver: true });
  assert.deepEqual(await health(), { status: 'ok', reasons: [] });
});

test('the copies that were missed, those that were gone and those that were dismissed are told each by itself', async (t) => {
  const { journal, port } = await rig(t);
  recordNote(journal, { counts: { missed: 2 }, present: null });
  dismissMissed(journal);
  const gone = { atMs: 2, program: 'script', because: 'replaced' } as const;
  recordNote(journal, { counts: { missed: 1, gone: 5 }, present: null, missed: [gone] });
  const told = await new Bridge(() => port, { timeoutMs: 10_000 }).missed();
  assert.deepEqual(told.ok && told.value, { missed: 3, gone: 5, dismissed: 2, items: [gone] });
});
