/** Hub's clipboard of Windows, with a second program that copies: run by `npm run test:windows`, on Windows or under Wine. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { ContentSpool } from '../../src/base/files/spooled-content.ts';
import { identifyOwner } from '../../src/domain/capture/owner-identity.ts';
import type { Clipboard, ClipboardWatch, ClipboardWatchOptions, CopyEvent, ReadCopy } from '../../src/platform/clipboard/interface.ts';
import { openWindowsClipboard } from '../../src/platform/clipboard/windows/windows-clipboard.ts';
import { gradientPng } from '../harness/gradient-png.ts';
import { until } from '../harness/until.ts';
import { CopyingPeer } from '../harness/windows/copying-peer.ts';

const skip = process.platform === 'win32' ? false : 'this is not Windows; npm run test:windows brings Wine';
const wide = (text: string): Buffer => Buffer.from(`${text}\0`, 'utf16le');
const [unicodeText, dib, dropFiles] = [13, 8, 15];

interface Rig {
  readonly clipboard: Clipboard;
  readonly watch: ClipboardWatch;
  readonly peer: CopyingPeer;
  readonly events: CopyEvent[];
  /** The next event that nobody has taken. */
  next(): Promise<CopyEvent>;
  nextCopy(): Promise<ReadCopy>;
}

/** Begins with an empty clipboard. */
async function open(t: TestContext, options: Partial<ClipboardWatchOptions> = {}): Promise<Rig> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-windows-'));
  const peer = await CopyingPeer.start();
  await peer.copy();
  const opened = await openWindowsClipboard();
  assert.ok(opened.ok, opened.ok ? '' : opened.reason);
  const clipboard = opened.value;
  t.after(async () => {
    await clipboard.close();
    await peer.end();
    rmSync(folder, { recursive: true, force: true });
  });
  const events: CopyEvent[] = [];
  let taken = 0;
  const watch = clipboard.watch({
    identifyOwner,
    judge: () => 'read',
    newContent: () => new ContentSpool({ folder }),
    onEvent: (event) => void events.push(event),
    onLost: (reason) => assert.fail(reason),
    onFault: (error) => {
      throw error;
    },
    ...options,
  });
  const next = async (): Promise<CopyEvent> => {
    const event = await until('event of the clipboard', () => events[taken]);
    taken += 1;
    return event;
  };
  const nextCopy = async (): Promise<ReadCopy> => {
    const event = await next();
    assert.ok(event.kind === 'copy', JSON.stringify(event));
    return event.copy;
  };
  if (options.isWanted === undefined) assert.deepEqual((await next()).kind, 'cleared');
  return { clipboard, watch, peer, events, next, nextCopy };
}

