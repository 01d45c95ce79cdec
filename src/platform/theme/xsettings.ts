/**
 * Settings that a desktop provides to its programs through the X server: the theme of GTK programs under Xfce, MATE and Cinnamon, followed while it
 * changes (https://specifications.freedesktop.org/xsettings-spec/0.5/). A manager owns a selection; its window has all settings in one property.
 */
import { Atoms } from '../x11/atoms.ts';
import { connectX, type XConnection } from '../x11/connection.ts';
import { type Atom, eventMask, none, type XId } from '../x11/protocol.ts';

/** Of the first screen; displays with several no longer exist. */
const selectionName = '_XSETTINGS_S0';
const propertyName = '_XSETTINGS_SETTINGS';
/** An upper bound; anything beyond it is not read. */
const maxBytes = 256 * 1024;
const mostSettings = 4_096;
const headerBytes = 12;
const kinds = { number: 0, text: 1, colour: 2 } as const;

/** The display with these settings, and the user's authority file for it. */
export interface XSettingsDisplay {
  readonly name: string;
  readonly authorityFile: string | undefined;
}

/** The theme name in the property of a manager; null if it has none, or is malformed. */
export function themeInXSettings(bytes: Buffer): string | null {
  try {
    return readTheme(bytes);
  } catch (error) {
    // Buffers throw when they are read beyond their end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readTheme(bytes: Buffer): string | null {
  const isLittle = bytes.readUInt8(0) === 0;
  const word = (at: number): number => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const half = (at: number): number => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  let at = headerBytes;
  for (let left = Math.min(word(8), mostSettings); left > 0; left -= 1) {
    const kind = bytes.readUInt8(at);
    const name = text(bytes, at + 4, half(at + 2));
    // The name is followed by the serial number of the value's last change.
    const value = at + 4 + padded(name.length) + 4;
    if (kind === kinds.text && name === 'Net/ThemeName') return text(bytes, value + 4, word(value));
    if (kind === kinds.text) at = value + 4 + padded(word(value));
    else if (kind === kinds.number) at = value + 4;
    else if (kind === kinds.colour) at = value + 8;
    else return null;
  }
  return null;
}

/** Names are ASCII, including those of themes: one byte per character. */
function text(bytes: Buffer, at: number, length: number): string {
  if (at + length > bytes.length) throw new RangeError('behind the end');
  return bytes.toString('latin1', at, at + length);
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}

export class XSettings implements AsyncDisposable {
  /** Resolves when the theme is known, or there is none. Never rejects. */
  readonly settled: Promise<void>;
  readonly #changed: () => void;
  #connection: XConnection | null = null;
  #theme: string | null = null;
  #isOver = false;

  /** `changed` is called when the theme has another name. */
  constructor(display: XSettingsDisplay, changed: () => void) {
    this.#changed = changed;
    this.settled = this.#follow(display);
  }

  /** The theme's name; null if there is no manager or no theme. */
  get theme(): string | null {
    return this.#theme;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.settled;
    await this.#connection?.close();
  }

  async #follow({ name, authorityFile }: XSettingsDisplay): Promise<void> {
    const opened = await connectX(name, authorityFile);
    if (!opened.ok) return;
    const connection = opened.value;
    this.#connection = connection;
    const atoms = await Atoms.intern(connection, [selectionName, propertyName]);
    if (atoms === null || this.#isOver) return;
    const [selection, property] = [atoms.of(selectionName), atoms.of(propertyName)];
    let manager: XId = none;
    let unwatch = (): void => {};
    const look = async (): Promise<void> => {
      const owner = (await connection.getSelectionOwner(selection)) ?? none;
      if (owner !== manager) {
        unwatch();
        manager = owner;
        unwatch = owner === none ? unwatch : connection.watchWindow(owner, eventMask.property);
      }
      this.#become(owner === none ? null : await themeOf(connection, owner, property));
    };
    connection.events.on('ownerChange', (event) => event.selection === selection && void look());
    connection.events.on('property', (event) => event.wid === manager && event.atom === property && void look());
    connection.watchSelection(connection.createWindow(0), selection);
    await look();
  }

  #become(theme: string | null): void {
    if (theme === this.#theme || this.#isOver) return;
    this.#theme = theme;
    this.#changed();
  }
}

/** The theme name in this window's property, or null. */
async function themeOf(connection: XConnection, manager: XId, property: Atom): Promise<string | null> {
  const found = await connection.getProperty(manager, property, 0, maxBytes);
  return found === null || found.format !== 8 || found.bytesAfter > 0 ? null : themeInXSettings(found.data);
}
