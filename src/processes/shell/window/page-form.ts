/**
 * The form that the page of the window has: the window itself, or the picker. A hidden page that was the picker stays it until somebody asks for the
 * window: the next call is not held up by drawing a window that nobody sees, and each call and each paste costs less.
 */
import type { OpenedPicker } from '../../../domain/view/picker-view.ts';
import type { Notices } from '../notices/notices.ts';
import type { Shell } from '../shell.ts';
import type { ShellLists } from '../shell-lists.ts';
import { DrawnForm } from './paint-acks.ts';

/** A page that is not drawn by then may be broken; the user wants to see something all the same. */
const drawnWithinMs = 3_000;

export interface PageFormParts {
  readonly shell: Pick<Shell, 'state' | 'set'> & {
    readonly lists: Pick<ShellLists, 'search'>;
    readonly notices: Pick<Notices, 'clear'>;
  };
}

export class PageForm {
  readonly #shell: PageFormParts['shell'];
  readonly #drawn = new DrawnForm();
  /** What was searched for in the window; null while the page is the window, or the picker is shown. */
  #queryLater: string | null = null;

  constructor({ shell }: PageFormParts) {
    this.#shell = shell;
  }

  /** The page has drawn one. */
  get isKnown(): boolean {
    return this.#drawn.isKnown;
  }

  /** The page is gone, and another one is being loaded. */
  pageGone(): void {
    this.#drawn.forget();
  }

  /** The page has drawn the picker that was opened as this one, or with 0 the window. */
  tell(opened: number): void {
    this.#drawn.tell(opened);
  }

  /** True once the page has that form; false if it has not in time. */
  is(opened: number): Promise<boolean> {
    return this.#drawn.is(opened, drawnWithinMs);
  }

  /** What the window searches for, now or once it is itself again. */
  get query(): string {
    return this.#queryLater ?? this.#shell.state.query;
  }

  /** Its search is empty. */
  becomePicker(picker: OpenedPicker): void {
    this.#queryLater = null;
    this.#shell.lists.search('');
    this.#shell.notices.clear();
    this.#shell.set({ picker });
  }

  /** The picker was left. `isSeen`: the window is on the screen. */
  leavePicker(query: string, isSeen: boolean): void {
    this.#queryLater = query;
    if (isSeen) this.becomeWindow();
  }

  becomeWindow(): void {
    if (this.#queryLater === null) return;
    const query = this.#queryLater;
    this.#queryLater = null;
    this.#shell.set({ picker: null });
    this.#shell.lists.search(query);
  }
}
