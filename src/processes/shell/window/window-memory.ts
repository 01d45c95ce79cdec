/**
 * What the window remembers across starts: its place and size, the rail, the top panel, the section, the theme. A small file of the home; an invalid
 * one is ignored. It contains nothing of what is shown.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { replaceAtomically } from '../../../base/files/durable-file.ts';
import { makeFolders } from '../../../base/files/make-folders.ts';
import { longestConditionId } from '../../../contract/page-rows/notice-commands.ts';
import { section } from '../../../contract/page-rows/section.ts';
import { panelState, themeChoice } from '../../../contract/shell-page.ts';
import { smallestWidth, withRail } from '../../../domain/view/rail-width.ts';
import type { ShellWindowOptions, WindowSize } from '../../../platform/window/index.ts';

const pixels = z.int().min(-32_768).max(32_767);

/** Of earlier ones, the cause is gone. */
const mostDismissed = 16;

const windowMemory = z.object({
  place: z.object({ x: pixels, y: pixels }).nullable().catch(null),
  /** Of the content, with the rail closed. */
  size: z.object({ width: z.int().min(200).max(16_384), height: z.int().min(200).max(16_384) }).catch({ width: 608, height: 600 }),
  /** Of the picker. */
  pickerSize: z.object({ width: z.int().min(200).max(4_096), height: z.int().min(200).max(4_096) }).catch({ width: 480, height: 600 }),
  /** It was maximized; `place` and `size` are those that it had before. */
  isMaximised: z.boolean().catch(false),
  railIsOpen: z.boolean().catch(false),
  /** The last ratio of window pixels to page pixels. */
  pageZoom: z.number().min(0.25).max(8).catch(1),
  panel: panelState.catch(3),
  section: section.catch('now'),
  /** How many missed copies the user has seen. */
  seenMissed: z.int().min(0).catch(0),
  /** The conditions that the user has dismissed, the latest last. */
  dismissed: z.array(z.string().max(longestConditionId)).max(mostDismissed).catch([]),
  /** The shortcut of the picker that the user refused when the desktop asked; empty if they did not. */
  refusedShortcut: z.string().max(64).catch(''),
  theme: themeChoice.catch('default'),
  /** The system's last theme: the window need not wait for it, and does not flash. */
  systemTheme: z.enum(['light', 'dark', 'high-contrast-light', 'high-contrast-dark']).catch('light'),
  /**
   * The run of Hub in which it was last shown or hidden: a window that is back after a failure is as it was, a new start shows it. `isAwaited`: its user restarts
   * it, and waits for it.
   */
  shownIn: z
    .object({ run: z.string().max(100), isShown: z.boolean(), isAwaited: z.boolean().optional() })
    .catch({ run: '', isShown: true }),
});
export type WindowMemory = z.infer<typeof windowMemory>;

const smallestHeight = 420;
/** However large its text is: a small screen has little more. */
const mostOfSmallestHeight = 600;
/** Soon, but not for each pixel of a move. */
const writeAfterMs = 400;

export class OpenWindowMemory implements AsyncDisposable {
  readonly #file: string;
  #value: WindowMemory;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** @param file its path; what can't be read is ignored. */
  constructor(file: string) {
    this.#file = file;
    this.#value = windowMemory.parse(read(file));
  }

  get value(): WindowMemory {
    return this.#value;
  }

  /** At the start of a process: a new run of Hub begins with the copies, and one that goes on after a failure where it was. */
  beginning(run: string): WindowMemory {
    return this.#value.shownIn.run === run ? this.#value : { ...this.#value, section: 'now' };
  }

  /** This condition is not to be shown any more. Returns all such. */
  dismiss(id: string): readonly string[] {
    this.set({ dismissed: [...this.#value.dismissed.filter((one) => one !== id), id].slice(-mostDismissed) });
    return this.#value.dismissed;
  }

  /** Takes effect at once, and is written in a moment. */
  set(change: Partial<WindowMemory>): void {
    this.#value = { ...this.#value, ...change };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(), writeAfterMs);
  }

  /** Writes pending values. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#timer !== undefined) this.#write();
    await this.#writing;
  }

  /** If it can't be written, only the memory is lost. */
  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const bytes = Buffer.from(`${JSON.stringify(this.#value, null, 2)}\n`);
    this.#writing = this.#writing.then(async () => {
      makeFolders(path.dirname(this.#file), 0o700);
      await replaceAtomically(this.#file, bytes, 0o600);
    });
    this.#writing = this.#writing.catch(() => {});
  }
}

function read(file: string): unknown {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

/** The user can make it no smaller. */
export function smallestSize(railIsOpen: boolean, zoom: number): WindowSize {
  return { width: smallestWidth(railIsOpen, zoom), height: Math.min(Math.round(smallestHeight * Math.max(zoom, 1)), mostOfSmallestHeight) };
}

/** How to open a window from its memory: its size is stored without its rail. */
export function openedAs({
  place,
  size,
  railIsOpen,
  isMaximised,
  pageZoom,
}: WindowMemory): Pick<ShellWindowOptions, 'place' | 'size' | 'smallest' | 'isMaximised'> {
  const smallest = smallestSize(railIsOpen, pageZoom);
  const width = Math.max(withRail(size.width, railIsOpen, pageZoom), smallest.width);
  return { place, size: { width, height: Math.max(size.height, smallest.height) }, smallest, isMaximised };
}
