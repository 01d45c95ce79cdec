/** Large copies: the time until the file exists, whether it is identical byte for byte, and how much memory the monitor uses. */
import { readFileSync } from 'node:fs';
import { machineClockMs } from '../../src/base/machine-clock.ts';
import type { TestHub } from '../../test/harness/hub.ts';
import { bytesOf, type ClipboardOwner, type OwnedContent } from '../../test/harness/owners/clipboard-owner.ts';
import { median } from '../measuring/percentiles.ts';
import { forgetPeak, mebibyte, tryPeakBytes } from '../measuring/process-memory.ts';
import type { Report } from '../measuring/report.ts';
import type { SavedEvents } from '../soak/saved-events.ts';

export interface LargeParts {
  readonly hub: TestHub;
  readonly owner: ClipboardOwner;
  readonly events: SavedEvents;
  readonly report: Report;
}

const rounds = 3;
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const withinMs = 60_000;
const watched = ['clipboard', 'python_core', 'save_worker'] as const;

interface LargeCopy {
  readonly name: string;
  readonly target: string;
  readonly bytes: number;
  readonly start: (round: number) => OwnedContent;
}

const largeCopies: readonly LargeCopy[] = [
  { name: '64 MiB of text', target: 'UTF8_STRING', bytes: 64 * mebibyte, start: (round) => ({ text: `a large text, number ${round}\n` }) },
  {
    name: '20 MiB as PNG',
    target: 'image/png',
    bytes: 20 * mebibyte,
    start: (round) => ({ base64: Buffer.concat([png, Buffer.from(`number ${round}`)]).toString('base64') }),
  },
];

/** In chunks, as every toolkit sends large content (ICCCM 2.7.2). */
export async function measureLarge(parts: LargeParts): Promise<void> {
  const pids = await componentPids(parts.hub);
  const rows: string[][] = [];
  for (const kind of largeCopies) {
    const times: number[] = [];
    const peaks = new Map<string, number>();
    let same = 0;
    for (let round = 1; round <= rounds; round += 1) {
      for (const pid of pids.values()) forgetPeak(pid);
      const { tookMs, isSame } = await copyOnce(parts, kind, round);
      times.push(tookMs);
      same += isSame ? 1 : 0;
      for (const [id, pid] of pids) peaks.set(id, Math.max(peaks.get(id) ?? 0, tryPeakBytes(pid) ?? Number.NaN));
    }
    const perSecond = kind.bytes / mebibyte / (median(times) / 1_000);
    const peakCells = watched.map((id) => ((peaks.get(id) ?? Number.NaN) / mebibyte).toFixed(1));
    rows.push([
      kind.name,
      median(times).toFixed(0),
      times.map((ms) => ms.toFixed(0)).join(' '),
      perSecond.toFixed(0),
      `${same}/${rounds}`,
      ...peakCells,
    ]);
  }
  const columns = ['', 'ms', 'each', 'MiB/s', 'identical', ...watched.map((id) => `${id}, MiB`)];
  parts.report.table('large copies, from the copy to its durable file (median of 3), and the peak of resident memory', columns, rows);
}

async function copyOnce({ owner, events }: LargeParts, kind: LargeCopy, round: number): Promise<{ tookMs: number; isSame: boolean }> {
  const content = { ...kind.start(round), fillBytes: kind.bytes };
  const bytes = bytesOf(content);
  const saved = events.saved(bytes, withinMs);
  await owner.own({ [kind.target]: { content, manner: 'incr' } });
  const copiedAtMs = machineClockMs(); // the owner has had the clipboard for a round trip to the server: well under a millisecond
  const { fragment, clockMs } = await saved;
  return { tookMs: clockMs - copiedAtMs, isSame: readFileSync(fragment.savedPath ?? '').equals(bytes) };
}

async function componentPids(hub: TestHub): Promise<ReadonlyMap<string, number>> {
  const { components } = await hub.until(() => true);
  const known: readonly string[] = watched;
  return new Map(components.flatMap(({ id, pid }) => (pid !== null && known.includes(id) ? [[id, pid]] : [])));
}
