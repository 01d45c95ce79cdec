/** The editor that is pasted into. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Desktop } from '../../test/harness/desktop/desktop.ts';
import { until } from '../../test/harness/until.ts';
import type { HandAndEye, Region } from './hand-and-eye.ts';

/** The left part of the editor, which no other window covers. */
export const stripWidth = 180;
const savedWithinMs = 5_000;
const besideCursor = 12;

/** Where it is shown, and who types there. */
export interface EditorPlace {
  readonly desktop: Desktop;
  readonly hand: HandAndEye;
}

/** Mousepad with an empty file, at the left edge, as high as the screen. */
export class Editor implements AsyncDisposable {
  readonly #desktop: Desktop;
  readonly #hand: HandAndEye;
  readonly #file: string;
  readonly #program: ChildProcess;
  #window = 0;

  get window(): number {
    return this.#window;
  }

  private constructor({ desktop, hand }: EditorPlace, file: string) {
    [this.#desktop, this.#hand, this.#file] = [desktop, hand, file];
    writeFileSync(file, '');
    const env = { ...desktop.env, HOME: path.dirname(file), NO_AT_BRIDGE: '1' };
    this.#program = spawn('mousepad', ['--disable-server', file], { env, stdio: 'ignore' });
  }

  static async open(place: EditorPlace, file: string): Promise<Editor> {
    const editor = new Editor(place, file);
    const { desktop } = place;
    const name = `${path.basename(file)}.*`;
    editor.#window = await until('editor', async () => (await desktop.windows(`.*${name}`))[0]);
    await desktop.move(editor.#window, 0, 30);
    await desktop.resize(editor.#window, 900, 600);
    await pause(1_000);
    return editor;
  }

  /** The left part of its text, without the cursor at the beginning of a line, which comes with the focus. */
  async strip(): Promise<Region> {
    const { x, y, height } = await this.#hand.placeOf(this.#window);
    return { x: x + besideCursor, y: y + 60, width: stripWidth - besideCursor, height: height - 80 };
  }

  /** Saves its text until that has so many copies; false if it does not within seconds. It has to be active. */
  async hasLines(count: number): Promise<boolean> {
    const endMs = performance.now() + savedWithinMs;
    while (performance.now() < endMs) {
      await this.#hand.press('Ctrl', 'S');
      for (let look = 0; look < 10 && this.lines() < count; look += 1) await pause(20);
      if (this.lines() >= count) return true;
    }
    return false;
  }

  /** The copies in its file. */
  lines(): number {
    return readFileSync(this.#file, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('copy ')).length;
  }

  async saved(): Promise<string> {
    await this.#desktop.click(this.#window, stripWidth, 200);
    await this.#desktop.key('ctrl+s');
    await pause(1_000);
    return readFileSync(this.#file, 'utf8');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#program.kill('SIGKILL');
  }
}
