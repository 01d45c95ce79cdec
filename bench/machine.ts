/** What the figures were measured on. Figures of two machines, or of a busy and an idle one, are not compared. */
import os from 'node:os';

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  /** Averages over 1, 5 and 15 minutes, before the bench has begun. */
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

/** Others were using a good part of the machine: what is measured then says less. */
export function isBusy({ load, cores }: Machine): boolean {
  return (load[0] ?? 0) > cores / 4;
}
