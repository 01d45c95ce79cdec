/** The processor time of the process that watches the clipboard while nobody copies. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TestHub } from '../../test/harness/hub.ts';
import { tryProcessorMs } from '../measuring/process-time.ts';
import type { Report } from '../measuring/report.ts';

const settlesMs = 5_000;
const watchedMs = 30_000;

export async function measureIdle(hub: TestHub, report: Report): Promise<void> {
  const { components } = await hub.until(() => true);
  const pid = components.find(({ id }) => id === 'clipboard')?.pid ?? 0;
  await pause(settlesMs);
  const before = tryProcessorMs(pid) ?? Number.NaN;
  await pause(watchedMs);
  const percent = (((tryProcessorMs(pid) ?? Number.NaN) - before) / watchedMs) * 100;
  report.target({ what: 'the watcher while nobody copies', figure: percent, limit: 0.1, better: 'lower', unit: '% of a core' });
}
