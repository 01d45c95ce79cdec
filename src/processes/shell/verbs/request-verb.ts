/** Verbs that are requested in the window or the tray, and what is said about what became of them. */
import { askAction } from '../../../client/ask-pipes.ts';
import type { Bridge } from '../../../client/bridge.ts';
import type { ActionVerb } from '../../../contract/action-verbs.ts';
import { mainFragment } from '../../../contract/fragment-words.ts';
import { hidesCopies } from '../../../domain/capture/pause-time.ts';
import { say, sayHeard } from '../../../domain/language/say.ts';
import { verbRow } from '../../../domain/verb-titles.ts';
import type { Places } from '../../../platform/locations.ts';
import { sayWhatBecame } from '../fragment-deeds.ts';
import type { Shell } from '../shell.ts';

interface Parts {
  readonly places: Places;
  readonly shell: Shell;
  readonly bridge: Bridge;
  /** Ends Hub, and announces that first. */
  readonly exit: () => Promise<void>;
}

const askWithinMs = 6_000;

/** All verbs go to the router, even those that come back to this window; only the end of Hub is announced here first. */
export async function requestVerb(parts: Parts, verb: ActionVerb): Promise<void> {
  const { places, shell, exit } = parts;
  if (verb === 'exit') return exit();
  const acted = await askAction(places, verb, { timeoutMs: askWithinMs });
  if (!acted.ok)
    return shell.notify('error', `${verbRow(verb).title}: ${sayHeard(acted.detail ?? say('Hub did not answer; see Diagnostics'))}`);
  if (verb === 'private-mode') sayPrivate(shell);
  else if (acted.value !== null) shell.notify('info', sayHeard(acted.value));
  else if (verb === 'save-now') await sayWhatBecame(parts, mainFragment(shell.state.snapshot?.fragments ?? [])?.id);
  await shell.refreshStatus();
}

/**
 * Says whether private mode is on, now that the verb that turns it on and off was done. What the verb answers is for a terminal; whether the clipboard is watched
 * at all stands above the copies.
 */
export function sayPrivate(shell: Pick<Shell, 'captureChanged' | 'state' | 'notify'>): void {
  shell.captureChanged();
  const text = hidesCopies(shell.state.pause)
    ? () => say('Private mode is on. Copies are neither kept nor shown.')
    : () => say('Private mode is off. Every copy is kept again.');
  shell.notify('info', text);
}
