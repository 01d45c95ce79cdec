import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { type ContentFilter, contentFilterDocument } from '../../contract/documents.ts';
import type { NewCapture } from '../../contract/journal.ts';
import type { Room } from '../../domain/room.ts';
import { readCounters, recordCapture } from '../../journal/captures.ts';
import { contentPlaces, listFragments, readPresent } from '../../journal/fragments.ts';
import { HeldCopies } from '../../journal/held-copies.ts';
import type { Journal } from '../../journal/journal.ts';
import { recordJudgement } from '../../journal/progress.ts';
import { capture, directWriter, inline, spilled, testJournal, textCapture, textFragment } from '../../journal/test-journal.ts';
import type { JournalWriter } from '../../journal/writer.ts';
import { FakeClipboard } from '../../platform/clipboard/fake.ts';
import type { Clipboard, OpenFailure } from '../../platform/clipboard/index.ts';
import { locate } from '../../platform/locations.ts';
import { type FakeComponent, fakeComponent, rememberingLog } from '../fake-component.ts';
import { Monitor } from './monitor.ts';
import { Recorder } from './recorder.ts';

const enough = { kind: 'enough' } as const;

interface Rig {
  readonly clipboard: FakeClipboard;
  readonly component: FakeComponent;
  readonly journal: Journal;
  readonly monitor: Monitor;
}

function fakePart(): FakeComponent {
  const folder = os.tmpdir();
  return fakeComponent(
    'clipboard',
    locate({ env: {}, platform: 'linux', userHome: folder, workingFolder: folder, temporaryFolder: folder, userId: '1' }),
  );
}

async function rig(
  t: TestContext,
  filter: Partial<ContentFilter> = {},
  open?: () => Promise<Outcome<Clipboard, OpenFailure>>,
): Promise<Rig> {
  const [clipboard, component, journal] = [new FakeClipboard(), fakePart(), testJournal(t)];
  const rules = contentFilterDocument.parse(filter);
  const writer = directWriter(journal);
  const monitor = new Monitor({
    component,
    journal,
    writer,
    filter: () => rules,
    room: async () => enough,
    openClipboard: open ?? (async () => done(clipboard)),
  });
  await monitor.start();
  t.after(() => monitor[Symbol.asyncDispose]());
  return { clipboard, component, journal, monitor };
}

/** Copies, and waits until what was read is recorded. */
async function copied(clipboard: FakeClipboard, copy: Parameters<FakeClipboard['copy']>[0]): Promise<void> {
  await clipboard.copy(copy);
  await turn();
}

const secret = { 'text/plain': 'CANARY' };

