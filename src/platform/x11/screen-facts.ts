/** What an X server says of its screen and of the window manager. */
import { within } from '../../base/deadline.ts';
import { Atoms } from './atoms.ts';
import { connectX, type XConnection } from './connection.ts';

export interface ScreenFacts {
  /** Of the whole screen, which may be several monitors. */
  readonly widthPixels: number;
  readonly heightPixels: number;
  /** By the size that the monitor claims to have; null if it claims none. */
  readonly monitorDpi: number | null;
  /** `Xft.dpi`, by which programs scale their texts; null if it is not set. */
  readonly textDpi: number | null;
  /** As it calls itself; null if there is none. */
  readonly windowManager: string | null;
}

const withinMs = 1_500;
const resourceBytes = 65_536;
const nameBytes = 256;
const mmOfInch = 25.4;
const names = ['RESOURCE_MANAGER', '_NET_SUPPORTING_WM_CHECK', '_NET_WM_NAME'];

/** Null if nobody answers there in time. Never rejects. */
export async function readScreenFacts(display: string, authorityFile?: string): Promise<ScreenFacts | null> {
  const opened = await connectX(display, authorityFile);
  if (!opened.ok) return null;
  await using connection = opened.value;
  const atoms = await Atoms.intern(connection, names);
  const facts = atoms === null ? null : await within(withinMs, factsOf(connection, atoms));
  return typeof facts === 'symbol' ? null : facts;
}

async function factsOf(connection: XConnection, atoms: Atoms): Promise<ScreenFacts> {
  const ofRoot = (name: string, bytes: number) => connection.getProperty(connection.root, atoms.of(name), 0, bytes);
  const [resources, check] = await Promise.all([ofRoot('RESOURCE_MANAGER', resourceBytes), ofRoot('_NET_SUPPORTING_WM_CHECK', 4)]);
  const manager = check !== null && check.data.length >= 4 ? check.data.readUInt32LE(0) : 0;
  const name = manager === 0 ? null : await connection.getProperty(manager, atoms.of('_NET_WM_NAME'), 0, nameBytes);
  const { widthPixels, heightPixels, widthMm } = connection.screen;
  return {
    widthPixels,
    heightPixels,
    monitorDpi: widthMm === 0 ? null : Math.round((widthPixels / widthMm) * mmOfInch),
    textDpi: dpiIn(resources?.data.toString('latin1') ?? ''),
    windowManager: name === null || name.data.length === 0 ? null : name.data.toString('utf8'),
  };
}

function dpiIn(resources: string): number | null {
  const dpi = Number(/^Xft\.dpi:[ \t]{0,8}([0-9.]{1,8})$/m.exec(resources)?.[1] ?? Number.NaN);
  return Number.isFinite(dpi) ? dpi : null;
}