async function textsOf({ representations }: ReadCopy): Promise<Readonly<Record<string, string>>> {
  const all = representations.map(async ({ mediaType, content }) => {
    const bytes = 'inline' in content ? content.inline : await readFile(content.file);
    return [mediaType, mediaType.startsWith('image/') ? bytes.toString('latin1', 1, 4) : bytes.toString()] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

test('a copy of another program is read with its text, and the program is known', { skip }, async (t) => {
  const { peer, nextCopy } = await open(t);
  await peer.copyText('Grüße 👋');
  const copy = await nextCopy();
  assert.deepEqual(await textsOf(copy), { 'text/plain': 'Grüße 👋' });
  assert.deepEqual([copy.owner.pid, copy.owner.name, copy.client, copy.isOwnerComplete], [peer.pid, 'node', peer.pid, true]);
  assert.equal(copy.owner.executable?.toLowerCase(), process.execPath.toLowerCase());
  await peer.copyText('Grüße 👋');
  assert.equal((await nextCopy()).ordinal, copy.ordinal + 1);
});

test('a copy has all its formats, and the page that it is from', { skip }, async (t) => {
  const { peer, nextCopy } = await open(t);
  const header = 'Version:0.9\r\nStartHTML:00000084\r\nEndHTML:00000093\r\nSourceURL:https://example.org/a\r\n';
  const html = `${header}<b>a</b>x`;
  await peer.copy([unicodeText, wide('a')], ['HTML Format', Buffer.from(html)], ['Rich Text Format', Buffer.from('{\\rtf1 a}\0')]);
  const copy = await nextCopy();
  assert.deepEqual(await textsOf(copy), { 'text/plain': 'a', 'text/html': '<b>a</b>x', 'text/rtf': '{\\rtf1 a}' });
  assert.deepEqual([copy.sourceUrl, copy.missing], ['https://example.org/a', []]);
});

test('copied files are a list of addresses', { skip }, async (t) => {
  const { peer, nextCopy } = await open(t);
  const header = Buffer.from('1400000000000000000000000000000001000000', 'hex');
  await peer.copy([dropFiles, Buffer.concat([header, Buffer.from('C:\\a b.txt\0D:\\ü\0\0', 'utf16le')])]);
  assert.deepEqual(await textsOf(await nextCopy()), { 'text/uri-list': 'file:///C:/a%20b.txt\r\nfile:///D:/%C3%BC\r\n' });
});

test('a bitmap becomes a PNG, and a PNG stays as it is', { skip }, async (t) => {
  const { peer, nextCopy } = await open(t);
  const header = Buffer.from('28000000020000000100000001001800000000000800000000000000000000000000000000000000', 'hex');
  await peer.copy([dib, Buffer.concat([header, Buffer.from('0102030405060000', 'hex')])]);
  assert.deepEqual(await textsOf(await nextCopy()), { 'image/png': 'PNG' });
  const png = gradientPng(4, 4);
  await peer.copy(['PNG', png]);
  const [picture] = (await nextCopy()).representations;
  assert.ok(picture !== undefined && 'inline' in picture.content && picture.content.inline.equals(png));
});

test('what its owner marks as concealed is not read', { skip }, async (t) => {
  const { peer, next, nextCopy } = await open(t);
  const marks = [
    ['ExcludeClipboardContentFromMonitorProcessing', Buffer.from([1])],
    ['Clipboard Viewer Ignore', Buffer.from([1])],
    ['CanIncludeInClipboardHistory', Buffer.alloc(4)],
  ] as const;
  for (const mark of marks) {
    await peer.copy([unicodeText, wide('secret')], mark);
    const event = await next();
    assert.deepEqual([event.kind, event.kind === 'refused' && event.because], ['refused', 'concealed'], mark[0]);
  }
  await peer.copy([unicodeText, wide('open')], ['CanIncludeInClipboardHistory', Buffer.from([1, 0, 0, 0])]);
  assert.deepEqual(await textsOf(await nextCopy()), { 'text/plain': 'open' });
});

test('a copy that is not wanted, or refused, is not read', { skip }, async (t) => {
  const asked: (number | null)[] = [];
  const isWanted = ({ client }: { readonly client: number | null }) => asked.push(client) > 2;
  const { peer, events, next } = await open(t, { isWanted, judge: () => ({ refuse: 'excluded' }) });
  await peer.copyText('unwanted');
  await until('question about it', () => asked.length === 2);
  await peer.copyText('refused');
  const event = await next();
  assert.deepEqual([event.kind, event.kind === 'refused' && event.because, events.length], ['refused', 'excluded', 1]);
  assert.deepEqual(asked, [null, peer.pid, peer.pid]);
});

test('an emptied clipboard is told, and so is a copy in no format that Hub reads', { skip }, async (t) => {
  const { peer, next } = await open(t);
  await peer.copy();
  assert.deepEqual((({ kind, ...rest }) => [kind, 'by' in rest && rest.by])(await next()), ['cleared', 'request']);
  await peer.copy(['a format of its own', Buffer.from('x')]);
  const event = await next();
  assert.deepEqual([event.kind, event.kind === 'missed' && event.because], ['missed', 'nothing-usable']);
});

test('each of many copies in a row is read or counted as missed, and the last one is read', { skip }, async (t) => {
  const { peer, events } = await open(t);
  const [times, before] = [60, events.length];
  await peer.ask({ do: 'burst', times, everyMs: 2 });
  const told = (): string =>
    events
      .slice(before)
      .map((event) => (event.kind === 'missed' ? event.because : event.kind))
      .join(' ');
  const last = await until(
    () => `end of the burst: ${told()}`,
    () => (events.length === before + times ? events.findLast((event) => event.kind === 'copy') : undefined),
  );
  // The announcement of the last copy may come after it was read, and then counts as that of a copy before it.
  assert.deepEqual(await textsOf(last.copy), { 'text/plain': `burst ${times - 1}` });
  const missed = events.slice(before).filter((event) => event.kind === 'missed' && event.because === 'replaced').length;
  const read = events.slice(before).filter((event) => event.kind === 'copy').length;
  assert.equal(read + missed, times);
});

test('a clipboard that another program holds open for a moment is read afterwards', { skip }, async (t) => {
  const { peer, clipboard, nextCopy } = await open(t);
  const other = await CopyingPeer.start();
  t.after(() => other.end());
  await peer.copyText('held');
  // Whoever is first; the other one waits.
  await other.ask({ do: 'hold', ms: 300 });
  assert.deepEqual(await textsOf(await nextCopy()), { 'text/plain': 'held' });
  await other.ask({ do: 'hold', ms: 300 });
  assert.deepEqual(await clipboard.offer([{ mediaType: 'text/plain', content: { bytes: 1, inline: Buffer.from('x') } }]), {
    ok: true,
    value: undefined,
  });
});

test('a clipboard that is never free is given up, and the next copy is read', { skip }, async (t) => {
  const { peer, next, nextCopy } = await open(t, { limits: { silenceMs: 300 } });
  const other = await CopyingPeer.start();
  t.after(() => other.end());
  const watched = peer.copyText('kept from Hub');
  await watched;
  await other.ask({ do: 'hold', ms: 1_500 });
  const event = await next();
  // Hub may have been quicker than the program that holds it.
  if (event.kind !== 'copy') assert.deepEqual([event.kind, event.kind === 'missed' && event.because], ['missed', 'owner-silent']);
  await peer.copyText('after it');
  assert.deepEqual(await textsOf(await nextCopy()), { 'text/plain': 'after it' });
});

test('an offer is pasted in all its formats, and is no copy', { skip }, async (t) => {
  const { peer, clipboard, events, nextCopy } = await open(t);
  const inline = (text: string) => ({ bytes: Buffer.byteLength(text), inline: Buffer.from(text) });
  const picture = gradientPng(3, 2);
  const before = events.length;
  const offered = await clipboard.offer([
    { mediaType: 'text/plain', content: inline('offered') },
    { mediaType: 'text/html', content: inline('<i>offered</i>') },
    { mediaType: 'text/uri-list', content: inline('file:///C:/a%20b\r\n') },
    { mediaType: 'image/png', content: { bytes: picture.length, inline: picture } },
  ]);
  assert.ok(offered.ok);
  assert.equal((await peer.read(unicodeText))?.toString('utf16le').split('\0')[0], 'offered');
  assert.match((await peer.read('HTML Format'))?.toString() ?? '', /<!--StartFragment--><i>offered<\/i><!--EndFragment-->/);
  assert.equal((await peer.read(dropFiles))?.toString('utf16le', 20).split('\0')[0], 'C:\\a b');
  assert.ok((await peer.read('PNG'))?.subarray(0, picture.length).equals(picture));
  // Windows makes it of the other kind of bitmap.
  const bitmap = await peer.read(dib);
  assert.deepEqual([bitmap?.readInt32LE(4), bitmap?.readInt32LE(8)], [3, 2]);
  await peer.copyText('a copy');
  assert.deepEqual(await textsOf(await nextCopy()), { 'text/plain': 'a copy' });
  assert.equal(events.length, before + 1);
});

test('the clipboard is taken over only if nobody owns it, or a Hub left something there', { skip }, async (t) => {
  const { peer, clipboard, next, nextCopy } = await open(t);
  const offer = [{ mediaType: 'text/plain', content: { bytes: 1, inline: Buffer.from('x') } }];
  await peer.copyText('there');
  await nextCopy();
  assert.deepEqual(await clipboard.takeOver(offer, () => true), { ok: false, reason: 'not-owner' });
  await peer.ask({ do: 'copy', formats: [['Hub Offer', 'AQ==']], withoutOwner: true });
  await next();
  assert.deepEqual(await clipboard.takeOver(offer, () => false), { ok: false, reason: 'not-owner' });
});

test('what is there is read once more if it is still wanted, and what is ours is not', { skip }, async (t) => {
  const { peer, clipboard, watch, nextCopy } = await open(t);
  await peer.copyText('again');
  await nextCopy();
  const again = await watch.readAgain(() => true);
  assert.ok(again?.kind === 'copy');
  assert.deepEqual(await textsOf(again.copy), { 'text/plain': 'again' });
  assert.equal(await watch.readAgain(() => false), null);
  await clipboard.offer([{ mediaType: 'text/plain', content: { bytes: 1, inline: Buffer.from('x') } }]);
  assert.equal(await watch.readAgain(() => true), null);
});

test('a large text arrives whole, and one over its limit is missed', { skip }, async (t) => {
  const { peer, next, nextCopy } = await open(t, { limits: { textBytes: 4 * 1_024 * 1_024 } });
  const text = 'long '.repeat(200_000);
  await peer.copyText(text);
  assert.deepEqual(await textsOf(await nextCopy()), { 'text/plain': text });
  await peer.copyText(text.repeat(3));
  const event = await next();
  assert.deepEqual([event.kind, event.kind === 'missed' && event.because], ['missed', 'too-large']);
});

test('the session is the same for every clipboard', { skip }, async (t) => {
  const { clipboard } = await open(t);
  const session = await clipboard.session();
  assert.match(session ?? '', /^[0-9a-f]+-[0-9a-f]+$/);
  assert.equal(await clipboard.session(), session);
});
