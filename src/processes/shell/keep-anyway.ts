/**
 * The window's "Keep it anyway", for a copy that is still on the clipboard. Of one that is gone it says which setting keeps such copies: an exception for
 * a whole kind of secret is not made by a press of a button that says something else.
 */
import type { Bridge } from '../../client/bridge.ts';
import { whyFiltered } from '../../domain/capture/why-not-kept.ts';
import { heardProblem } from '../../domain/conditions/problem-words.ts';
import { say } from '../../domain/language/say.ts';
import { secretInWords } from '../../domain/secrets/secret-in-words.ts';
import { keptOutcome } from '../../domain/view/fragment-outcome.ts';
import type { Places } from '../../platform/locations.ts';
import type { Shell } from './shell.ts';

interface Parts {
  readonly shell: Shell;
  readonly bridge: Bridge;
  readonly places: Pick<Places, 'userHome'>;
}

/** `fragmentId`: a fragment that the content filter left out; null: whatever is on the clipboard. */
export async function keepAnyway(parts: Parts, fragmentId: string | null): Promise<void> {
  const { shell, bridge, places } = parts;
  const before = fragmentId === null ? null : await bridge.fragment(fragmentId);
  const kept = await bridge.keep(fragmentId ?? undefined);
  if (kept.ok) {
    const { workspacePath, minTextChars } = shell.state;
    const context = { workspacePath, minTextChars, userHome: places.userHome };
    shell.notify('success', say('Kept: {outcome}', { outcome: keptOutcome(kept.value, context) }));
    return shell.lists.refresh();
  }
  if (kept.reason !== 'refused') return shell.notify('error', say('It was not kept: the core did not answer; see Diagnostics'));
  if (kept.status !== 410 || before === null) return shell.notify('warning', heardProblem(kept.word, kept.detail));
  const why = whyFiltered(before.ok ? before.value.reason : null);
  const gone = say('Its content is gone: Hub did not keep it, and it is not on the clipboard any more.');
  if (why?.family == null) return shell.notify('warning', say('{gone} The rule that left it out is in Settings.', { gone }));
  const keeps = say('To keep copies that look like {secret}, add this kind in Settings, under “{setting}”.', {
    secret: secretInWords(why.family),
    setting: say('Kinds of secrets to keep anyway'),
  });
  shell.notify('warning', `${gone} ${keeps}`);
}
