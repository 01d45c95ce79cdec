/**
 * Whether an open window costs copies: the same quick series goes to a Hub whose window is shown and to one that runs without, in turn, so that
 * whatever else the machine does meets both.
 */
import { TestHub } from '../test/harness/hub.ts';
import { startXDisplay } from '../test/harness/x-display.ts';
import { copies, type HubRound, hubRound, type Watched, warmUpOn } from './burst-round.ts';
import { median } from './percentiles.ts';
import type { Report } from './report.ts';

const gapMs = 10;

/** `open` has its window shown. */
export async function measureBursts(report: Report, parts: AsyncDisposableStack, open: Watched, rounds: number): Promise<void> {
  const display = parts.use(await startXDisplay());
  const hub = parts.use(new TestHub({ DISPLAY: display.name }));
  await hub.start();
  const without: Watched = { hub, hubDisplay: display.name };
  for (const { hubDisplay } of [open, without]) await warmUpOn(hubDisplay);
  const kept: Record<'open' | 'without', HubRound[]> = { open: [], without: [] };
  for (let round = 1; round <= rounds; round += 1) {
    // None of the two always has the worse turn.
    const order = round % 2 === 0 ? (['open', 'without'] as const) : (['without', 'open'] as const);
    for (const which of order) kept[which].push(await hubRound({ open, without }[which], gapMs, round));
  }
  const row = (rounds: readonly HubRound[]) => [
    median(rounds.flatMap(({ gaps }) => gaps)).toFixed(2),
    sumOf(rounds),
    rounds.map((round) => round.kept).join(' '),
    rounds.map(({ missed }) => missed).join(' '),
    rounds.map(({ accounted }) => accounted).join(' '),
  ];
  report.table(
    `${copies} copies a round by xclip, ${gapMs} ms apart, ${rounds} rounds in turn: how many were kept`,
    ['', 'as made', 'kept', 'rounds', 'missed', 'kept+missed'],
    [
      ['window shown', ...row(kept.open)],
      ['no window', ...row(kept.without)],
    ],
  );
  const figure = sumOf(kept.open) / Math.max(1, sumOf(kept.without));
  report.target({ what: 'kept with the window shown, of what is kept without', figure, limit: 0.95, better: 'higher', unit: '' });
}

function sumOf(rounds: readonly HubRound[]): number {
  return rounds.reduce((sum, { kept }) => sum + kept, 0);
}
