/** `hub pair`: the code by which an extension of a browser is paired, the list of those that are, and the end of a pairing. */
import { askPairingCode, askPairingList, askRevoke, type PairingFailure } from '../../client/ask-pipes.ts';
import type { ShownPairing } from '../../contract/web-listener/pairings.ts';
import { say, sayHeard } from '../../domain/language/say.ts';
import { isPipeFailure, reportPipeFailure } from '../pipe-failure.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { formatTable, oneLine } from '../table.ts';

const answeredWithinMs = 10_000;
const longestName = 40;

type Options = { readonly json?: boolean };

export function pair(
  surface: Surface,
  word: string | undefined,
  pairing: string | undefined,
  options: Options,
): ExitStatus | Promise<ExitStatus> {
  if (word === 'revoke')
    return pairing === undefined ? wrongUsage(surface, say('name the pairing: hub pair revoke ID')) : revoke(surface, pairing, options);
  if (pairing !== undefined || (word !== undefined && word !== 'list'))
    return wrongUsage(surface, say('use hub pair, hub pair list or hub pair revoke ID'));
  return word === 'list' ? list(surface, options) : offer(surface, options);
}

async function offer(surface: Surface, { json }: Options): Promise<ExitStatus> {
  const asked = await askPairingCode(surface.places, { timeoutMs: answeredWithinMs });
  if (!asked.ok) return refused(surface, asked);
  const { code, expiresAt } = asked.value;
  if (json) printJson(surface, asked.value);
  else {
    surface.print(code);
    surface.print(
      say('Enter this code in the Hub extension of your browser. It pairs once, and until {end}.', { end: expiresAt.slice(11, 16) }),
    );
  }
  return 0;
}

async function list(surface: Surface, { json }: Options): Promise<ExitStatus> {
  const asked = await askPairingList(surface.places, { timeoutMs: answeredWithinMs });
  if (!asked.ok) return refused(surface, asked);
  const { pairings } = asked.value;
  if (json) printJson(surface, { pairings });
  else if (pairings.length === 0) surface.print(say('No browser extension is paired. To pair one: hub pair'));
  else {
    const head = [say('ID'), say('NAME'), say('BROWSER'), say('PAIRED'), say('LAST SEEN'), say('ORIGIN')];
    for (const line of formatTable(head, pairings.map(row))) surface.print(line);
  }
  return 0;
}

function row({ id, name, browser, pairedAt, lastSeenAt, connected, origin }: ShownPairing): readonly string[] {
  const program = browser?.split(/[\\/]/).at(-1) ?? '-';
  const seen = connected ? say('connected') : lastSeenAt === null ? '-' : shownTime(lastSeenAt);
  return [id, oneLine(name, longestName), oneLine(program, longestName), shownTime(pairedAt), seen, origin];
}

function shownTime(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}

async function revoke(surface: Surface, pairing: string, { json }: Options): Promise<ExitStatus> {
  const asked = await askRevoke(surface.places, pairing, { timeoutMs: answeredWithinMs });
  if (!asked.ok) return refused(surface, asked);
  if (json) printJson(surface, asked.value);
  else surface.print(say('{name} is not paired any more.', { name: oneLine(asked.value.name, longestName) }));
  return 0;
}

const because = {
  unknown_pairing: () => say('there is no such pairing; for the list: hub pair list'),
  ambiguous: () => say('several pairings have this name; use the ID that hub pair list shows'),
} as const;

function refused(surface: Surface, { reason, detail }: { readonly reason: PairingFailure; readonly detail?: string }): ExitStatus {
  // Without its web listener Hub still runs.
  if (isPipeFailure(reason)) return reportPipeFailure(surface, reason);
  const known = reason === 'unknown_pairing' || reason === 'ambiguous' ? because[reason]() : sayHeard(detail ?? '');
  return failedBecause(surface, known || say('Hub did not do it'), reason);
}
