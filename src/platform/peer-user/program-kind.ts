/**
 * Linux: what kind of program is a process of this user? One that is shut in a sandbox has namespaces of its own (namespaces(7)), though it may
 * share our network. A browser asks for pages and extensions, which are not the user's own programs. Both are read from proc_pid(5).
 */
import { lstatSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { isBrowserName, isNetworkServiceOfChromium } from './browsers.ts';
import type { PeerVerdict } from './interface.ts';

/** Of a process of this user. `unknown`: it has ended, or lets nobody look. */
export function kindOfProgram(proc: string, pid: number): Extract<PeerVerdict, 'same-user' | 'browser' | 'sandboxed' | 'unknown'> {
  try {
    if (surroundingsOf(proc, String(pid)) !== surroundingsOf(proc, 'self')) return 'sandboxed';
    return isBrowser(proc, pid) ? 'browser' : 'same-user';
  } catch {
    return 'unknown';
  }
}

/** Equal for two processes that see the same files with the same rights. Throws where it can't be read. */
function surroundingsOf(proc: string, process: string): string {
  const namespaces = ['mnt', 'user'].map((kind) => readlinkSync(`${proc}/${process}/ns/${kind}`));
  return [...namespaces, hasEntry(`${proc}/${process}/root/.flatpak-info`)].join();
}

/** Throws where it can't be told. */
function hasEntry(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

function isBrowser(proc: string, pid: number): boolean {
  // The link says so of a file that was replaced since, as each update of a browser does.
  const program = readlinkSync(`${proc}/${pid}/exe`).replace(/ \(deleted\)$/, '');
  if (isBrowserName(path.basename(program))) return true;
  // Whatever their names are, all of Gecko's browsers have this library beside them, as a file.
  if (statSync(path.join(path.dirname(program), 'libxul.so'), { throwIfNoEntry: false })?.isFile()) return true;
  return isNetworkServiceOfChromium(readFileSync(`${proc}/${pid}/cmdline`, 'latin1'));
}
