/**
 * What the indexer is at, in a file of its own: if it crashes there, or hangs and is killed, the next one knows where. What crashed it twice is left out
 * until it changes.
 */
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { DiskPath } from '../../../file-index/disk-path.ts';
import type { IndexDatabase } from '../../../file-index/index-database.ts';

const mostCrashes = 2;

/** The facts by which a change is seen; those of a folder are 0. */
interface Facts {
  readonly size: number;
  readonly modifiedAt: number;
}

export class CrashMarker implements Disposable {
  readonly #index: IndexDatabase;
  readonly #descriptor: number;
  #written = 0;

  /** Counts the crash of the indexer before, if there was one. Its folder must exist. */
  constructor(index: IndexDatabase, file: string) {
    this.#index = index;
    this.#count(file);
    this.#descriptor = openSync(file, 'w', 0o600);
  }

  /** Whether this may be opened. From now on a crash counts against it. */
  enter(path: DiskPath, { size, modifiedAt }: Facts): boolean {
    const row = this.#index.get('SELECT size, modified_at, times FROM crashes WHERE path = ?', path.text);
    if (row !== undefined && Number(row.times) >= mostCrashes && row.size === size && row.modified_at === modifiedAt) return false;
    const bytes = Buffer.from(JSON.stringify([path.text, size, modifiedAt]));
    writeSync(this.#descriptor, bytes, 0, bytes.length, 0);
    // What was longer before would stay behind it.
    if (this.#written > bytes.length) ftruncateSync(this.#descriptor, bytes.length);
    this.#written = bytes.length;
    return true;
  }

  /** The work is over. */
  leave(): void {
    if (this.#written > 0) ftruncateSync(this.#descriptor, 0);
    this.#written = 0;
  }

  [Symbol.dispose](): void {
    this.leave();
    closeSync(this.#descriptor);
  }

  #count(file: string): void {
    const left = leftIn(file);
    if (left === null) return;
    this.#index.run(
      `INSERT INTO crashes VALUES (?, ?, ?, 1) ON CONFLICT (path) DO UPDATE SET
       times = CASE WHEN size = excluded.size AND modified_at = excluded.modified_at THEN times + 1 ELSE 1 END,
       size = excluded.size, modified_at = excluded.modified_at`,
      ...left,
    );
  }
}

function leftIn(file: string): readonly [string, number, number] | null {
  try {
    const left: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!Array.isArray(left)) return null;
    const [path, size, modifiedAt] = left;
    return typeof path === 'string' && typeof size === 'number' && typeof modifiedAt === 'number' ? [path, size, modifiedAt] : null;
  } catch {
    return null; // nothing crashed
  }
}
