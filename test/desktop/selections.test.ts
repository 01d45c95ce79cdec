/** Text that is selected (PRIMARY): when it is read, how often, and that nothing is requested while nobody watches it. The owner counts what it is asked for. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ContentSpool } from '../../src/base/files/spooled-content.ts';
import { identifyOwner } from '../../src/domain/capture/owner-identity.ts';
import type { ClipboardWatch, ClipboardWatchOptions, CopyEvent } from '../../src/platform/clipboard/index.ts';
import { settledAfterMs } from '../../src/platform/clipboard/watch-pace.ts';
import { ClipboardRig, textsOf } from '../harness/desktop/clipboard-rig.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import { ClipboardOwner, type OwnedTargets } from '../harness/owners/clipboard-owner.ts';
import { concealingMarks } from '../harness/owners/concealing-marks.ts';
import { until } from '../harness/until.ts';

const text = (words: string): OwnedTargets => ({ UTF8_STRING: { content: { text: words } } });

/** What was heard of selections, with the time of each. */
class Selected {
  readonly heard: { readonly event: CopyEvent; readonly atMs: number }[] = [];
  readonly watch: ClipboardWatch;

  private constructor(rig: ClipboardRig, options: Partial<ClipboardWatchOptions>) {
    this.watch = rig.clipboard.watchSelected({
      identifyOwner,
      judge: () => 'read',
      newContent: () => new ContentSpool({ folder: rig.folder }),
      onEvent: (event) => {
        if (event.kind !== 'cleared') this.heard.push({ event, atMs: performance.now() });
      },
      onLost: () => {},
      onFault: (error) => {
        throw error;
      },
      isTextAlone: true,
      ...options,
    });
  }

  /** Resolves when the server knows that selections are watched. */
  static async begin(rig: ClipboardRig, options: Partial<ClipboardWatchOptions> = {}): Promise<Selected> {
    const selected = new Selected(rig, options);
    await rig.clipboard.session(); // an answer of the server, after what it was told before
    return selected;
  }

  async texts(): Promise<readonly (string | undefined)[]> {
    const copies = this.heard.map(({ event }) => event).filter((event) => event.kind === 'copy');
    return (await Promise.all(copies.map(({ copy }) => textsOf(copy)))).map((each) => each['text/plain']);
  }

  /** Resolves when there are so many events. */
  async until(events: number): Promise<void> {
    await until(`${events} events`, () => this.heard.length >= events);
  }
}

describe('a selected text', { skip: withoutXvfb() }, () => {
  it('is read when it has stood for half a second, and of a drag only the end is', async () => {
    await using rig = await ClipboardRig.open();
    await using owner = await ClipboardOwner.start(rig.display.name, 'PRIMARY');
    const selected = await Selected.begin(rig);
    await owner.burst({ label: 'dragged', times: 60, everyMs: 20 });
    assert.deepEqual(await owner.requests(), {}, 'nothing is requested while it changes');
    const stoodAtMs = performance.now();
    await selected.until(1);
    assert.ok((selected.heard[0]?.atMs ?? 0) - stoodAtMs >= settledAfterMs - 100);
    assert.deepEqual(await selected.texts(), ['dragged-60']);
    assert.equal((await owner.requests()).UTF8_STRING, 1);
  });

  it('is read at most once a second: of several in that time, the last one is', async () => {
    await using rig = await ClipboardRig.open();
    await using owner = await ClipboardOwner.start(rig.display.name, 'PRIMARY');
    const asked: number[] = [];
    const selected = await Selected.begin(rig, {
      judge: () => {
        asked.push(performance.now());
        return 'read';
      },
    });
    await owner.own(text('first'));
    await selected.until(1);
    await owner.own(text('second'));
    await pause(100);
    await owner.own(text('third'));
    await selected.until(2);
    assert.deepEqual(await selected.texts(), ['first', 'third']);
    assert.ok((asked[1] ?? 0) - (asked[0] ?? 0) >= 900, 'the two are a second apart, but for how long their owners were looked up');
  });

  it('that is given up before it has stood is not read, and not what was selected before the watch', async () => {
    await using rig = await ClipboardRig.open();
    await using owner = await ClipboardOwner.start(rig.display.name, 'PRIMARY');
    await owner.own(text('before'));
    const selected = await Selected.begin(rig);
    await pause(2 * settledAfterMs);
    await owner.own(text('given up'));
    await owner.clear();
    await pause(2 * settledAfterMs);
    assert.deepEqual([await owner.requests(), selected.heard], [{}, []]);
    await owner.own(text('stands'));
    await selected.until(1);
    assert.deepEqual(await selected.texts(), ['stands']);
  });

  it('costs not one request while nobody watches it, and none from the moment at which nobody does any more', async () => {
    await using rig = await ClipboardRig.open();
    await using owner = await ClipboardOwner.start(rig.display.name, 'PRIMARY');
    await owner.own(text('unwatched'));
    await pause(3 * settledAfterMs);
    assert.deepEqual(await owner.requests(), {});
    const asked: boolean[] = [];
    const selected = await Selected.begin(rig, { isWanted: () => asked.push(true) > 0 });
    await owner.own(text('while it waits'));
    await until('an announcement', () => asked.length > 0);
    selected.watch.stop();
    await owner.own(text('after it'));
    await pause(3 * settledAfterMs);
    assert.deepEqual([await owner.requests(), selected.heard], [{}, []]);
  });

  it('is only text, and no more of it than allowed', async () => {
    await using rig = await ClipboardRig.open();
    await using owner = await ClipboardOwner.start(rig.display.name, 'PRIMARY');
    const selected = await Selected.begin(rig, { limits: { textBytes: 1_000 } });
    await owner.own({ ...text('words'), 'text/html': { content: { text: '<b>' } }, 'image/png': { content: { text: 'png' } } });
    await selected.until(1);
    await owner.own({ UTF8_STRING: { content: { fillBytes: 5_000 } } });
    await selected.until(2);
    assert.partialDeepStrictEqual(selected.heard.at(-1)?.event, { kind: 'missed', because: 'too-large' });
    assert.deepEqual(await selected.texts(), ['words']);
    const { TARGETS: _, UTF8_STRING: __, ...others } = await owner.requests();
    assert.deepEqual(others, {});
  });

  it('with a mark of secrets is refused, without a request for its text', async () => {
    await using rig = await ClipboardRig.open();
    await using owner = await ClipboardOwner.start(rig.display.name, 'PRIMARY');
    const selected = await Selected.begin(rig);
    const [mark, target] = Object.entries(concealingMarks)[0] ?? ['', {}];
    await owner.own({ ...text('CANARY'), [mark]: target });
    await selected.until(1);
    assert.partialDeepStrictEqual(selected.heard[0]?.event, { kind: 'refused', because: 'concealed' });
    assert.equal((await owner.requests()).UTF8_STRING, undefined);
  });

  it('delays no copy, and is none', async () => {
    await using rig = await ClipboardRig.open();
    await using primary = await ClipboardOwner.start(rig.display.name, 'PRIMARY');
    const copier = await rig.owner();
    const selected = await Selected.begin(rig);
    await primary.own({ UTF8_STRING: { manner: 'silent' } });
    await until('a request', async () => (await primary.requests()).UTF8_STRING === 1);
    await copier.own(text('copied'));
    assert.deepEqual(await textsOf(await rig.nextCopy()), { 'text/plain': 'copied' });
    assert.deepEqual(selected.heard, []);
  });
});