describe('a copy', () => {
  test('is in the journal with where it came from when the core is told of it', async (t) => {
    const { clipboard, component, journal } = await rig(t);
    const owner = { name: 'Firefox', executable: '/usr/bin/firefox', pid: 7, windowTitle: 'A page' };
    const content = { 'text/html': '<b>x</b>', 'image/png': Buffer.alloc(200_000, 1) };
    await copied(clipboard, { content, owner, sourceUrl: 'https://user:pw@example.org/a' });
    const { fragments } = readPresent(journal);
    assert.deepEqual(component.said, [{ to: 'python_core', message: { kind: 'captured', captureId: fragments[0]?.captureId } }]);
    assert.deepEqual(
      fragments.map(({ kind, mediaTypes, bytes }) => ({ kind, mediaTypes, bytes })),
      [{ kind: 'image', mediaTypes: ['image/png', 'text/html'], bytes: 200_000 }],
    );
    assert.deepEqual(fragments[0]?.source, { type: 'web', name: 'A page', path: 'https://example.org/a', app: owner });
  });

  test('that is concealed or excluded leaves nothing but a count, and takes what was present away', async (t) => {
    const { clipboard, component, journal } = await rig(t, { excluded_app_names: ['vault'], blacklisted_window_keywords: ['bank'] });
    for (const copy of [{ concealed: true }, { owner: { name: 'Vault' } }, { owner: { windowTitle: 'My Bank' } }]) {
      await copied(clipboard, { content: { 'text/plain': 'public' }, owner: { name: 'Editor' } });
      await copied(clipboard, { content: secret, ...copy });
      const { fragments, absence } = readPresent(journal);
      assert.deepEqual([fragments, absence], [[], copy.concealed ? 'concealed' : 'excluded']);
      assert.deepEqual(component.said.at(-1)?.message, { kind: 'captured', captureId: null });
    }
    assert.deepEqual(readCounters(journal), { captured: 1, repeated: 2, concealed: 1, excluded: 2, unusable: 0, missed: 0 });
    assert.deepEqual(listFragments(journal, { limit: 10 }).length, 1);
  });

  test('whose owner nobody can name in time is left alone where a rule may mean it, and counted; without such a rule it is kept', async (t) => {
    const unnamed = { content: secret, ownerTooLate: true };
    for (const rules of [{ excluded_app_names: ['vault'] }, { blacklisted_window_keywords: ['bank'] }]) {
      const { clipboard, component, journal } = await rig(t, rules);
      await copied(clipboard, unnamed);
      assert.deepEqual([readCounters(journal)?.captured ?? 0, readCounters(journal)?.excluded], [0, 1]);
      assert.equal(readPresent(journal).absence, 'owner-unknown');
      assert.ok(component.logged.includes('INFO copy skipped'));
    }
    const { clipboard, journal } = await rig(t, { excluded_extensions: ['.key'] });
    await copied(clipboard, unnamed);
    assert.equal(readCounters(journal)?.captured, 1);
  });

  test('is not read while the filter makes no sense, and the condition says how to mend it', async (t) => {
    let rules: ContentFilter | null = null;
    const [clipboard, component, journal] = [new FakeClipboard(), fakePart(), testJournal(t)];
    const writer = directWriter(journal);
    const monitor = new Monitor({
      component,
      journal,
      writer,
      filter: () => rules,
      room: async () => enough,
      openClipboard: async () => done(clipboard),
    });
    t.after(() => monitor[Symbol.asyncDispose]());
    await monitor.start();
    assert.match(component.conditions.at(-1) ?? '', /^nothing is captured: content-filter.json can't be read or is not valid/);
    assert.ok((component.conditions.at(-1)?.length ?? 0) <= 200);
    await copied(clipboard, { content: secret });
    assert.deepEqual([readCounters(journal)?.captured ?? 0, readCounters(journal)?.excluded], [0, 1]);
    rules = contentFilterDocument.parse({});
    monitor.filterChanged();
    assert.equal(component.conditions.at(-1), null);
    await copied(clipboard, { content: { 'text/plain': 'public' } });
    assert.equal(readCounters(journal)?.captured, 1);
  });

  test('that is missed, or in which nothing is of use, is counted, and what was present before is so no more', async (t) => {
    const { clipboard, component, journal } = await rig(t);
    await copied(clipboard, { content: { 'text/plain': 'public' } });
    clipboard.miss('replaced');
    await turn();
    assert.equal(readPresent(journal).fragments.length, 1, 'what took its place is still to come');
    clipboard.miss('owner-silent');
    await turn();
    assert.deepEqual([readPresent(journal).fragments, readPresent(journal).absence], [[], 'unreadable']);
    await copied(clipboard, { content: { 'text/plain': 'public' } });
    clipboard.miss('nothing-usable');
    await copied(clipboard, { content: { 'application/x-private': 'x' } });
    const { missed, unusable } = readCounters(journal);
    assert.deepEqual({ missed, unusable }, { missed: 2, unusable: 2 });
    assert.equal(readPresent(journal).absence, 'unreadable');
    assert.ok(component.logged.includes('WARN copy missed'));
    const told = component.said.filter(({ to, message }) => to === 'hub' && message.kind === 'missed');
    assert.equal(told.length, 3, 'the window hears of each at once');
    clipboard.clear();
    await turn();
    assert.deepEqual([readPresent(journal).fragments, readPresent(journal).absence], [[], 'cleared']);
  });
});

describe('offering a fragment', () => {
  test('puts all of its forms on the clipboard and says so', async (t) => {
    const { clipboard, component, journal } = await rig(t);
    await copied(clipboard, { content: { 'text/plain': 'x', 'text/html': '<b>x</b>' } });
    const [fragment] = listFragments(journal, { limit: 1 });
    component.hear({ kind: 'offer', fragmentId: fragment?.id ?? 0, requestId: 9 });
    const offered = { to: 'python_core', message: { kind: 'offered', requestId: 9, ok: true } };
    await component.until(() => component.said.some(({ message }) => message.kind === 'offered'));
    assert.deepEqual(component.said.at(-1), offered);
    assert.deepEqual(
      clipboard.offered?.map(({ mediaType }) => mediaType),
      ['text/plain', 'text/html'],
    );
  });

  test('makes it the present content again, without a new capture', async (t) => {
    const { clipboard, component, journal } = await rig(t);
    await copied(clipboard, { content: { 'text/plain': 'earlier' } });
    await copied(clipboard, { content: { 'text/plain': 'later' } });
    const [later, earlier] = listFragments(journal, { limit: 2 });
    component.hear({ kind: 'offer', fragmentId: earlier?.id ?? 0, requestId: 1 });
    await component.until(() => component.said.some(({ message }) => message.kind === 'offered'));
    assert.deepEqual(
      readPresent(journal).fragments.map(({ id }) => id),
      [earlier?.id],
    );
    assert.equal(listFragments(journal, { limit: 9 })[0]?.id, later?.id);
  });

  test('or its address: then nothing that was captured is on the clipboard; without an address it says that it did not', async (t) => {
    const { clipboard, component, journal } = await rig(t);
    await copied(clipboard, { content: { 'text/plain': 'x' }, sourceUrl: 'https://example.org/a' });
    await copied(clipboard, { content: { 'text/plain': 'y' }, owner: { name: null, executable: null, pid: null, windowTitle: null } });
    const [without, withAddress] = listFragments(journal, { limit: 2 });
    component.hear({ kind: 'offer', fragmentId: withAddress?.id ?? 0, requestId: 1, part: 'address' });
    component.hear({ kind: 'offer', fragmentId: without?.id ?? 0, requestId: 2, part: 'address' });
    await component.until(() => component.said.filter(({ message }) => message.kind === 'offered').length === 2);
    const answers = component.said.flatMap(({ message }) => (message.kind === 'offered' ? [[message.requestId, message.ok]] : []));
    assert.deepEqual(answers.toSorted(), [
      [1, true],
      [2, false],
    ]);
    assert.equal(without?.source.path, '');
    assert.equal(withAddress?.source.path, 'https://example.org/a');
    assert.partialDeepStrictEqual(readPresent(journal), { fragments: [], absence: 'address' });
  });

  test('that is unknown, or whose content was filtered away, says that it did not', async (t) => {
    const { clipboard, component, journal } = await rig(t);
    const id = recordCapture(journal, textCapture('CANARY')).fragmentIds[0] ?? 0;
    recordJudgement(journal, id, {
      detection: null,
      embeddedFilename: null,
      pictureSize: null,
      verdict: { kind: 'filter', because: 'excluded_dir' },
      index: { body: '', names: '' },
    });
    for (const fragmentId of [id, 4_711]) component.hear({ kind: 'offer', fragmentId, requestId: fragmentId });
    await component.until(() => component.said.length === 2);
    for (const { message } of component.said) assert.ok(message.kind === 'offered' && !message.ok);
    assert.equal(clipboard.offered, null);
  });
});

describe('a clipboard', () => {
  test('that is not there is told in words', async (t) => {
    const { component } = await rig(t, {}, async () => failed('no-xfixes'));
    assert.deepEqual(component.conditions, ['the X server has no XFixes extension']);
  });

  test('that goes away is looked for, and watched again once it is back', async (t) => {
    const clipboards = [new FakeClipboard(), new FakeClipboard()];
    let opened = 0;
    const { component, journal } = await rig(t, {}, async () => {
      const clipboard = clipboards[opened++];
      return clipboard ? done(clipboard) : failed('no-display');
    });
    clipboards[0]?.lose();
    assert.match(component.conditions.at(-1) ?? '', /^no display/);
    await component.until(() => component.conditions.at(-1) === null);
    await clipboards[1]?.copy({ content: { 'text/plain': 'after it' } });
    await turn();
    assert.equal(readPresent(journal).fragments.length, 1);
  });

  test('that opens only after the end is closed again', async (t) => {
    let open: (outcome: Outcome<Clipboard, OpenFailure>) => void = () => {};
    const component = fakePart();
    const opening = new Promise<Outcome<Clipboard, OpenFailure>>((resolve) => {
      open = resolve;
    });
    const journal = testJournal(t);
    const filter = contentFilterDocument.parse({});
    const writer = directWriter(journal);
    const monitor = new Monitor({
      component,
      journal,
      writer,
      filter: () => filter,
      room: async () => enough,
      openClipboard: () => opening,
    });
    const started = monitor.start();
    await monitor[Symbol.asyncDispose]();
    const clipboard = new FakeClipboard();
    open(done(clipboard));
    await started;
    await copied(clipboard, { content: { 'text/plain': 'too late' } });
    assert.deepEqual([component.said, listFragments(journal, { limit: 1 })], [[], []]);
  });
});

describe('a journal that takes nothing', () => {
  /** A recorder on a journal that can be told to be full. */
  function fullRig(t: TestContext): RecorderRig & { full: (isFull: boolean) => void } {
    const journal = testJournal(t);
    let isFull = true;
    const durableTransaction = <Result>(work: () => Result): Result => {
      if (isFull) throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
      return journal.durableTransaction(work);
    };
    const full = (value: boolean): void => {
      isFull = value;
    };
    return { ...recorderRig(t, journal, directWriter({ ...journal, durableTransaction })), full };
  }

  test('gets what was copied meanwhile in its order, as soon as it takes it', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { recorder, journal, full, writable, ids, logged } = fullRig(t);
    const copies: NewCapture[] = [textCapture('a'), capture([textFragment(spilled(journal, 'b'.repeat(200_000)))]), textCapture('c')];
    for (const copy of copies) recorder.record(copy);
    await turn();
    t.mock.timers.tick(1_000);
    await turn();
    assert.deepEqual([ids, writable.includes(true)], [[], false]);
    full(false);
    t.mock.timers.tick(1_000);
    await turn();
    assert.deepEqual(ids, [3]);
    assert.deepEqual(
      texts(journal).map((text) => text.slice(0, 1)),
      ['c', 'f', 'a'],
    );
    assert.equal(writable.at(-1), true);
    assert.ok(logged.includes('ERROR journal takes nothing, copies are held'));
  });

  test('gets a last chance at the end', async (t) => {
    const { recorder, journal, full } = fullRig(t);
    recorder.record(textCapture('a'));
    await turn();
    full(false);
    await recorder[Symbol.asyncDispose]();
    assert.deepEqual(texts(journal), ['a']);
  });

  test('at the end either has its copies written down, and gives them to the next recorder in their order and once', async (t) => {
    const { recorder, journal, logged } = fullRig(t);
    const held = path.join(path.dirname(journal.blobs), 'held');
    recorder.record(textCapture('a'));
    recorder.record(capture([textFragment(spilled(journal, 'b'.repeat(200_000)))], { copiedAtMs: 2_000 }));
    recorder.record(textCapture('c', { copiedAtMs: 3_000 }));
    await turn();
    await recorder[Symbol.asyncDispose]();
    assert.ok(logged.includes('WARN copies are held over the end'));
    const names = fs.readdirSync(held).toSorted();
    assert.deepEqual(names.map((name) => path.extname(name)).toSorted(), ['.content', '.json', '.json', '.json']);
    assert.equal(fs.statSync(held).mode & 0o777, 0o700);
    for (const name of names) assert.equal(fs.statSync(path.join(held, name)).mode & 0o777, 0o600);
    assert.deepEqual(
      fs.readdirSync(journal.blobs).filter((name) => path.extname(name) === '.tmp'),
      [],
    );
    // The first one was written all the same, just before the end.
    recordCapture(journal, textCapture('a'));
    const next = recorderRig(t, journal);
    next.recorder.takeUp();
    next.recorder.record(textCapture('d', { copiedAtMs: 4_000 }));
    await turn();
    assert.deepEqual(
      texts(journal).map((text) => text.slice(0, 1)),
      ['d', 'c', 'f', 'a'],
    );
    assert.deepEqual([readCounters(journal).missed, fs.readdirSync(held)], [0, []]);
  });

  test('at the end, with copies that can not be written down or make no sense later, has these counted at the next start', async (t) => {
    const { recorder, journal, logged } = fullRig(t);
    const held = path.join(path.dirname(journal.blobs), 'held');
    recorder.record(textCapture('kept'));
    recorder.record(textCapture('damaged', { copiedAtMs: 2_000 }));
    await turn();
    await recorder[Symbol.asyncDispose]();
    const [, second] = fs.readdirSync(held).toSorted();
    fs.writeFileSync(path.join(held, second ?? ''), '{"origin":"clipboard"');
    new HeldCopies(
      journal,
      rememberingLog(() => {}),
    ).markMissed(2);
    fs.writeFileSync(path.join(held, 'nobody-0.content'), 'CANARY of a copy that is gone');
    const next = recorderRig(t, journal);
    next.recorder.takeUp();
    await turn();
    await turn();
    assert.deepEqual([texts(journal), readCounters(journal).missed], [['kept'], 3]);
    assert.ok(next.logged.includes('CRITICAL held copy damaged') && !logged.includes('CRITICAL copies lost at the end'));
    assert.deepEqual(fs.readdirSync(held), []);
  });

  test('at the end, with a disk that takes nothing either, is said to cost the copies', async (t) => {
    const { recorder, journal, logged } = fullRig(t);
    const held = path.join(path.dirname(journal.blobs), 'held');
    fs.writeFileSync(held, 'in the way');
    recorder.record(textCapture('a'));
    await turn();
    await recorder[Symbol.asyncDispose]();
    assert.ok(logged.includes('CRITICAL copies lost at the end'));
    const next = recorderRig(t, journal);
    next.recorder.takeUp();
    next.recorder.record(textCapture('b'));
    await turn();
    assert.deepEqual(texts(journal), ['b']);
  });

  test('for too long costs the oldest copies, with a CRITICAL line and a count for each', async (t) => {
    const { recorder, journal, full, logged } = fullRig(t);
    for (let n = 0; n < 258; n++) {
      recorder.record(textCapture(`copy ${n}`));
      await turn();
    }
    assert.equal(logged.filter((line) => line === 'CRITICAL copy lost').length, 2);
    full(false);
    await recorder[Symbol.asyncDispose]();
    assert.equal(texts(journal).length, 256);
    assert.equal(texts(journal).at(-1), 'copy 2');
    assert.equal(readCounters(journal).missed, 2);
  });

  test('is not taken for one because the file of a copy is gone: that copy is lost, the next ones are not', async (t) => {
    const { recorder, journal, full, logged } = fullRig(t);
    full(false);
    const gone = spilled(journal, 'x'.repeat(200_000));
    fs.rmSync(gone.file);
    recorder.record(capture([textFragment(gone)]));
    recorder.record(textCapture('next'));
    await turn();
    assert.deepEqual(texts(journal), ['next']);
    assert.deepEqual([readCounters(journal).missed, logged], [1, ['CRITICAL copy lost', 'lost']]);
    assert.deepEqual(
      fs.readdirSync(journal.blobs).filter((name) => path.extname(name) === '.tmp'),
      [],
    );
  });
});

