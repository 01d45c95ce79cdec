/**
 * The properties of a window and its program: ICCCM 4.1.2 (WM_NAME, WM_CLASS), EWMH (_NET_WM_NAME, _NET_WM_PID), X-Resource. Titles stay in the
 * value; nothing here logs.
 */
import type { Atoms } from './atoms.ts';
import type { XConnection } from './connection.ts';
import type { Property, XId } from './protocol.ts';

export const windowAtoms: readonly string[] = [
  'WM_NAME',
  'WM_CLASS',
  '_NET_WM_NAME',
  '_NET_WM_PID',
  '_NET_ACTIVE_WINDOW',
  'STRING',
  'WM_TRANSIENT_FOR',
];

export interface WindowFacts {
  readonly window: XId;
  readonly pid: number | null;
  /** The process of the window's connection, as the server knows it; null if it can't say. */
  readonly connectedPid: number | null;
  /** The class half of WM_CLASS: `firefox`, `org.kde.konsole`. */
  readonly className: string | null;
  /** The window was gone. */
  readonly isGone: boolean;
}

export interface WindowTitle {
  /** Null if it has none. */
  readonly title: string | null;
  /** False for a window that is gone, and for a title that is longer than what is read: the unread part may be the one that matters. */
  readonly isComplete: boolean;
}

/** Longest properties that are read; longer ones are cut. */
const propertyBytes = 4_096;
const titleBytes = 65_536;

/** The window's properties; all null for a window that is gone. One round trip. */
export async function readWindowFacts(connection: XConnection, atoms: Atoms, window: XId): Promise<WindowFacts> {
  const [socketPid, saidPid, classes] = await Promise.all([
    connection.pidOf(window),
    readProperty(connection, atoms, window, '_NET_WM_PID'),
    readProperty(connection, atoms, window, 'WM_CLASS'),
  ]);
  const claimedPid = saidPid !== null && saidPid.data.length >= 4 ? saidPid.data.readUInt32LE(0) : null;
  return {
    window,
    pid: socketPid ?? claimedPid,
    connectedPid: socketPid,
    className: classes === null ? null : classOf(classes.data),
    isGone: saidPid === null,
  };
}

/**
 * The class of the window that this one is a dialog of (WM_TRANSIENT_FOR, ICCCM 4.1.2.6), if both are of the same process; null otherwise. One round trip, and for
 * a dialog another one.
 */
export async function readDialogOf(connection: XConnection, atoms: Atoms, { window, pid }: WindowFacts): Promise<string | null> {
  const said = await readProperty(connection, atoms, window, 'WM_TRANSIENT_FOR');
  const parent = said !== null && said.data.length >= 4 ? said.data.readUInt32LE(0) : 0;
  // The root stands for all windows of a group.
  if (pid === null || parent === 0 || parent === connection.root || parent === window) return null;
  const main = await readWindowFacts(connection, atoms, parent);
  return main.pid === pid ? main.className : null;
}

/** The window's title. One round trip. */
export async function readWindowTitle(connection: XConnection, atoms: Atoms, window: XId): Promise<WindowTitle> {
  const [modern, old] = await Promise.all([
    connection.getProperty(window, atoms.of('_NET_WM_NAME'), 0, titleBytes),
    connection.getProperty(window, atoms.of('WM_NAME'), 0, titleBytes),
  ]);
  if (modern === null || old === null) return { title: null, isComplete: false };
  const said = modern.data.length > 0 ? modern : old;
  const encoding = said === old && old.type === atoms.of('STRING') ? 'latin1' : 'utf8';
  return { title: said.data.length === 0 ? null : said.data.toString(encoding), isComplete: said.bytesAfter === 0 };
}

/** Without data if there is no such property; null if the window is gone. */
function readProperty(connection: XConnection, atoms: Atoms, window: XId, name: string): Promise<Property | null> {
  return connection.getProperty(window, atoms.of(name), 0, propertyBytes);
}

/** WM_CLASS is the instance and the class, each ended by a NUL (ICCCM 4.1.2.5). */
function classOf(data: Buffer): string | null {
  const [instance, className] = data.toString('utf8').split('\0');
  return className || instance || null;
}

/** Where a window is on the screen, in pixels, without the frame of its manager; null if it is gone. */
export async function boundsOf(
  connection: XConnection,
  window: XId,
): Promise<{ readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null> {
  const [size, place] = await Promise.all([
    connection.request<{ width: number; height: number }>((client, reply) => client.GetGeometry(window, reply)),
    connection.request<{ destX: number; destY: number }>((client, reply) =>
      client.TranslateCoordinates(window, connection.root, 0, 0, reply),
    ),
  ]);
  return size === null || place === null ? null : { x: place.destX, y: place.destY, width: size.width, height: size.height };
}
