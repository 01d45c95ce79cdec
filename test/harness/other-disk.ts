/** A drive that a test connects and disconnects, without the permission to mount one. */
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const shared = '/dev/shm';

export const withoutOtherDisk =
  fs.existsSync(shared) && fs.statSync(shared).dev !== fs.statSync(os.tmpdir()).dev ? false : 'there is no second disk to write to';

export class OtherDisk implements Disposable {
  readonly #folder = fs.mkdtempSync(path.join(shared, 'hub-test-'));
  readonly #mountPoint: string;

  /** It is not connected yet. The folder above the mount point exists. */
  constructor(mountPoint: string) {
    this.#mountPoint = mountPoint;
  }

  connect(): void {
    fs.rmSync(this.#mountPoint, { recursive: true, force: true });
    fs.symlinkSync(this.#folder, this.#mountPoint);
  }

  /** Leaves what a mount point is without its drive: an empty folder on the disk of the folder above. */
  disconnect(): void {
    fs.rmSync(this.#mountPoint);
    fs.mkdirSync(this.#mountPoint);
  }

  [Symbol.dispose](): void {
    fs.rmSync(this.#folder, { recursive: true });
  }
}
