/**
 * Copies in quick succession: how many are kept. The same burst of xclips goes to Hub and, where it is installed, to CopyQ on a display of its
 * own, one after the other; each copy is looked for by its content afterwards. A copy that Hub could not read it must have counted as missed.
 */
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { FragmentList, HealthStatus } from '../src/contract/bridge.ts';
import type { Fragment } from '../src/contract/source-snapshot.ts';
import type { TestHub } from '../test/harness/hub.ts';
import type { CopyQ } from './copyq.ts';
import { median } from './percentiles.ts';
import type { Report } from './report.ts';
import { XclipBurst } from './xclip-burst.ts';

export interface LossParts {
  readonly hub: TestHub;
  readonly hubDisplay: string;
  readonly copyq: { readonly program: CopyQ; readonly display: string } | null;
  readonly report: Report;
}

const rounds = 3;
const copies = 100;
const gapsMs = [50, 10, 5, 2] as const;
/** Nothing more comes when nothing has come for so long. */
const quietMs = 700;
const warmUp: readonly string[] = Array.from({ length: 10 }, (_, index) => `warming up, copy ${index}`);
const warmUpGapMs = 200;
const settleWithinMs = 20_000;

interface HubRound {
  readonly gaps: readonly number[];
  readonly kept: number;
  readonly files: number;
  readonly missed: number;
  /** Of the announced copies, those of which Hub says what became of them. */
  readonly accounted: number;
}

export async function measureLosses(parts: LossParts): Promise<void> {
  const { report, copyq } = parts;
  await burst(parts.hubDisplay, warmUp, warmUpGapMs);
  // The process that watches for CopyQ starts after its server.
  if (copyq !== null) await burst(copyq.display, warmUp, warmUpGapMs);
  const rows: (readonly (string | number | null)[])[] = [];
  for (const gapMs of gapsMs) {
    const hubRounds: HubRound[] = [];
    const copyqKept: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      hubRounds.push(await hubRound(parts, gapMs, round));
      if (copyq !== null) copyqKept.push(await copyqRound(copyq, gapMs, round));
    }
    const kept = hubRounds.map((each) => each.kept);
    rows.push([
      `${gapMs} ms`,
      median(hubRounds.flatMap(({ gaps }) => gaps)).toFixed(2),
      median(kept),
      kept.join(' '),
      hubRounds.map(({ missed }) => missed).join(' '),
      hubRounds.map(({ accounted }) => accounted).join(' '),
      hubRounds.map(({ files }) => files).join(' '),
      copyq === null ? null : median(copyqKept),
      copyq === null ? null : copyqKept.join(' '),
    ]);
    if (gapMs === 10)
      report.target({ what: 'kept at 10 ms, worst round', figure: Math.min(...kept), limit: 100, better: 'higher', unit: 'of 100' });
    if (gapMs === 5)
      report.target({ what: 'kept at 5 ms, median round', figure: median(kept), limit: 90, better: 'higher', unit: 'of 100' });
    for (const { accounted } of hubRounds.filter((each) => each.accounted !== copies))
      report.note(`At ${gapMs} ms Hub accounts for ${accounted} of ${copies} copies.`);
  }
  const columns = ['gap', 'as made', 'Hub', 'rounds', 'missed', 'kept+missed', 'files', 'CopyQ', 'rounds'];
  report.table(`${copies} copies a round by xclip, ${rounds} rounds: how many were kept (median, then each round)`, columns, rows);
}

async function hubRound({ hub, hubDisplay }: LossParts, gapMs: number, round: number): Promise<HubRound> {
  const texts = textsOf(gapMs, round);
  const before = await outcomes(hub);
  const gaps = await burst(hubDisplay, texts, gapMs);
  const after = await settled(
    () => outcomes(hub),
    (now) => now.total >= before.total + copies,
  );
  const saved = await settled(
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

async function copyqRound({ program, display }: NonNullable<LossParts['copyq']>, gapMs: number, round: number): Promise<number> {
  const texts = textsOf(gapMs, round);
  await burst(display, texts, gapMs);
  const count = async (): Promise<number> => {
    const kept = new Set(await program.texts());
    return texts.filter((text) => kept.has(text)).length;
  };
  return await settled(count, (kept) => kept === copies);
}

function textsOf(gapMs: number, round: number): readonly string[] {
  return Array.from(
    { length: copies },
    (_, index) => `copy ${index + 1} of ${copies}, ${gapMs} ms after the one before, in round ${round}`,
  );
}

async function burst(display: string, texts: readonly string[], gapMs: number): Promise<readonly number[]> {
  await using owners = await XclipBurst.ready(display, texts);
  const gaps = await owners.copyAll(gapMs);
  await pause(quietMs); // the last owner stays until it was read
  return gaps;
}

/** What is there once it is complete, or once it has not changed for a while. */
async function settled<Value>(look: () => Promise<Value>, isComplete: (value: Value) => boolean): Promise<Value> {
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
  const { copies: counters } = JSON.parse((await hub.request('GET', '/api/health/status')).body.toString()) as HealthStatus;
  return { total: Object.values(counters).reduce((sum, count) => sum + count, 0), missed: counters.missed };
}

/** Those of the newest fragments that have one of the texts. */
async function fragmentsOf(hub: TestHub, texts: readonly string[]): Promise<readonly Fragment[]> {
  const wanted = new Set(texts);
  const { body } = await hub.request('GET', '/api/fragments?limit=150');
  return (JSON.parse(body.toString()) as FragmentList).items.filter(({ text }) => text !== undefined && wanted.has(text));
}
