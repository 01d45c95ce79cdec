/** What every implementation guarantees (src/platform/clipboard/interface.ts), on each clipboard that is installed here. */
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ContentSpool } from '../../src/base/files/spooled-content.ts';
import { type ClipboardWatchOptions, openClipboard } from '../../src/platform/clipboard/index.ts';
import { marksToRead } from '../../src/platform/clipboard/marks.ts';
import { settledAfterMs } from '../../src/platform/clipboard/watch-pace.ts';
import { type ClipboardPlace, clipboardSystems, type TestedSystem } from '../harness/clipboards/clipboard-systems.ts';
import { WatchedClipboard } from '../harness/clipboards/watched-clipboard.ts';
import { bytesIn, textsOf } from '../harness/desktop/clipboard-rig.ts';
import { bytesOf, type ClipboardOwner, type OwnedTargets } from '../harness/owners/clipboard-owner.ts';
import { concealingMarks, contentsWithMarks } from '../harness/owners/concealing-marks.ts';
import { temporaryHome } from '../harness/temporary-home.ts';
import { until } from '../harness/until.ts';

const plain = 'text/plain;charset=utf-8';
const text = (words: string): OwnedTargets => ({ [plain]: { content: { text: words } } });
const inline = (content: string | Buffer) => {
  const bytes = Buffer.from(content);
  return { bytes: bytes.length, inline: bytes };
};
const everything: OwnedTargets = {
  ...text('plain'),
  'text/html': { content: { text: '<b>plain</b>' } },
  'image/png': { content: { text: 'no real picture' } },
  'text/uri-list': { content: { text: 'file:///a\r\n' } },
  'text/rtf': { content: { text: '{\\rtf1 plain}' } },
};

/** A disk that takes a while for the last step of each content. */
class SlowSpool extends ContentSpool {
  isWhole = false;

  override async finish(): ReturnType<ContentSpool['finish']> {
    const content = await super.finish();
    this.isWhole = true;
    await pause(1_500);
    return content;
  }
}

class Rig extends WatchedClipboard implements AsyncDisposable {
  readonly place: ClipboardPlace;
  readonly #resources: AsyncDisposableStack;

  private constructor(place: ClipboardPlace, resources: AsyncDisposableStack, parts: ConstructorParameters<typeof WatchedClipboard>) {
    super(...parts);
    this.place = place;
    this.#resources = resources;
  }

  static async open(
    system: TestedSystem,
    options: Partial<ClipboardWatchOptions> & { before?: (owner: ClipboardOwner) => Promise<void> } = {},
  ): Promise<Rig> {
    const resources = new AsyncDisposableStack();
    const folder = temporaryHome({ after: (remove) => resources.defer(remove) });
    const place = resources.use(await system.start());
    if (options.before !== undefined) await options.before(resources.use(await place.owner()));
    const opened = await openClipboard({ platform: 'linux', ...place.system });
    if (!opened.ok) throw new Error(opened.reason);
    const rig = new Rig(place, resources, [resources.use(opened.value), folder]);
    rig.watch(options);
    return rig;
  }

  async owner(selection?: 'CLIPBOARD' | 'PRIMARY'): Promise<ClipboardOwner> {
    return this.#resources.use(await this.place.owner(selection));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#resources.disposeAsync();
  }
}

