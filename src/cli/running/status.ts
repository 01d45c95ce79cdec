/** `hub status`: one line per component, and counts of the copies. */
import { existsSync } from 'node:fs';
import { askStatus } from '../../client/ask-pipes.ts';
import type { Counters } from '../../contract/journal.ts';
import type { ComponentStatus, HubStatus } from '../../contract/supervisor.ts';
import { readCounters } from '../../journal/captures/counters.ts';
import { isDamage } from '../../journal/damage/damage.ts';
import { openJournalReader } from '../../journal/journal.ts';
import type { Places } from '../../platform/locations.ts';
import { failureJson, reportPipeFailure } from '../pipe-failure.ts';
import { type ExitStatus, printJson, type Surface } from '../surface.ts';
import { formatTable, oneLine } from '../table.ts';
import { visibleText } from '../terminal-safe.ts';

const answeredWithinMs = 3_000;
const longestReason = 500;
const damaged = 'unknown, the journal is damaged; Hub puts it aside and starts a new one';

export async function status(surface: Surface, options: { readonly json?: boolean }): Promise<ExitStatus> {
  const asked = await askStatus(surface.places, { timeoutMs: answeredWithinMs });
  if (!asked.ok) {
    if (options.json) printJson(surface, { ...failureJson(asked), home: surface.places.home });
    return reportPipeFailure(surface, asked.reason);
  }
  const copies = countersOf(surface.places);
  if (options.json) printJson(surface, { ...asked.value, copies: typeof copies === 'string' ? null : copies });
  else for (const line of lines(asked.value, copies)) surface.print(line);
  return 0;
}

/** Or why there are no counts. A Hub whose journal is damaged or in use has a status all the same. */
function countersOf(places: Places): Counters | string {
  if (!existsSync(places.journal)) return 'none yet';
  try {
    using journal = openJournalReader({ file: places.journal, blobs: places.blobs });
    return readCounters(journal);
  } catch (error) {
    return isDamage(error) ? damaged : 'unknown, the journal cannot be read now';
  }
}

function lines(told: HubStatus, copies: Counters | string): readonly string[] {
  const rows = told.components.map(row);
  return [
    ...formatTable(['COMPONENT', 'STATE', 'PID', 'UPTIME', 'RESTARTS', 'REASON'], rows),
    '',
    `Copies     ${typeof copies === 'string' ? copies : figuresOf(copies)}`,
    `Bridge     ${told.ports.bridge === null ? 'not listening' : `http://127.0.0.1:${told.ports.bridge}`}`,
    `Listener   ${told.ports.web === null ? 'not listening' : `http://127.0.0.1:${told.ports.web}`}`,
    `WorkSpace  ${visibleText(told.workspace)}`,
    `Home       ${visibleText(told.home)}`,
  ];
}

function figuresOf({ captured, missed, repeated, concealed, excluded, unusable }: Counters): string {
  const skipped = `${concealed + excluded} skipped for privacy`;
  return `${captured} captured, ${missed} missed, ${repeated} repeated, ${skipped}, ${unusable} in an unsupported format`;
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
