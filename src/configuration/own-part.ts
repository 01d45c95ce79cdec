/**
 * What of a folder belongs to Hub itself. A WorkSpace in Hub's home, or around it, would mix the user's files with Hub's own, and its index would contain
 * itself: each refresh would be a change that causes the next one.
 */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../base/files/disk-error.ts';
import type { Places } from '../platform/locations.ts';

/** All of it, or these folders below it, by the path that leads through the folder. */
export type OwnPart = 'all' | readonly string[];

export type OwnPlaces = Pick<Places, 'home' | 'journal' | 'logs' | 'run' | 'document' | 'defaultWorkspace' | 'workspaceOverride'>;

/**
 * Follows links. The default WorkSpace and the one of `HUB_WORKSPACE` may be inside the home: of those, only what Hub keeps there is its own. It waits for
 * the disk.
 */
export async function ownPartOf(folder: string, places: OwnPlaces): Promise<OwnPart> {
  const at = await realPathOf(folder);
  const home = await realPathOf(places.home);
  const isChosen = at !== home && [places.defaultWorkspace, places.workspaceOverride].includes(path.resolve(folder));
  const own = isChosen ? await Promise.all(keptIn(places).map(realPathOf)) : [home];
  if (own.some((one) => isWithin(at, one))) return 'all';
  const root = folder.endsWith(path.sep) ? folder : `${folder}${path.sep}`;
  return own.filter((one) => isWithin(one, at)).map((one) => `${root}${path.relative(at, one)}`);
}

/** Whether a path of the folder is in that part of it. */
export function isOwn(part: OwnPart, at: string): boolean {
  return part === 'all' || part.some((own) => at === own || at.startsWith(`${own}${path.sep}`));
}

function keptIn({ journal, logs, run, document }: OwnPlaces): readonly string[] {
  return [path.dirname(journal), logs, run, document('config')];
}

/** With what does not exist yet as it is written. */
async function realPathOf(given: string): Promise<string> {
  const at = path.resolve(given);
  try {
    return await realpath(at);
  } catch (error) {
    const above = path.dirname(at);
    if (!isMissing(error) || above === at) return at;
    return path.join(await realPathOf(above), path.basename(at));
  }
}

function isWithin(at: string, folder: string): boolean {
  const way = path.relative(folder, at);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
