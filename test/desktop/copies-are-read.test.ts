import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { bytesIn, ClipboardRig, textsOf } from '../harness/desktop/clipboard-rig.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import type { OwnedTargets } from '../harness/owners/clipboard-owner.ts';
import { until } from '../harness/until.ts';

const everything: OwnedTargets = {
  UTF8_STRING: { content: { text: 'plain' } },
  'text/html': { content: { text: '<b>plain</b>' } },
  'image/png': { content: { text: 'no real picture' } },
  'text/uri-list': { content: { text: 'file:///a\r\n' } },
};

describe('a copy on X11', { skip: withoutXvfb() }, () => {
  it('is read from xclip, and the same text copied again is another copy', async () => {
    await using rig = await ClipboardRig.open();
    await rig.xclip([], 'Grüße');
    const first = await rig.nextCopy();
    assert.deepEqual(await textsOf(first), { 'text/plain': 'Grüße' });
    await rig.xclip([], 'Grüße');
    const second = await rig.nextCopy();
    assert.deepEqual([first.ordinal, second.ordinal, second.initial], [1, 2, false]);
  });

  it('is read from xclip if it is a picture', async () => {
    await using rig = await ClipboardRig.open();
    const picture = Buffer.from(Array.from({ length: 3_000 }, (_, index) => index % 256));
    await rig.xclip(['-t', 'image/png'], picture);
    const [png, ...others] = (await rig.nextCopy()).representations;
    assert.ok(png !== undefined && others.length === 0 && png.mediaType === 'image/png');
    assert.ok((await bytesIn(png.content)).equals(picture));
  });

  it('is one copy with all its formats, and the page that it is from', async () => {
    await using rig = await ClipboardRig.open();
    const owner = await rig.owner();
    await owner.own({ ...everything, 'chromium/x-source-url': { content: { text: 'https://example.org/page' } }, SAVE_TARGETS: {} });
    const copy = await rig.nextCopy();
    const texts = { 'text/plain': 'plain', 'text/html': '<b>plain</b>', 'text/uri-list': 'file:///a\r\n', 'image/png': 'no real picture' };
    assert.deepEqual(await textsOf(copy), texts);
    assert.deepEqual(copy.missing, []);
    assert.equal(copy.sourceUrl, 'https://example.org/page');
  });

  it('has files as a URI list from file managers that only support GNOME’s format', async () => {
    await using rig = await ClipboardRig.open();
    const owner = await rig.owner();
    await owner.own({ 'x-special/gnome-copied-files': { content: { text: 'cut\nfile:///a\nfile:///b' } } });
    assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/uri-list': 'file:///a\r\nfile:///b\r\n' });
  });

  it('has the program that copied as its source', async () => {
    await using rig = await ClipboardRig.open();
    const owner = await rig.owner();
    await owner.showWindow({ title: 'a window’s title', className: 'Editor' });
    await owner.own({ UTF8_STRING: { content: { text: 'x' } } });
    const { name, pid, executable, windowTitle } = (await rig.nextCopy()).owner;
    assert.deepEqual([name, pid, windowTitle], ['Editor', owner.pid, 'a window’s title']);
    assert.equal(executable?.startsWith('/'), true);
  });

  it('does not have a program that has exited as its source, even if the window manager still names its window', async () => {
    await using rig = await ClipboardRig.open();
    const [ended, other] = [await rig.owner(), await rig.owner()];
    await ended.showWindow({ title: 'gone', className: 'Editor' });
    await other.own({ UTF8_STRING: { content: { text: 'before' } } });
    await rig.nextCopy();
    await ended.kill();
    // The server gives the next program the numbers of the one that ended, so its windows look like the same program's.
    const next = await rig.owner();
    await next.own({ UTF8_STRING: { content: { text: 'after' } } });
    const { owner, isOwnerComplete } = await rig.nextCopy();
    assert.deepEqual([owner.pid, owner.name, owner.windowTitle, isOwnerComplete], [next.pid, 'node', null, true]);
  });

  it('that was there before the watch is read as an initial one', async () => {
    await using rig = await ClipboardRig.open({ before: (owner) => owner.own({ UTF8_STRING: { content: { text: 'from before' } } }) });
    const copy = await rig.nextCopy();
    assert.equal(copy.initial, true);
    assert.deepEqual(await textsOf(copy), { 'text/plain': 'from before' });
  });

  it('is requested by another text target if the first is refused, and as text if the owner lists no targets', async () => {
    await using rig = await ClipboardRig.open();
    const owner = await rig.owner();
    await owner.own({
      UTF8_STRING: { manner: 'refuse' },
      STRING: { content: { base64: Buffer.from('Grüße', 'latin1').toString('base64') } },
    });
    assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/plain': 'Grüße' });
    await owner.own({ TARGETS: { manner: 'refuse' }, UTF8_STRING: { content: { text: 'taciturn' } } });
    assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/plain': 'taciturn' });
  });

  it('that is unusable, or whose owner refuses everything, is counted as missed', async () => {
    await using rig = await ClipboardRig.open();
    const owner = await rig.owner();
    await owner.own({ 'application/x-unknown': { content: { text: 'x' } } });
    assert.partialDeepStrictEqual(await rig.next(), { kind: 'missed', because: 'nothing-usable' });
    await owner.own({ UTF8_STRING: { manner: 'refuse' } });
    assert.partialDeepStrictEqual(await rig.next(), { kind: 'missed', because: 'owner-refused' });
  });

  it('is read once if its owner repeats targets and marks, and missed if the list has no end', async () => {
    await using rig = await ClipboardRig.open();
    const owner = await rig.owner();
    const targets = { 'x-kde-passwordManagerHint': { content: { text: 'public' } }, UTF8_STRING: { content: { text: 'once' } } };
    for (const listedTimes of [2, 40, 70_000]) {
      await owner.own(targets, { listedTimes });
      assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/plain': 'once' });
    }
    const requests = await owner.requests();
    assert.deepEqual(requests, { TARGETS: 6, 'x-kde-passwordManagerHint': 3, UTF8_STRING: 3 });
    await owner.own(targets, { listedTimes: 100_000 });
    assert.partialDeepStrictEqual(await rig.next(), { kind: 'missed', because: 'too-large' });
    await owner.own({ ...targets, 'Clipboard Viewer Ignore': {} }, { listedTimes: 50_000 });
    assert.partialDeepStrictEqual(await rig.next(), { kind: 'refused', because: 'concealed' });
  });

  it('loses the formats that are too large, and is missed if all are', async () => {
    await using rig = await ClipboardRig.open({ limits: { textBytes: 1_000, htmlBytes: 500_000 } });
    const owner = await rig.owner();
    await owner.own({ UTF8_STRING: { content: { fillBytes: 1_001 } }, 'text/html': { content: { text: 'x' } } });
    const copy = await rig.nextCopy();
    assert.deepEqual([Object.keys(await textsOf(copy)), copy.missing], [['text/html'], ['text/plain']]);
    await owner.own({ 'text/html': { content: { fillBytes: 500_001 }, manner: 'incr' } });
    assert.partialDeepStrictEqual(await rig.next(), { kind: 'missed', because: 'too-large' });
    await owner.own({ UTF8_STRING: { content: { fillBytes: 1_000 } } });
    assert.equal((await rig.nextCopy()).representations[0]?.content.bytes, 1_000);
  });
});

