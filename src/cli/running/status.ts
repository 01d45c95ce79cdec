/** `hub status`: one line per component, and counts of the copies. */
import { existsSync } from 'node:fs';
import { askStatus } from '../../client/ask-pipes.ts';
import type { Counters } from '../../contract/journal.ts';
import type { ComponentStatus, HubStatus } from '../../contract/supervisor.ts';
import { version } from '../../contract/version.ts';
import { uncountedIn } from '../../domain/conditions/capture-condition.ts';
import { componentStateName } from '../../domain/conditions/state-names.ts';
import { say } from '../../domain/language/say.ts';
import { heardCondition } from '../../domain/saving/save-condition.ts';
import { readCounters } from '../../journal/captures/counters.ts';
import { readDismissed } from '../../journal/captures/missed-copies.ts';
import { isDamage } from '../../journal/damage/damage.ts';
import { openJournalReader } from '../../journal/journal.ts';
import type { Places } from '../../platform/locations.ts';
import { failureJson, reportPipeFailure } from '../pipe-failure.ts';
import { type ExitStatus, printJson, type Surface } from '../surface.ts';
import { displayWidth, formatTable, oneLine, padded } from '../table.ts';
import { visibleText } from '../terminal-safe.ts';
import { type RetentionState, retentionInWords, retentionState } from './retention-state.ts';

const answeredWithinMs = 3_000;
const longestReason = 500;
const damaged = () => say('unknown, the journal is damaged; Hub puts it aside and starts a new one');

export async function status(surface: Surface, options: { readonly json?: boolean }): Promise<ExitStatus> {
  const asked = await askStatus(surface.places, { timeoutMs: answeredWithinMs });
  if (!asked.ok) {
    if (options.json) printJson(surface, { ...failureJson(asked), home: surface.places.home });
    return reportPipeFailure(surface, asked.reason);
  }
  const { copies: counted, retention } = journalFacts(surface.places);
  const copies = typeof counted === 'string' ? counted : { ...counted, missed: counted.missed + uncountedIn(asked.value.components) };
  if (options.json)
    printJson(surface, { ...asked.value, ...versions(asked.value), copies: typeof copies === 'string' ? null : copies, retention });
  else for (const line of lines(asked.value, copies, retention)) surface.print(line);
  return 0;
}

interface KnownCopies extends Counters {
  /** Of the missed ones. */
  readonly dismissed: number;
}

interface JournalFacts {
  /** Or why there are no counts. */
  readonly copies: KnownCopies | string;
  readonly retention: RetentionState;
}

/** A Hub whose journal is damaged or in use has a status all the same. */
function journalFacts(places: Places): JournalFacts {
  const without = (copies: string): JournalFacts => ({ copies, retention: retentionState(places, null, Date.now()) });
  if (!existsSync(places.journal)) return without(say('none yet'));
  try {
    using journal = openJournalReader({ file: places.journal, blobs: places.blobs });
    const copies = { ...readCounters(journal), dismissed: readDismissed(journal) };
    return { copies, retention: retentionState(places, journal, Date.now()) };
  } catch (error) {
    return without(isDamage(error) ? damaged() : say('unknown, the journal cannot be read now'));
  }
}

function lines(told: HubStatus, copies: KnownCopies | string, retention: RetentionState): readonly string[] {
  const rows = told.components.map(row);
  const facts: readonly (readonly [name: string, value: string])[] = [
    [say('Copies'), typeof copies === 'string' ? copies : figuresOf(copies)],
    [say('Retention'), retentionInWords(retention, Date.now())],
    [say('Bridge'), told.ports.bridge === null ? say('not listening') : `http://127.0.0.1:${told.ports.bridge}`],
    [say('Listener'), told.ports.web === null ? say('not listening') : `http://127.0.0.1:${told.ports.web}`],
    ['WorkSpace', visibleText(told.workspace)],
    [say('Home'), visibleText(told.home)],
    ...(told.version === version ? [] : [[say('Version'), anotherVersion(told)] as const]),
  ];
  const width = Math.max(10, ...facts.map(([name]) => displayWidth(name)));
  return [
    ...formatTable([say('COMPONENT'), say('STATE'), say('PID'), say('UPTIME'), say('RESTARTS'), say('REASON')], rows),
    '',
    ...facts.map(([name, value]) => `${padded(name, width)} ${value}`),
  ];
}

/** `version`: of the Hub that runs; null if it does not tell. */
function versions(told: HubStatus): { readonly version: string | null; readonly installedVersion: string } {
  return { version: told.version ?? null, installedVersion: version };
}

/** An update of the package leaves the running Hub as it is. */
function anotherVersion(told: HubStatus): string {
  return told.version === undefined
    ? say('an earlier one is running, {installed} is installed; to use it: hub stop, then hub start', { installed: version })
    : say('{running} is running, {installed} is installed; to use it: hub stop, then hub start', {
        running: visibleText(told.version),
        installed: version,
      });
}

/** The counts of the copies since the journal was created, in one line. */
export function figuresOf({ captured, missed, gone, repeated, concealed, excluded, unusable, dismissed }: KnownCopies): string {
  // Those that were seen are still missed: a count since the journal was created does not become less.
  const seen = Math.min(missed, dismissed);
  return say(
    '{captured, number} captured, {missed, number} missed{seen, plural, =0 {} one { (# seen)} other { (# seen)}}, {gone, number} that disappeared before they could be read, {repeated, number} repeated, {skipped, number} skipped for privacy, {unusable, number} in an unsupported format',
    {
      captured,
      missed,
      seen,
      gone,
      repeated,
      skipped: concealed + excluded,
      unusable,
    },
  );
}

function row(component: ComponentStatus): readonly string[] {
  const { id, state, pid, uptimeSeconds, restarts, reason } = component;
  return [
    id,
    componentStateName(state),
    pid === null ? '-' : String(pid),
    uptimeSeconds === null ? '-' : duration(uptimeSeconds),
    String(restarts),
    oneLine(heardCondition(reason ?? ''), longestReason),
  ];
}

function duration(seconds: number): string {
  if (seconds < 60) return say('{count} s', { count: Math.floor(seconds) });
  if (seconds < 3_600) return say('{count} min', { count: Math.floor(seconds / 60) });
  return say('{hours} h {minutes} min', { hours: Math.floor(seconds / 3_600), minutes: Math.floor((seconds % 3_600) / 60) });
}
