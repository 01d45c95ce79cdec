/** `hub autostart on|off|status`: whether the desktop starts Hub at login. It works with and without a running Hub: the system's own entry decides. */
import type { AutostartFailure } from '../../platform/autostart/index.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { visibleText } from '../terminal-safe.ts';

const wanted: Readonly<Record<string, boolean | null>> = { on: true, off: false, status: null };

export async function autostart(surface: Surface, word: string, options: { readonly json?: boolean }): Promise<ExitStatus> {
  if (!Object.hasOwn(wanted, word)) return wrongUsage(surface, 'autostart takes one of: on, off, status');
  const entry = await surface.autostart();
  const isWanted = wanted[word] ?? null;
  if (isWanted !== null) {
    const set = await entry.set(isWanted);
    if (!set.ok)
      return failedBecause(
        surface,
        whyNot[set.reason] ?? `${entry.place} cannot be written (${set.reason})`,
        set.reason.replaceAll('-', '_'),
      );
  }
  const isOn = await entry.isOn();
  if (options.json) printJson(surface, { ok: true, autostart: isOn, place: entry.place });
  else surface.print(visibleText(isOn ? `Hub starts when you log in: ${entry.place}` : 'Hub does not start when you log in.'));
  return 0;
}

const whyNot: Partial<Record<AutostartFailure, string>> = {
  unsupported: 'Hub knows no autostart of this system',
  taken: 'there is an entry of this name that Hub did not write; nothing was changed',
  'not-a-link': 'the command that starts this Hub cannot be written in the form of this system',
  refused: 'the system refused the entry',
};
