/** Hub's clipboard of macOS with GNUstep in place of AppKit: real messages to real objects, a server of pasteboards, and a second program that copies. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { noDetails } from '../../src/base/log.ts';
import type { Clipboard, ClipboardWatchOptions, ReadCopy } from '../../src/platform/clipboard/interface.ts';
import { openMacosClipboard } from '../../src/platform/clipboard/macos/macos-clipboard.ts';
import { WatchedClipboard } from '../harness/clipboards/watched-clipboard.ts';
import { gradientPng } from '../harness/gradient-png.ts';
import { type GnustepDesk, gnustepThread, startGnustep, withoutGnustep } from '../harness/macos/gnustep-desk.ts';
import { temporaryHome } from '../harness/temporary-home.ts';

const skip = withoutGnustep();
const text = 'public.utf8-plain-text';

async function openClipboard(t: TestContext): Promise<Clipboard> {
  const opened = await openMacosClipboard(noDetails, gnustepThread);
  assert.ok(opened.ok, opened.ok ? '' : opened.reason);
  t.after(() => opened.value.close());
  return opened.value;
}

/** Watched; the first event is that of what was there before. */
function follow(t: TestContext, clipboard: Clipboard, options: Partial<ClipboardWatchOptions> = {}): WatchedClipboard {
  const watched = new WatchedClipboard(clipboard, temporaryHome(t));
  watched.watch(options);
  return watched;
}

async function contentsOf({ representations }: ReadCopy): Promise<readonly (readonly [string, Buffer])[]> {
  return Promise.all(
    representations.map(async ({ mediaType, content }) => {
      return [mediaType, 'inline' in content ? content.inline : await readFile(content.file)] as const;
    }),
  );
}

const textsOf = async (copy: ReadCopy): Promise<readonly (readonly [string, string])[]> =>
  (await contentsOf(copy)).map(([mediaType, bytes]) => [mediaType, bytes.toString()] as const);

