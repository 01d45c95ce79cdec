import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { describe, test } from 'node:test';
import { type TestCore, testCore } from '../../../test/doubles/core-in-process.ts';
import type { FakeComponent } from '../../../test/doubles/fake-component.ts';
import { foundIds } from '../../../test/doubles/found-fragments.ts';
import { capture, inlineContent, spooledContent, testJournal, textCapture, textFragment } from '../../../test/doubles/temporary-journal.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { tooLate, within } from '../../base/deadline.ts';
import type { NewCapture } from '../../contract/journal.ts';
import { sourceSnapshot } from '../../contract/source-snapshot.ts';
import { blobPath } from '../../journal/blobs.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { fragmentsByState } from '../../journal/fragments/counts.ts';
import { recordSaved, recordSaveFailure } from '../../journal/fragments/fragment-states.ts';
import { readFragment } from '../../journal/fragments/fragments.ts';
import { listFragments } from '../../journal/fragments/listing.ts';
import { deleteFragment } from '../../journal/keeping/delete-fragments.ts';
import { type Core, WaitingReports } from './core.ts';
import { metricsText } from './metrics.ts';

interface Rig extends TestCore {
  /** Records it, notifies the core, and resolves when its fragments are judged. */
  readonly take: (given: NewCapture) => Promise<number>;
}

function rig(...given: Parameters<typeof testCore>): Rig {
  const { core, component, journal } = testCore(...given);
  core.begin();
  const take = async (given: NewCapture): Promise<number> => {
    const { captureId, fragmentIds } = recordCapture(journal, given);
    component.hear({ kind: 'captured', captureId });
    const id = fragmentIds[0] ?? 0;
    await until('judgement', () => readFragment(journal, id)?.state !== 'captured');
    return id;
  };
  return { core, component, journal, take };
}

const python = '#!/usr/bin/env python3\nimport sys\n\ndef main():\n    print(sys.argv)\n\nif __name__ == "__main__":\n    main()\n';
const settle = (component: FakeComponent, fragmentId: number): void => component.hear({ kind: 'settled', fragmentId });
const receipt = (path: string) => ({ workspace: '/w', sha256: 'ab', path, duplicate: false, atMs: 1 });

