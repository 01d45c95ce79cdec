/** Accounts for each copy that was made, from the journal, the files and the monitor's log. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { FragmentList } from '../../src/contract/bridge.ts';
import type { Fragment } from '../../src/contract/source-snapshot.ts';
import { valueOfAnswer } from '../../test/harness/bridge.ts';
import type { TestHub } from '../../test/harness/hub.ts';
import { logLines, numberIn } from '../component-log.ts';
import { type Copy, inGap, missedOf, type TimeWithoutMonitor, takenOf } from './soak-copies.ts';

export interface CopyAccount {
  readonly made: number;
  readonly journaled: number;
  /** Copies in the journal whose file has the same bytes. */
  readonly saved: number;
  readonly goneInGaps: number;
  readonly foundAfterGaps: number;
  /** The reasons in the monitor's log, at any time. */
  readonly missed: readonly (readonly [because: string, copies: number])[];
  /** The values of the counters in the journal: missed, and gone before they could be read. */
  readonly missedCounted: number;
  /** Copies that the monitor logged as durable, but that are not in the journal. Must be 0. */
  readonly takenAndLost: number;
  /** Copies that the monitor logged as gone, although they were on the clipboard for more than a second: these are losses. Must be 0. */
  readonly goneThoughThere: number;
  /** Copies made while a monitor ran that are neither in the journal nor counted and logged as missed or gone. Must be 0. */
  readonly unaccounted: number;
  /** Captures in the journal that nobody copied. Must be 0. */
  readonly strange: number;
}

const settleWithinMs = 60_000;
/** A copy that is replaced within this time is nobody's loss. */
const passesByMs = 1_000;

/** Waits until everything in the journal is saved, and then counts. */
export async function accountFor(hub: TestHub, copies: readonly Copy[], gaps: readonly TimeWithoutMonitor[]): Promise<CopyAccount> {
  const kept = await settledFragments(hub, copies.at(-1)?.text);
  const isKept = ({ text }: Copy): boolean => kept.has(text);
  const isInGap = (copy: Copy): boolean => inGap(copy, gaps);
  const journaled = copies.filter(isKept);
  const missed = ['copy missed', 'copy gone'].flatMap((event) => loggedAt(hub, event)).toSorted((one, other) => one.atMs - other.atMs);
  const taken = loggedAt(hub, 'copied').map(({ line, atMs }) => ({ atMs, bytes: numberIn(line, 'bytes') }));
  const counters = valueOfAnswer(await hub.bridge.counters());
  const excused = new Set(
    missedOf(
      copies.filter((copy) => !isKept(copy)),
      missed.slice(0, counters.missed + counters.gone + counters.unusable).map(({ atMs }) => atMs),
    ),
  );
  const gone = missedOf(
    copies.filter((copy) => !isKept(copy)),
    loggedAt(hub, 'copy gone').map(({ atMs }) => atMs),
  );
  const made = new Set(copies.map(({ text }) => text));
  return {
    made: copies.length,
    journaled: journaled.length,
    saved: journaled.filter(({ text }) => isSavedAs(text, kept.get(text))).length,
    goneInGaps: copies.filter((copy) => isInGap(copy) && !isKept(copy)).length,
    foundAfterGaps: copies.filter((copy) => isInGap(copy) && isKept(copy)).length,
    missed: [...Map.groupBy(missed, ({ line }) => String(line.because))].map(([because, lines]) => [because, lines.length] as const),
    missedCounted: counters.missed + counters.gone,
    takenAndLost: takenOf(copies, taken).filter((copy) => !isKept(copy)).length,
    goneThoughThere: gone.filter((copy) => lastedMs(copy, copies) > passesByMs).length,
    unaccounted: copies.filter((copy) => !isKept(copy) && !isInGap(copy) && !excused.has(copy)).length,
    strange: [...kept.keys()].filter((text) => !made.has(text)).length,
  };
}

/** Until the next copy was made. */
function lastedMs(copy: Copy, copies: readonly Copy[]): number {
  return (copies[copies.indexOf(copy) + 1]?.atMs ?? Number.POSITIVE_INFINITY) - copy.atMs;
}

function loggedAt(hub: TestHub, event: string) {
  return logLines(hub.places.logs, 'clipboard.log', event).map((line) => ({ line, atMs: Date.parse(String(line.time)) }));
}

async function settledFragments(hub: TestHub, last: string | undefined): Promise<ReadonlyMap<string, Fragment>> {
  const endMs = performance.now() + settleWithinMs;
  for (;;) {
    const kept = await allFragments(hub);
    const isSettled = (last === undefined || kept.has(last)) && [...kept.values()].every(({ state }) => state === 'saved');
    if (isSettled || performance.now() > endMs) return kept;
    await pause(500);
  }
}

/** All fragments of the history by their text. */
async function allFragments(hub: TestHub): Promise<ReadonlyMap<string, Fragment>> {
  const found = new Map<string, Fragment>();
  for (let before: string | null | undefined; before !== null; ) {
    const page: FragmentList = valueOfAnswer(await hub.bridge.fragments({ limit: 500, before }));
    for (const fragment of page.items) if (fragment.text !== undefined) found.set(fragment.text, fragment);
    before = page.next;
  }
  return found;
}

function isSavedAs(text: string, fragment: Fragment | undefined): boolean {
  if (fragment?.state !== 'saved' || fragment.savedPath === null) return false;
  try {
    return readFileSync(fragment.savedPath, 'utf8') === text;
  } catch {
    return false;
  }
}
