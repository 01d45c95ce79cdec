/**
 * Whether capture is paused: marks in the home's `run/` folder, one for a pause and one for ignoring the next copy. The clipboard monitor checks them
 * for every copy; so a pause survives the crash of every process, and no secret is captured because a message was lost. At its end a mark becomes
 * another one, for a monitor that did not run meanwhile: what that finds on the clipboard may have been copied during the pause.
 *
 * Only this ends a pause that has an end, so until the supervisor has noticed the end, nothing is captured.
 */
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { type DiskReason, diskReason, isMissing } from '../../../base/files/disk-error.ts';
import { replaceAtomically } from '../../../base/files/durable-file.ts';
import { syncFolderAt } from '../../../base/files/flush.ts';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import { endAfter, endByNow, ignoresNextForMs, leftOf, type PauseClocks, type PauseEnd } from '../../../domain/capture/pause-time.ts';
import type { Places } from '../../../platform/locations.ts';
import { pauseClocks, privateMark, readMark } from '../../pause-marks.ts';

export interface CapturePause {
  /** Sets the mark, durably; null is a pause without an end. The last request counts. */
  pause(forMs: number | null): Promise<Outcome<null, DiskReason>>;
  /** Private mode: a pause without an end, during which no copies are shown either. */
  beginPrivate(): Promise<Outcome<null, DiskReason>>;
  /** The same for the next copy alone. */
  ignoreNext(): Promise<Outcome<null, DiskReason>>;
  /** Turns the marks into the other one, durably; on a full disk too. Repeating it changes nothing. */
  resume(): Promise<Outcome<null, DiskReason>>;
  /** There is a pause, and not only the next copy to be ignored. */
  isPaused(): boolean;
  /** The pause is private mode. */
  isPrivate(): boolean;
  /** When the pause ends (Unix time); null without one, or if it has no end. */
  endsAtMs(): number | null;
}

export interface OpenedPause extends CapturePause, Disposable {}

export interface PauseParts {
  readonly places: Pick<Places, 'capturePaused' | 'ignoreNext' | 'capturePassedOver'>;
  readonly clocks?: () => PauseClocks;
  /** Called when a pause has ended by itself, or another time is shown for its end. */
  readonly changed: () => void;
  /** A timer stands still while the machine sleeps: an end is noticed at most so long after waking. */
  readonly everyMs?: number;
}

/**
 * The pause of the Hub in this home: knows the marks that are there, and has ended what was over. Nobody may ask it for anything, and the monitor must not start,
 * before that.
 */
export async function openCapturePause({ places, clocks = pauseClocks, changed, everyMs = 10_000 }: PauseParts): Promise<OpenedPause> {
  const { capturePaused, ignoreNext, capturePassedOver } = places;
  const marks = [capturePaused, ignoreNext];
  /** The marks that were set, as far as this process knows: only it sets them. Null without an end. */
  const ends = new Map<string, PauseEnd | null>();
  let timer: NodeJS.Timeout | undefined;
  /** One after the other: a request that comes while an end is being noticed takes effect after it. */
  let work: Promise<unknown> = Promise.resolve();
  const inOrder = <Value>(step: () => Promise<Value>): Promise<Value> => {
    const result = work.then(step).finally(plan);
    work = result.catch(() => {});
    return result;
  };
  /** The next look, while there is an end to notice. */
  const plan = (): void => {
    clearTimeout(timer);
    const left = [...ends.values()].flatMap((end) => (end === null ? [] : leftOf(end, clocks())));
    if (left.length === 0) return;
    // One that is over already could not be ended: the disk refuses it.
    const nextMs = Math.min(everyMs, ...left.map((ms) => (ms > 0 ? ms + 1 : everyMs)));
    timer = setTimeout(() => void inOrder(() => look([capturePaused])), nextMs).unref();
  };
  const set = async (mark: string, end: PauseEnd | null, endless = ''): Promise<Outcome<null, DiskReason>> => {
    const written = await replaceAtomically(mark, Buffer.from(end === null ? endless : JSON.stringify(end)), 0o600);
    if (written.ok) ends.set(mark, end);
    return written;
  };
  const end = async (mark: string): Promise<Outcome<null, DiskReason>> => {
    try {
      await rename(mark, capturePassedOver);
    } catch (error) {
      if (!isMissing(error)) return failed(diskReason(error));
    }
    ends.delete(mark);
    return syncFolderAt(path.dirname(mark));
  };
  /** Ends what is over. The end of a `renewed` mark is written anew if the clock was set, or the machine restarted. */
  const look = async (renewed: readonly string[]): Promise<void> => {
    let isChanged = false;
    for (const [mark, at] of ends) {
      if (at === null) continue;
      const now = endByNow(at, clocks());
      const isOver = leftOf(now, clocks()) <= 0;
      if (isOver) isChanged = (await end(mark)).ok || isChanged;
      else if (now !== at && renewed.includes(mark)) isChanged = (await set(mark, now)).ok || isChanged;
    }
    if (isChanged) changed();
  };
  await inOrder(async () => {
    for (const mark of marks) {
      const found = readMark(mark);
      if (found !== null) ends.set(mark, found.end);
    }
    // The monitor removes the mark of the next copy itself, and must not find it set again: its end is written anew only now.
    await look(marks);
  });
  return {
    endsAtMs: () => ends.get(capturePaused)?.endsAtMs ?? null,
    pause: (forMs) => inOrder(() => set(capturePaused, forMs === null ? null : endAfter(forMs, clocks()))),
    beginPrivate: () => inOrder(() => set(capturePaused, null, privateMark)),
    isPrivate: () => ends.has(capturePaused) && readMark(capturePaused)?.isPrivate === true,
    ignoreNext: () => inOrder(() => set(ignoreNext, endAfter(ignoresNextForMs, clocks()))),
    resume: () =>
      inOrder(async () => {
        const ended = await Promise.all(marks.map(end));
        return ended.find(({ ok }) => !ok) ?? done(null);
      }),
    isPaused: () => ends.has(capturePaused),
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
