/** A real Hub with its window on a real desktop, for a story. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { TestHub } from '../hub.ts';
import { until } from '../until.ts';
import { Desktop } from './desktop.ts';

const title = '(.* – )?Hub';
/** Longer than the lists take to show a new copy. */
const settledAfterMs = 400;

/** A Hub with its window on any kind of desktop. Disposing of it ends Hub first, then the desktop. */
export class ShownHub<Place extends AsyncDisposable> implements AsyncDisposable {
  readonly desktop: Place;
  readonly hub: TestHub;

  constructor(desktop: Place, env: Record<string, string>) {
    this.desktop = desktop;
    this.hub = new TestHub(env, { withWindow: true });
  }

  async act(verb: string): Promise<void> {
    const { status, stderr } = await this.hub.command(['action', verb]);
    assert.equal(status, 0, stderr);
  }

  memory(): KeptWindow {
    const file = path.join(this.hub.places.home, 'data', 'window.json');
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : nothingKept;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.hub[Symbol.asyncDispose]();
    await this.desktop[Symbol.asyncDispose]();
  }
}

/** On X11. */
export class WindowRig extends ShownHub<Desktop> {
  #window = 0;

  static async open(env: Record<string, string> = {}): Promise<WindowRig> {
    const desktop = await Desktop.start();
    const rig = new WindowRig(desktop, { ...desktop.place, ...env });
    try {
      await rig.start();
      return rig;
    } catch (error) {
      await rig[Symbol.asyncDispose]();
      throw error;
    }
  }

  get window(): number {
    return this.#window;
  }

  async start(): Promise<void> {
    await this.hub.start();
    this.#window = await this.shown();
  }

  /** The visible window. */
  shown(): Promise<number> {
    return until('window', async () => (await this.desktop.windows(title))[0]);
  }

  hidden(): Promise<boolean> {
    return until('hidden window', async () => (await this.desktop.windows(title)).length === 0);
  }

  active(): Promise<boolean> {
    return until('active window', async () => (await this.desktop.active()) === this.#window);
  }

  /** The page shows what there is to show: it has painted, and nothing new for a while. Needs `HUB_DEBUG`, since the shell logs it then. */
  async settled(): Promise<void> {
    await until('page that is painted', () => {
      const painted = readFileSync(path.join(this.hub.places.logs, 'Hub.App.log'), 'utf8').match(/"atMs":\d+(?=[^\n]*"painted")/g);
      return painted !== null && Date.now() - Number(painted.at(-1)?.slice('"atMs":'.length)) > settledAfterMs;
    });
  }
}

/** What the home stores about the window. */
interface KeptWindow {
  readonly size: { readonly width: number; readonly height: number };
  readonly place: { readonly x: number; readonly y: number } | null;
  readonly isMaximised: boolean;
  readonly railIsOpen: boolean;
  readonly panel: number;
  readonly section: string;
  readonly shownIn: { readonly isShown: boolean };
}

/** Nothing is stored until something has changed. */
const nothingKept: KeptWindow = {
  size: { width: 0, height: 0 },
  place: null,
  isMaximised: false,
  railIsOpen: false,
  panel: -1,
  section: '',
  shownIn: { isShown: true },
};
