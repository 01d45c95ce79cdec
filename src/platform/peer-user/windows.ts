/**
 * Windows: not built, and untried. What it is to do: find the connection's owning pid with `GetExtendedTcpTable`
 * (TCP_TABLE_OWNER_PID_CONNECTIONS), open that process, and compare its token's user SID with our own.
 * Until then each verdict is `unsupported`, which locks nobody out and leaves admission to Host, Origin and content type.
 */
import type { PeerUser } from './interface.ts';

export function windowsPeerUser(): PeerUser {
  return { judge: async () => 'unsupported' };
}
