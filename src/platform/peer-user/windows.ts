/**
 * Windows: `GetExtendedTcpTable` lists the connections of this machine with the process that owns each; a process's token shows its user, and its
 * file whether it is a browser. We need the client's own row, whose local end is our peer. A process that can't be queried (another user's, or one
 * with more rights than ours) is `unknown`.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { nativeLibrary } from '../windows/native.ts';
import { currentUserSid, userSidOf } from '../windows/process-user.ts';
import { programOf } from '../windows/program-of.ts';
import { isBrowserName } from './browsers.ts';
import type { PeerConnection, PeerUser, PeerVerdict } from './interface.ts';

/** TCP_TABLE_OWNER_PID_CONNECTIONS; ERROR_INSUFFICIENT_BUFFER. */
const ownedConnections = 4;
const bufferTooSmall = 122;
const usualBytes = 65_536;
/** The table may grow between the query of its size and reading it. */
const attempts = 4;
const systemSid = 'S-1-5-18';

/** Offsets of the parts of a row, in bytes (MIB_TCPROW_OWNER_PID and MIB_TCP6ROW_OWNER_PID of tcpmib.h). */
interface Layout {
  /** AF_INET, AF_INET6. */
  readonly family: number;
  readonly address: Buffer;
  readonly rowBytes: number;
  readonly local: number;
  readonly localPort: number;
  readonly remote: number;
  readonly remotePort: number;
  readonly pid: number;
}

const v4: Layout = { family: 2, address: Buffer.alloc(0), rowBytes: 24, local: 4, localPort: 8, remote: 12, remotePort: 16, pid: 20 };
/** An IPv6 socket that speaks IPv4 has its address mapped into `::ffff:0:0/96`. */
const mapped = Buffer.from('00000000000000000000ffff', 'hex');
const v6: Layout = { family: 23, address: mapped, rowBytes: 56, local: 0, localPort: 20, remote: 24, remotePort: 44, pid: 52 };

export function windowsPeerUser(): PeerUser {
  const ownerOf = (connection: PeerConnection): number | null =>
    ownerIn(readTable(v4), connection, v4) ?? ownerIn(readTable(v6), connection, v6);
  return {
    programOf: async (connection) => {
      try {
        const pid = ownerOf(connection);
        return pid === null ? null : programOf(pid);
      } catch {
        return null;
      }
    },
    judge: async (connection) => {
      try {
        const pid = ownerOf(connection);
        const owner = pid === null ? 'unknown' : verdictOf(userSidOf(pid), currentUserSid());
        return pid === null || owner !== 'same-user' ? owner : kindOf(programOf(pid));
      } catch {
        return 'unknown';
      }
    },
  };
}

/** Verdict by the peer's user and ours; null for a user that Windows does not return. */
export function verdictOf(user: string | null, own: string | null): PeerVerdict {
  if (user === null || own === null) return 'unknown';
  if (user === own) return 'same-user';
  return user === systemSid ? 'root' : 'other';
}

/** Verdict for a program of this user, by its file; null for one that Windows does not return. */
export function kindOf(program: string | null): PeerVerdict {
  if (program === null) return 'unknown';
  const folder = path.win32.dirname(program);
  // All browsers based on Gecko have this library beside them, whatever they are called.
  return isBrowserName(path.win32.basename(program)) || existsSync(path.win32.join(folder, 'xul.dll')) ? 'browser' : 'same-user';
}

/** The process that owns the client's end of the connection, by a table of Windows. Null if none holds it any more (pid 0), or ever did. */
export function ownerIn(table: Buffer, { peerAddress, peerPort, ownAddress, ownPort }: PeerConnection, layout: Layout = v4): number | null {
  const [peer, own] = [addressBytes(peerAddress), addressBytes(ownAddress)];
  if (peer === null || own === null || table.length < 4) return null;
  const ends = { local: Buffer.concat([layout.address, peer]), remote: Buffer.concat([layout.address, own]) };
  const rows = Math.min(table.readUInt32LE(), Math.floor((table.length - 4) / layout.rowBytes));
  for (let row = 0; row < rows; row += 1) {
    const at = 4 + row * layout.rowBytes;
    const has = (offset: number, bytes: Buffer): boolean => table.subarray(at + offset, at + offset + bytes.length).equals(bytes);
    // A port is in network order, in the first half of its four bytes; the other half is undefined.
    const samePorts = table.readUInt16BE(at + layout.localPort) === peerPort && table.readUInt16BE(at + layout.remotePort) === ownPort;
    if (samePorts && has(layout.local, ends.local) && has(layout.remote, ends.remote)) return table.readUInt32LE(at + layout.pid) || null;
  }
  return null;
}

/** The four bytes of an IPv4 address, mapped into IPv6 or not. */
function addressBytes(address: string): Buffer | null {
  const bytes = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/i.exec(address)?.slice(1).map(Number);
  return bytes === undefined ? null : Buffer.from(bytes);
}

/** Empty if it is not available. */
function readTable({ family }: Layout): Buffer {
  const { GetExtendedTcpTable } = nativeLibrary('iphlpapi');
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(usualBytes);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const table = Buffer.alloc(bytes.readUInt32LE());
    const error = GetExtendedTcpTable(table, bytes, false, family, ownedConnections, 0);
    if (error === 0) return table;
    if (error !== bufferTooSmall) break;
    bytes.writeUInt32LE(bytes.readUInt32LE() + usualBytes);
  }
  return Buffer.alloc(0);
}
