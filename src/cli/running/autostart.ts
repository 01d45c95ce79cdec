/** `hub autostart [on|off|status]`: whether the desktop starts Hub at login. It works with and without a running Hub: the system's own entry decides. */
import { diskInWords } from '../../domain/conditions/folders/disk-words.ts';
import { say } from '../../domain/language/say.ts';
import type { AutostartFailure, AutostartWay } from '../../platform/autostart/index.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { visibleText } from '../terminal-safe.ts';

const wanted: Readonly<Record<string, boolean | null>> = { on: true, off: false, status: null };

export async function autostart(surface: Surface, word: string, options: { readonly json?: boolean }): Promise<ExitStatus> {
  if (!Object.hasOwn(wanted, word)) return wrongUsage(surface, say('autostart takes one of: on, off, status'));
  const entry = await surface.autostart();
  const isWanted = wanted[word] ?? null;
  if (isWanted !== null) {
    const set = await entry.set(isWanted);
    if (!set.ok) return failedBecause(surface, whyNotSet(set.reason, entry.place), autostartError(set.reason));
  }
  const ways = await entry.ways();
  if (options.json) printJson(surface, { ok: true, autostart: ways.length > 0, place: entry.place, ways });
  else if (ways.length === 0) surface.print(say('Hub does not start when you log in.'));
  else for (const way of ways) surface.print(visibleText(inWords(way)));
  return 0;
}

function inWords({ kind, place }: AutostartWay): string {
  return kind === 'entry'
    ? say('Hub starts when you log in: {place}', { place })
    : say('systemd starts Hub when you log in: {place}', { place });
}

/** The word for it with `--json`. */
export function autostartError(reason: AutostartFailure): string {
  return reason.replaceAll('-', '_');
}

/** Why it was not changed. */
export function whyNotSet(reason: AutostartFailure, place: string): string {
  switch (reason) {
    case 'unsupported':
      return say('Hub does not support autostart on this system');
    case 'taken':
      return say('{place} was not written by Hub; nothing was changed', { place });
    case 'not-a-link':
      return say('the command that starts this Hub cannot be written in the form of this system');
    case 'for-everybody':
      return say('systemd starts Hub for all users of this machine; to keep it from starting for you: systemctl --user mask hub');
    case 'refused':
      return say('the system refused the entry for the autostart');
    default:
      return say('{place} cannot be written: {why}', { place, why: diskInWords(reason) });
  }
}
