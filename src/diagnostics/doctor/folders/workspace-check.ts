/**
 * Whether files can be saved into the WorkSpace: that of the running Hub, and without one that of a Hub that is started here. `HUB_WORKSPACE` of this
 * terminal is not the one of a running Hub.
 */
import { existsSync } from 'node:fs';
import { effectiveDocument } from '../../../configuration/effective-document.ts';
import { fallbacksOf } from '../../../configuration/workspace-changes.ts';
import { say } from '../../../domain/language/say.ts';
import { activeWorkspace } from '../../../domain/saving/workspace.ts';
import { wasSavedInto } from '../../../journal/fragments/receipts.ts';
import { openJournalReader } from '../../../journal/journal.ts';
import { readFolderFacts } from '../../machine/folder-facts.ts';
import { type Check, type CheckFacts, type CheckFinding, failure, isSilent, note, seeHub } from '../check.ts';
import { judgeRoom, noAnswer, unwritable } from './folder-findings.ts';

interface LookedAt {
  readonly folder: string;
  /** What helps if this folder does not, after "or" and alone. */
  readonly other: string;
  readonly otherAlone: string;
  /** The one of a Hub that is started here, if it is not this one. */
  readonly ofTerminal: string | null;
}

/** Which folder is looked at, and how it could be another one: while the variable is set, a selection would change nothing. */
function whichWorkspace({ places, status }: CheckFacts): LookedAt {
  const catalog = effectiveDocument(places, 'workspaces').value;
  const fallbacks = fallbacksOf(places);
  const ofTerminal = activeWorkspace(catalog, fallbacks);
  const folder = status.ok ? status.value.workspace : ofTerminal;
  // A running Hub does not say where it has its folder from: it is the catalog's, or it was started with the variable.
  const isSelected = folder === activeWorkspace(catalog, { ...fallbacks, override: null });
  const isSetHere = places.workspaceOverride === folder;
  const differs = { folder, ofTerminal: ofTerminal === folder ? null : ofTerminal };
  if (isSelected && !isSetHere)
    return {
      ...differs,
      other: say('or choose another one: hub workspace select ID'),
      otherAlone: say('choose another one: hub workspace select ID'),
    };
  if (!status.ok)
    return {
      ...differs,
      other: say('or set HUB_WORKSPACE to another folder, or unset it'),
      otherAlone: say('set HUB_WORKSPACE to another folder, or unset it'),
    };
  return {
    ...differs,
    other: say('or set HUB_WORKSPACE to another folder, or unset it, and restart Hub: hub stop && hub start'),
    otherAlone: say('set HUB_WORKSPACE to another folder, or unset it, and restart Hub: hub stop && hub start'),
  };
}

async function lookAtWorkspace(facts: CheckFacts): Promise<readonly CheckFinding[]> {
  // No Hub starts with it.
  const { relativeVariable: name } = facts.places;
  if (name !== null)
    return [
      failure('relative', say('{name} must be an absolute path', { name }), say('set {name} to an absolute path, or unset it', { name })),
    ];
  // Which folder it has is not known.
  if (isSilent(facts.status)) return [seeHub()];
  const looked = whichWorkspace(facts);
  const found = await judgeWorkspace(looked, facts, isUsed(facts.places, looked.folder));
  if (looked.ofTerminal === null) return [found];
  const says = say('a Hub that is started from this terminal would save into {place} instead', { place: looked.ofTerminal });
  return [found, note('another-here', says, say('to save there from now on, restart Hub: hub stop && hub start'))];
}

async function judgeWorkspace({ folder, other, otherAlone }: LookedAt, { env }: CheckFacts, isUsedBefore: boolean): Promise<CheckFinding> {
  const facts = await readFolderFacts(folder, env, isUsedBefore);
  if (facts === null) return noAnswer(folder, other);
  const { writability, canBeMade, isWithoutDrive, inTheWay, freeBytes } = facts;
  if (canBeMade) return note('missing', say('{place} does not exist yet; the first save creates it', { place: folder }));
  if (writability === 'missing')
    return failure(
      'missing',
      say('{place} is missing, and cannot be created', { place: folder }),
      say('reconnect its drive, create the folder yourself, {other}', { other }),
    );
  if (isWithoutDrive)
    return failure(
      'missing',
      say('{place} is empty, and its drive is not connected', { place: folder }),
      say('reconnect its drive, put a file into the folder to use it without the drive, {other}', { other }),
    );
  if (inTheWay?.isFile === false) return failure('no-folder', say('{place} is not a folder', { place: inTheWay.path }), otherAlone);
  if (writability !== 'folder') return unwritable[writability](inTheWay?.path ?? folder, other);
  const room = judgeRoom(freeBytes, other);
  return { ...room, says: `${folder}, ${room.says}` };
}

/** Whether files were saved there, as far as the journal tells. */
function isUsed(places: CheckFacts['places'], workspace: string): boolean {
  if (!existsSync(places.journal)) return false;
  try {
    using journal = openJournalReader({ file: places.journal, blobs: places.blobs }, () => {});
    return wasSavedInto(journal, workspace);
  } catch {
    return true;
  }
}

export const workspaceCheck: Check = { id: 'workspace', title: () => 'WorkSpace', run: lookAtWorkspace };
