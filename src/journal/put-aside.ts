/** The journals that lie beside the present one, put aside because they were damaged. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';

export interface PutAside {
  /** Its name, in the folder of the journal. */
  readonly file: string;
  readonly atMs: number;
}

/** The end of the names of what is put aside at this instant. */
export function asideEnding(nowMs: number): string {
  return `.bad-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}`;
}

/** Newest first. Empty where the folder can't be read. */
export async function journalsPutAside(file: string): Promise<readonly PutAside[]> {
  const names = await readdir(path.dirname(file)).catch(() => []);
  return names
    .flatMap((name) => {
      const [, day, hours, minutes, seconds, rest] = /\.bad-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/.exec(name) ?? [];
      const atMs = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${rest}Z`);
      return name.startsWith(`${path.basename(file)}.bad-`) && Number.isFinite(atMs) ? [{ file: name, atMs }] : [];
    })
    .toSorted((one, other) => other.atMs - one.atMs);
}

/** What a person reads of them, as long as they lie there; null where there is none. Within 200 characters. */
export function tellPutAside([newest, ...others]: readonly PutAside[]): string | null {
  if (newest === undefined) return null;
  const at = new Date(newest.atMs).toISOString().slice(0, 16).replace('T', ' ');
  const more = others.length === 0 ? '' : ` (and ${others.length} before)`;
  return `the journal was damaged and put aside at ${at} UTC as data/${newest.file}${more}: what could not be read is not in the history; delete it to end this note`;
}
