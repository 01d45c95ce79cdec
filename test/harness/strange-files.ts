/** Creates what Node can't: named pipes and small disks. Uses the C library, so that unit tests need no other program. */
import { getSystemErrorName } from 'node:util';
import koffi from 'koffi';

/** For tests that need a named pipe. */
export const withoutFifo = process.platform === 'win32' ? 'Windows has no named pipes in a file system' : false;

/** Creates a named pipe (mkfifo(3)). Opening it blocks until the other side is opened too. */
export function makeFifo(file: string): void {
  const mode = process.platform === 'darwin' ? 'uint16_t' : 'uint32_t';
  call('mkfifo', `int mkfifo(const char *path, ${mode} mode)`, file, 0o600);
}

/** Mounts a disk of this size (`4m`, tmpfs(5)) over a folder until it is disposed of; null without the permission to mount. */
export function tryMountSmallDisk(folder: string, size: string): Disposable | null {
  const noFlags = 0;
  try {
    call(
      'mount',
      'int mount(const char *source, const char *target, const char *type, unsigned long flags, const char *options)',
      ...['none', folder, 'tmpfs', noFlags, `size=${size}`],
    );
  } catch {
    return null;
  }
  return { [Symbol.dispose]: () => call('umount', 'int umount(const char *target)', folder) };
}

/** @throws if the function does not exist on this system, or fails */
function call(name: string, declaration: string, ...given: readonly (string | number)[]): void {
  const result: number = koffi.load(null).func(declaration)(...given);
  if (result !== 0) throw new Error(`${name}: ${getSystemErrorName(-koffi.errno())}`);
}
