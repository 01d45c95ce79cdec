/** Whose process is at the other end: the implementation for this system. */
import type { PeerUser } from './interface.ts';
import { linuxPeerUser } from './linux.ts';
import { windowsPeerUser } from './windows.ts';

export type * from './interface.ts';

/**
 * The implementation for this system. macOS has none (it would need `proc_pidfdinfo` of libproc): there every verdict is `unsupported`, and a server
 * relies on its other checks.
 */
export function openPeerUser(): PeerUser {
  if (process.platform === 'linux') return linuxPeerUser();
  if (process.platform === 'win32') return windowsPeerUser();
  return { judge: async () => 'unsupported', programOf: async () => null };
}
