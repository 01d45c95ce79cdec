/**
 * The user's key for a display, as every X client finds it: Xau(3), the files that xauth(1) writes. Only MIT-MAGIC-COOKIE-1 can be sent as stored. A
 * file that is missing, can't be read or is cut off has no key, or those before the cut: many displays require none.
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import path from 'node:path';

/** The machine of the display: this one (reached over a socket file or the loopback), or another one by its address. */
export interface DisplayAddress {
  readonly number: string;
  /** Null for this machine. */
  readonly remote: { readonly address: string; readonly family: 'IPv4' | 'IPv6' } | null;
}

/** As the server takes it; empty if there is no key. */
export interface AuthorityKey {
  readonly name: string;
  readonly data: string;
}

const noKey: AuthorityKey = { name: '', data: '' };
const cookie = 'MIT-MAGIC-COOKIE-1';
const longestFile = 1024 * 1024;
/** X.h and Xauth.h: FamilyInternet, FamilyInternet6, FamilyLocal, FamilyWild. */
const families = { IPv4: 0, IPv6: 6, local: 256, wild: 65_535 } as const;

interface Entry {
  readonly family: number;
  readonly address: string;
  readonly number: string;
  readonly name: string;
  readonly data: string;
}

/** The key for this display. `named` is the value of `XAUTHORITY`; without it, the file in the home folder. Never rejects. */
export async function keyTo(display: DisplayAddress, named: string | undefined): Promise<AuthorityKey> {
  const files = named ? [named] : ['.Xauthority', 'Xauthority'].map((name) => path.join(homedir(), name));
  for (const file of files) {
    const bytes = await readBounded(file);
    if (bytes !== null) return entriesIn(bytes).find((entry) => opens(entry, display)) ?? noKey;
  }
  return noKey;
}

function opens({ family, address, number, name }: Entry, { number: wanted, remote }: DisplayAddress): boolean {
  if (name !== cookie || (number !== '' && number !== wanted)) return false;
  if (family === families.wild) return true;
  return remote === null
    ? family === families.local && address === hostname()
    : family === families[remote.family] && remote.family === 'IPv4' && bytesOfIp(remote.address) === address;
}

/** As in the file: one byte for each part. */
function bytesOfIp(address: string): string {
  return String.fromCharCode(...address.split('.').map(Number));
}

/** Big-endian: the family, then four values, each preceded by its length. */
function* entriesIn(bytes: Buffer): Generator<Entry> {
  let at = 0;
  const take = (length: number): Buffer | null => {
    at += length;
    return at > bytes.length ? null : bytes.subarray(at - length, at);
  };
  const value = (): string | null => take(take(2)?.readUInt16BE(0) ?? bytes.length)?.toString('latin1') ?? null;
  for (;;) {
    const family = take(2)?.readUInt16BE(0);
    const [address, number, name, data] = [value(), value(), value(), value()];
    if (family === undefined || address === null || number === null || name === null || data === null) return;
    yield { family, address, number, name, data };
  }
}

/** Null if there is no file, or it can't be read; does not wait for a fifo. */
async function readBounded(file: string): Promise<Buffer | null> {
  try {
    // Not with `using`, which the Node that runs in Wine does not read.
    const opened = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const facts = await opened.stat();
      return facts.isFile() && facts.size <= longestFile ? await opened.readFile() : null;
    } finally {
      await opened.close();
    }
  } catch {
    return null;
  }
}
