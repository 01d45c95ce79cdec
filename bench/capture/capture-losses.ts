/**
 * Bursts: how many copies are kept. The same burst goes first to Hub and then to each rival that is installed, on another display; afterwards each copy is
 * looked up by its content. Hub must have counted every copy that it could not read as missed.
 */

import { median } from '../measuring/percentiles.ts';
import type { Report } from '../measuring/report.ts';
import { type Burst, copies, type HubRound, hubRound, textsOf, type WatchedHub, warmUpWith, whenSettled } from './burst-round.ts';

/** A program that is compared with Hub. */
export interface Rival {
  readonly name: string;
  readonly burst: Burst;
  /** All texts in its history. */
  texts(): Promise<readonly string[]> | readonly string[];
}

export interface LossParts extends WatchedHub {
  readonly rivals: readonly Rival[];
  /** What copies. */
  readonly by: string;
  readonly report: Report;
}

const rounds = 3;
const gapsMs = [50, 10, 5, 2] as const;
export async function measureLosses(parts: LossParts): Promise<void> {
  const { report, rivals } = parts;
  // A rival's process that watches the clipboard may start late.
  for (const { burst } of [parts, ...rivals]) await warmUpWith(burst);
  const rows: (readonly (string | number | null)[])[] = [];
  for (const gapMs of gapsMs) {
    const hubRounds: HubRound[] = [];
    const rivalsKept = rivals.map((): number[] => []);
    for (let round = 1; round <= rounds; round += 1) {
      hubRounds.push(await hubRound(parts, gapMs, round));
      for (const [index, rival] of rivals.entries()) rivalsKept[index]?.push(await rivalRound(rival, gapMs, round));
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
      ...rivalsKept.flatMap((each) => [median(each), each.join(' ')]),
    ]);
    if (gapMs === 10)
      report.target({ what: 'kept at 10 ms, worst round', figure: Math.min(...kept), limit: 100, better: 'higher', unit: 'of 100' });
    if (gapMs === 5)
      report.target({ what: 'kept at 5 ms, median round', figure: median(kept), limit: 90, better: 'higher', unit: 'of 100' });
    for (const { accounted } of hubRounds.filter((each) => each.accounted !== copies))
      report.note(`At ${gapMs} ms Hub accounts for ${accounted} of ${copies} copies.`);
  }
  const columns = [
    'gap',
    'actual gap',
    'Hub',
    'rounds',
    'missed',
    'kept+missed',
    'files',
    ...rivals.flatMap(({ name }) => [name, 'rounds']),
  ];
  report.table(`copies kept: ${copies} per round by ${parts.by}, ${rounds} rounds (median, then each round)`, columns, rows);
}

async function rivalRound({ burst, texts: history }: Rival, gapMs: number, round: number): Promise<number> {
  const texts = textsOf(gapMs, round);
  await burst(texts, gapMs);
  const count = async (): Promise<number> => {
    const kept = new Set(await history());
    return texts.filter((text) => kept.has(text)).length;
  };
  return await whenSettled(count, (kept) => kept === copies);
}
