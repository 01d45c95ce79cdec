/** The window's "Keep it all the same": now, if the copy is still on the clipboard; if not, such copies from now on. */
import type { Bridge } from '../../client/bridge.ts';
import { whyFiltered } from '../../domain/capture/why-not-kept.ts';
import { say } from '../../domain/language/say.ts';
import { secretInWords } from '../../domain/secrets/secret-in-words.ts';
import type { Places } from '../../platform/locations.ts';
import { addEntry } from './settings/change-setting.ts';
import type { Shell } from './shell.ts';

interface Parts {
  readonly places: Places;
  readonly shell: Shell;
  readonly bridge: Bridge;
}

/** `fragmentId`: a fragment that the content filter left out; null: whatever is on the clipboard. */
export async function keepAnyway(parts: Parts, fragmentId: string | null): Promise<void> {
  const { shell, bridge } = parts;
  const before = fragmentId === null ? null : await bridge.fragment(fragmentId);
  const kept = await bridge.keep(fragmentId ?? undefined);
  if (kept.ok) {
    shell.notify('success', say('Kept'));
    return shell.lists.refresh();
  }
  if (kept.reason !== 'refused') return shell.notify('error', say('It was not kept: the core did not answer; see Diagnostics'));
  if (kept.status !== 410 || before === null) return shell.notify('warning', kept.detail);
  const why = whyFiltered(before.ok ? before.value.reason : null);
  const gone = say('Its content is gone: Hub did not keep it, and it is not on the clipboard any more.');
  if (why?.family == null) return shell.notify('warning', say('{gone} The rule that left it out is in Settings.', { gone }));
  const added = await addEntry(parts, 'content-filter', 'allowed_secrets', why.family);
  const secret = secretInWords(why.family);
  if (added.ok) shell.notify('info', say('{gone} From now on, copies that look like {secret} are kept.', { gone, secret }), added.value);
  else shell.notify('error', `${gone} ${added.detail}`);
}
