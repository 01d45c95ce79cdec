/** Whether a process is still the same one: the implementation for this system. */
import type { ProcessIdentity } from './interface.ts';

export type * from './interface.ts';

/** The implementation for this system; on an unknown system nothing is ever known about any process. */
export async function openProcessIdentity(): Promise<ProcessIdentity> {
  switch (process.platform) {
    case 'linux':
      return (await import('./linux.ts')).linuxProcessIdentity();
    case 'darwin':
      return (await import('./macos.ts')).macosProcessIdentity();
    case 'win32':
      return (await import('./windows.ts')).windowsProcessIdentity();
    default:
      return { startOf: () => null };
  }
}
