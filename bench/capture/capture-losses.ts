/**
 * Bursts: how many copies are kept. The same burst of xclips goes first to Hub and then, if it is installed, to CopyQ on another display; afterwards each
 * copy is looked up by its content. Hub must have counted every copy that it could not read as missed.
 */

import { median } from '../measuring/percentiles.ts';
import type { Report } from '../measuring/report.ts';
import type { CopyQ } from '../programs/copyq.ts';
import { copies, type HubRound, hubRound, measureBurst, textsOf, type WatchedHub, warmUpOn, whenSettled } from './burst-round.ts';

export interface LossParts extends WatchedHub {
  readonly copyq: { readonly program: CopyQ; readonly display: string } | null;
  readonly report: Report;
}

const rounds = 3;
const gapsMs = [50, 10, 5, 2] as const;
export async function measureLosses(parts: LossParts): Promise<void> {
  const { report, copyq } = parts;
  await warmUpOn(parts.hubDisplay);
  // CopyQ's process that watches the clipboard starts after its server.
  if (copyq !== null) await warmUpOn(copyq.display);
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
  const columns = ['gap', 'actual gap', 'Hub', 'rounds', 'missed', 'kept+missed', 'files', 'CopyQ', 'rounds'];
  report.table(`copies kept: ${copies} per round by xclip, ${rounds} rounds (median, then each round)`, columns, rows);
}

async function copyqRound({ program, display }: NonNullable<LossParts['copyq']>, gapMs: number, round: number): Promise<number> {
  const texts = textsOf(gapMs, round);
  await measureBurst(display, texts, gapMs);
  const count = async (): Promise<number> => {
    const kept = new Set(await program.texts());
    return texts.filter((text) => kept.has(text)).length;
  };
  return await whenSettled(count, (kept) => kept === copies);
}
