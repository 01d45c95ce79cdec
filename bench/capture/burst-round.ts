/** One series of quick copies, and what became of each copy in a Hub. */
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fragment } from '../../src/contract/source-snapshot.ts';
import { valueOfAnswer } from '../../test/harness/bridge.ts';
import type { TestHub } from '../../test/harness/hub.ts';
import { XclipBurst } from '../programs/xclip-burst.ts';

/** For one series. */
export const copies = 100;
/** When nothing has arrived for this long, nothing more will. */
const quietMs = 700;
const warmUp: readonly string[] = Array.from({ length: 10 }, (_, index) => `warming up, copy ${index}`);
const warmUpGapMs = 200;
const settleWithinMs = 20_000;

/** Makes these copies with this gap between them; resolves with the actual gaps, in milliseconds. */
export type Burst = (texts: readonly string[], gapMs: number) => Promise<readonly number[]>;

export interface WatchedHub {
  readonly hub: TestHub;
  readonly burst: Burst;
}

export interface HubRound {
  readonly gaps: readonly number[];
  readonly kept: number;
  readonly files: number;
  readonly missed: number;
  /** The announced copies whose outcome Hub reports. */
  readonly accounted: number;
}

/** By then everything that watches the clipboard has started. */
export async function warmUpWith(burst: Burst): Promise<void> {
  await burst(warmUp, warmUpGapMs);
}

/** Copies once, and looks for each copy by its content. */
export async function hubRound({ hub, burst }: WatchedHub, gapMs: number, round: number): Promise<HubRound> {
  const texts = textsOf(gapMs, round);
  const before = await outcomes(hub);
  const gaps = await burst(texts, gapMs);
  const after = await whenSettled(
    () => outcomes(hub),
    (now) => now.total >= before.total + copies,
  );
  const saved = await whenSettled(
    () => fragmentsOf(hub, texts),
    (now) => now.every(({ state }) => state === 'saved'),
  );
  return {
    gaps,
    kept: new Set(saved.map(({ text }) => text)).size,
    files: saved.filter(({ savedPath }) => savedPath !== null && existsSync(savedPath)).length,
    missed: after.missed - before.missed,
    accounted: after.total - before.total,
  };
}

export function textsOf(gapMs: number, round: number): readonly string[] {
  return Array.from(
    { length: copies },
    (_, index) => `copy ${index + 1} of ${copies}, ${gapMs} ms after the one before, in round ${round}`,
  );
}

/** By an xclip process for each copy. */
export function xclipBurst(display: string): Burst {
  return async (texts, gapMs) => {
    await using owners = await XclipBurst.ready(display, texts);
    const gaps = await owners.copyAll(gapMs);
    await pause(quietMs); // the last owner stays until it was read
    return gaps;
  };
}

/** The result once it is complete, or once it has not changed for a while. */
export async function whenSettled<Value>(look: () => Promise<Value>, isComplete: (value: Value) => boolean): Promise<Value> {
  const endMs = performance.now() + settleWithinMs;
  let value = await look();
  for (;;) {
    if (isComplete(value) || performance.now() > endMs) return value;
    await pause(quietMs);
    const next = await look();
    if (JSON.stringify(next) === JSON.stringify(value)) return next;
    value = next;
  }
}

async function outcomes(hub: TestHub): Promise<{ readonly total: number; readonly missed: number }> {
  const counters = valueOfAnswer(await hub.bridge.counters());
  return { total: Object.values(counters).reduce((sum, count) => sum + count, 0), missed: counters.missed + counters.gone };
}

/** The newest fragments that have one of the texts. */
async function fragmentsOf(hub: TestHub, texts: readonly string[]): Promise<readonly Fragment[]> {
  const wanted = new Set(texts);
  const { items } = valueOfAnswer(await hub.bridge.fragments({ limit: 150 }));
  return items.filter(({ text }) => text !== undefined && wanted.has(text));
}
