/** The names of damaged journals that were put aside. */
import path from 'node:path';

export interface PutAside {
  /** Its name, in the folder of the journal. */
  readonly file: string;
  readonly atMs: number;
}

/** The ending of the names of files that are put aside at this time. */
export function asideEnding(nowMs: number): string {
  return `.bad-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}`;
}

/** Those of this journal (`file`) among the names of a folder, newest first. */
export function journalsAmong(names: readonly string[], file: string): readonly PutAside[] {
  return names
    .flatMap((name) => {
      const atMs = asideAtMs(name);
      return name.startsWith(`${path.basename(file)}.bad-`) && atMs !== null ? [{ file: name, atMs }] : [];
    })
    .toSorted((one, other) => other.atMs - one.atMs);
}

/** When a file with this name was put aside (Unix time); null if that is not its ending. */
function asideAtMs(name: string): number | null {
  const [, day, hours, minutes, seconds, rest] = /\.bad-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/.exec(name) ?? [];
  const atMs = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${rest}Z`);
  return Number.isFinite(atMs) ? atMs : null;
}
