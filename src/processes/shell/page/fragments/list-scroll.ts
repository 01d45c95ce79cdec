/**
 * How far a list is scrolled. A web view limits an element to some 33 million px, so a longer list has a scaled scroll bar: dragging the bar moves
 * the list proportionally further, while the wheel and keys move it the usual distance.
 */

/** In px: how far the scroller can scroll, and how much higher the list is than its element on the page. */
export interface ScrollReach {
  readonly realMax: number;
  readonly hidden: number;
}

/** The position of the list, and that of the scroller. */
export interface ScrollPosition {
  readonly offset: number;
  readonly real: number;
}

/** The maximum height of a list's element. Some engines store a position as a float of 24 bits: up to here it is exact to half a pixel. */
export const longestPlacePx = 8_000_000;

/** The scroller's position for a position of the list. */
export function realOf(offset: number, { realMax, hidden }: ScrollReach): number {
  return hidden <= 0 ? offset : (offset * realMax) / (realMax + hidden);
}

/** After the user has scrolled: a short distance is used as it is, and one longer than the wheel or a key moves is scaled. */
export function afterScroll({ offset, real: before }: ScrollPosition, real: number, reach: ScrollReach, viewport: number): ScrollPosition {
  const { realMax, hidden } = reach;
  if (hidden <= 0) return { offset: real, real };
  const isFar = Math.abs(real - before) > 2 * viewport || real <= 0 || real >= realMax - 1;
  const moved = isFar ? (real * (realMax + hidden)) / Math.max(1, realMax) : offset + real - before;
  return { offset: Math.min(realMax + hidden, Math.max(0, moved)), real };
}

const restsAfterMs = 150;

type Heard = (offset: number, isMoving: boolean) => void;

/** The scroller of a list. */
export class ListScroll {
  #scroller: HTMLElement | null = null;
  #at: ScrollPosition = { offset: 0, real: 0 };
  #hidden = 0;
  #isMoving = false;
  #rest: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<Heard>();

  get offset(): number {
    return this.#at.offset;
  }

  /** The difference between the positions of the list and the scroller. */
  get shift(): number {
    return this.#at.offset - this.#at.real;
  }

  get viewport(): number {
    return this.#scroller?.clientHeight ?? 0;
  }

  get max(): number {
    const { realMax, hidden } = this.#reach();
    return realMax + hidden;
  }

  /** Follows this scroller until the returned function is called. */
  attach(scroller: HTMLElement): () => void {
    this.#scroller = scroller;
    this.#at = { offset: scroller.scrollTop, real: scroller.scrollTop };
    const onScroll = (): void => this.#scrolled();
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      clearTimeout(this.#rest);
      this.#scroller = null;
    };
  }

  onMoved(heard: Heard): () => void {
    this.#listeners.add(heard);
    return () => this.#listeners.delete(heard);
  }

  /** How much higher the list is than its element. */
  setHidden(hidden: number): void {
    if (this.#hidden > 0 && hidden <= 0) this.#at = { offset: this.#at.real, real: this.#at.real };
    this.#hidden = hidden;
  }

  moveTo(offset: number): void {
    const scroller = this.#scroller;
    if (scroller === null) return;
    const to = Math.min(this.max, Math.max(0, offset));
    // While the user drags the bar, it stays where it is.
    if (this.#hidden <= 0 || !this.#isMoving) this.#put(to, realOf(to, this.#reach()));
    else this.#at = { ...this.#at, offset: to };
    this.#tell();
  }

  #put(offset: number, real: number): void {
    if (this.#scroller === null) return;
    this.#scroller.scrollTop = real;
    const there = this.#scroller.scrollTop;
    this.#at = { offset: this.#hidden <= 0 ? there : offset, real: there };
  }

  #scrolled(): void {
    const real = this.#scroller?.scrollTop ?? 0;
    if (real === this.#at.real) return;
    this.#isMoving = true;
    this.#at = afterScroll(this.#at, real, this.#reach(), this.viewport);
    // Near an end the bar must not reach it before the list does.
    const room = 3 * this.viewport;
    if (real < room || this.#reach().realMax - real < room) this.#align();
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#isMoving = false;
      this.#align();
      this.#tell();
    }, restsAfterMs);
    this.#tell();
  }

  #align(): void {
    const real = realOf(this.#at.offset, this.#reach());
    if (this.#hidden > 0 && Math.abs(real - this.#at.real) > 1) this.#put(this.#at.offset, real);
  }

  #reach(): ScrollReach {
    const { scrollHeight = 0, clientHeight = 0 } = this.#scroller ?? {};
    return { realMax: Math.max(0, scrollHeight - clientHeight), hidden: this.#hidden };
  }

  #tell(): void {
    for (const heard of this.#listeners) heard(this.#at.offset, this.#isMoving);
  }
}
