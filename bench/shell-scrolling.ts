/**
 * Scrolls a long list from end to end in the real window, by keyboard. Ctrl+C puts the focused row on the clipboard, so the snapshot shows which row that
 * is.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { SourceSnapshot } from '../src/contract/source-snapshot.ts';
import { until } from '../test/harness/until.ts';
import type { FilledHub } from './filled-hub.ts';
import { hubProcesses } from './measuring/hub-processes.ts';
import { tryMemory } from './measuring/process-memory.ts';
import type { Report } from './measuring/report.ts';

const endWithinMs = 60_000;
/** Ctrl+C is pressed again if the row was not loaded yet. */
const askAgainMs = 700;
const mostPages = 200;
/** Few enough not to reach the end, even of a short list. */
const rowsPerPage = 40;
/** Tab stops from the search field: the profile, the five sections, the list. */
const toTheList = ['Escape', 'ctrl+k', ...Array<string>(7).fill('Tab')];
/** Pressed 30 ms apart. */
const keysAtOnce = 50;
const mostGrownMb = 50;
const settleMs = 3_000;

interface Step {
  readonly what: string;
  readonly keys: readonly string[];
  /** Whether the focused row is one that the keys should reach. */
  readonly isThere: (id: number, newest: number) => boolean;
}

function stepsIn(fragments: number): readonly Step[] {
  const pages = Math.min(mostPages, Math.floor(fragments / rowsPerPage));
  return [
    { what: 'to the end (End)', keys: ['End'], isThere: (id) => id === 1 },
    { what: `${pages} pages up`, keys: Array<string>(pages).fill('Prior'), isThere: (id) => id > pages },
    { what: 'to the start (Home)', keys: ['Home'], isThere: (id, newest) => id === newest },
    { what: `${pages} pages down`, keys: Array<string>(pages).fill('Next'), isThere: (id, newest) => id < newest - pages },
    { what: 'to the end again', keys: ['End'], isThere: (id) => id === 1 },
    { what: 'to the start again', keys: ['Home'], isThere: (id, newest) => id === newest },
  ];
}

export async function measureScrolling(report: Report, filled: FilledHub): Promise<void> {
  const { desktop, hub, fragments } = filled;
  await desktop.key(...toTheList, 'Home');
  const newest = await focusedAt(filled, () => true);
  if (newest === null) throw new Error('no row of the list has the focus');
  await pause(settleMs);
  const before = memoryMb(filled);
  const rows: (readonly [string, string, string, string])[] = [];
  let reached = 0;
  const steps = stepsIn(fragments);
  for (const { what, keys, isThere } of steps) {
    const startMs = performance.now();
    for (let at = 0; at < keys.length; at += keysAtOnce) await desktop.key(...keys.slice(at, at + keysAtOnce));
    const id = await focusedAt(filled, (id) => isThere(id, newest));
    reached += id === null ? 0 : 1;
    rows.push([
      what,
      ((performance.now() - startMs) / 1_000).toFixed(1),
      id === null ? 'not reached' : String(id),
      memoryMb(filled).toFixed(1),
    ]);
  }
  await pause(settleMs);
  const after = memoryMb(filled);
  report.table(`Scrolling the history of ${fragments} fragments by keyboard`, ['', 's', 'fragment', 'web process MB'], rows);
  report.note(`Web processes: ${before.toFixed(1)} MB PSS before, ${after.toFixed(1)} MB after. Keys are pressed 30 ms apart.`);
  report.target({ what: 'positions reached by keyboard', figure: reached, limit: steps.length, better: 'higher', unit: '' });
  report.target({
    what: 'growth of the web processes by scrolling',
    figure: after - before,
    limit: mostGrownMb,
    better: 'lower',
    unit: 'MB',
  });
  await hub.until(({ components }) => components.every(({ state }) => state === 'running' || state === 'degraded'));
}

/** The id of the focused row, once it meets the condition; null if it does not in time. */
async function focusedAt({ desktop, hub }: FilledHub, isWanted: (id: number) => boolean): Promise<number | null> {
  let seen: number | null = null;
  const look = async (): Promise<number | undefined> => {
    await desktop.key('ctrl+c');
    await pause(askAgainMs);
    seen = presentId(await hub.source(() => true));
    return seen !== null && isWanted(seen) ? seen : undefined;
  };
  return until('row', look, endWithinMs).catch(() => null);
}

function presentId({ clipboardFragments: [first] }: SourceSnapshot): number | null {
  return first === undefined ? null : Number(first.id);
}

function memoryMb({ hub }: FilledHub): number {
  return (
    hubProcesses(hub.places.home)
      .filter(({ program }) => program.includes('WebKit'))
      .reduce((sum, { pid }) => sum + (tryMemory(pid)?.proportionalBytes ?? 0), 0) / 1e6
  );
}
