/**
 * All components, one per row, in the order in which they start: the monitor first, because nothing is copied before it watches; then the window, because it
 * takes longest; then the core, which judges what was recorded. None needs another one to start: what they share is in the journal, which is there by then, and
 * messages may be lost. Policy is data beside them.
 */
import type { ComponentId } from '../../contract/components.ts';
import { told } from '../../domain/language/say.ts';

export interface ComponentPlan {
  readonly id: Exclude<ComponentId, 'supervisor'>;
  /** The program, in this folder's parent; null if it does not run here, with the reason to show. */
  readonly program: string | null;
  readonly absentBecause?: string;
  /** Not started with the others, for this reason; a restart starts it all the same (§3). */
  readonly heldBack?: string;
  /** Stopped before these, to which it sends what it still has. */
  readonly stopsBefore: readonly ComponentId[];
  readonly readyWithinMs: number;
  /** From the request to stop to SIGKILL of its process group. */
  readonly stopWithinMs: number;
  /**
   * By how much its CPU priority is lowered once it is ready (nice(2)): nothing comes before the monitor, because copies wait for it, and then comes the
   * window, because a user waits for the picker and types on: at 5, a third of a share, it took up to 7 s beside four programs that compute on two
   * processors, and at 1 half a second.
   */
  readonly niceness: number;
  /** How many of its calls a disk may leave unanswered before its other files wait for them too; 4 by default (`UV_THREADPOOL_SIZE`). */
  readonly fileThreads?: number;
  /** Whether it is started with `leanMalloc`. The window is not, because its browser's threads work simultaneously. */
  readonly hasLeanMalloc?: boolean;
  /** Whether it reads the variables of the desktop: it is started anew when Hub moves to another one. */
  readonly usesDesktop?: boolean;
  /** Its event loop waits for the display, inside a toolkit: as long as another program holds that, its silence means nothing. */
  readonly waitsForDisplay?: boolean;
}

const usual = { readyWithinMs: 10_000, stopWithinMs: 4_000, niceness: 2, hasLeanMalloc: true } as const;

export const components: readonly ComponentPlan[] = [
  // Copies that it has read and not written yet wait for the disk.
  {
    id: 'clipboard',
    program: 'clipboard-monitor/main.ts',
    stopsBefore: ['python_core'],
    ...usual,
    niceness: 0,
    stopWithinMs: 7_000,
    usesDesktop: true,
  },
  // Its web view loads slowly from a cold disk.
  {
    ...usual,
    ...{ id: 'hub', program: 'shell/main.ts', stopsBefore: ['python_core'] },
    ...{ readyWithinMs: 20_000, niceness: 1, hasLeanMalloc: false, usesDesktop: true, waitsForDisplay: true },
  },
  { id: 'python_core', program: 'core/main.ts', stopsBefore: ['save_worker'], ...usual, usesDesktop: true },
  // The settings host looks for how long nobody used the computer, and the core shows notices. Disks that do not respond take five (`main.ts`).
  { id: 'settings_host', program: 'settings-host/main.ts', stopsBefore: [], ...usual, fileThreads: 8, usesDesktop: true },
  // A WorkSpace whose drive is gone takes three: two are abandoned before a third one has to wait.
  { id: 'save_worker', program: 'save-worker/main.ts', stopsBefore: ['settings_host'], ...usual, fileThreads: 8 },
  { id: 'web_listener', program: 'web-listener/main.ts', stopsBefore: ['save_worker'], ...usual },
];

/** The display that a window could use. */
export interface Desktop {
  /** Asked to run without a window. */
  readonly headless: boolean;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The components that run here: without a window if nobody would see it. One that was only left out at the start is held back, so that it can still
 * be requested.
 */
export function componentsHere({ headless, platform, env }: Desktop): readonly ComponentPlan[] {
  const blind = platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY;
  if (!headless && !blind) return components;
  const without = blind
    ? {
        program: null,
        absentBecause: told('there is no display; for a window, run this in a desktop session: hub start'),
      }
    : { heldBack: told('started without a window; open it with: hub action restore') };
  return components.map((plan) => (plan.id === 'hub' ? { ...plan, ...without } : plan));
}