test('the judge is ready before the first copy is made', async (t) => {
  const channel = new BroadcastChannel('the judge of this test');
  t.after(() => channel.close());
  const started = once(channel, 'message');
  const program = `new BroadcastChannel('${channel.name}').postMessage('started');`;
  rig(t, {}, undefined, new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  assert.notEqual(await within(20_000, started), tooLate);
});

describe('a capture', () => {
  test('is judged, shown and sent to be saved', async (t) => {
    const { core, component, journal, take } = rig(t);
    const id = await take(textCapture(python));
    await component.until(() => component.said.length > 0);
    assert.deepEqual(component.said, [{ to: 'save_worker', message: { kind: 'save', fragmentId: id } }]);
    const { snapshot } = core.present();
    sourceSnapshot.parse(snapshot);
    assert.equal(snapshot.detection?.typeId, 'python');
    assert.equal(snapshot.clipboardFragments[0]?.text, python);
    assert.deepEqual(foundIds(journal, 'argv'), [id]);
    assert.ok(component.logged.every((line) => !line.includes('argv')));
  });

  test('from before the core started is judged at its start, and one that was deleted meanwhile causes no problem', async (t) => {
    const journal = testJournal(t);
    const ids = ['a ', 'b ', 'c ']
      .map((word) => word.repeat(60))
      .map((text) => recordCapture(journal, textCapture(text)).fragmentIds[0] ?? 0);
    const { component } = rig(t, {}, journal);
    deleteFragment(journal, ids[1] ?? 0);
    await component.until(() => component.said.length === 2);
    assert.deepEqual(
      ids.map((id) => readFragment(journal, id)?.state),
      ['kept', undefined, 'kept'],
    );
  });

  test('that is excluded by its kind is neither shown nor saved, and its content is deleted', async (t) => {
    const { core, component, journal, take } = rig(t, { excluded_extensions: ['.py'], excluded_dirs: ['Private'] });
    const id = await take(textCapture(python));
    assert.equal(readFragment(journal, id)?.reason, 'excluded_extension');
    const files = await take(
      capture([{ kind: 'files', representations: [{ mediaType: 'text/uri-list', content: inlineContent('file:///home/u/Private/a') }] }], {
        copiedAtMs: 2_000,
      }),
    );
    assert.equal(readFragment(journal, files)?.reason, 'excluded_dir');
    assert.deepEqual([core.present().snapshot.clipboardFragments, component.said], [[], []]);
  });

  test('of a single file is kept with the type of that file, and not saved again; one in an excluded folder is not even read', async (t) => {
    const { core, component, journal, take } = rig(t, { excluded_dirs: ['Private'] });
    const root = temporaryHome(t);
    fs.mkdirSync(`${root}/Private`);
    const copied = (paths: readonly string[], copiedAtMs: number): NewCapture => {
      for (const path of paths) fs.writeFileSync(path, python);
      const content = inlineContent(paths.map((path) => `file://${path}\r\n`).join(''));
      return capture([{ kind: 'files', representations: [{ mediaType: 'text/uri-list', content }] }], { copiedAtMs });
    };
    const facts = (id: number): unknown => {
      const { state, reason, detection } = readFragment(journal, id) ?? {};
      return [state, reason, detection?.typeId];
    };
    assert.deepEqual(facts(await take(copied([`${root}/Private/a`], 2_000))), ['filtered', 'excluded_dir', undefined]);
    assert.deepEqual(facts(await take(copied([`${root}/a`, `${root}/b`], 3_000))), ['kept', 'file_list', undefined]);
    assert.equal(core.judge.figures.file.misses, 0);
    assert.deepEqual(facts(await take(copied([`${root}/a`], 4_000))), ['kept', 'file_list', 'python']);
    assert.deepEqual([core.judge.figures.file.misses, component.said], [1, []]);
  });

  test('whose content file is missing stays listed and says so, and the next one is judged', async (t) => {
    const { core, component, journal } = rig(t);
    const content = spooledContent(journal, 'x'.repeat(200_000));
    const { fragmentIds } = recordCapture(journal, capture([textFragment(content)]));
    fs.rmSync(blobPath(journal, content.sha256));
    const next = recordCapture(journal, textCapture(python, { copiedAtMs: 2_000 })).fragmentIds[0] ?? 0;
    component.hear({ kind: 'captured', captureId: null });
    await component.until(() => component.said.length > 0);
    assert.equal(readFragment(journal, fragmentIds[0] ?? 0)?.reason, 'content_damaged');
    assert.equal(core.present().snapshot.clipboardFragments[0]?.id, String(next));
  });

  test('waits while the journal accepts nothing, and is judged once it does', async (t) => {
    const journal = testJournal(t);
    let isFull = true;
    const transaction = <Result>(work: () => Result): Result => {
      if (isFull) throw Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
      return journal.transaction(work);
    };
    const { fragmentIds } = recordCapture(journal, textCapture(python));
    const { component } = rig(t, {}, { ...journal, transaction });
    await until('line', () => component.logged.includes('ERROR judging held up'));
    isFull = false;
    component.hear({ kind: 'captured', captureId: null });
    await component.until(() => component.said.length > 0);
    assert.equal(readFragment(journal, fragmentIds[0] ?? 0)?.state, 'kept');
  });
});

test('that is current and only kept is saved by save-now, judged or not yet, and the snapshot shows that', async (t) => {
  const { core, component, journal, take } = rig(t);
  const id = await take(textCapture('short'));
  await component.until(() => component.logged.includes('INFO judged'));
  assert.deepEqual([readFragment(journal, id)?.reason, component.said], ['no_document', []]);
  const { etag } = core.present();
  component.hear({ kind: 'act', verb: 'save-now' });
  await component.until(() => component.said.length > 0);
  assert.deepEqual(component.said, [{ to: 'save_worker', message: { kind: 'save', fragmentId: id } }]);
  assert.equal(core.present().snapshot.clipboardFragments[0]?.reason, null);
  assert.notEqual(core.present().etag, etag);
  const next = recordCapture(journal, textCapture('shorter', { copiedAtMs: 2_000 })).fragmentIds[0] ?? 0;
  component.hear({ kind: 'act', verb: 'save-now' });
  component.hear({ kind: 'captured', captureId: null });
  await component.until(() => component.said.length > 1);
  assert.deepEqual(component.said.at(-1)?.message, { kind: 'save', fragmentId: next });
});

describe('a requested save', () => {
  const save = (core: Core, filename = 'a.txt') => core.testSaves.save({ content: 'x', filename });

  test('is answered with its receipt once the worker has finished, and not before', async (t) => {
    const { core, component, journal } = rig(t, { excluded_extensions: ['.txt'] });
    let answered = false;
    const answer = save(core).finally(() => {
      answered = true;
    });
    await component.until(() => component.said.length > 0);
    const [waiting] = listFragments(journal, { limit: 1 });
    assert.deepEqual([answered, waiting?.givenName], [false, 'a.txt']);
    recordSaved(journal, waiting?.id ?? 0, receipt('/w/text/a.txt'));
    settle(component, waiting?.id ?? 0);
    const { value } = (await answer) as { value: Record<string, unknown> };
    assert.deepEqual([value.ok, value.path, value.bytes, value.duplicate], [true, '/w/text/a.txt', 1, false]);
    assert.deepEqual(core.present().snapshot.clipboardFragments, []);
  });

  test('that fails leaves nothing behind, also where it was shown, and says why', async (t) => {
    const { core, component, journal } = rig(t);
    const frames = core.feed.frames()[Symbol.asyncIterator]();
    for (const [reason, problem] of [
      ['disk_full', 'disk-full'],
      ['path_too_long', 'invalid-request'],
      ['io_error', 'unavailable'],
    ] as const) {
      const before = component.said.length;
      const answer = save(core);
      await component.until(() => component.said.length > before);
      const id = listFragments(journal, { limit: 1 })[0]?.id ?? 0;
      recordSaveFailure(journal, id, reason, 5);
      settle(component, id);
      const answered = await answer;
      assert.equal(answered.kind === 'problem' && answered.reason, problem);
      assert.deepEqual(listFragments(journal, { limit: 1 }), []);
      let heard = '';
      while (!heard.includes('event: deleted')) heard = await nextFrame(frames);
      assert.ok(heard.includes(`"id":"${id}"`));
    }
    await frames.return?.();
  });

  test('without a plain file name is refused, and not recorded', async (t) => {
    const { core, journal } = rig(t);
    for (const filename of ['', '.', '..', '../x', 'a/b', 'a\\b', 'a\0b', 'a\nb']) {
      const answer = await save(core, filename);
      assert.equal(answer.kind === 'problem' && answer.reason, 'invalid-request', JSON.stringify(filename));
    }
    assert.deepEqual(listFragments(journal, { limit: 1 }), []);
  });

  test('is answered with disk-full if the journal has no room, and leaves no file', async (t) => {
    const journal = testJournal(t);
    const durableTransaction = (): never => {
      throw Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
    };
    const { core } = rig(t, {}, { ...journal, durableTransaction });
    const answer = await core.testSaves.save({ content: 'x'.repeat(200_000), filename: 'a' });
    assert.deepEqual(answer, { kind: 'problem', reason: 'disk-full' });
    assert.deepEqual(fs.readdirSync(journal.blobs), []);
  });
});

/** The next frame; fails if the stream has ended. */
async function nextFrame(frames: AsyncIterator<string>): Promise<string> {
  const { done, value } = await frames.next();
  assert.ok(done !== true, 'the stream has ended');
  return value;
}

describe('the event stream', () => {
  test('sends the snapshot at once, then each change, and each fragment as it changes', async (t) => {
    const { core, take } = rig(t);
    const frames = core.feed.frames()[Symbol.asyncIterator]();
    assert.match(await nextFrame(frames), /^event: source\n|\nevent: source\n/);
    const id = await take(textCapture(python));
    const heard = [await nextFrame(frames), await nextFrame(frames)].join('\n');
    assert.match(heard, /event: fragment/);
    assert.match(heard, /event: source/);
    assert.ok(heard.includes(`"id":"${id}"`));
  });

  test('ends for a client that leaves, even while it waits', async (t) => {
    const { core } = rig(t);
    const frames = core.feed.frames()[Symbol.asyncIterator]();
    await nextFrame(frames);
    const waiting = frames.next();
    assert.equal(core.feed.subscribers, 1);
    await frames.return?.();
    assert.deepEqual(await waiting, { done: true, value: undefined });
    assert.equal(core.feed.subscribers, 0);
  });

  test('lets a slow client skip snapshots, and queues at most a hundred fragments for it', async (t) => {
    const { core, journal, take } = rig(t);
    const frames = core.feed.frames()[Symbol.asyncIterator]();
    await nextFrame(frames);
    const id = await take(textCapture(python));
    const fragment = core.present().snapshot.clipboardFragments[0];
    assert.ok(fragment);
    for (let n = 0; n < 500; n++) core.feed.fragmentChanged({ ...fragment, id: String(n) });
    for (let n = 0; n < 5; n++) core.feed.sourceChanged();
    deleteFragment(journal, id);
    core.refresh();
    const held: string[] = [];
    while (!held.at(-1)?.includes('event: source')) held.push(await nextFrame(frames));
    const count = (event: string): number => held.filter((frame) => frame.includes(`event: ${event}\n`)).length;
    assert.deepEqual([count('fragment'), count('deleted'), count('stale')], [100, 1, 1], 'it is told that there were others');
    assert.ok(held.at(-1)?.includes('"clipboardFragments":[]'), 'the newest one');
  });

  test('sends every deletion to a slow client, and nothing of a fragment deleted meanwhile', async (t) => {
    const { core, take } = rig(t);
    await take(textCapture(python));
    const [fragment] = core.present().snapshot.clipboardFragments;
    assert.ok(fragment);
    const frames = core.feed.frames()[Symbol.asyncIterator]();
    await nextFrame(frames);
    for (let n = 1; n <= 200; n++) core.feed.fragmentDeleted(n);
    for (let n = 1_000; n < 1_300; n++) core.feed.fragmentChanged({ ...fragment, id: String(n) });
    for (let n = 1; n <= 9; n++) core.feed.fragmentChanged({ ...fragment, id: '1299', reason: `moved on ${n}` });
    core.feed.fragmentDeleted(1_298);
    const heard: string[] = [];
    while (heard.length < 300) heard.push(await nextFrame(frames));
    assert.equal(heard.filter((frame) => frame.includes('event: deleted')).length, 201);
    assert.ok(!heard.some((frame) => frame.includes('event: fragment') && frame.includes('"id":"1298"')));
    assert.deepEqual(
      heard.filter((frame) => frame.includes('"id":"1299"')).map((frame) => frame.includes('moved on 9')),
      [true],
    );
  });
});

test('a journal that cannot be read for a moment does not end the core: what was missed is told at the next check', async (t) => {
  const real = testJournal(t);
  let isReadable = true;
  let refused = 0;
  const journal = {
    ...real,
    statement: (sql: string) => {
      if (isReadable || !/\b(present|changes)\b/.test(sql)) return real.statement(sql);
      refused += 1;
      throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 });
    },
  };
  const { core, component } = rig(t, {}, journal);
  const frames = core.feed.frames()[Symbol.asyncIterator]();
  t.after(() => frames.return?.());
  isReadable = false;
  const { captureId, fragmentIds } = recordCapture(real, textCapture(python));
  component.hear({ kind: 'captured', captureId });
  await until('judgement', () => readFragment(real, fragmentIds[0] ?? 0)?.state !== 'captured');
  await until('both readings to fail', () =>
    ['WARN current content not read', 'WARN changes not read'].every((line) => component.logged.includes(line)),
  );
  assert.ok(refused >= 2);
  assert.equal(core.present().snapshot.clipboardFragments.length, 0);
  isReadable = true;
  const heard: string[] = [];
  while (!heard.some((frame) => frame.includes(`"id":"${fragmentIds[0]}"`) && frame.includes('event: fragment')))
    heard.push(await nextFrame(frames));
  assert.equal(core.present().snapshot.clipboardFragments[0]?.text, python);
});