test('the pasteboard of macOS, by GNUstep', { skip }, async (t) => {
  const desk = await startGnustep(t);
  await t.test('what was there before has no known program, and every later copy is read in all its formats', async (t) => {
    await desk.copy([[text, 'earlier']]);
    const watched = follow(t, await openClipboard(t));
    const earlier = await watched.nextCopy();
    assert.deepEqual([await textsOf(earlier), earlier.initial, earlier.owner.name], [[['text/plain', 'earlier']], true, null]);
    const png = gradientPng(40, 30);
    await desk.copy([
      ['public.png', png],
      ['public.rtf', '{\\rtf1 a}'],
      ['public.html', '<b>ü</b>'],
      [text, 'ü👋'],
      ['org.chromium.source-url', 'https://example.org/a'],
    ]);
    const copy = await watched.nextCopy();
    const contents = await contentsOf(copy);
    assert.deepEqual(
      contents.map(([mediaType]) => mediaType),
      ['text/plain', 'text/html', 'image/png', 'text/rtf'],
    );
    assert.deepEqual(
      contents.map(([, bytes]) => bytes.toString('base64')),
      [Buffer.from('ü👋'), Buffer.from('<b>ü</b>'), png, Buffer.from('{\\rtf1 a}')].map((each) => each.toString('base64')),
    );
    assert.deepEqual([copy.sourceUrl, copy.missing, copy.owner.name, copy.owner.pid], ['https://example.org/a', [], 'Editor', 7]);
  });
  await t.test('copied files are a list of addresses, without the icon beside them', async (t) => {
    const watched = follow(t, await openClipboard(t));
    await watched.nextOfAll();
    await desk.copy([
      ['NSFilenamesPboardType', ['/tmp/a b.txt', '/tmp/ü#1']],
      ['public.tiff', 'an icon'],
      [text, 'a b.txt'],
    ]);
    assert.deepEqual(await textsOf(await watched.nextCopy()), [
      ['text/plain', 'a b.txt'],
      ['text/uri-list', 'file:///tmp/a%20b.txt\r\nfile:///tmp/%C3%BC%231\r\n'],
    ]);
    await desk.copy([['public.file-url', 'file:///tmp/one%20file']]);
    assert.deepEqual(await textsOf(await watched.nextCopy()), [['text/uri-list', 'file:///tmp/one%20file\r\n']]);
  });
  await t.test('a marked copy is not read', async (t) => {
    const judged: string[] = [];
    const watched = follow(t, await openClipboard(t), {
      judge: () => {
        judged.push('asked');
        return 'read';
      },
    });
    await watched.nextOfAll();
    judged.length = 0;
    for (const mark of ['org.nspasteboard.ConcealedType', 'org.nspasteboard.TransientType', 'com.agilebits.onepassword']) {
      await desk.copy([
        [text, 'secret'],
        [mark, ''],
      ]);
      const event = await watched.nextOfAll();
      assert.deepEqual([event.kind, 'because' in event && event.because], ['refused', 'concealed']);
    }
    assert.deepEqual(judged, []);
  });
  await t.test('each of several copies is reported once and in order; an emptied pasteboard counts as cleared', async (t) => {
    const watched = follow(t, await openClipboard(t));
    await watched.nextOfAll();
    for (const each of ['one', 'two', 'three']) {
      await desk.copy([[text, each]]);
      assert.deepEqual(await textsOf(await watched.nextCopy()), [['text/plain', each]]);
    }
    await desk.copy([]);
    const cleared = await watched.nextOfAll();
    assert.equal(cleared.kind, 'cleared');
  });
  await t.test('a large text arrives whole, and one above its limit is missed with the reason', async (t) => {
    const watched = follow(t, await openClipboard(t), { limits: { textBytes: 6_000_000 } });
    await watched.nextOfAll();
    await desk.copy([[text, 'ä'.repeat(2_500_000)]]);
    const [[, bytes] = []] = await contentsOf(await watched.nextCopy());
    assert.equal(bytes?.toString(), 'ä'.repeat(2_500_000));
    await desk.copy([[text, 'ä'.repeat(3_500_000)]]);
    const missed = await watched.nextOfAll();
    assert.deepEqual([missed.kind, 'because' in missed && missed.because], ['missed', 'too-large']);
  });
  await t.test('an offer is pasted by the other program in each format, and is no copy', async (t) => {
    const clipboard = await openClipboard(t);
    const watched = follow(t, clipboard);
    await watched.nextOfAll();
    const inline = (mediaType: string, content: string) => ({
      mediaType,
      content: { bytes: Buffer.byteLength(content), inline: Buffer.from(content) },
    });
    assert.ok((await clipboard.offer([inline('text/plain', 'grün'), inline('text/html', '<u>g</u>'), inline('text/markdown', '*g*')])).ok);
    assert.deepEqual([await desk.paste(text), await desk.paste('public.html')].map(String), ['grün', '<u>g</u>']);
    await desk.copy([[text, 'theirs']]);
    const theirs = await watched.nextOfAll();
    assert.ok(theirs.kind === 'copy', 'the offer is none');
    assert.deepEqual(await textsOf(theirs.copy), [['text/plain', 'theirs']]);
    assert.deepEqual(await clipboard.takeOver([inline('text/plain', 'mine')], () => true), { ok: false, reason: 'not-owner' });
    await desk.copy([]);
    assert.ok((await clipboard.takeOver([inline('text/plain', 'mine')], () => true)).ok);
    assert.equal(String(await desk.paste(text)), 'mine');
  });
  await t.test('what an earlier Hub left there is no copy either', async (t) => leftByAnEarlierHub(t, desk));
});

async function leftByAnEarlierHub(t: TestContext, desk: GnustepDesk): Promise<void> {
  const earlier = await openClipboard(t);
  assert.ok((await earlier.offer([{ mediaType: 'text/uri-list', content: { bytes: 13, inline: Buffer.from('file:///tmp/a') } }])).ok);
  await earlier.close();
  assert.ok(await desk.paste('desktop.hub.offer'));
  const watched = follow(t, await openClipboard(t));
  const event = await watched.nextOfAll();
  assert.deepEqual([event.kind, 'isInitial' in event && event.isInitial], ['cleared', true]);
}
