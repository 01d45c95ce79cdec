/**
 * Linux: `/proc/net/tcp` and `tcp6` (proc_pid_net(5)) list every socket of this network namespace with its owner's uid. We need the client's own
 * socket, whose local end is our peer; our end's row has our uid and proves nothing. If the socket is this user's, its inode leads to the process
 * that holds it, which distinguishes a browser and a sandbox from the user's own programs.
 */
import { readFile } from 'node:fs/promises';
import { endianness } from 'node:os';
import type { PeerConnection, PeerUser, PeerVerdict } from './interface.ts';
import { fileOfProgram, kindOfProgram } from './program-kind.ts';
import { type SocketHolders, socketHolders } from './socket-holders.ts';

/** The kernel prints the table in pieces while it changes, so a row can be missed once; a socket may also change hands meanwhile. */
const attempts = 3;

export interface LinuxParts {
  readonly proc?: string;
  readonly uid?: number;
  readonly holders?: SocketHolders;
}

export function linuxPeerUser({
  proc = '/proc',
  uid = process.getuid?.() ?? -1,
  holders = socketHolders(proc, uid),
}: LinuxParts = {}): PeerUser {
  const tables = ['tcp', 'tcp6'].map((name) => shared(() => readFile(`${proc}/net/${name}`, 'latin1').catch(() => '')));
  const socketOf = async (connection: PeerConnection): Promise<PeerSocket | null> => {
    for (const table of tables) {
      const socket = findSocket(await table(), connection);
      if (socket !== null) return socket;
    }
    return null;
  };
  const lookUp = async (connection: PeerConnection): Promise<PeerVerdict> => {
    const socket = await socketOf(connection);
    const owner = ownerOf(socket, uid);
    if (socket === null || owner !== 'same-user') return owner;
    const pid = await holders.holderOf(socket.inode);
    return pid === null ? 'unknown' : kindOfProgram(proc, pid);
  };
  return {
    judge: async (connection) => {
      let verdict: PeerVerdict = 'unknown';
      for (let attempt = 0; attempt < attempts && verdict === 'unknown'; attempt += 1) verdict = await lookUp(connection);
      return verdict;
    },
    programOf: async (connection) => {
      const socket = await socketOf(connection);
      const pid = socket === null ? null : await holders.holderOf(socket.inode);
      try {
        return pid === null ? null : fileOfProgram(proc, pid);
      } catch {
        return null;
      }
    },
  };
}

/**
 * One read at a time, shared by all callers that arrive before it begins: the table has a row for every connection of the machine, including recently
 * closed ones, and takes milliseconds. A read that began before the question is never used, because the connection might be missing from it.
 */
function shared(read: () => Promise<string>): () => Promise<string> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<string> | null = null;
  const readNext = async (): Promise<string> => {
    await last;
    next = null;
    const reading = read();
    last = reading;
    return await reading;
  };
  return () => (next ??= readNext());
}

/** Whose socket it is, before its program is checked. */
export function ownerOf(socket: PeerSocket | null, ownUid: number): Extract<PeerVerdict, 'same-user' | 'root' | 'other' | 'unknown'> {
  if (socket === null) return 'unknown';
  if (socket.uid === ownUid) return 'same-user';
  return socket.uid === 0 ? 'root' : 'other';
}

export interface PeerSocket {
  readonly uid: number;
  readonly inode: string;
}

/**
 * The client's own socket in the text of one of the two tables. Null also if no process holds it any more (closed, TIME_WAIT): the kernel then prints
 * inode 0 and uid 0, whoever it was.
 */
export function findSocket(table: string, { peerAddress, peerPort, ownAddress, ownPort }: PeerConnection): PeerSocket | null {
  const [peer, own] = [ipv4Hex(peerAddress), ipv4Hex(ownAddress)];
  if (peer === null || own === null) return null;
  for (const prefix of ['', mappedPrefix]) {
    const ends = ` ${prefix}${peer}:${portHex(peerPort)} ${prefix}${own}:${portHex(ownPort)} `;
    const at = table.indexOf(ends);
    // state, tx:rx, timer, retransmits, uid, timeout, inode
    const fields =
      at < 0
        ? []
        : (table
            .slice(at + ends.length, at + ends.length + 120)
            .split('\n', 1)[0]
            ?.trim()
            .split(/\s+/) ?? []);
    const [uid, inode] = [fields[4], fields[6]];
    if (uid !== undefined && inode !== undefined && /^\d+$/.test(uid)) return inode === '0' ? null : { uid: Number(uid), inode };
  }
  return null;
}

const littleEndian = endianness() === 'LE';

/** `::ffff:0:0/96` as the four words of the table. */
const mappedPrefix = littleEndian ? '0000000000000000FFFF0000' : '00000000000000000000FFFF';

/** The address as the kernel prints it: the four bytes in network order, read as one integer of this machine. */
function ipv4Hex(address: string): string | null {
  const bytes = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/i.exec(address)?.slice(1).map(Number);
  if (bytes === undefined) return null;
  return (littleEndian ? bytes.reverse() : bytes)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

function portHex(port: number): string {
  return port.toString(16).padStart(4, '0').toUpperCase();
}