describe('a copy that can never be written', () => {
  const unwritable = (): NewCapture => capture([textFragment({ ...inline('x'), bytes: 0.5 })]);

  test('is given up alone, counted and logged; those beside it are recorded in their order', async (t) => {
    const { recorder, journal, writable, logged } = recorderRig(t);
    const durable: string[] = [];
    recorder.record(textCapture('first'), () => durable.push('first')); // the others wait for it, and go together
    for (const [name, copy] of [
      ['before', textCapture('before')],
      ['never', unwritable()],
      ['after', textCapture('after')],
    ] as const)
      recorder.record(copy, () => durable.push(name));
    await turn();
    assert.deepEqual(texts(journal), ['after', 'before', 'first']);
    assert.deepEqual(durable, ['first', 'before', 'after']);
    assert.deepEqual([readCounters(journal).missed, logged, writable.at(-1)], [1, ['CRITICAL copy lost', 'lost'], true]);
  });

  test('and takes a whole commit with it is found by writing each alone', async (t) => {
    const journal = testJournal(t);
    const direct = directWriter(journal);
    const asked: number[] = [];
    const writer: JournalWriter = {
      write: (name, ...given) => {
        if (name !== 'recordCaptures') return direct.write(name, ...given);
        const captures = given[0] as readonly NewCapture[];
        asked.push(captures.length);
        if (captures.some(({ givenName }) => givenName === 'poison'))
          return Promise.resolve({ ok: false, reason: 'unwritable', code: 'ends-the-thread' });
        return direct.write(name, ...given);
      },
    };
    const { recorder, logged } = recorderRig(t, journal, writer);
    recorder.record(textCapture('first'));
    for (const copy of [textCapture('before'), textCapture('x', { givenName: 'poison' }), textCapture('after')]) recorder.record(copy);
    await turn();
    assert.deepEqual(asked, [1, 3, 1, 1, 1]);
    assert.deepEqual(texts(journal), ['after', 'before', 'first']);
    assert.deepEqual([readCounters(journal).missed, logged], [1, ['CRITICAL copy lost', 'lost']]);
  });
});

