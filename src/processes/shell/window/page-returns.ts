/**
 * Loads the page again when the engine's process for it has ended: it crashed, ran out of memory or was killed. Nothing of the user's is in that process but
 * what is being written, so the new page shows what the old one did. A page that ends its process again and again is not loaded for ever.
 */
import type { Log } from '../../../base/log.ts';
import type { ShellWindow } from '../../../platform/window/index.ts';
import type { Shell } from '../shell.ts';
import type { PaintAcks } from './paint-acks.ts';
import type { WindowControl } from './window-control.ts';

/** More often in this time, something is wrong that another process of the engine does not mend. */
export const pageReloads = { most: 3, withinMs: 600_000 } as const;

export interface PageReturnsParts {
  readonly window: Pick<ShellWindow, 'on' | 'page'>;
  readonly shell: { readonly feed: Pick<Shell['feed'], 'pageGone'> };
  readonly control: Pick<WindowControl, 'pageGone'>;
  readonly painted: Pick<PaintAcks, 'forget'>;
  readonly log: Pick<Log, 'error'>;
  /** The page has ended too often. */
  readonly giveUp: () => void;
}

/** Follows the window for as long as it exists. `nowMs` is monotonic. */
export function bringPageBack(parts: PageReturnsParts, nowMs: () => number = () => performance.now()): void {
  const { window, shell, control, painted, log, giveUp } = parts;
  let reloadedAtMs: readonly number[] = [];
  window.on('pageEnded', () => {
    const now = nowMs();
    reloadedAtMs = reloadedAtMs.filter((atMs) => now - atMs < pageReloads.withinMs);
    log.error('the process of the page ended', { reloads: reloadedAtMs.length });
    if (reloadedAtMs.length >= pageReloads.most) return giveUp();
    reloadedAtMs = [...reloadedAtMs, now];
    painted.forget();
    control.pageGone();
    shell.feed.pageGone();
    window.page.reload();
  });
}