test('putting a fragment back succeeds once the clipboard has accepted it', async (t) => {
  const { core, component } = rig(t);
  const offered = core.offer(5);
  const asked = component.said[0]?.message;
  assert.ok(asked?.kind === 'offer' && asked.fragmentId === 5);
  component.hear({ kind: 'offered', requestId: 999, ok: false });
  component.hear({ kind: 'offered', requestId: asked.requestId, ok: true });
  assert.equal(await offered, true);
});

test('the metrics are Prometheus text, without any content', async (t) => {
  const { journal, take } = rig(t);
  await take(textCapture(`CANARY ${python}`));
  const counters = { captured: 1, repeated: 0, concealed: 0, excluded: 0, unusable: 0, gone: 0, missed: 0 };
  const states = fragmentsByState(journal);
  const text = metricsText({
    uptimeSeconds: 1,
    counters,
    fragmentsByState: states,
    index: { bytes: 11, unindexed: 12 },
    eventClients: 0,
    caches: { detection: { hits: 5, misses: 6, entries: 7 }, file: { hits: 8, misses: 9, entries: 10 } },
    requests: 2,
    refusals: 3,
    residentBytes: 4,
  });
  for (const line of text.trimEnd().split('\n')) assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="\w+"\})? \d+)$/);
  assert.match(text, /^hub_detection_cache_hits_total 5$/m);
  assert.match(text, /^hub_file_cache_entries 10$/m);
  assert.ok(text.includes('hub_fragments{state="kept"} 1') && !text.includes('CANARY'));
});

test('copies count as waiting until they are recorded, or the monitor no longer reports them', () => {
  let nowMs = 0;
  const waiting = new WaitingReports(() => nowMs);
  assert.equal(waiting.reason, null);
  waiting.heard({ isOver: false });
  assert.match(waiting.reason ?? '', /^copies wait in memory/);
  waiting.heard({ isOver: true });
  assert.equal(waiting.reason, null);
  for (const atMs of [11_000, 22_000, 33_000]) {
    waiting.heard({ isOver: false });
    nowMs = atMs;
    assert.notEqual(waiting.reason, null);
  }
  nowMs = 60_000;
  assert.equal(waiting.reason, null);
});
