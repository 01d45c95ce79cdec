/** From a copy to a file: how long it takes and which steps take the time, how many fast copies are lost, and what large ones cost. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startXDisplay } from '../../test/harness/desktop/x-display.ts';
import { TestHub } from '../../test/harness/hub.ts';
import { ClipboardOwner } from '../../test/harness/owners/clipboard-owner.ts';
import type { Bench } from '../bench.ts';
import type { Report } from '../measuring/report.ts';
import type { CopyCommand, CopyReply } from '../programs/copying-program.ts';
import { CopyQ, copyqVersion } from '../programs/copyq.ts';
import { Program } from '../programs/program.ts';
import { SavedEvents } from '../soak/saved-events.ts';
import { measureLarge } from './capture-large.ts';
import { measureLatency } from './capture-latency.ts';
import { type LossParts, measureLosses } from './capture-losses.ts';

export const capture: Bench = {
  about: 'from a copy to its durable file: time, steps, losses in bursts (compared with CopyQ), large copies',
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
    report.note('\nCopyQ is not installed, so it is not compared with Hub. On Debian: apt-get install copyq');
    return null;
  }
  report.note(`\ncompared with Hub: ${version}`);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-bench-copyq-'));
  parts.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const display = parts.use(await startXDisplay());
  const program = parts.use(await CopyQ.start(display.name, folder));
  return { program, display: display.name };
}
