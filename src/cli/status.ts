/** `hub status`: a row a component, and what became of the copies. */
import { existsSync } from 'node:fs';
import type { Counters } from '../contract/journal.ts';
import type { ComponentStatus, HubStatus } from '../contract/supervisor.ts';
import { readCounters } from '../journal/captures.ts';
import { openJournal } from '../journal/journal.ts';
import type { Places } from '../platform/locations.ts';
import { askStatus } from './supervisor-client.ts';
import { type ExitStatus, notRunning, printJson, type Surface } from './surface.ts';
import { table } from './table.ts';

export async function status(surface: Surface, options: { readonly json?: boolean }): Promise<ExitStatus> {
  const told = await askStatus(surface.places, 3_000);
  if (told === null) {
    if (options.json) printJson(surface, { ok: false, error: 'not_running', home: surface.places.home });
    return notRunning(surface);
  }
  const copies = countersOf(surface.places);
  if (options.json) printJson(surface, { ...told, copies });
  else for (const line of lines(told, copies)) surface.print(line);
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
    `WorkSpace  ${told.workspace}`,
    `Home       ${told.home}`,
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
    reason ?? '',
  ];
}

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}
