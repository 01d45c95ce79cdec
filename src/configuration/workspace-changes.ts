/** Changes of the WorkSpace catalog: which one is active, and which ones there are. None of them touches a folder. */
import path from 'node:path';
import type { DiskQuestions } from '../base/disk-questions.ts';
import { done, failed, type Outcome } from '../base/outcome.ts';
import type { WorkspacesDocument } from '../contract/documents/workspaces.ts';
import type { SettingsError } from '../contract/settings.ts';
import { told } from '../domain/language/say.ts';
import { addedId, listedWorkspaces, newWorkspaceId, type WorkspaceFallbacks, workspacePath } from '../domain/saving/workspace.ts';
import type { Places } from '../platform/locations.ts';
import { type CurrentDocument, changeDocument } from './change-document.ts';
import { presenceOf, type Writability, writabilityOf } from './folder-presence.ts';
import { ownPartOf } from './own-part.ts';

export interface CatalogParts {
  readonly places: Places;
  readonly questions: DiskQuestions;
}

type Done<Value> = Outcome<Value, SettingsError>;
type Standing = CurrentDocument<'workspaces'>;

/** What decides when the catalog does not. */
export function fallbacksOf({ workspaceOverride, defaultWorkspace, userHome }: Places): WorkspaceFallbacks {
  return { override: workspaceOverride, defaultPath: defaultWorkspace, userHome };
}

/** Makes a WorkSpace the active one. A selection that would change nothing is refused: `HUB_WORKSPACE` takes precedence. */
export async function selectWorkspace({ places, questions }: CatalogParts, id: string): Promise<Done<null>> {
  return changeCatalog(places, async ({ raw, value }) => {
    const { workspaces, activeId } = listedWorkspaces(value, fallbacksOf(places));
    const [chosen, another] = workspaces.filter((workspace) => workspace.id === id);
    if (another !== undefined) return doubled;
    const isAdded = id === addedId(value, fallbacksOf(places));
    const isDefault = id === addedId(value, { ...fallbacksOf(places), override: null });
    if (chosen === undefined && !isAdded && !isDefault) return failed('unknown_workspace');
    if (places.workspaceOverride !== null && id !== activeId)
      return failed('overridden', told('HUB_WORKSPACE sets the WorkSpace of this Hub; start Hub without it to choose one'));
    if (isAdded) return done(places.workspaceOverride === null ? { ...raw, activeId: null } : raw);
    if (chosen === undefined || workspacePath(chosen.path, places.userHome) === null)
      return failed('not_valid', told('the path of this WorkSpace is not absolute on this system'));
    // A missing folder is created by the first save, or waits for its drive.
    if ((await presenceOf(questions, [chosen.path]))[0] === 'no-folder') return notAFolder;
    return done(places.workspaceOverride === null ? { ...raw, activeId: id } : raw);
  });
}

export interface AddedWorkspace {
  readonly id: string;
  /** The folder does not exist. */
  readonly isMissing?: true;
  /** Files are saved there already. */
  readonly isActive?: true;
}