for (const system of clipboardSystems) {
  describe(`a copy on ${system.name}`, { skip: system.skip }, () => {
    it('is one copy with all its formats and its page, and the same copied again is another one', async () => {
      await using rig = await Rig.open(system);
      const owner = await rig.owner();
      const targets = { ...everything, 'chromium/x-source-url': { content: { text: 'https://example.org/page' } } };
      for (const ordinal of [1, 2]) {
        await owner.own(targets);
        const copy = await rig.nextCopy();
        assert.deepEqual(await textsOf(copy), {
          'text/plain': 'plain',
          'text/html': '<b>plain</b>',
          'text/uri-list': 'file:///a\r\n',
          'image/png': 'no real picture',
          'text/rtf': '{\\rtf1 plain}',
        });
        assert.deepEqual([copy.ordinal, copy.missing, copy.sourceUrl, copy.initial], [ordinal, [], 'https://example.org/page', false]);
      }
    });

    it('that was there before the watch is an initial one', async () => {
      await using rig = await Rig.open(system, { before: (owner) => owner.own(text('from before')) });
      const copy = await rig.nextCopy();
      assert.deepEqual([copy.initial, await textsOf(copy)], [true, { 'text/plain': 'from before' }]);
    });

    it('is whole if it is large, and is read by another name if the first is refused', async () => {
      await using rig = await Rig.open(system);
      const owner = await rig.owner();
      const large = { text: 'large', fillBytes: 20 * 1024 * 1024 };
      await owner.own({ 'image/png': { content: large } });
      const [png] = (await rig.nextCopy()).representations;
      assert.ok(png !== undefined && (await bytesIn(png.content)).equals(bytesOf(large)));
      await owner.own({ [plain]: { manner: 'refuse' }, 'text/plain': { content: { text: 'by its second name' } } });
      assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/plain': 'by its second name' });
      await owner.own({ 'x-special/gnome-copied-files': { content: { text: 'cut\nfile:///a\nfile:///b' } } });
      assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/uri-list': 'file:///a\r\nfile:///b\r\n' });
    });

    it('is whole if its program writes all of it at once, more than a pipe holds', async () => {
      await using rig = await Rig.open(system);
      const owner = await rig.owner();
      const large = { text: 'large', fillBytes: 300_000 };
      await owner.own({ [plain]: { content: large, manner: 'at-once' } });
      const [content] = (await rig.nextCopy()).representations;
      assert.ok(content !== undefined && (await bytesIn(content.content)).equals(bytesOf(large)));
    });

    it('is missed if it is unusable or too large, and loses only the formats that are', async () => {
      await using rig = await Rig.open(system, { limits: { textBytes: 1_000 } });
      const owner = await rig.owner();
      await owner.own({ 'application/x-unknown': { content: { text: 'x' } } });
      assert.partialDeepStrictEqual(await rig.next(), { kind: 'missed', because: 'nothing-usable' });
      const tooLarge = { [plain]: { content: { fillBytes: 1_001 } } };
      await owner.own(tooLarge);
      assert.partialDeepStrictEqual(await rig.next(), { kind: 'missed', because: 'too-large' });
      await owner.own({ ...tooLarge, 'text/html': { content: { text: 'x' } } });
      const copy = await rig.nextCopy();
      assert.deepEqual([Object.keys(await textsOf(copy)), copy.missing], [['text/html'], ['text/plain']]);
    });

    it('is refused by the judge before any content is requested, and not read at all if it is not wanted', async () => {
      let isWanted = true;
      await using rig = await Rig.open(system, { isWanted: () => isWanted, judge: () => ({ refuse: 'excluded-app' }) });
      const owner = await rig.owner();
      await owner.own(everything);
      assert.partialDeepStrictEqual(await rig.next(), { kind: 'refused', because: 'excluded-app' });
      isWanted = false;
      await owner.own(text('not wanted'));
      isWanted = await until('a copy that was passed over', async () => (await rig.place.paste(plain)).toString() === 'not wanted');
      rig.watch({ isWanted: ({ initial }) => !initial });
      await rig.clipboard.session(); // an answer of an X server, after what it was told before
      await owner.own(text('wanted'));
      assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/plain': 'wanted' });
      const { TARGETS: _lists, ...asked } = await owner.requests();
      assert.deepEqual(asked, { [plain]: 2 }, 'by the program that pasted, and by the last watch');
    });

    it('whose owner never writes delays no other, also in the middle of its content, and leaves no file', async () => {
      await using rig = await Rig.open(system, { limits: { silenceMs: 1_500 } });
      for (const manner of ['silent', 'stall'] as const) {
        const [silent, quick] = [await rig.owner(), await rig.owner()];
        await silent.own({ 'text/html': { content: { fillBytes: 3_000_000 }, manner } });
        await until('request for its content', async () => (await silent.requests())['text/html']);
        await quick.own(text('quick'));
        const [first, second] = await rig.settled(2);
        assert.deepEqual([first?.kind, second?.kind], ['copy', 'missed'], manner);
      }
      assert.deepEqual(await readdir(rig.folder), []);
    });

    it('is not read if it is concealed, by each mark, and its content is not requested', async () => {
      await using rig = await Rig.open(system, { limits: { silenceMs: 500, hurriedMs: 0 } });
      const owner = await rig.owner();
      const refused = { kind: 'refused', because: 'concealed' };
      for (const [mark, target] of Object.entries(concealingMarks)) {
        for (const content of contentsWithMarks('CANARY')) {
          await owner.own({ ...content, [mark]: target });
          assert.partialDeepStrictEqual(await rig.next(), refused, `${mark} with ${Object.keys(content)}`);
        }
      }
      for (const mark of marksToRead(Object.keys(concealingMarks))) {
        await owner.own({ ...text('CANARY'), [mark]: { manner: 'silent' } });
        assert.partialDeepStrictEqual(await rig.next(), refused, `${mark} that says nothing`);
        await owner.own({ ...text('open'), [mark]: { content: { text: '1' } } });
        assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/plain': 'open' });
      }
      const marks = marksToRead(Object.keys(concealingMarks));
      const asked = Object.keys(await owner.requests()).filter((name) => name !== 'TARGETS');
      assert.deepEqual(asked.sort(), [...marks, plain].sort());
    });

    it('in a burst is read or counted, each once', async () => {
      await using rig = await Rig.open(system);
      const owner = await rig.owner();
      await owner.burst({ label: 'burst', times: 100, everyMs: 0 });
      const events = await rig.settled(100);
      assert.equal(new Set(events.map((event) => (event.kind === 'copy' ? event.copy.ordinal : event.ordinal))).size, 100);
      for (const event of events) {
        if (event.kind === 'copy') assert.deepEqual(await textsOf(event.copy), { 'text/plain': `burst-${event.copy.ordinal}` });
        else assert.partialDeepStrictEqual(event, { kind: 'missed', because: 'replaced' });
      }
      assert.ok(
        events.some((event) => event.kind === 'copy' && event.copy.ordinal === 100),
        'the last one is read',
      );
    });

    it('can be read again, without the judge', async () => {
      await using rig = await Rig.open(system);
      const watch = rig.watch({ judge: () => ({ refuse: 'excluded-app' }) });
      assert.equal(await watch.readAgain(() => true), null);
      const owner = await rig.owner();
      await owner.own(text('wanted after all'));
      await rig.next();
      assert.equal(await watch.readAgain(() => false), null);
      const event = await watch.readAgain(() => true);
      assert.ok(event?.kind === 'copy');
      assert.deepEqual(await textsOf(event.copy), { 'text/plain': 'wanted after all' });
    });

    it('is missed if its owner refuses every format, which is asked for once more', async () => {
      await using rig = await Rig.open(system, { limits: { refusedAgainMs: [50] } });
      const owner = await rig.owner();
      await owner.own({ [plain]: { manner: 'refuse' }, 'text/html': { manner: 'refuse' } });
      assert.partialDeepStrictEqual(await rig.next(), { kind: 'missed', ordinal: 1, because: 'owner-refused' });
      assert.equal((await owner.requests())['text/html'], 2);
    });

    it('that is being read when the desktop ends keeps what has arrived, or is counted, before that is told', async () => {
      await using rig = await Rig.open(system);
      const [owner, told] = [await rig.owner(), [] as string[]];
      await owner.own({ ...text('arrived'), 'text/uri-list': { manner: 'silent' } });
      await until('the second request', async () => (await owner.requests())['text/uri-list'] === 1);
      const event = rig.next().then((each) => {
        told.push('copy');
        return each;
      });
      void rig.lost.then(() => told.push('end'));
      await rig.place.kill();
      await rig.lost;
      const { copy } = (await event) as Extract<Awaited<typeof event>, { kind: 'copy' }>;
      assert.deepEqual([told, await textsOf(copy), copy.missing], [['copy', 'end'], { 'text/plain': 'arrived' }, ['text/uri-list']]);
      await using another = await Rig.open(system);
      const silent = await another.owner();
      await silent.own({ [plain]: { manner: 'silent' } });
      await until('a request', async () => (await silent.requests())[plain] === 1);
      await another.place.kill();
      assert.partialDeepStrictEqual(await another.next(), { kind: 'missed' });
    });

    it('that is stored slowly when the desktop ends is told all the same', async () => {
      const spools: SlowSpool[] = [];
      const newContent = (): SlowSpool => {
        const spool = new SlowSpool({ folder: rig.folder });
        spools.push(spool);
        return spool;
      };
      await using rig = await Rig.open(system, { newContent });
      const owner = await rig.owner();
      await owner.own({ [plain]: { content: { fillBytes: 300_000 } } });
      await until('a whole text', () => spools.some(({ isWhole }) => isWhole));
      await rig.place.kill();
      assert.partialDeepStrictEqual(await rig.next(), { kind: 'copy', copy: { ordinal: 1 } });
    });

    it('leaves nothing behind when the watch ends while it is read', async () => {
      await using rig = await Rig.open(system);
      const owner = await rig.owner();
      await owner.own({ [plain]: { content: { fillBytes: 300_000 } }, 'text/uri-list': { manner: 'silent' } });
      await until('a stored text', async () => (await owner.requests())['text/uri-list'] === 1 && (await readdir(rig.folder)).length === 1);
      await rig.clipboard.close();
      assert.deepEqual(await readdir(rig.folder), []);
    });

    it('ends with the desktop, which is told', async () => {
      await using rig = await Rig.open(system);
      await rig.place.kill();
      assert.equal(await rig.lost, 'display-gone');
      assert.partialDeepStrictEqual(await rig.clipboard.offer([{ mediaType: 'text/plain', content: inline('x') }]), { ok: false });
    });
  });

  describe(`an offer on ${system.name}`, { skip: system.skip }, () => {
    it('is pasted in every format, large ones too, from memory and from a file, and is no copy', async () => {
      await using rig = await Rig.open(system);
      const large = bytesOf({ text: 'large', fillBytes: 5 * 1024 * 1024 });
      const file = path.join(rig.folder, 'large');
      await writeFile(file, large);
      const offered = await rig.clipboard.offer([
        { mediaType: 'text/plain', content: inline('Grüße') },
        { mediaType: 'text/html', content: inline(large) },
        { mediaType: 'image/png', content: { bytes: large.length, file } },
        { mediaType: 'text/uri-list', content: inline('file:///a\r\nfile:///b\0') },
      ]);
      assert.deepEqual(offered, { ok: true, value: undefined });
      for (const format of [plain, 'text/plain', 'UTF8_STRING']) assert.equal((await rig.place.paste(format)).toString(), 'Grüße', format);
      assert.equal((await rig.place.paste('x-special/gnome-copied-files')).toString(), 'copy\nfile:///a\nfile:///b');
      for (const format of ['text/html', 'image/png']) {
        const pasted = await Promise.all([rig.place.paste(format), rig.place.paste(format)]);
        for (const each of pasted) assert.ok(each.equals(large), format);
      }
      await rig.clipboard.offer([{ mediaType: 'text/plain', content: inline('second') }]);
      assert.equal((await rig.place.paste(plain)).toString(), 'second');
      await (await rig.owner()).own(text('theirs'));
      const copy = await rig.nextCopy();
      assert.deepEqual([copy.ordinal, await textsOf(copy)], [1, { 'text/plain': 'theirs' }]);
    });

    it('is no copy either if another one takes its place before it is announced', async () => {
      await using rig = await Rig.open(system);
      const offers = ['one', 'two', 'three'].map((words) => rig.clipboard.offer([{ mediaType: 'text/plain', content: inline(words) }]));
      assert.equal((await Promise.all(offers)).at(-1)?.ok, true);
      assert.equal((await rig.place.paste(plain)).toString(), 'three');
      const owner = await rig.owner();
      await owner.own(text('a copy'));
      assert.partialDeepStrictEqual(await rig.next(), { kind: 'copy', copy: { ordinal: 1 } });
    });

    it('takes the place of a copy whose program has gone, and never of one that is there', async () => {
      await using rig = await Rig.open(system);
      const kept = [{ mediaType: 'text/plain', content: inline('kept') }];
      const [owner, other] = [await rig.owner(), await rig.owner()];
      await owner.own(text('theirs'));
      await rig.nextCopy();
      assert.deepEqual(await rig.clipboard.takeOver(kept, () => true), { ok: false, reason: 'not-owner' });
      await owner.kill();
      assert.partialDeepStrictEqual(await until('an empty clipboard', cleared(rig)), { kind: 'cleared', by: 'end' });
      assert.deepEqual(await rig.clipboard.takeOver(kept, () => false), { ok: false, reason: 'not-owner' });
      assert.equal((await rig.clipboard.takeOver(kept, () => true)).ok, true);
      assert.equal((await rig.place.paste(plain)).toString(), 'kept');
      await other.own(text('newer'));
      assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/plain': 'newer' });
      assert.deepEqual(await rig.clipboard.takeOver(kept, () => true), { ok: false, reason: 'not-owner' });
    });
  });

  describe(`a selected text on ${system.name}`, { skip: system.skip }, () => {
    it('is read once it has stood, only while it is watched, and is no copy', async () => {
      await using rig = await Rig.open(system);
      const owner = await rig.owner('PRIMARY');
      await owner.own(text('before'));
      const watch = rig.watchSelected();
      await rig.clipboard.session();
      const startMs = performance.now();
      await owner.burst({ label: 'dragged', times: 20, everyMs: 20 });
      assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/plain': 'dragged-20' });
      assert.ok(performance.now() - startMs >= settledAfterMs);
      watch.stop();
      await owner.own(text('after'));
      const copying = await rig.owner();
      await copying.own(text('copied'));
      assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/plain': 'copied' });
      assert.deepEqual(Object.values(await owner.requests()).reduce((sum, each) => sum + each, 0) < 4, true);
    });
  });
}

/** The next event, if it says that the clipboard is empty. */
function cleared(rig: Rig) {
  return async () => {
    const event = await rig.nextOfAll();
    return event.kind === 'cleared' && event.isInitial !== true ? event : undefined;
  };
}
