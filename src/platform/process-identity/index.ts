/** Whether a process is still the one that it was: this system's way to tell. */
import type { ProcessIdentity } from './interface.ts';

export type * from './interface.ts';

/** This system's way; on a system that we know none of, nothing is ever known of any process. */
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