describe('a copy on X11 that is not to be read', { skip: withoutXvfb() }, () => {
  it('is refused by the judge before any content is requested, with the judge’s reason', async () => {
    await using rig = await ClipboardRig.open({ judge: ({ owner }) => (owner.pid === null ? 'read' : { refuse: 'excluded-app' }) });
    const owner = await rig.owner();
    await owner.own(everything);
    assert.partialDeepStrictEqual(await rig.next(), { kind: 'refused', because: 'excluded-app' });
    assert.deepEqual(await owner.requests(), { TARGETS: 1 });
  });
});

describe('a difficult owner on X11', { skip: withoutXvfb() }, () => {
  it('that is silent delays no other copy, and its own is counted as missed', async () => {
    await using rig = await ClipboardRig.open({ limits: { silenceMs: 1_500, answersLateMs: 500 } });
    const [silent, quick] = [await rig.owner(), await rig.owner()];
    await silent.own({ UTF8_STRING: { manner: 'silent' } });
    // A copy that is replaced before its content was asked for is another story.
    await until('request for its content', async () => (await silent.requests()).UTF8_STRING === 1);
    await quick.own({ UTF8_STRING: { content: { text: 'quick' } } });
    const [first, second] = await rig.settled(2);
    assert.deepEqual([first?.kind, second?.kind], ['copy', 'missed']);
    assert.partialDeepStrictEqual([first, second], [{ copy: { ordinal: 2 } }, { ordinal: 1, because: 'owner-silent' }]);
    await silent.own({ TARGETS: { manner: 'silent' }, UTF8_STRING: {} });
    assert.partialDeepStrictEqual(await rig.next(), { kind: 'missed', because: 'owner-silent' });
  });

  it('that announces its copy before it has it is asked again, and one that refuses for good is missed', async () => {
    await using rig = await ClipboardRig.open({ limits: { refusedAgainMs: [50, 100] } });
    const owner = await rig.owner();
    await owner.own({ UTF8_STRING: { content: { text: 'here at last' }, refusesFirst: 2 } });
    assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/plain': 'here at last' });
    await owner.own({ UTF8_STRING: { manner: 'refuse' } });
    assert.partialDeepStrictEqual(await rig.next(), { kind: 'missed', because: 'owner-refused' });
    assert.equal((await owner.requests()).UTF8_STRING, 3 + 3);
  });

  it('that stalls in the middle of a transfer leaves a missed copy and no file, and can copy again', async () => {
    await using rig = await ClipboardRig.open({ limits: { silenceMs: 400, answersLateMs: 200 } });
    const owner = await rig.owner();
    await owner.own({ UTF8_STRING: { content: { fillBytes: 1_000_000 }, manner: 'stall' } });
    const event = await rig.next();
    assert.partialDeepStrictEqual(event, { kind: 'missed', because: 'owner-silent' });
    assert.ok('program' in event && typeof event.program === 'string', 'its program is known');
    assert.deepEqual(await readdir(rig.folder), []);
    await owner.own({ UTF8_STRING: { content: { text: 'alive' }, manner: 'incr' } });
    assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/plain': 'alive' });
  });

  it('that dies during a request is known to be gone before its deadline', async () => {
    await using rig = await ClipboardRig.open({ limits: { silenceMs: 60_000 } });
    const [owner, stalling] = [await rig.owner(), await rig.owner()];
    await owner.own({ UTF8_STRING: { manner: 'die' } });
    assert.partialDeepStrictEqual(await rig.next(), { kind: 'missed', because: 'owner-gone' });
    await stalling.own({ UTF8_STRING: { content: { fillBytes: 1_000_000 }, manner: 'stall' } });
    await stalling.kill();
    assert.partialDeepStrictEqual(await rig.next(), { kind: 'missed' });
    assert.deepEqual(await readdir(rig.folder), []);
  });

  it('that is replaced by the next copy is gone if that was at once, and missed if it was there for longer, also while Hub was halted', async () => {
    await using rig = await ClipboardRig.open({ limits: { silenceMs: 60_000 } });
    const owner = await rig.owner();
    const silentThenReplaced = async (afterMs: number): Promise<unknown> => {
      await owner.own({ UTF8_STRING: { manner: 'silent' } });
      await delay(afterMs);
      await owner.own({ UTF8_STRING: { content: { text: `after ${afterMs}` } } });
      return (await rig.settled(2)).find(({ kind }) => kind === 'missed');
    };
    assert.partialDeepStrictEqual(await silentThenReplaced(0), { because: 'replaced' });
    assert.partialDeepStrictEqual(await silentThenReplaced(1_200), { because: 'gone-unread' });
    const burst = owner.burst({ label: 'while halted', times: 2, everyMs: 1_200 });
    await turn(); // the command is on its way
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
    await burst;
    assert.partialDeepStrictEqual(
      (await rig.settled(2)).find(({ kind }) => kind === 'missed'),
      { because: 'gone-unread' },
    );
  });

  it('that is silent about RTF delays the text only briefly, and the RTF is missing', async () => {
    await using rig = await ClipboardRig.open({ limits: { silenceMs: 60_000 } });
    const owner = await rig.owner();
    await owner.own({ UTF8_STRING: { content: { text: 'text' } }, 'text/rtf': { manner: 'silent' } });
    const copy = await rig.nextCopy();
    assert.deepEqual([await textsOf(copy), copy.missing], [{ 'text/plain': 'text' }, ['text/rtf']]);
    assert.ok(copy.timings.readAfterMs < 30_000, 'the silence was not waited for');
  });

  it('that draws its cells slowly delays them only briefly, and a picture that is the copy itself is waited for', async () => {
    await using rig = await ClipboardRig.open({ limits: { silenceMs: 60_000 } });
    const owner = await rig.owner();
    const cells = { UTF8_STRING: { content: { text: '1\t2' } }, 'text/html': { content: { text: '<td>1<td>2' } } };
    await owner.own({ ...cells, 'image/png': { manner: 'silent' } });
    const copy = await rig.nextCopy();
    assert.deepEqual([await textsOf(copy), copy.missing], [{ 'text/plain': '1\t2', 'text/html': '<td>1<td>2' }, ['image/png']]);
    assert.ok(copy.timings.readAfterMs < 30_000, 'the silence was not waited for');
    await using patient = await ClipboardRig.open({ limits: { silenceMs: 4_000 } });
    const browser = await patient.owner();
    await browser.own({ 'text/html': { content: { text: '<img src="a.png">' } }, 'image/png': { manner: 'silent' } });
    assert.ok((await patient.nextCopy()).timings.readAfterMs > 3_000, 'it was waited for as long as its owner may be silent');
  });

  it('that does one thing at a time has its text and its HTML read before it draws the picture', async () => {
    await using rig = await ClipboardRig.open({ limits: { silenceMs: 1_500, drawingAfterMs: 60_000 } });
    const owner = await rig.owner();
    const large = { content: { fillBytes: 1_000_000 }, manner: 'incr' } as const;
    const cells = { UTF8_STRING: large, 'text/html': large, 'text/rtf': { content: { text: '{\\rtf1}' } } };
    await owner.own({ 'image/png': { content: { text: 'drawn' }, busyMs: 5_000 }, ...cells });
    const { representations, missing } = await rig.nextCopy();
    const sizes = representations.map(({ mediaType, content }) => [mediaType, content.bytes]);
    assert.deepEqual(sizes, [
      ['text/plain', 1_000_000],
      ['text/html', 1_000_000],
      ['text/rtf', 7],
    ]);
    assert.deepEqual(missing, ['image/png']);
  });

  it('that is slow to write its HTML is not asked to draw a picture of it', async () => {
    await using rig = await ClipboardRig.open({ limits: { drawingAfterMs: 300 } });
    const owner = await rig.owner();
    const cells = { UTF8_STRING: { content: { text: '1' } }, 'text/html': { content: { text: '<td>1' }, busyMs: 600 } };
    await owner.own({ ...cells, 'image/png': { content: { text: 'drawn' } } });
    assert.deepEqual((await rig.nextCopy()).missing, ['image/png']);
    assert.equal((await owner.requests())['image/png'], undefined);
  });

  it('that is silent about its text may still give its HTML', async () => {
    await using rig = await ClipboardRig.open({ limits: { silenceMs: 400 } });
    const owner = await rig.owner();
    await owner.own({ UTF8_STRING: { manner: 'silent' }, 'text/html': { content: { text: '<b>here' } }, 'text/rtf': { manner: 'silent' } });
    const copy = await rig.nextCopy();
    assert.deepEqual([await textsOf(copy), copy.missing], [{ 'text/html': '<b>here' }, ['text/plain', 'text/rtf']]);
  });

  it('that was busy is asked once more when it answers, and its copy is not missed', async () => {
    await using rig = await ClipboardRig.open({ limits: { silenceMs: 500, answersLateMs: 60_000 } });
    const owner = await rig.owner();
    await owner.own({ TARGETS: { busyMs: 2_000 }, UTF8_STRING: { content: { text: 'at last' } } });
    const copy = await rig.nextCopy();
    assert.deepEqual([copy.ordinal, await textsOf(copy)], [1, { 'text/plain': 'at last' }]);
    await owner.own({ TARGETS: { busyMs: 2_000 }, 'x-kde-passwordManagerHint': { content: { text: 'secret' } }, UTF8_STRING: {} });
    assert.partialDeepStrictEqual(await rig.next(), { kind: 'refused', ordinal: 2, because: 'concealed' });
  });

  it('that withholds a format costs only that format', async () => {
    await using rig = await ClipboardRig.open({ limits: { silenceMs: 400 } });
    const owner = await rig.owner();
    await owner.own({ UTF8_STRING: { content: { text: 'here' } }, 'image/png': { manner: 'silent' } });
    const copy = await rig.nextCopy();
    assert.deepEqual([await textsOf(copy), copy.missing], [{ 'text/plain': 'here' }, ['image/png']]);
  });
});