function texts(journal: Journal): readonly string[] {
  return listFragments(journal, { limit: 1_000 }).map(({ id }) =>
    String(contentPlaces(journal, id).map((place) => 'inline' in place && Buffer.from(place.inline))),
  );
}

interface RecorderRig {
  readonly recorder: Recorder;
  readonly journal: Journal;
  readonly logged: string[];
  readonly writable: boolean[];
  readonly ids: number[];
}

function recorderRig(t: TestContext, journal = testJournal(t), writer = directWriter(journal)): RecorderRig {
  const [logged, writable, ids]: [string[], boolean[], number[]] = [[], [], []];
  const log = rememberingLog((line) => line.startsWith('DEBUG') || logged.push(line));
  const recorder = new Recorder({
    writer,
    held: new HeldCopies(journal, log),
    log,
    recorded: ({ captureId }) => ids.push(captureId),
    writable: (one) => writable.push(one),
    lost: () => logged.push('lost'),
  });
  t.after(() => recorder[Symbol.asyncDispose]());
  return { recorder, journal, logged, writable, ids };
}

test('without room, small contents are kept and large ones are not; it is said how to mend that, and no more once there is room', async (t) => {
  const [clipboard, component, journal] = [new FakeClipboard(), fakePart(), testJournal(t)];
  const rules = contentFilterDocument.parse({});
  let room: Room = { kind: 'small-only', why: 'the journal has its 20.0 GB' };
  const monitor = new Monitor({
    component,
    journal,
    writer: directWriter(journal),
    filter: () => rules,
    room: async () => room,
    openClipboard: async () => done(clipboard),
  });
  t.after(() => monitor[Symbol.asyncDispose]());
  await monitor.start();
  const large = (letter: string): string => letter.repeat(128 * 1024 + 1);
  await copied(clipboard, { content: { 'text/plain': 'x'.repeat(128 * 1024) } });
  await copied(clipboard, { content: { 'text/plain': large('y') } });
  await copied(clipboard, { content: { 'text/plain': 'a caption', 'image/png': large('p') } });
  assert.equal(component.conditions.at(-1), 'the journal has its 20.0 GB');
  assert.deepEqual(
    listFragments(journal, { limit: 10 }).map(({ bytes }) => bytes),
    [9, 128 * 1024],
  );
  assert.equal(readCounters(journal)?.missed, 1);
  assert.deepEqual(fs.readdirSync(journal.blobs), []);
  room = { kind: 'nearly-full', why: 'the journal has 18.0 GB of its 20.0 GB' };
  await copied(clipboard, { content: { 'text/plain': large('z') } });
  assert.equal(listFragments(journal, { limit: 1 })[0]?.bytes, 128 * 1024 + 1);
  assert.equal(component.conditions.at(-1), 'the journal has 18.0 GB of its 20.0 GB');
  room = enough;
  await copied(clipboard, { content: { 'text/plain': large('e') } });
  assert.equal(component.conditions.at(-1), null);
});
