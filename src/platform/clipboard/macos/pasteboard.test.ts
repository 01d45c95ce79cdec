import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as later } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { type FakePasteboard, fakeAppkit } from '../../../../test/harness/macos/fake-appkit.ts';
import { until } from '../../../../test/harness/until.ts';
import type { ThreadOrder, ThreadReport, WindowOfProgram } from '../kept/thread-messages.ts';
import { clipboardLimits } from '../limits.ts';
import { Pasteboard } from './pasteboard.ts';
import { nextLookMs, servePasteboard } from './serve-pasteboard.ts';

const text = 'public.utf8-plain-text';
const read = (now: FakePasteboard | (() => FakePasteboard)) =>
  new Pasteboard(fakeAppkit(typeof now === 'function' ? now : () => now)).read(clipboardLimits, false);

test('a mark on any of the first items conceals the copy, and nothing of it is requested', () => {
  const asked: string[] = [];
  const plain = { [text]: 'secret' };
  assert.equal(read({ items: [plain, { 'org.nspasteboard.ConcealedType': '' }], asked: (type) => asked.push(type) }), null);
  assert.equal(read({ items: [{ ...plain, 'com.agilebits.onepassword': '' }], asked: (type) => asked.push(type) }), null);
  assert.deepEqual(asked, []);
  assert.deepEqual(
    read({ items: [plain, plain] })?.contents.map(({ mediaType, bytes }) => [mediaType, String(bytes)]),
    [['text/plain', 'secret']],
  );
});

test('a mark whose value says that it may be kept lets the copy be read, and one without a value does not', () => {
  const mark = 'CanIncludeInClipboardHistory';
  assert.equal(read({ items: [{ [text]: 'a', [mark]: '1' }] })?.contents.length, 1);
  for (const value of ['0', '']) assert.equal(read({ items: [{ [text]: 'a', [mark]: value }] }), null);
});

test('a mark that comes while the content is being read discards it', () => {
  let marks: Readonly<Record<string, string>> = {};
  const asked = (): void => {
    marks = { 'org.nspasteboard.TransientType': '' };
  };
  assert.equal(
    read(() => ({ items: [{ [text]: 'secret', ...marks }], asked })),
    null,
  );
});

test('with more types than any program has, or a type with a long name, nothing is read', () => {
  const many = Object.fromEntries(Array.from({ length: 1_025 }, (_, at) => [`type.${at}`, '']));
  for (const types of [many, { ['a'.repeat(1_025)]: '' }]) {
    const asked: string[] = [];
    assert.equal(read({ items: [{ [text]: 'a', ...types }], asked: (type) => asked.push(type) }), null);
    assert.deepEqual(asked, []);
  }
});

test('what is larger than its limit is not taken, and the limit of the copy counts for all of it', () => {
  const items = [{ [text]: 'x'.repeat(60), 'public.html': 'y'.repeat(60) }];
  const { contents } = new Pasteboard(fakeAppkit(() => ({ items }))).read({ ...clipboardLimits, copyBytes: 100 }, false) ?? {
    contents: [],
  };
  assert.deepEqual(
    contents.map(({ bytes }) => (typeof bytes === 'string' ? bytes : bytes.length)),
    [60, 'too-large'],
  );
});

test('a thread whose user forbids reading says so at once, and one that need not ask is ready', async () => {
  for (const [access, expected] of [
    [3, 'denied'],
    [2, null],
    [undefined, null],
  ] as const) {
    const { port1, port2 } = new MessageChannel();
    const said = new Promise<ThreadReport>((resolve) => port2.once('message', resolve));
    const items: FakePasteboard['items'] = [];
    const pasteboard = new Pasteboard(fakeAppkit(() => (access === undefined ? { items } : { items, access })));
    servePasteboard({ pasteboard, port: port1, front: () => null, idleSeconds: () => 0 });
    assert.deepEqual(await said, { is: 'ready', fails: expected });
    port1.close();
    await later(0);
  }
});

