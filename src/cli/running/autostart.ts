/** `hub autostart [on|off|status]`: whether the desktop starts Hub at login. It works with and without a running Hub: the system's own entry decides. */
import { diskInWords } from '../../domain/conditions/disk-words.ts';
import { say } from '../../domain/language/say.ts';
import type { AutostartFailure } from '../../platform/autostart/index.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { visibleText } from '../terminal-safe.ts';

const wanted: Readonly<Record<string, boolean | null>> = { on: true, off: false, status: null };

export async function autostart(surface: Surface, word: string, options: { readonly json?: boolean }): Promise<ExitStatus> {
  if (!Object.hasOwn(wanted, word)) return wrongUsage(surface, say('autostart takes one of: on, off, status'));
  const entry = await surface.autostart();
  const isWanted = wanted[word] ?? null;
  if (isWanted !== null) {
    const set = await entry.set(isWanted);
    if (!set.ok) return failedBecause(surface, whyNot(set.reason, entry.place), set.reason.replaceAll('-', '_'));
  }
  const isOn = await entry.isOn();
  if (options.json) printJson(surface, { ok: true, autostart: isOn, place: entry.place });
  else
    surface.print(
      visibleText(isOn ? say('Hub starts when you log in: {place}', { place: entry.place }) : say('Hub does not start when you log in.')),
    );
  return 0;
}

function whyNot(reason: AutostartFailure, place: string): string {
  switch (reason) {
    case 'unsupported':
      return say('Hub does not support autostart on this system');
    case 'taken':
      return say('{place} was not written by Hub; nothing was changed', { place });
    case 'not-a-link':
      return say('the command that starts this Hub cannot be written in the form of this system');
    case 'refused':
      return say('the system refused the entry for the autostart');
    default:
      return say('{place} cannot be written: {why}', { place, why: diskInWords(reason) });
  }
}
