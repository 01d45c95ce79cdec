/** A hand and an eye on a display, the same for every program: keys by XTEST, the active window by its property, and what is drawn by its pixels. */
import { setTimeout as pause } from 'node:timers/promises';
import { type KeyTables, keycodesToPress } from '../../src/platform/keyboard/x11/key-map.ts';
import { readKeyTables } from '../../src/platform/keyboard/x11/key-tables.ts';
import { Atoms } from '../../src/platform/x11/atoms.ts';
import { connectX, type XConnection } from '../../src/platform/x11/connection.ts';
import type { XTest } from '../../src/platform/x11/protocol.ts';

export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What the package x11 has besides. */
interface Pixels {
  GetImage(
    format: 2,
    drawable: number,
    x: number,
    y: number,
    width: number,
    height: number,
    planes: number,
    reply: (error: Error | null, image: { readonly data: Buffer }) => boolean,
  ): void;
}

const allPlanes = 0xffff_ffff;
const givesUpAfterMs = 5_000;
/** A picture that stays like this is finished. */
const settledAfterMs = 120;

export class HandAndEye implements AsyncDisposable {
  readonly #connection: XConnection;
  readonly #test: XTest;
  readonly #tables: KeyTables;
  readonly #atoms: Atoms;

  private constructor(connection: XConnection, test: XTest, tables: KeyTables, atoms: Atoms) {
    [this.#connection, this.#test, this.#tables, this.#atoms] = [connection, test, tables, atoms];
  }

  static async open(display: string): Promise<HandAndEye> {
    const opened = await connectX(display);
    if (!opened.ok) throw new Error('the display is gone');
    const connection = opened.value;
    const test = await connection.request<XTest | undefined>((client, reply) => client.require('xtest', reply));
    const [tables, atoms] = await Promise.all([readKeyTables(connection), Atoms.intern(connection, ['_NET_ACTIVE_WINDOW'])]);
    if (!test || tables === null || atoms === null) throw new Error('the display has no XTEST');
    return new HandAndEye(connection, test, tables, atoms);
  }

  /** Presses them together and lets them go. Returns when the server had them, on the clock of `performance`. */
  async press(...names: readonly string[]): Promise<number> {
    const key = names.at(-1) ?? '';
    const modifiers = names.slice(0, -1) as ('Ctrl' | 'Shift' | 'Alt')[];
    const codes = keycodesToPress(this.#tables, { modifiers, key }, 0);
    if (codes === null) throw new Error(`there is no ${names.join('+')} on this keyboard`);
    const fake = (type: 2 | 3, code: number): void => this.#connection.order(() => this.#test.FakeInput(type, code, 0, 0, 0, 0));
    const atMs = performance.now();
    for (const code of codes) fake(2, code);
    for (const code of codes.toReversed()) fake(3, code);
    await this.active();
    return atMs;
  }

  async active(): Promise<number> {
    const property = await this.#connection.getProperty(this.#connection.root, this.#atoms.of('_NET_ACTIVE_WINDOW'), 0, 4);
    return property !== null && property.data.length >= 4 ? property.data.readUInt32LE(0) : 0;
  }

  /** When this window was the active one and on the screen. */
  becomesActive(window: number): Promise<number> {
    return this.#sees(async () => (await this.active()) === window && (await this.#connection.isViewable(window)));
  }

  /** When another one was. */
  losesFocus(window: number): Promise<number> {
    return this.#sees(async () => (await this.active()) !== window);
  }

  /** On the screen, without its frame. */
  async placeOf(window: number): Promise<Region> {
    const { root } = this.#connection;
    const [size, place] = await Promise.all([
      this.#connection.request<{ width: number; height: number }>((client, reply) => client.GetGeometry(window, reply)),
      this.#connection.request<{ destX: number; destY: number }>((client, reply) => client.TranslateCoordinates(window, root, 0, 0, reply)),
    ]);
    if (size === null || place === null) throw new Error('the window is gone');
    return { x: place.destX, y: place.destY, width: size.width, height: size.height };
  }

  async look({ x, y, width, height }: Region): Promise<Buffer> {
    const image = await this.#connection.request<{ readonly data: Buffer }>((client, reply) =>
      (client as unknown as Pixels).GetImage(2, this.#connection.root, x, y, width, height, allPlanes, reply),
    );
    if (image === null) throw new Error(`nothing can be seen at ${x}, ${y} (${width} × ${height})`);
    return image.data;
  }

  /** When the region first looked different from `before`. */
  differs(region: Region, before: Buffer): Promise<number> {
    return this.#sees(async () => !(await this.look(region)).equals(before));
  }

  /** When the region last changed, before it stayed as it is. */
  async settles(region: Region): Promise<number> {
    let [seen, changedMs] = [await this.look(region), performance.now()];
    const endMs = changedMs + givesUpAfterMs;
    while (performance.now() - changedMs < settledAfterMs && performance.now() < endMs) {
      await pause(2);
      const now = await this.look(region);
      if (!now.equals(seen)) [seen, changedMs] = [now, performance.now()];
    }
    return changedMs;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection.close();
  }

  async #sees(what: () => Promise<boolean>): Promise<number> {
    const endMs = performance.now() + givesUpAfterMs;
    while (!(await what())) {
      if (performance.now() > endMs) return Number.NaN;
      await pause(1);
    }
    return performance.now();
  }
}
