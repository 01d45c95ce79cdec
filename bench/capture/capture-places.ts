/** Where the capture bench runs: an X server or a Wayland compositor, each with what copies there and with what Hub is compared. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { WaylandDesktop, withoutWayland } from '../../test/harness/desktop/wayland-desktop.ts';
import { startXDisplay } from '../../test/harness/desktop/x-display.ts';
import { ClipboardOwner } from '../../test/harness/owners/clipboard-owner.ts';
import { ProgramMissing } from '../bench.ts';
import type { Report } from '../measuring/report.ts';
import type { CopyCommand, CopyReply } from '../programs/copying-program.ts';
import { CopyQ, copyqVersion } from '../programs/copyq.ts';
import { Program } from '../programs/program.ts';
import type { WaylandCopyCommand, WaylandCopyReply } from '../programs/wayland-copying-program.ts';
import { WlPasteWatch, wlPasteVersion } from '../programs/wl-paste-watch.ts';
import { type Burst, xclipBurst } from './burst-round.ts';
import type { Rival } from './capture-losses.ts';

export interface CapturePlace {
  /** The environment of a Hub here. */
  readonly place: Readonly<Record<string, string>>;
  /** What makes the copies of a burst. */
  readonly by: string;
  readonly burst: Burst;
  /** A program that copies one text after another. */
  copying(): Promise<Program<CopyCommand, CopyReply>>;
  owner(): Promise<ClipboardOwner>;
}

/** After a burst, until the last copy was read. */
const quietMs = 700;

export const captureSystems = ['x11', 'wayland'] as const;
type CaptureSystem = (typeof captureSystems)[number];

export const openPlace: Readonly<Record<CaptureSystem, (parts: AsyncDisposableStack) => Promise<CapturePlace>>> = {
  x11: async (parts) => {
    const { name } = parts.use(await startXDisplay());
    return {
      place: { DISPLAY: name },
      by: 'xclip',
      burst: xclipBurst(name),
      copying: () => Program.start<CopyCommand, CopyReply>('copying-program.ts', [name]),
      owner: () => ClipboardOwner.start(name),
    };
  },
  wayland: async (parts) => {
    const missing = withoutWayland();
    if (missing !== false) throw new ProgramMissing(missing);
    const { place } = parts.use(await WaylandDesktop.start());
    return {
      place,
      by: 'one program',
      burst: await waylandBurst(parts, place.WAYLAND_DISPLAY),
      copying: () => Program.start<CopyCommand, CopyReply>('wayland-copying-program.ts', [place.WAYLAND_DISPLAY]),
      owner: () => ClipboardOwner.startOnWayland(place.WAYLAND_DISPLAY),
    };
  },
};

/** Those that are installed, each on a display of its own. */
export const openRivals: Readonly<Record<CaptureSystem, (report: Report, parts: AsyncDisposableStack) => Promise<readonly Rival[]>>> = {
  x11: async (report, parts) => {
    if (!isThere(report, 'CopyQ', copyqVersion(), 'copyq')) return [];
    const { name } = parts.use(await startXDisplay());
    const program = parts.use(await CopyQ.start(name, temporaryFolder(parts)));
    return [{ name: 'CopyQ', burst: xclipBurst(name), texts: () => program.texts() }];
  },
  wayland: async (report, parts) => {
    const rivals: Rival[] = [];
    if (isThere(report, 'wl-paste --watch', wlPasteVersion(), 'wl-clipboard')) {
      const desktop = parts.use(await WaylandDesktop.start());
      const program = parts.use(new WlPasteWatch(desktop.env, path.join(temporaryFolder(parts), 'texts')));
      rivals.push({ name: 'wl-paste', burst: await waylandBurst(parts, desktop.place.WAYLAND_DISPLAY), texts: () => program.texts() });
    }
    if (isThere(report, 'CopyQ', copyqVersion(), 'copyq')) {
      const desktop = parts.use(await WaylandDesktop.start());
      const program = await CopyQ.start({ ...desktop.env, QT_QPA_PLATFORM: 'wayland' }, temporaryFolder(parts)).catch(() => null);
      if (program === null) {
        report.note('CopyQ did not start on Wayland, so it is not compared with Hub. On Debian: apt-get install qtwayland5');
        return rivals;
      }
      parts.use(program);
      rivals.push({ name: 'CopyQ', burst: await waylandBurst(parts, desktop.place.WAYLAND_DISPLAY), texts: () => program.texts() });
    }
    return rivals;
  },
};

async function waylandBurst(parts: AsyncDisposableStack, socketPath: string): Promise<Burst> {
  const program = parts.use(await Program.start<WaylandCopyCommand, WaylandCopyReply>('wayland-copying-program.ts', [socketPath]));
  return async (texts, gapMs) => {
    const { copiedAtMs } = await program.ask({ texts, gapMs });
    await pause(quietMs);
    return copiedAtMs.slice(1).map((atMs, index) => atMs - (copiedAtMs[index] ?? 0));
  };
}

function isThere(report: Report, name: string, version: string | null, debian: string): boolean {
  report.note(
    version === null
      ? `\n${name} is not installed, so it is not compared with Hub. On Debian: apt-get install ${debian}`
      : `\ncompared with Hub: ${version}`,
  );
  return version !== null;
}

function temporaryFolder(parts: AsyncDisposableStack): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-bench-rival-'));
  parts.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
