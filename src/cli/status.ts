/** `hub status`: a row a component, and what became of the copies. */
import { existsSync } from 'node:fs';
import { askStatus } from '../client/ask-pipes.ts';
import type { Counters } from '../contract/journal.ts';
import type { ComponentStatus, HubStatus } from '../contract/supervisor.ts';
import { readCounters } from '../journal/captures.ts';
import { openJournal } from '../journal/journal.ts';
import type { Places } from '../platform/locations.ts';
import { type ExitStatus, printJson, type Surface } from './surface.ts';
import { oneLine, table } from './table.ts';
import { failureJson, unanswered } from './unanswered.ts';
import { visible } from './visible.ts';

const answeredWithinMs = 3_000;
const longestReason = 500;

export async function status(surface: Surface, options: { readonly json?: boolean }): Promise<ExitStatus> {
  const asked = await askStatus(surface.places, { timeoutMs: answeredWithinMs });
  if (!asked.ok) {
    if (options.json) printJson(surface, { ...failureJson(asked), home: surface.places.home });
    return unanswered(surface, asked.reason);
  }
  const copies = countersOf(surface.places);
  if (options.json) printJson(surface, { ...asked.value, copies });
  else for (const line of lines(asked.value, copies)) surface.print(line);
  return 0;
}

function countersOf(places: Places): Counters | null {
  if (!existsSync(places.journal)) return null;
  using journal = openJournal({ file: places.journal, blobs: places.blobs });
  return readCounters(journal);
}

function lines(told: HubStatus, copies: Counters | null): readonly string[] {
  const rows = told.components.map(row);
  const skipped = copies === null ? 0 : copies.concealed + copies.excluded;
  return [
    ...table(['COMPONENT', 'STATE', 'PID', 'UPTIME', 'RESTARTS', 'REASON'], rows),
    '',
    `Copies     ${copies === null ? 'none yet' : `${copies.captured} captured, ${copies.missed} missed, ${copies.repeated} repeated, ${skipped} skipped for privacy, ${copies.unusable} without a known format`}`,
    `Bridge     ${told.ports.bridge === null ? 'not listening' : `http://127.0.0.1:${told.ports.bridge}`}`,
    `Listener   ${told.ports.web === null ? 'not listening' : `http://127.0.0.1:${told.ports.web}`}`,
    `WorkSpace  ${visible(told.workspace)}`,
    `Home       ${visible(told.home)}`,
  ];
}

function row(component: ComponentStatus): readonly string[] {
  const { id, state, pid, uptimeSeconds, restarts, reason } = component;
  return [
    id,
    state,
    pid === null ? '-' : String(pid),
    uptimeSeconds === null ? '-' : duration(uptimeSeconds),
    String(restarts),
    oneLine(reason ?? '', longestReason),
  ];
}

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}
