/** A run by hand waits a moment for another one, Hub's own or that of another terminal, and otherwise says whose that is: two at once would end each other. */

import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseReason, diskReason, systemErrorName } from '../../base/files/disk-error.ts';
import { systemTimeZone } from '../../base/timestamp.ts';
import { diskWithMend } from '../../domain/conditions/folders/disk-words.ts';
import { say } from '../../domain/language/say.ts';
import { untilLabel } from '../../domain/view/shown-time.ts';
import { type RunningNow, type RunTurn, takeRunTurn } from '../../journal/retention/run-turn.ts';
import { type ExitStatus, failedBecause, type Surface } from '../surface.ts';

/** A run that has little to delete takes less. */
const waitsMs = 3_000;
const againMs = 50;

/** Does the work while no other run may begin; `withinMs`: how long it waits for one that goes on. */
export async function inRunTurn(surface: Surface, work: () => Promise<ExitStatus>, withinMs = waitsMs): Promise<ExitStatus> {
  let turn: RunTurn;
  try {
    turn = await takenWithin(surface.places.run, withinMs);
  } catch (error) {
    const reason =
      systemErrorName(error) === null ? databaseReason(error, path.join(surface.places.run, 'retention.lock')) : diskReason(error);
    if (reason === null) throw error;
    return failedBecause(surface, say('nothing was deleted, because Hub cannot write to its folder: {why}', { why: diskWithMend(reason) }));
  }
  if (!turn.ok) return failedBecause(surface, whoRuns(turn.running ?? null), 'another_run');
  using _ = turn.value;
  return await work();
}

async function takenWithin(run: string, withinMs: number): Promise<RunTurn> {
  const endMs = performance.now() + withinMs;
  for (;;) {
    const turn = takeRunTurn(run, 'command', Date.now());
    if (turn.ok || performance.now() >= endMs) return turn;
    await pause(againMs);
  }
}

function whoRuns(running: RunningNow | null): string {
  if (running === null) return say('another run of retention is at work, so this one deleted nothing; try again when that one has ended');
  const timeZone = systemTimeZone();
  const [pid, time] = [String(running.pid), untilLabel(running.sinceMs, { nowMs: Date.now(), timeZone })];
  return running.by === 'schedule'
    ? say(
        'Hub itself has been running retention since {time} (process {pid}), so this run deleted nothing; try again when that one has ended',
        { time, pid },
      )
    : say(
        'hub retention run has been at work elsewhere since {time} (process {pid}), so this run deleted nothing; try again when that one has ended',
        { time, pid },
      );
}
