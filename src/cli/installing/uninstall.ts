/**
 * `hub uninstall`: takes back what Hub wrote outside its home, and with `--data` deletes the home. It deletes by name what Hub puts there, never the
 * folder as a whole: `HUB_HOME` may be a folder that has more in it.
 */
import { readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { diskReason } from '../../base/files/disk-error.ts';
import { askStatus } from '../../client/ask-pipes.ts';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { diskInWords } from '../../domain/conditions/disk-words.ts';
import { say } from '../../domain/language/say.ts';
import { type Installation, installationIn, upkeep } from '../../platform/installation.ts';
import { stop } from '../running/stop.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';
import { visibleText } from '../terminal-safe.ts';

export interface UninstallOptions {
  readonly data?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** What Hub puts into its home. */
const ownEntries = ['config', 'data', 'exports', 'Logs', 'python_core', 'run'] as const;
const answeredWithinMs = 3_000;

/** Asks before it deletes anything; without a yes nothing at all is done. */
export async function uninstall(surface: Surface, options: UninstallOptions, installation = installationIn()): Promise<ExitStatus> {
  const { places } = surface;
  if (options.data) {
    const because = await whyKept(surface, options.yes === true);
    if (because !== null) return failedBecause(surface, because, 'not_removed');
  }
  const running = await askStatus(places, { timeoutMs: answeredWithinMs });
  if (running.ok || running.reason !== 'absent') {
    const stopped = await stop({ ...surface, print: () => {} }, {});
    if (stopped !== 0) return stopped;
  }
  const entry = await surface.autostart();
  const off = (await entry.isOn()) ? await entry.set(false) : { ok: true };
  await surface.withdrawEntry?.();
  try {
    if (options.data) await removeData(places.home);
  } catch (error) {
    const why = diskInWords(diskReason(error));
    return failedBecause(surface, say('{place} cannot be removed: {why}', { place: places.home, why }), 'not_removed');
  }
  tell(surface, options, installation, off.ok);
  return off.ok ? 0 : 1;
}

/** Null if the data may be deleted. */
async function whyKept(surface: Surface, isAgreed: boolean): Promise<string | null> {
  const holds = effectiveDocument(surface.places, 'legal-hold');
  if (holds.value.holds.length > 0 || holds.unused !== null)
    return say('a legal hold is in force, and nothing was removed; see: hub retention hold list');
  const question = say('Delete everything that Hub has kept in {home}: history, configuration and logs? It can’t be undone.', {
    home: visibleText(surface.places.home),
  });
  if (isAgreed || (await surface.confirm(question, true))) return null;
  return say('nothing was removed');
}

async function removeData(home: string): Promise<void> {
  for (const name of ownEntries) await rm(path.join(home, name), { recursive: true, force: true, maxRetries: 3 });
  const left = await readdir(home).catch(() => []);
  if (left.length === 0) await rmdir(home).catch(() => {});
}

function tell(surface: Surface, { data, json }: UninstallOptions, { form }: Installation, isOff: boolean): void {
  const { remove } = upkeep[form];
  const { home } = surface.places;
  if (json) return printJson(surface, { ok: isOff, data: data ? 'removed' : 'kept', home, remove });
  surface.print(say('Hub does not run any more, and nothing starts it.'));
  surface.print(
    visibleText(
      data ? say('What Hub kept is deleted. Saved files stay.') : say('What Hub keeps stays in {home}; saved files stay.', { home }),
    ),
  );
  surface.print(
    remove === null ? say('To remove the program, delete its folder.') : say('To remove the program: {command}', { command: remove }),
  );
}
