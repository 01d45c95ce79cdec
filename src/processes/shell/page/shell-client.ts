/**
 * The page's end of `contract/shell-page.ts`: requests the view again and again, and posts commands one after another, so that they arrive in order.
 * It keeps the latest view, and passes changes to the lists; it knows no address but its own document's.
 */

import type { PageNews } from '../../../contract/page-rows/rows.ts';
import type { PageCommandRequest, PageView } from '../../../contract/shell-page.ts';
import { speak, spokenLanguage, type Translations } from '../../../domain/language/say.ts';
import { tellLists } from './rows/page-lists.ts';

/** What to draw. `isLost`: the process behind the window has not answered for a while. */
export interface DisplayedView {
  readonly view: PageView | null;
  readonly isLost: boolean;
}

/** Longer than the half minute after which an unchanged view is sent again. */
const viewWithinMs = 45_000;
const commandWithinMs = 10_000;
const lostAfterMs = 3_000;
const retryAfterMs = [100, 200, 400, 800] as const;
const everything = -1;

let seen: DisplayedView = { view: null, isLost: false };
const listeners = new Set<() => void>();

export function subscribeToView(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function latestView(): DisplayedView {
  return seen;
}

function show(next: DisplayedView): void {
  seen = next;
  for (const listener of listeners) listener();
}

async function tryAsk(after: number): Promise<PageNews | null> {
  try {
    const answer = await fetch(`view?after=${after}`, { signal: AbortSignal.timeout(viewWithinMs), cache: 'no-store' });
    return answer.ok ? ((await answer.json()) as PageNews) : null;
  } catch {
    return null;
  }
}

/** A catalogue that cannot be read is asked for again with the next view; until then the page speaks as before. */
async function speakAs(language: PageView['language']): Promise<void> {
  if (language === spokenLanguage()) return;
  try {
    const answer = await fetch(`translations?into=${language}`, { signal: AbortSignal.timeout(commandWithinMs) });
    if (answer.ok) speak(language, (await answer.json()) as Translations);
  } catch {}
  document.documentElement.lang = spokenLanguage();
}

/** Follows the view for as long as the page exists. */
export async function followView(): Promise<never> {
  let after = everything;
  let failures = 0;
  let failingSinceMs = 0;
  for (;;) {
    const answer = await tryAsk(after);
    if (answer !== null) {
      const { news, ...view } = answer;
      failures = 0;
      after = view.revision;
      await speakAs(view.language);
      tellLists(view, news);
      show({ view, isLost: false });
      continue;
    }
    // The next process to answer may count revisions from the beginning.
    after = everything;
    if (failures === 0) failingSinceMs = performance.now();
    if (performance.now() - failingSinceMs >= lostAfterMs && !seen.isLost) show({ ...seen, isLost: true });
    const pauseMs = retryAfterMs[Math.min(failures, retryAfterMs.length - 1)];
    failures += 1;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** A command that does not arrive is not repeated: it may have been executed. A lost connection shows in the view. */
async function post(command: PageCommandRequest): Promise<void> {
  try {
    await fetch(`command?is=${encodeURIComponent(JSON.stringify(command))}`, {
      method: 'POST',
      signal: AbortSignal.timeout(commandWithinMs),
    });
  } catch {}
}

let posting: Promise<void> = Promise.resolve();

export function sendCommand(command: PageCommandRequest): void {
  posting = posting.then(() => post(command));
}

let telling: Promise<void> = Promise.resolve();

/** Its width is reported once: later the window may have been resized, and the page not yet. */
let hasTold = false;

/** Reports the form that the page has drawn: the picker that was opened as this one, or 0. In no order with commands, because the window waits for it. */
export function tellDrawn(opened: number): void {
  const width = hasTold || innerWidth < 1 ? {} : { pageWidth: innerWidth };
  hasTold = true;
  telling = telling.then(() => post({ kind: 'drawn', opened, ...width }));
}

const inUseEveryMs = 1_000;
/** The window takes its picker for used for some time after each; what its keys ask for waits for few of them. */
const pickerInUseEveryMs = 5_000;
const signsOfUse = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll'] as const;

/** Reports, once a second at most, that the user is active on the page. A picker counts as used when it opens. */
export function tellUse(): void {
  let toldAtMs = Number.NEGATIVE_INFINITY;
  let opened: number | null = null;
  const tell = (): void => {
    const picker = seen.view?.picker?.opened ?? null;
    if (picker !== null && picker !== opened) toldAtMs = performance.now();
    opened = picker;
    if (performance.now() - toldAtMs < (picker === null ? inUseEveryMs : pickerInUseEveryMs)) return;
    toldAtMs = performance.now();
    // In no order with the others, so that no command waits for it.
    void post({ kind: 'in-use' });
  };
  for (const sign of signsOfUse) document.addEventListener(sign, tell, { capture: true, passive: true });
}
