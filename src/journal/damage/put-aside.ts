/** The damaged journals that were put aside, next to the current one. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { told } from '../../domain/language/say.ts';

export interface PutAside {
  /** Its name, in the folder of the journal. */
  readonly file: string;
  readonly atMs: number;
}

/** The ending of the names of files that are put aside at this time. */
export function asideEnding(nowMs: number): string {
  return `.bad-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}`;
}

/** The journals that were put aside, newest first. Empty if the folder can't be read. */
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

/** The message about them, for as long as the files exist; null if there are none. At most 200 characters. */
export function putAsideNotice([newest, ...others]: readonly PutAside[]): string | null {
  if (newest === undefined) return null;
  const at = new Date(newest.atMs).toISOString().slice(0, 16).replace('T', ' ');
  return others.length === 0
    ? told(
        'the journal was damaged and put aside at {at} UTC as data/{file}: what was unreadable is not in the history; delete it to dismiss this message',
        { at, file: newest.file },
      )
    : told(
        'the journal was damaged and put aside at {at} UTC as data/{file} (and {count} before): what was unreadable is not in the history; delete it to dismiss this message',
        { at, file: newest.file, count: others.length },
      );
}