/** A server of this pasteboard that watches it; `heard` are its reports, the first of which says that it is ready, and the second what is there. */
function served(t: TestContext, pasteboard: Pasteboard, front: () => WindowOfProgram | null = () => null) {
  const { port1, port2 } = new MessageChannel();
  const heard: ThreadReport[] = [];
  port2.on('message', (report: ThreadReport) => heard.push(report));
  servePasteboard({ pasteboard, port: port1, front, idleSeconds: () => 0 });
  const order = (each: ThreadOrder): void => port2.postMessage(each);
  t.after(() => order({ do: 'end' }));
  order({ do: 'watch' });
  const report = (at: number): Promise<ThreadReport> => until(`report ${at}`, () => heard[at]);
  return { heard, order, report };
}

test('types that are announced one after the other, after the pasteboard was emptied, are one copy with all of them', async (t) => {
  const html = 'public.html';
  let looks: FakePasteboard['items'][] = [];
  let now: FakePasteboard = { items: [] };
  const looked = (): void => {
    now = { ...now, items: looks.shift() ?? now.items };
  };
  const { report } = served(t, new Pasteboard(fakeAppkit(() => ({ ...now, looked }))));
  await report(1);
  looks = [[], [{ [text]: 'a' }], [{ [text]: 'a', [html]: 'b' }]];
  now = { changeCount: 2, items: [] };
  const changed = await report(2);
  assert.deepEqual(changed.is === 'changed' && changed.now?.formats, [text, html]);
});

test('a pasteboard that was told as emptied is looked at until it is filled', async (t) => {
  let now: FakePasteboard = { items: [{ [text]: 'before' }] };
  const { report } = served(t, new Pasteboard(fakeAppkit(() => now)));
  await report(1);
  now = { changeCount: 2, items: [] };
  const emptied = await report(2);
  assert.deepEqual(emptied.is === 'changed' && emptied.now?.formats, []);
  now = { changeCount: 2, items: [{ [text]: 'late' }] };
  const filled = await report(3);
  assert.deepEqual(filled.is === 'changed' && filled.now?.formats, [text]);
});

test('the owner is the program that was in front when the copy was seen, and not the one that the user went to meanwhile', async (t) => {
  let now: FakePasteboard = { items: [] };
  let looks = 0;
  const front = (): WindowOfProgram => {
    looks += 1;
    return { pid: 1, executable: looks < 3 ? 'Manager' : 'Browser', title: null };
  };
  const { report } = served(t, new Pasteboard(fakeAppkit(() => now)), front);
  await report(1);
  now = { changeCount: 2, items: [{ [text]: 'a' }] };
  const changed = await report(2);
  assert.deepEqual([changed.is === 'changed' && changed.now?.owner?.executable, looks], ['Manager', 3]);
});

test('a watch that begins while a change is settling reports it once', async (t) => {
  let now: FakePasteboard = { items: [] };
  let looks = 0;
  const front = (): null => {
    looks += 1;
    // The change has been seen, and is reported in a moment.
    if (looks === 2) for (const each of ['unwatch', 'watch'] as const) order({ do: each });
    return null;
  };
  const { heard, order, report } = served(t, new Pasteboard(fakeAppkit(() => now)), front);
  await report(1);
  now = { changeCount: 2, items: [{ [text]: 'a' }] };
  await report(2);
  await later(100);
  assert.deepEqual(
    heard.slice(1).map((each) => each.is === 'changed' && [each.isInitial, each.now?.sequence]),
    [
      [true, 1],
      [true, 2],
    ],
  );
});

test('what another program copies while Hub writes its offer is a copy', async (t) => {
  let now: FakePasteboard = { items: [] };
  const { order, report } = served(t, new Pasteboard(fakeAppkit(() => now, 2)));
  await report(1);
  now = { changeCount: 3, items: [{ [text]: 'theirs' }] };
  order({ do: 'offer', id: 1, formats: [{ format: text, bytes: Buffer.from('ours') }], over: 'anything' });
  const [offered, changed] = [await report(2), await report(3)];
  assert.deepEqual(offered, { is: 'offered', id: 1, outcome: 'not-owner' });
  assert.deepEqual(changed.is === 'changed' && [changed.now?.sequence, changed.now?.isOurs], [3, false]);
});

test('the count is asked for four times a second while somebody uses the computer, and once a second otherwise', () => {
  assert.deepEqual([0, 59, 60, 86_400].map(nextLookMs), [250, 250, 1_000, 1_000]);
});
