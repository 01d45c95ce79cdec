/**
 * xclip serves one program at a time: a program that starts to read a large copy and exits before the end keeps everybody else from pasting it. So these
 * tests give up a copy of xclip in each possible way, and then paste it.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ContentSpool } from '../../src/base/files/spooled-content.ts';
import type { ClipboardWatchOptions } from '../../src/platform/clipboard/index.ts';
import { ClipboardRig } from '../harness/desktop/clipboard-rig.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import { until } from '../harness/until.ts';

const skip = withoutXvfb() ?? false;
const timeout = 30_000;
const run = promisify(execFile);
/** More than xclip sends at once. */
const large = Buffer.alloc(8 * 1024 * 1024, 'a line of a large copy\n');

/** xclip forgets requests that arrive while it serves another program, so the request is repeated. */
async function pasteAfter(rig: ClipboardRig): Promise<void> {
  const options = {
    env: { ...process.env, DISPLAY: rig.display.name },
    timeout: 2_000,
    encoding: 'buffer',
    maxBuffer: 2 * large.length,
  } as const;
  const paste = (): Promise<Buffer> =>
    run('xclip', ['-selection', 'clipboard', '-o'], options).then(
      ({ stdout }) => stdout,
      () => Buffer.alloc(0),
    );
  await until('the paste', async () => (await paste()).equals(large));
}

describe('a large copy that is given up can still be pasted', { skip }, () => {
  const ways: Record<string, { options: (folder: string) => Partial<ClipboardWatchOptions>; because: string }> = {
    'where the disk has no room': {
      options: (folder) => ({ newContent: () => new ContentSpool({ folder, hasRoom: async () => false }) }),
      because: 'not-written',
    },
    'where it turns out to be too large': { options: () => ({ limits: { copyBytes: 6 * 1024 * 1024 } }), because: 'too-large' },
    'where the time is over': {
      options: (folder) => ({ newContent: () => slow(folder), limits: { silenceMs: 300 } }),
      because: 'owner-silent',
    },
  };
  for (const [name, { options, because }] of Object.entries(ways)) {
    test(name, { timeout }, async () => {
      await using rig = await ClipboardRig.open();
      rig.watch(options(rig.folder));
      await rig.xclip(['-i'], large);
      const event = await rig.next();
      assert.deepEqual([event.kind, 'because' in event && event.because], ['missed', because]);
      await pasteAfter(rig);
    });
  }

  test('where its text was asked for ahead, and it is refused', { timeout }, async () => {
    let isJudged = false;
    await using rig = await ClipboardRig.open({
      judge: () => (isJudged ? { refuse: 'excluded' } : 'read'),
      limits: { hurriedMs: timeout },
    });
    const first = await rig.owner();
    await first.own({ UTF8_STRING: { content: { text: 'first' } } });
    await rig.nextCopy();
    isJudged = true;
    await rig.xclip(['-i'], large);
    assert.equal((await rig.next()).kind, 'refused');
    await pasteAfter(rig);
  });

  test('where Hub ends meanwhile', { timeout }, async () => {
    const begun = Promise.withResolvers<void>();
    await using rig = await ClipboardRig.open();
    rig.watch({ newContent: () => slow(rig.folder, begun.resolve) });
    await rig.xclip(['-i'], large);
    await begun.promise;
    await rig.clipboard.close();
    await pasteAfter(rig);
  });
});

test('a large copy soon after another one is kept completely', { skip, timeout }, async () => {
  await using rig = await ClipboardRig.open({ limits: { hurriedMs: timeout } });
  const first = await rig.owner();
  await first.own({ UTF8_STRING: { content: { text: 'first' } } });
  await rig.nextCopy();
  await rig.xclip(['-i'], large);
  const [text] = (await rig.nextCopy()).representations;
  assert.equal(text?.content.bytes, large.length);
});

test('an owner whose copy is replaced can finish its answer', { skip, timeout }, async () => {
  const begun = Promise.withResolvers<void>();
  await using rig = await ClipboardRig.open();
  rig.watch({ newContent: () => slow(rig.folder, begun.resolve), limits: { silenceMs: 300 } });
  const [former, next] = [await rig.owner(), await rig.owner()];
  await former.own({ UTF8_STRING: { content: { text: 'x', fillBytes: 1_350_000 }, manner: 'incr' } }, { chunkBytes: 64 * 1024 });
  await begun.promise;
  assert.equal(await former.halfway(), 1);
  await next.own({ UTF8_STRING: { content: { text: 'next' } } });
  await rig.settled(2);
  await until('the end of the transfer', async () => (await former.halfway()) === 0);
});

/** A content on a disk that answers later than a copy may take here (`silenceMs`). The delay is real, because the watch under test has a real timer. */
function slow(folder: string, begun: () => void = () => {}): ContentSpool {
  const hasRoom = (): Promise<boolean> => {
    begun();
    return delay(600, true);
  };
  return new ContentSpool({ folder, hasRoom });
}
