/** Memory and open descriptors of each component over time, across its processes (proc(5)). */
import { readdirSync, readFileSync } from 'node:fs';
import type { TestHub } from '../../test/harness/hub.ts';
import { tryMemory, tryPeakBytes } from '../measuring/process-memory.ts';

const lookEveryMs = 5_000;
/** A new process frees memory for some seconds after its start, which would distort the slope. */
const settledAfterSeconds = 15;

interface Sample {
  readonly atMs: number;
  readonly residentBytes: number;
  readonly descriptors: number;
}

export interface Slope {
  readonly name: string;
  /** MB per hour, by least squares. */
  readonly perHour: number;
  /** The standard error of the slope. */
  readonly error: number;
}

export class ResourceWatch implements Disposable {
  readonly columns = ['component', 'samples', 'RSS MB first', 'last', 'peak', 'slope MB/h', '± error', 'descriptors first', 'last', 'most'];
  readonly #hub: TestHub;
  readonly #samples = new Map<string, Sample[]>();
  /** The highest peak of all processes of a component, as recorded by the kernel, and so also between two samples. */
  readonly #peakBytes = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;

  /** Starts sampling at once. */
  constructor(hub: TestHub) {
    this.#hub = hub;
    this.#timer = setInterval(() => void this.#look().catch(() => {}), lookEveryMs); // a failed sample is skipped
  }

  rows(): readonly (readonly (string | number)[])[] {
    return [...this.#samples].map(([name, samples]) => {
      const megabytes = samples.map(({ residentBytes }) => residentBytes / 1e6);
      const open = samples.map(({ descriptors }) => descriptors);
      const { perHour, error } = slopeOf(name, samples);
      return [
        name,
        samples.length,
        ...[megabytes[0], megabytes.at(-1), (this.#peakBytes.get(name) ?? Number.NaN) / 1e6].map((value) =>
          (value ?? Number.NaN).toFixed(1),
        ),
        perHour.toFixed(1),
        error.toFixed(1),
        ...[open[0], open.at(-1), Math.max(...open)].map((value) => value ?? Number.NaN),
      ];
    });
  }

  /** The slopes of the components with enough samples. */
  slopes(): readonly Slope[] {
    return [...this.#samples].filter(([, samples]) => samples.length >= 10).map(([name, samples]) => slopeOf(name, samples));
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const { components } = await this.#hub.until(() => true);
    for (const { id, pid, uptimeSeconds } of components) {
      if (pid === null) continue;
      this.#peakBytes.set(id, Math.max(this.#peakBytes.get(id) ?? 0, tryPeakBytes(pid) ?? 0));
      if ((uptimeSeconds ?? 0) < settledAfterSeconds) continue;
      const memory = tryMemory(pid);
      const descriptors = tryDescriptors(pid);
      if (memory === null || descriptors === null) continue;
      const sample = { atMs: performance.now(), residentBytes: memory.residentBytes, descriptors };
      this.#samples.set(id, [...(this.#samples.get(id) ?? []), sample]);
    }
  }
}

function tryDescriptors(pid: number): number | null {
  try {
    readFileSync(`/proc/${pid}/comm`); // after a process has ended, its folder of descriptors is empty for a moment
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return null;
  }
}

function slopeOf(name: string, samples: readonly Sample[]): Slope {
  const count = samples.length;
  const meanAt = samples.reduce((sum, { atMs }) => sum + atMs, 0) / count;
  const mean = samples.reduce((sum, { residentBytes }) => sum + residentBytes, 0) / count;
  const spread = samples.reduce((sum, { atMs }) => sum + (atMs - meanAt) ** 2, 0);
  const perMs = samples.reduce((sum, { atMs, residentBytes }) => sum + (atMs - meanAt) * (residentBytes - mean), 0) / spread;
  const rest = samples.reduce((sum, { atMs, residentBytes }) => sum + (residentBytes - mean - perMs * (atMs - meanAt)) ** 2, 0);
  const toHours = 3_600_000 / 1e6;
  return { name, perHour: perMs * toHours, error: Math.sqrt(rest / Math.max(1, count - 2) / spread) * toHours };
}
