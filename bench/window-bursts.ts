/**
 * Whether an open window makes Hub miss copies. The same bursts go alternately to a Hub with its window shown and to one without a window, so that other
 * load on the machine affects both.
 */

import { startXDisplay } from '../test/harness/desktop/x-display.ts';
import { TestHub } from '../test/harness/hub.ts';
import { copies, type HubRound, hubRound, type WatchedHub, warmUpWith, xclipBurst } from './capture/burst-round.ts';
import { median } from './measuring/percentiles.ts';
import type { Report } from './measuring/report.ts';

const gapMs = 10;

/** `open`: with the window shown. */
export async function measureBursts(report: Report, parts: AsyncDisposableStack, open: WatchedHub, rounds: number): Promise<void> {
  const display = parts.use(await startXDisplay());
  const hub = parts.use(new TestHub({ DISPLAY: display.name }));
  await hub.start();
  const without: WatchedHub = { hub, burst: xclipBurst(display.name) };
  for (const { burst } of [open, without]) await warmUpWith(burst);
  const kept: Record<'open' | 'without', HubRound[]> = { open: [], without: [] };
  for (let round = 1; round <= rounds; round += 1) {
    // The order alternates, so that neither always comes first.
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
    `copies kept: ${copies} per round by xclip, ${gapMs} ms apart, ${rounds} rounds each, alternating`,
    ['', 'actual gap', 'kept', 'rounds', 'missed', 'kept+missed'],
    [
      ['window shown', ...row(kept.open)],
      ['no window', ...row(kept.without)],
    ],
  );
  const figure = sumOf(kept.open) / Math.max(1, sumOf(kept.without));
  report.target({ what: 'kept with the window shown, relative to without it', figure, limit: 0.95, better: 'higher', unit: '' });
}

function sumOf(rounds: readonly HubRound[]): number {
  return rounds.reduce((sum, { kept }) => sum + kept, 0);
}
