/** The machine that the figures are from. Figures from two machines, or from a busy and an idle one, can't be compared. */
import os from 'node:os';

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  /** Averages over 1, 5 and 15 minutes, before the benchmark began. */
  readonly load: readonly number[];
  readonly node: string;
  readonly system: string;
  readonly date: string;
}

export function describeMachine(): Machine {
  return {
    cpu: os.cpus()[0]?.model.trim() ?? 'unknown',
    cores: os.cpus().length,
    load: os.loadavg().map((average) => Math.round(average * 100) / 100),
    node: process.version,
    system: `${os.type()} ${os.release()}`,
    date: new Date().toISOString(),
  };
}

/** Other programs used much of the machine: the measurements are less reliable. */
export function isBusy({ load, cores }: Machine): boolean {
  return (load[0] ?? 0) > cores / 4;
}
