/**
 * Whatever a program requests while Hub owns the clipboard, the same monitor gives the right bytes to the next one that pastes. `HUB_FUZZ_RUNS` is the
 * number of such programs (100 by default), `HUB_FUZZ_SEED` repeats a run.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { readPresent } from '../../src/journal/fragments/fragments.ts';
import { openJournal } from '../../src/journal/journal.ts';
import { missingPrograms } from '../harness/desktop/session-bus.ts';
import { startXDisplay, withoutXvfb } from '../harness/desktop/x-display.ts';
import { MonitorProcess } from '../harness/monitor-process.ts';
import { bytesOf, ClipboardOwner } from '../harness/owners/clipboard-owner.ts';
import { asking, HostileRequestor } from '../harness/owners/hostile-requestor.ts';
import { until } from '../harness/until.ts';

const numRuns = Number(process.env.HUB_FUZZ_RUNS ?? 100);
const seed = Number(process.env.HUB_FUZZ_SEED ?? Math.trunc(Math.random() * 2 ** 31));
const mebibytesMore = 100;
const descriptorsMore = 4;

test('a paste after any hostile requestor gets the right bytes from the same monitor, whose memory does not grow', {
  skip: withoutXvfb() || missingPrograms('xclip'),
  timeout: 300_000 + numRuns * 2_000,
}, async (t) => {
  t.diagnostic(`HUB_FUZZ_SEED=${seed} HUB_FUZZ_RUNS=${numRuns}`);
  await using display = await startXDisplay();
  await using monitor = await MonitorProcess.start(display.name);
  await using owner = await ClipboardOwner.start(display.name);
  using journal = openJournal({ file: path.join(monitor.home, 'data', 'hub.db'), blobs: path.join(monitor.home, 'data', 'blobs') });
  // A blob, sent in chunks.
  const large = { text: 'large', fillBytes: 400_000 };
  await owner.own({ UTF8_STRING: { content: large }, 'text/html': { content: { text: '<b>small</b>' } } });
  const fragmentId = await until('capture', () => readPresent(journal).fragments[0]?.id);
  monitor.tell({ kind: 'offer', fragmentId, requestId: 1 });
  await until('offer', () => monitor.told.some((message) => message.kind === 'offered' && message.ok));
  const pastes = async (): Promise<void> => {
    for (const [target, content] of [
      ['UTF8_STRING', bytesOf(large)],
      ['text/html', Buffer.from('<b>small</b>')],
    ] as const) {
      assert.ok((await pasted(display.name, target)).equals(content), `${target}: other bytes`);
    }
  };
  await pastes();
  const before = monitor.holds();
  let answers = 0;
  await fc.assert(
    fc.asyncProperty(asking, async (acts) => {
      await using hostile = await HostileRequestor.start(display.name);
      await hostile.do(acts);
      await pastes();
      assert.ok(monitor.isAlive, 'the monitor ended');
      answers += hostile.answers;
    }),
    { seed, numRuns, endOnFailure: true },
  );
  assert.ok(answers > numRuns, 'the requestors were not answered');
  await until('descriptors that are closed', () => monitor.holds().descriptors <= before.descriptors + descriptorsMore);
  assert.ok(monitor.holds().mebibytes < before.mebibytes + mebibytesMore, `${monitor.holds().mebibytes} MiB after ${before.mebibytes}`);
});

async function pasted(display: string, target: string): Promise<Buffer> {
  const { stdout } = await promisify(execFile)('xclip', ['-selection', 'clipboard', '-o', '-t', target], {
    env: { ...process.env, DISPLAY: display },
    encoding: 'buffer',
    timeout: 10_000,
  });
  return stdout;
}
