/** From a copy to a file: how long it takes and where the time goes, what is lost when copies come fast, and what large ones cost. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ClipboardOwner } from '../test/harness/clipboard-owner.ts';
import { TestHub } from '../test/harness/hub.ts';
import { startXDisplay } from '../test/harness/x-display.ts';
import type { Bench } from './bench.ts';
import { measureLarge } from './capture-large.ts';
import { measureLatency } from './capture-latency.ts';
import { type LossParts, measureLosses } from './capture-losses.ts';
import type { CopyCommand, CopyReply } from './copying-program.ts';
import { CopyQ, copyqVersion } from './copyq.ts';
import { Program } from './program.ts';
import type { Report } from './report.ts';
import { SavedEvents } from './saved-events.ts';

export const capture: Bench = {
  about: 'a copy to its durable file: time, steps, losses in bursts (beside CopyQ), large copies',
  run: async (report, parts) => {
    const display = parts.use(await startXDisplay());
    const hub = parts.use(new TestHub({ DISPLAY: display.name }));
    const { ports } = await hub.start();
    const events = parts.use(await SavedEvents.open(ports.bridge ?? 0));

    const copying = await Program.start<CopyCommand, CopyReply>('copying-program.ts', [display.name]);
    parts.use(copying);
    await measureLatency({ owner: copying, events, places: hub.places, report });
    await copying[Symbol.asyncDispose]();

    const copyq = await openCopyQ(report, parts);
    await measureLosses({ hub, hubDisplay: display.name, copyq, report });
    await copyq?.program[Symbol.asyncDispose]();

    const owner = parts.use(await ClipboardOwner.start(display.name));
    await measureLarge({ hub, owner, events, report });
  },
};

async function openCopyQ(report: Report, parts: AsyncDisposableStack): Promise<LossParts['copyq']> {
  const version = copyqVersion();
  if (version === null) {
    report.note('\nCopyQ is not installed, so it is not measured beside Hub. On Debian: apt-get install copyq');
    return null;
  }
  report.note(`\nbeside Hub: ${version}`);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-bench-copyq-'));
  parts.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const display = parts.use(await startXDisplay());
  const program = parts.use(await CopyQ.start(display.name, folder));
  return { program, display: display.name };
}
