/** What a window says of itself and of its program: ICCCM 4.1.2 (WM_NAME, WM_CLASS), EWMH (_NET_WM_NAME, _NET_WM_PID), X-Resource. Titles stay in the value; nothing here logs. */
import { readlinkSync } from 'node:fs';
import path from 'node:path';
import type { Atoms } from './atoms.ts';
import type { XConnection } from './connection.ts';
import type { XId } from './protocol.ts';

export const windowAtoms: readonly string[] = ['WM_NAME', 'WM_CLASS', '_NET_WM_NAME', '_NET_WM_PID', '_NET_ACTIVE_WINDOW', 'STRING'];

export interface WindowFacts {
  readonly window: XId;
  readonly pid: number | null;
  /** The class half of WM_CLASS: `firefox`, `org.kde.konsole`. */
  readonly className: string | null;
}

/** Longest property that is read; titles and classes beyond are cut. */
const propertyBytes = 4_096;

/** The window's facts; all null for a window that is gone. One round trip. */
export async function readWindowFacts(connection: XConnection, atoms: Atoms, window: XId): Promise<WindowFacts> {
  const [socketPid, saidPid, classes] = await Promise.all([
    connection.pidOf(window),
    readProperty(connection, atoms, window, '_NET_WM_PID'),
    readProperty(connection, atoms, window, 'WM_CLASS'),
  ]);
  const claimedPid = saidPid !== null && saidPid.data.length >= 4 ? saidPid.data.readUInt32LE(0) : null;
  return { window, pid: socketPid ?? claimedPid, className: classes === null ? null : classOf(classes.data) };
}

/** The window's title; null when it has none or is gone. One round trip. */
export async function readWindowTitle(connection: XConnection, atoms: Atoms, window: XId): Promise<string | null> {
  const [modern, old] = await Promise.all([
    readProperty(connection, atoms, window, '_NET_WM_NAME'),
    readProperty(connection, atoms, window, 'WM_NAME'),
  ]);
  if (modern !== null && modern.data.length > 0) return modern.data.toString('utf8');
  if (old === null || old.data.length === 0) return null;
  return old.data.toString(old.type === atoms.of('STRING') ? 'latin1' : 'utf8');
}

async function readProperty(
  connection: XConnection,
  atoms: Atoms,
  window: XId,
  name: string,
): Promise<{ type: number; data: Buffer } | null> {
  const property = await connection.getProperty(window, atoms.of(name), 0, propertyBytes);
  return property === null || property.type === 0 ? null : property;
}

/** WM_CLASS is the instance and the class, each ended by a NUL (ICCCM 4.1.2.5). */
function classOf(data: Buffer): string | null {
  const [instance, className] = data.toString('utf8').split('\0');
  return className || instance || null;
}

/** The program's file of a process of this machine; null when it is gone or another user's. /proc is memory, so this does not block. */
export function executableOf(pid: number | null): string | null {
  if (pid === null || process.platform !== 'linux') return null;
  try {
    return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '');
  } catch {
    return null;
  }
}

/** What a program is called: its window class, else its file's name. */
export function programName(className: string | null, executable: string | null): string | null {
  return className ?? (executable === null ? null : path.basename(executable));
}
