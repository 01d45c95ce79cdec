/** What became of each copy that was made: the journal and the files are asked, and the monitor's own count of what it missed. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { FragmentList, HealthStatus } from '../src/contract/bridge.ts';
import type { Fragment } from '../src/contract/source-snapshot.ts';
import type { TestHub } from '../test/harness/hub.ts';
import { logLines } from './component-log.ts';

export interface Copy {
  readonly text: string;
  /** When it was made, Unix time. */
  readonly atMs: number;
}

/** A time without a monitor, Unix time. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Account {
  readonly made: number;
  readonly journaled: number;
  /** Of the journaled ones, those whose file has the same bytes. */
  readonly saved: number;
  readonly goneInGaps: number;
  readonly foundAfterGaps: number;
  readonly missed: number;
  /** Why, as its log has it. */
  readonly missedBecause: readonly (readonly [because: string, copies: number])[];
  /** Made while a monitor ran, and neither in the journal nor counted as missed. */
  readonly unaccounted: number;
}

/** A copy that the monitor was asking for when it was killed is gone with it: reading takes a few milliseconds, on a busy machine more. */
const inFlightMs = 100;
const settleWithinMs = 60_000;

/** Waits until everything that is in the journal is saved, and counts. */
export async function accountFor(hub: TestHub, copies: readonly Copy[], gaps: readonly Gap[]): Promise<Account> {
  const endMs = performance.now() + settleWithinMs;
  let kept = await allFragments(hub);
  for (const last = copies.at(-1)?.text; performance.now() < endMs; kept = await allFragments(hub)) {
    const fragments = [...kept.values()];
    if ((last === undefined || kept.has(last)) && fragments.every(({ state }) => state === 'saved')) break;
    await pause(500);
  }
  const inGap = ({ atMs }: Copy): boolean => gaps.some(({ fromMs, toMs }) => atMs >= fromMs - inFlightMs && atMs <= toMs);
  const journaled = copies.filter(({ text }) => kept.has(text));
  const outside = copies.filter((copy) => !inGap(copy));
  const { copies: counters } = JSON.parse((await hub.request('GET', '/api/health/status')).body.toString()) as HealthStatus;
  const notKept = outside.filter(({ text }) => !kept.has(text)).length;
  return {
    made: copies.length,
    journaled: journaled.length,
    saved: journaled.filter(({ text }) => isSavedAs(text, kept.get(text))).length,
    goneInGaps: copies.filter((copy) => inGap(copy) && !kept.has(copy.text)).length,
    foundAfterGaps: copies.filter((copy) => inGap(copy) && kept.has(copy.text)).length,
    missed: counters.missed,
    missedBecause: [...Map.groupBy(logLines(hub.places.logs, 'clipboard.log', 'copy missed'), ({ because }) => String(because))].map(
      ([because, lines]) => [because, lines.length] as const,
    ),
    unaccounted: Math.max(0, notKept - counters.missed),
  };
}

/** By their text; all pages of the history. */
async function allFragments(hub: TestHub): Promise<ReadonlyMap<string, Fragment>> {
  const found = new Map<string, Fragment>();
  for (let before: string | null = ''; before !== null; ) {
    const { body } = await hub.request('GET', `/api/fragments?limit=500${before === '' ? '' : `&before=${before}`}`);
    const page = JSON.parse(body.toString()) as FragmentList;
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
