/** Whose process is at the other end: this system's way to tell. */
import type { PeerUser } from './interface.ts';
import { linuxPeerUser } from './linux.ts';
import { windowsPeerUser } from './windows.ts';

export type * from './interface.ts';

/**
 * This system's way. macOS has none that is small (it would be `proc_pidfdinfo` by way of libproc): there every verdict is `unsupported`,
 * and a server relies on its other gates.
 */
export function openPeerUser(): PeerUser {
  if (process.platform === 'linux') return linuxPeerUser();
  if (process.platform === 'win32') return windowsPeerUser();
  return { judge: async () => 'unsupported' };
}
