/**
 * Whether a path is on another machine, determined without touching it: if the network is down, accessing the file itself blocks. Reads the system's
 * list of mounts and must never open, stat or resolve the path.
 */
import { readFileSync } from 'node:fs';

/** File systems of other machines, and those implemented by programs, which may be anything (proc(5), mount(8)). */
const remote = /^(?:nfs\d?|cifs|smb3|smbfs|ncpfs|afs|9p|ceph|glusterfs|lustre|davfs|fuse(?:\..+)?|autofs)$/;

/** @param path absolute. On macOS everything under `/Volumes` counts as remote. */
export function isRemotePath(path: string, platform: NodeJS.Platform = process.platform): boolean {
  if (platform === 'win32') return /^[\\/]{2}/.test(path);
  if (platform === 'darwin') return path.startsWith('/Volumes/');
  try {
    return remote.test(fileSystemOf(path, readFileSync('/proc/self/mountinfo', 'utf8')));
  } catch {
    return false; // no such list: nothing is known
  }
}

/** The type of the file system that a path is on, by a list as in proc(5) `mountinfo`; empty if no mount contains it. */
export function fileSystemOf(path: string, mounts: string): string {
  let longest = '';
  let type = '';
  for (const line of mounts.split('\n')) {
    const [before = '', after = ''] = line.split(' - ');
    const place = unescaped(before.split(' ')[4] ?? '');
    const holds = place !== '' && (path === place || path.startsWith(place.endsWith('/') ? place : `${place}/`));
    if (!holds || place.length < longest.length) continue; // of two mounts at one place the later one covers the earlier
    longest = place;
    type = after.split(' ')[0] ?? '';
  }
  return type;
}

/** Blanks and backslashes are written in octal. */
function unescaped(place: string): string {
  return place.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}