/** Adds a folder to the catalog. The folder need not exist. It does not become the active one, unless it is already. */
export async function addWorkspace(
  { places, questions }: CatalogParts,
  { path: given, name }: { readonly path: string; readonly name?: string | undefined },
): Promise<Done<AddedWorkspace>> {
  let result: AddedWorkspace = { id: '' };
  const added = await changeCatalog(places, async ({ raw, value }) => {
    const at = workspacePath(given, places.userHome);
    if (at === null) return failed('not_valid', told('the path of a WorkSpace has to be absolute, or start with ~/'));
    const same = value.workspaces.find((one) => isSame(workspacePath(one.path, places.userHome), at));
    if (same !== undefined) return failed('already_listed', told('the list has this folder already'));
    if (path.dirname(path.resolve(at)) === path.resolve(at))
      return failed('not_valid', told('this is a whole disk; choose a folder on it'));
    if (isOfSystem(at)) return failed('not_writable', told('the system keeps this folder for itself, and no files are saved there'));
    // A disk that does not respond is not the one with the home.
    if ((await questions.ask(at, () => ownPartOf(at, places))) === 'all')
      return failed('not_valid', told('Hub keeps its own files in this folder; choose another one'));
    const found = await writabilityOf(questions, at);
    const refused = refusedBecause[found];
    if (refused !== undefined) return refused;
    const called = name?.trim() || path.basename(path.resolve(at)) || at;
    const id = newWorkspaceId(called, value);
    const isInForce = value.activeId === null && isSame(places.defaultWorkspace, at);
    const entry = { id, name: called, path: given };
    const chosen = isInForce ? { activeId: id } : {};
    const listed = listedWorkspaces({ ...value, ...chosen, workspaces: [...value.workspaces, entry] }, fallbacksOf(places));
    result = { id, ...(found === 'missing' ? { isMissing: true } : {}), ...(listed.activeId === id ? { isActive: true } : {}) };
    return done({ ...raw, ...chosen, workspaces: [...entriesOf(raw), entry] });
  });
  return added.ok ? done(result) : added;
}

/** Gives an entry of the catalog another name; its id and its folder stay. */
export async function renameWorkspace({ places }: CatalogParts, { id, name }: { readonly id: string; readonly name: string }) {
  return changeCatalog(places, ({ raw, value }) => {
    const found = whereOf(value, id);
    if (!found.ok) return found;
    return done({
      ...raw,
      workspaces: entriesOf(raw).with(found.value, { ...(entriesOf(raw)[found.value] as object), name: name.trim() }),
    });
  });
}

/** Takes an entry out of the catalog. Its folder stays, with everything in it. The active one is refused. */
export async function removeWorkspace({ places }: CatalogParts, id: string): Promise<Done<null>> {
  return changeCatalog(places, ({ raw, value }) => {
    const found = whereOf(value, id);
    if (!found.ok) return found;
    if (id === value.activeId || id === listedWorkspaces(value, fallbacksOf(places)).activeId)
      return failed('active_workspace', told('it is the active WorkSpace; select another one first'));
    return done({ ...raw, workspaces: entriesOf(raw).toSpliced(found.value, 1) });
  });
}

const doubled = failed('not_valid', told('more than one WorkSpace has this id')) satisfies Done<never>;
const notAFolder = failed('not_a_folder', told('there is a file in the place of this folder')) satisfies Done<never>;
const refusedBecause: Partial<Record<Writability, Done<never>>> = {
  'no-folder': notAFolder,
  closed: failed('not_writable', told('you do not have permission to write into this folder')),
  'read-only': failed('not_writable', told('this folder is on a read-only disk; make the disk writable, or choose another folder')),
};

function whereOf({ workspaces }: WorkspacesDocument, id: string): Done<number> {
  const at = workspaces.findIndex((one) => one.id === id);
  if (at < 0) return failed('unknown_workspace');
  return workspaces.findLastIndex((one) => one.id === id) === at ? done(at) : doubled;
}

/** As they are in the file, with the keys that Hub does not know. */
function entriesOf({ workspaces }: Standing['raw']): readonly unknown[] {
  return Array.isArray(workspaces) ? workspaces : [];
}

/** Linux makes these up; only `/dev/shm` takes files. */
function isOfSystem(at: string): boolean {
  return process.platform === 'linux' && /^\/(?:proc|sys|dev(?!\/shm\/))(?:\/|$)/.test(path.resolve(at));
}

function isSame(one: string | null, other: string): boolean {
  return one !== null && path.resolve(one) === path.resolve(other);
}

async function changeCatalog(places: Places, change: (standing: Standing) => Done<object> | Promise<Done<object>>): Promise<Done<null>> {
  const changed = await changeDocument(places, 'workspaces', change);
  return changed.ok ? done(null) : changed;
}
