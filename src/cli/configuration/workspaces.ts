/** `hub workspace`: the catalog of WorkSpaces. No command touches a folder. */
import os from 'node:os';
import path from 'node:path';
import type { CatalogAnswer } from '../../contract/settings.ts';
import { sayList } from '../../domain/language/numbers.ts';
import { say } from '../../domain/language/say.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { formatTable, oneLine } from '../table.ts';
import { visibleText } from '../terminal-safe.ts';
import { changeSettings, readCatalog, refused } from './change-settings.ts';

interface Options {
  readonly json?: boolean;
}

type Payload = CatalogAnswer['payload'];
type Entry = Payload['workspaces'][number];

export async function listWorkspaces(surface: Surface, options: Options): Promise<ExitStatus> {
  const catalog = await readCatalog(surface.places);
  if (!catalog.ok) return refused(surface, catalog);
  if (options.json) printJson(surface, catalog.value);
  else for (const line of lines(catalog.value)) surface.print(line);
  return 0;
}

export async function addWorkspace(
  surface: Surface,
  folder: string,
  { name, select, ...options }: Options & { readonly name?: string; readonly select?: boolean },
): Promise<ExitStatus> {
  if (folder === '') return wrongUsage(surface, say('name a folder; for the one you are in: hub workspace add .'));
  const at = /^~(?:[\\/]|$)/.test(folder) ? folder : path.resolve(folder);
  const added = await changeSettings(surface.places, { op: 'add', path: at, ...(name === undefined ? {} : { name }) });
  if (!added.ok) return refused(surface, added);
  const { id = '', isMissing = false, isActive = false } = added.value;
  if (select) {
    const selected = await changeSettings(surface.places, { op: 'select', id });
    if (!selected.ok) return refused(surface, selected, { overridden: say('{id} was added', { id }) });
  }
  const isChosen = select || isActive;
  const next = isChosen ? say('New copies are saved there.') : say('To save into it: hub workspace select {id}', { id });
  const note = say('The folder does not exist. Hub creates it when it next saves a file, unless its drive is disconnected.');
  const sentence = say('{at} is in the catalog as {id}. {next}', { at, id, next });
  return says(surface, options, { id }, isMissing ? `${sentence}\n${note}` : sentence);
}

export function selectWorkspace(surface: Surface, word: string, options: Options): Promise<ExitStatus> {
  return onEntry(surface, word, async ({ id, path: folder }) => {
    const selected = await changeSettings(surface.places, { op: 'select', id });
    if (!selected.ok) return refused(surface, selected);
    return says(surface, options, { id }, say('{id} is active: new copies are saved into {folder}.', { id, folder }));
  });
}

const longestName = 200;

export async function renameWorkspace(surface: Surface, word: string, name: string, options: Options): Promise<ExitStatus> {
  if (name.trim() === '' || name.trim().length > longestName)
    return wrongUsage(surface, say('the name of a WorkSpace has 1 to {longest} characters', { longest: longestName }));
  return onEntry(surface, word, async ({ id }) => {
    const renamed = await changeSettings(surface.places, { op: 'rename', id, name });
    if (!renamed.ok) return refused(surface, renamed);
    return says(
      surface,
      options,
      { id },
      say('{id} is called {name} now. Its folder is the same.', { id, name: oneLine(name, longestName) }),
    );
  });
}

export function removeWorkspace(surface: Surface, word: string, options: Options): Promise<ExitStatus> {
  return onEntry(surface, word, async ({ id, path: folder }) => {
    const removed = await changeSettings(surface.places, { op: 'remove', id });
    if (!removed.ok) return refused(surface, removed, { active_workspace: say('for the list: hub workspace list') });
    return says(surface, options, { id }, say('{id} is not in the catalog any more. Its folder stays: {folder}', { id, folder }));
  });
}

/** Finds an entry by its id, by a name that only one has, or by its folder. */
async function onEntry(surface: Surface, word: string, run: (entry: Entry) => Promise<ExitStatus>): Promise<ExitStatus> {
  const catalog = await readCatalog(surface.places);
  if (!catalog.ok) return refused(surface, catalog);
  const { workspaces } = catalog.value;
  const byId = workspaces.filter(({ id }) => id === word);
  const found =
    byId.length > 0 ? byId : workspaces.filter(({ name, path: folder }) => name === word || (word !== '' && folder === path.resolve(word)));
  const [entry] = found;
  if (entry !== undefined && (found.length === 1 || byId.length > 0)) return run(entry);
  const shown = oneLine(word, 60);
  if (entry !== undefined)
    return failedBecause(
      surface,
      say('{shown} is the name of {ids}; use one of these', { shown, ids: sayList(found.map(({ id }) => id)) }),
      'unknown_workspace',
    );
  // The two that can be selected without being in the list.
  if (word === 'default') return run({ id: word, name: word, path: path.join(os.homedir(), 'WorkSpace'), exists: false });
  return failedBecause(surface, say('there is no WorkSpace {shown}; for the list: hub workspace list', { shown }), 'unknown_workspace');
}

const because = {
  selected: () => say('The active one (*) is selected.'),
  default: () => say('The active one (*) is the default, because none is selected.'),
  HUB_WORKSPACE: () => say('The active one (*) is set by HUB_WORKSPACE; no selection changes it.'),
} as const;

function lines({ workspaces, activeId, reason = 'selected' }: Payload): readonly string[] {
  const rows = workspaces.map(({ id, name, path: folder, exists }) => [
    id === activeId ? '*' : '',
    id,
    oneLine(name, 40),
    exists ? say('yes') : say('no'),
    oneLine(folder, Number.POSITIVE_INFINITY),
  ]);
  return [...formatTable(['', say('ID'), say('NAME'), say('EXISTS'), say('FOLDER')], rows), '', because[reason]()];
}

function says(surface: Surface, { json }: Options, value: object, sentence: string): ExitStatus {
  if (json) printJson(surface, { ok: true, ...value });
  else surface.print(visibleText(sentence));
  return 0;
}
