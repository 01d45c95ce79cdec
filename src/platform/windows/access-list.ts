/**
 * Who may do what with a Windows object, from the bytes of its security descriptor ([MS-DTYP] 2.4.6, 2.4.5, 2.4.4, 2.4.2). It reads the bytes and not
 * the system's text form, which has special names for some users, and other names for the same rights once they are mapped.
 */
import { sidText } from './sid-text.ts';

/** One entry: whether it admits or denies (null for the rarer kinds), which rights (a mask), and whom, as `S-1-5-21-…`. */
export interface AccessEntry {
  readonly admits: boolean | null;
  readonly rights: number;
  readonly who: string;
}

/** The entries of a self-relative descriptor in their order, which matters. Null if it has no list, and everyone may do everything. */
export function readAccessList(descriptor: Buffer): readonly AccessEntry[] | null {
  const at = (descriptor.readUInt16LE(2) & daclPresent) === 0 ? 0 : descriptor.readUInt32LE(16);
  if (at === 0) return null;
  const entries: AccessEntry[] = [];
  for (let left = descriptor.readUInt16LE(at + 4), next = at + 8; left > 0; left -= 1) {
    const bytes = descriptor.readUInt16LE(next + 2);
    entries.push(readEntry(descriptor.subarray(next, next + bytes)));
    next += bytes;
  }
  return entries;
}

/** SE_DACL_PRESENT; the first two kinds of entries. */
const daclPresent = 0x0004;
const kinds: readonly (boolean | undefined)[] = [true, false];

function readEntry(entry: Buffer): AccessEntry {
  const admits = kinds[entry[0] ?? -1];
  return admits === undefined
    ? { admits: null, rights: 0, who: '' }
    : { admits, rights: entry.readUInt32LE(4), who: sidText(entry.subarray(8)) ?? '' };
}