describe('the watch on X11', { skip: withoutXvfb() }, () => {
  it('reports that the clipboard was cleared', async () => {
    const cleared = Promise.withResolvers<void>();
    await using rig = await ClipboardRig.open({ onEvent: (event) => (event.kind === 'cleared' ? cleared.resolve() : undefined) });
    const owner = await rig.owner();
    await owner.own({ UTF8_STRING: { content: { text: 'x' } } });
    await owner.clear();
    await cleared.promise;
  });

  it('reports an empty copy like a cleared clipboard', async () => {
    const kinds: string[] = [];
    await using rig = await ClipboardRig.open({ onEvent: ({ kind }) => void kinds.push(kind) });
    const owner = await rig.owner();
    await owner.own({ UTF8_STRING: {}, 'text/html': {} });
    await until('event', () => kinds.length > 1);
    assert.deepEqual(kinds, ['cleared', 'cleared']);
  });

  it('that follows another one reports each copy once', async () => {
    await using rig = await ClipboardRig.open();
    const owner = await rig.owner();
    await owner.own({ UTF8_STRING: { content: { text: 'first' } } });
    await rig.nextCopy();
    rig.watch();
    assert.equal((await rig.nextCopy()).initial, true);
    await owner.own({ UTF8_STRING: { content: { text: 'second' } } });
    assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/plain': 'second' });
    await owner.own({ UTF8_STRING: { content: { text: 'third' } } });
    assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/plain': 'third' });
  });

  it('reports once that the display is gone, and offering then fails with a reason', async () => {
    await using rig = await ClipboardRig.open();
    await rig.display.kill();
    assert.equal(await rig.lost, 'display-gone');
    assert.deepEqual(await rig.clipboard.offer([{ mediaType: 'text/plain', content: { bytes: 1, inline: Buffer.from('x') } }]), {
      ok: false,
      reason: 'display-gone',
    });
  });
});
