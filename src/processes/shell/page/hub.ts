/**
 * The page's end of `contract/shell-page.ts`: asks for the view, again and again, and posts commands one after another, so that they arrive in
 * the order in which they were given. It keeps the last view and what was looked for last, and nothing else; it knows no address but its own
 * document's.
 */
import type { PageCommand, PageView } from '../../../contract/shell-page.ts';
import { keepUnchanged } from './keep-unchanged.ts';

/** What there is to paint. `isLost`: the process behind the window has not answered for a while. */
export interface Seen {
  readonly view: PageView | null;
  readonly isLost: boolean;
}

/** Longer than the half minute after which a view is said again. */
const viewWithinMs = 45_000;
const commandWithinMs = 10_000;
const lostAfterMs = 3_000;
const retryAfterMs = [100, 200, 400, 800] as const;
const everything = -1;

let seen: Seen = { view: null, isLost: false };
const listeners = new Set<() => void>();

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function lastSeen(): Seen {
  return seen;
}

function show(next: Seen): void {
  seen = next;
  for (const listener of listeners) listener();
}

async function tryAsk(after: number): Promise<PageView | null> {
  try {
    const answer = await fetch(`view?after=${after}`, { signal: AbortSignal.timeout(viewWithinMs), cache: 'no-store' });
    return answer.ok ? ((await answer.json()) as PageView) : null;
  } catch {
    return null;
  }
}

/** Follows the view for as long as the page is there. */
export async function followView(): Promise<never> {
  let after = everything;
  let failures = 0;
  let failingSinceMs = 0;
  for (;;) {
    const view = await tryAsk(after);
    if (view !== null) {
      failures = 0;
      after = view.revision;
      show({ view: keepUnchanged(seen.view, view), isLost: false });
      continue;
    }
    // Whoever answers next may count from the beginning.
    after = everything;
    if (failures === 0) failingSinceMs = performance.now();
    if (performance.now() - failingSinceMs >= lostAfterMs && !seen.isLost) show({ ...seen, isLost: true });
    const pauseMs = retryAfterMs[Math.min(failures, retryAfterMs.length - 1)];
    failures += 1;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** A command that does not arrive is not repeated: it may have been heard. That nobody listens shows in the view. */
async function post(command: PageCommand): Promise<void> {
  try {
    await fetch(`command?is=${encodeURIComponent(JSON.stringify(command))}`, {
      method: 'POST',
      signal: AbortSignal.timeout(commandWithinMs),
    });
  } catch {}
}

let posting: Promise<void> = Promise.resolve();
let query = '';

/** What was asked for last, which views say only some time later; empty when that was the end of a search. */
export function lastSearch(): string {
  return query;
}

export function send(command: PageCommand): void {
  if (command.kind === 'search') query = command.query;
  posting = posting.then(() => post(command));
}

const inUseEveryMs = 1_000;
const signsOfUse = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll'] as const;

/** Tells, once a second at most, that somebody is at the page. */
export function tellUse(): void {
  let toldAtMs = Number.NEGATIVE_INFINITY;
  const tell = (): void => {
    if (performance.now() - toldAtMs < inUseEveryMs) return;
    toldAtMs = performance.now();
    // In no order with the others, so that no command waits for it.
    void post({ kind: 'in-use' });
  };
  for (const sign of signsOfUse) document.addEventListener(sign, tell, { capture: true, passive: true });
}
