/**
 * `hub uninstall`: takes back what Hub wrote outside its home, its cache too, and with `--data` deletes the home. It deletes by name what Hub puts there, never a
 * folder as a whole: `HUB_HOME` may be a folder that has more in it, and somebody may keep something in the cache. It never deletes files in WorkSpaces.
 */
import { done } from '../../base/outcome.ts';
import { askStatus } from '../../client/ask-pipes.ts';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import type { HubStatus } from '../../contract/supervisor.ts';
import { diskInWords } from '../../domain/conditions/folders/disk-words.ts';
import { say } from '../../domain/language/say.ts';
import { type Installation, installationIn, upkeep } from '../../platform/installation.ts';
import { autostartError, whyNotSet } from '../running/autostart.ts';
import { stop } from '../running/stop.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';
import { visibleText } from '../terminal-safe.ts';
import { savedIntoFolders } from '../workspace-catalog.ts';
import { doomedFolder, removeCache, removeData } from './remove-own.ts';

export interface UninstallOptions {
  readonly data?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

const answeredWithinMs = 3_000;

/** Asks before it deletes anything; without a yes nothing at all is done. */
export async function uninstall(surface: Surface, options: UninstallOptions, installation = installationIn()): Promise<ExitStatus> {
  const { places } = surface;
  const running = await askStatus(places, { timeoutMs: answeredWithinMs });
  if (options.data) {
    const because = await whyKept(surface, running.ok ? running.value : null, options.yes === true);
    if (because !== null) return failedBecause(surface, because, 'not_removed');
  }
  const isRunning = running.ok || running.reason !== 'absent';
  if (isRunning) {
    const stopped = await stop({ ...surface, print: () => {} }, {});
    if (stopped !== 0) return stopped;
  }
  const entry = await surface.autostart();
  const off = (await entry.isOn()) ? await entry.set(false) : done(null);
  await surface.withdrawEntry?.();
  for (const remove of options.data ? [removeData, removeCache] : [removeCache]) {
    const removed = await remove(places);
    if (removed.ok) continue;
    const { detail: place = '', reason } = removed;
    return failedBecause(surface, say('{place} cannot be removed: {why}', { place, why: diskInWords(reason) }), 'not_removed');
  }
  const isOn = off.ok ? null : { error: autostartError(off.reason), detail: whyNotSet(off.reason, entry.place) };
  tell(surface, options, { installation, isOn, hasStopped: isRunning });
  if (isOn === null) return 0;
  return options.json ? 1 : failedBecause(surface, isOn.detail, isOn.error);
}

/** Null if the data may be deleted. */
async function whyKept(surface: Surface, running: HubStatus | null, isAgreed: boolean): Promise<string | null> {
  const holds = effectiveDocument(surface.places, 'legal-hold');
  if (holds.value.holds.length > 0 || holds.unused !== null)
    return say('a legal hold is in force, and nothing was removed; see: hub retention hold list');
  if (effectiveDocument(surface.places, 'workspaces').unused !== null)
    return say('nothing was removed: workspaces.json is not valid, so a WorkSpace may be in what this deletes; see: hub config validate');
  const savedInto = savedIntoFolders(surface.places, running);
  if (!savedInto.ok && savedInto.reason === 'put-aside')
    return say(
      'nothing was removed: the journal was damaged, and it is not known whether files were saved in what this deletes. Look for them in {home}, move them, and delete {file}; then it works',
      { home: visibleText(surface.places.home), file: `data/${savedInto.detail ?? ''}` },
    );
  if (!savedInto.ok)
    return say(
      'nothing was removed: the journal cannot be read, so it is not known whether files were saved in what this deletes; see: hub doctor journal',
    );
  const doomed = await doomedFolder(surface.places, savedInto.value);
  if (doomed !== null)
    return say('nothing was removed: this would delete the WorkSpace {place} with the files that are saved there; move that folder first', {
      place: doomed,
    });
  const question = say('Delete your history, settings and logs in {home}? This can’t be undone.', {
    home: visibleText(surface.places.home),
  });
  if (isAgreed) return null;
  if (!surface.canAsk)
    return say('nothing was removed: this deletes your history, and there is no terminal to confirm on. To skip the question: {command}', {
      command: 'hub uninstall --data --yes',
    });
  return (await surface.confirm(question, true)) ? null : say('nothing was removed');
}

interface Told {
  readonly installation: Installation;
  /** Why something still starts it at login; null if nothing does. */
  readonly isOn: { readonly error: string; readonly detail: string } | null;
  /** It was running. */
  readonly hasStopped: boolean;
}

function tell(surface: Surface, { data, json }: UninstallOptions, { installation, isOn, hasStopped }: Told): void {
  const { remove } = upkeep[installation.form];
  const { home, cache } = surface.places;
  if (json) return printJson(surface, { ok: isOn === null, ...isOn, data: data ? 'removed' : 'kept', home, cache, remove });
  if (isOn !== null) surface.print(hasStopped ? say('Hub has stopped.') : say('Hub is not running.'));
  else
    surface.print(
      hasStopped ? say('Hub has stopped and will not start at login.') : say('Hub is not running and will not start at login.'),
    );
  surface.print(
    visibleText(
      data
        ? say('Your history, settings and logs are deleted. Saved files stay where they are.')
        : say('Your history and settings are still in {home}. Saved files stay where they are.', { home }),
    ),
  );
  surface.print(
    remove === null
      ? say('To remove the program as well, delete its folder.')
      : say('To remove the program as well: {command}', { command: remove }),
  );
}
