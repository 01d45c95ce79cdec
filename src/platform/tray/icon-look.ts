/** What the icon of any tray looks like, and when it is redrawn: once for several changes in quick succession. */
import { Debounced } from '../../base/debounced.ts';
import type { TrayCapture, TrayTheme } from './interface.ts';

const redrawAfterMs = 100;

export interface IconLook {
  readonly theme: TrayTheme;
  readonly capture: TrayCapture;
  /** The display's: 1, 1.25, 2. */
  readonly scale: number;
}

export abstract class IconDrawingTray {
  protected look: IconLook = { theme: 'light', capture: 'watching', scale: 1 };
  protected readonly redraw: Debounced = new Debounced(redrawAfterMs, () => this.draw());

  updateTheme(theme: TrayTheme): void {
    this.#change({ theme });
  }

  refreshForDpi(scale: number): void {
    this.#change({ scale });
  }

  setCapture(capture: TrayCapture): void {
    this.#change({ capture });
  }

  /** Draws the icon according to `look`. */
  protected abstract draw(): void;

  #change(change: Partial<IconLook>): void {
    this.look = { ...this.look, ...change };
    this.redraw.request();
  }
}
