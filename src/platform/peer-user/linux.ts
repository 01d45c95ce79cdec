/**
 * Linux: `/proc/net/tcp` and `tcp6` (proc_pid_net(5)) list every socket of this network namespace with its owner's uid. The row wanted is the
 * client's own socket: its local end is our peer. Our end's row has our uid and proves nothing.
 */
import { readFile } from 'node:fs/promises';
import { endianness } from 'node:os';
import type { PeerConnection, PeerUser, PeerVerdict } from './interface.ts';

/** The kernel lists a table that changes meanwhile piece by piece, so a row can be missed once. */
const attempts = 3;

export function linuxPeerUser(folder = '/proc/net', ownUid = process.getuid?.() ?? -1): PeerUser {
  const read = async (name: string): Promise<string> => await readFile(`${folder}/${name}`, 'latin1').catch(() => '');
  const lookUp = async (connection: PeerConnection): Promise<PeerVerdict> => {
    const inV4 = judgeTable(await read('tcp'), connection, ownUid);
    return inV4 === 'unknown' ? judgeTable(await read('tcp6'), connection, ownUid) : inV4;
  };
  return {
    judge: async (connection) => {
      let verdict: PeerVerdict = 'unknown';
      for (let attempt = 0; attempt < attempts && verdict === 'unknown'; attempt += 1) verdict = await lookUp(connection);
      return verdict;
    },
  };
}

/** The verdict by the text of one of the two tables. */
export function judgeTable(table: string, connection: PeerConnection, ownUid: number): PeerVerdict {
  const row = findRow(table, connection);
  if (row === null || row.inode === '0') return 'unknown';
  if (row.uid === ownUid) return 'same-user';
  return row.uid === 0 ? 'root' : 'other';
}

interface Row {
  readonly uid: number;
  /** `0` once no process holds the socket any more (closed, TIME_WAIT). The kernel then prints uid 0, whoever it was. */
  readonly inode: string;
}

function findRow(table: string, { peerAddress, peerPort, ownAddress, ownPort }: PeerConnection): Row | null {
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
    if (uid !== undefined && inode !== undefined && /^\d+$/.test(uid)) return { uid: Number(uid), inode };
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
