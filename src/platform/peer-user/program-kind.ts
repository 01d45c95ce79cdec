/**
 * Linux: what kind of program is a process of this user? One in a sandbox has namespaces of its own (namespaces(7)), even if it shares our network. A
 * browser sends requests for pages and extensions, which are not the user's own programs. Both are read from proc_pid(5).
 */
import { lstatSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { isBrowserName, isNetworkServiceOfChromium } from './browsers.ts';
import type { PeerVerdict } from './interface.ts';

/** For a process of this user. `unknown`: it has exited, or can't be inspected. */
export function kindOfProgram(proc: string, pid: number): Extract<PeerVerdict, 'same-user' | 'browser' | 'sandboxed' | 'unknown'> {
  try {
    if (surroundingsOf(proc, String(pid)) !== surroundingsOf(proc, 'self')) return 'sandboxed';
    return isBrowser(proc, pid) ? 'browser' : 'same-user';
  } catch {
    return 'unknown';
  }
}

/** Equal for two processes that see the same files with the same rights. Throws if it can't be read. */
function surroundingsOf(proc: string, process: string): string {
  const namespaces = ['mnt', 'user'].map((kind) => readlinkSync(`${proc}/${process}/ns/${kind}`));
  return [...namespaces, hasEntry(`${proc}/${process}/root/.flatpak-info`)].join();
}

/** Throws if it can't be determined. */
function hasEntry(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

/** Its file. The link is marked if the file was replaced since, as with each update of a browser. Throws if it can't be read. */
export function fileOfProgram(proc: string, pid: number): string {
  return readlinkSync(`${proc}/${pid}/exe`).replace(/ \(deleted\)$/, '');
}

function isBrowser(proc: string, pid: number): boolean {
  const program = fileOfProgram(proc, pid);
  if (isBrowserName(path.basename(program))) return true;
  // Whatever they are called, all browsers based on Gecko have this library beside them.
  if (statSync(path.join(path.dirname(program), 'libxul.so'), { throwIfNoEntry: false })?.isFile()) return true;
  return isNetworkServiceOfChromium(readFileSync(`${proc}/${pid}/cmdline`, 'latin1'));
}
