/** A real Hub with its window on a real desktop, for a story. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Desktop } from './desktop.ts';
import { TestHub } from './hub.ts';
import { until } from './until.ts';

const title = 'Hub';
/** Longer than it takes the lists to follow a copy. */
const settledAfterMs = 400;

export class WindowRig implements AsyncDisposable {
  readonly desktop: Desktop;
  readonly hub: TestHub;
  #window = 0;

  private constructor(desktop: Desktop, hub: TestHub) {
    this.desktop = desktop;
    this.hub = hub;
  }

  static async open(env: Record<string, string> = {}): Promise<WindowRig> {
    const desktop = await Desktop.start();
    const rig = new WindowRig(desktop, new TestHub({ ...desktop.place, ...env }, { withWindow: true }));
    await rig.start();
    return rig;
  }

  get window(): number {
    return this.#window;
  }

  async start(): Promise<void> {
    await this.hub.start();
    this.#window = await this.shown();
  }

  /** The window that can be seen. */
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

  async act(verb: string): Promise<void> {
    const { status, stderr } = await this.hub.command(['action', verb]);
    assert.equal(status, 0, stderr);
  }

  memory(): {
    size: { width: number; height: number };
    place: { x: number; y: number } | null;
    railIsOpen: boolean;
    panel: number;
    section: string;
    shownIn: { isShown: boolean };
  } {
    return JSON.parse(readFileSync(path.join(this.hub.places.home, 'data', 'window.json'), 'utf8'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.hub[Symbol.asyncDispose]();
    await this.desktop[Symbol.asyncDispose]();
  }
}
