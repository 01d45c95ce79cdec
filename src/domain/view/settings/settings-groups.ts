/** The settings as the window shows them, from the documents. */

import type { SettingControl, SettingRow, SettingsGroup } from '../../../contract/documents/shown-settings.ts';
import { type DocumentName, documents } from '../../../contract/documents.ts';
import type { PageView } from '../../../contract/shell-page.ts';
import type { AppIdentity } from '../../../contract/source-snapshot.ts';
import { type OwnUse, type ReservedKeys, usedInWords } from '../../commands/own-shortcuts.ts';
import { say } from '../../language/say.ts';
import { shownShortcut } from '../../language/shown-shortcut.ts';
import { adviceOnLanguages, languagesControl, type PictureLanguage } from './picture-languages.ts';
import type { Setting, SettingForm, SettingTableGroup } from './setting-form.ts';
import { settingTable } from './setting-table.ts';

/** A document as the shell has read it. */
export interface DocumentRead {
  /** In force, or its defaults if that is unknown. */
  readonly value: Readonly<Record<string, unknown>>;
  /** Why the file is not used, said when it is shown; null if it is used, or there is none. */
  readonly trouble: (() => SettingsGroup['trouble']) | null;
}
export type DocumentsRead = Readonly<Partial<Record<DocumentName, DocumentRead>>>;

/** A program by what rules and searches call it. */
export type Application = Pick<AppIdentity, 'executable'> & { readonly name: string };

/** What fields show besides their documents. */
export interface KnownHere {
  /** Those that copies came from lately, the latest first. */
  readonly applications: readonly Application[];
  /** What an application is called everywhere else. */
  readonly titleOf?: (application: Application) => string;
  readonly shortcut: PageView['shortcut'];
  /** What it does: it opens the picker, unless it takes the text of what is on the clipboard. */
  readonly opens?: OwnUse;
  /** Keys that Hub itself uses for something else. */
  readonly reserved?: readonly ReservedKeys[];
  /** The languages that pictures can be read in; missing while they are not known. */
  readonly pictureLanguages?: readonly PictureLanguage[];
}

/** The groups whose documents have been read. */
export function settingsGroups(read: DocumentsRead, known: KnownHere, table = settingTable()): readonly SettingsGroup[] {
  return table.flatMap((group) => {
    const document = read[group.document];
    if (document === undefined) return [];
    const rows = group.settings
      .filter((setting) => applies(setting, document.value))
      .map((setting) => settingRow(group, setting, document.value, known));
    return [{ id: group.id, title: group.title, rows, trouble: document.trouble?.() ?? null }];
  });
}

/** Whether a setting has an effect while its document has these values. */
export function applies({ appliesIf }: Setting, document: Readonly<Record<string, unknown>>): boolean {
  return appliesIf?.((...path) => valueAt(document, path)) ?? true;
}

/** What a setting is called in commands: `content-filter/excluded_dirs`. */
export function settingId({ document }: SettingTableGroup, { path }: Setting): string {
  return `${document}/${path.join('/')}`;
}

/** What changes it: it is in no document. */
export const autostartId = 'autostart';

/** The setting that stands in the system's own autostart; null if there is no autostart, or it is not known. */
export function startRow(isOn: boolean | null): SettingRow | null {
  if (isOn === null) return null;
  return {
    id: autostartId,
    title: say('Start Hub when you log in'),
    help: say('Its window stays hidden until you ask for it.'),
    isChanged: false,
    control: { kind: 'switch', value: isOn },
  };
}

export function startGroups(isOn: boolean | null): readonly SettingsGroup[] {
  const row = startRow(isOn);
  return row === null ? [] : [{ id: 'start', title: say('Start'), rows: [row], trouble: null }];
}

function settingRow(group: SettingTableGroup, setting: Setting, document: DocumentRead['value'], known: KnownHere): SettingRow {
  const { title, path } = setting;
  const value = valueAt(document, path);
  const isChanged = JSON.stringify(value) !== JSON.stringify(valueAt(defaultsOf(group.document), path));
  return { id: settingId(group, setting), title, help: helpOf(setting, known), isChanged, control: controlOf(setting, value, known) };
}

/** Where the desktop decides on the shortcut, no keys can be pressed in other windows. */
function helpOf({ help, form }: Setting, { shortcut, pictureLanguages = [] }: KnownHere): string {
  if (form.kind === 'languages') return [help, adviceOnLanguages(pictureLanguages)].filter((said) => said !== '').join(' ');
  return form.kind === 'shortcut' && shortcut.trigger !== null
    ? say('Opens the picker over any window. Choose a copy and press Enter to put it on the clipboard.')
    : help;
}

/** A document is checked before it is shown, so its values have the types of their forms. */
function controlOf({ form }: Setting, value: unknown, known: KnownHere): SettingControl {
  const { applications, shortcut, opens, reserved = [], pictureLanguages = [] } = known;
  switch (form.kind) {
    case 'switch':
      return { kind: 'switch', value: value === true };
    case 'choice':
      return { ...form, value: String(value) };
    case 'number':
      return numberControl(form, typeof value === 'number' ? value : null);
    case 'shortcut':
      return { ...shortcutControl(String(value), shortcut, opens), reserved };
    case 'time':
      return { kind: 'time', value: String(value) };
    case 'days':
      return { kind: 'days', value: textsOf(value) };
    case 'languages':
      return languagesControl(pictureLanguages, textsOf(value));
    case 'list': {
      const entries = textsOf(value);
      const isOfApplications = form.offers === 'applications';
      const offered = form.offers === 'applications' ? applications.map(({ name }) => name) : (form.offers ?? []);
      const offers = othersThan(entries, offered);
      const names = isOfApplications ? namesOf([...entries.slice(0, mostNamed), ...offers], known) : [];
      return { kind: 'list', value: entries, adds: form.adds, offers, names, isOfFolders: form.isOfFolders === true };
    }
  }
}

/** More entries are not drawn. */
const mostNamed = 200;

/** Of two that are called the same, both say which one they are. */
function namesOf(entries: readonly string[], { applications, titleOf }: KnownHere): readonly (readonly [string, string])[] {
  if (titleOf === undefined) return [];
  const byName = new Map(applications.map((one) => [one.name.toLowerCase(), one]));
  const titled = entries.map(
    (entry) => [entry, titleOf({ executable: byName.get(entry.toLowerCase())?.executable ?? null, name: entry })] as const,
  );
  const times = Map.groupBy(titled, ([, title]) => title.toLowerCase());
  return titled
    .filter(([entry, title]) => title !== '' && title.toLowerCase() !== entry.toLowerCase())
    .map(([entry, title]) => [entry, (times.get(title.toLowerCase())?.length ?? 0) > 1 ? `${title} (${entry})` : title] as const);
}

function numberControl({ unit, ...form }: Extract<SettingForm, { kind: 'number' }>, value: number | null): SettingControl {
  return { ...form, value, unit: typeof unit === 'string' ? unit : unit(value ?? 0) };
}

/** Each once: an entry counts in any case, so `chromium` of an extension and `Chromium` of a window are one. */
function othersThan(entries: readonly string[], offers: readonly string[]): readonly string[] {
  const known = new Set(entries.map((entry) => entry.toLowerCase()));
  return offers.filter((name) => {
    const isKnown = known.has(name.toLowerCase());
    known.add(name.toLowerCase());
    return !isKnown;
  });
}

function shortcutControl(value: string, shortcut: PageView['shortcut'], opens: KnownHere['opens']) {
  if (shortcut.keys !== value) return { kind: 'shortcut' as const, value, shown: shownShortcut(value), trouble: null, note: null };
  const shown = shortcut.state === 'held' && shortcut.trigger !== null ? shortcut.trigger || say('Unknown') : shownShortcut(value);
  return { kind: 'shortcut' as const, value, shown, trouble: shortcutTrouble(shortcut, opens), note: shortcutNote(shortcut) };
}

function shortcutTrouble({ state, keys }: PageView['shortcut'], opens: KnownHere['opens']): string | null {
  switch (state) {
    case 'own':
      return usedInWords(opens === 'text' ? 'picker' : 'text', keys);
    case 'taken':
      return say('Another program has {keys}. Choose other keys, or free them there.', { keys: shownShortcut(keys) });
    case 'no-such-key':
      return say('This keyboard layout has no such key.');
    case 'unavailable':
      if (opens === 'text')
        return say(
          'This desktop does not let programs register shortcuts. In its settings, assign one to this command: hub action extract-clipboard-text',
        );
      return say(
        'This desktop does not let programs register shortcuts. In its settings, assign one to this command: hub action open-picker',
      );
    case 'refused':
      return say('The desktop was asked for this shortcut, and it was refused. To be asked again, remove it here and choose it once more.');
    case 'no-answer':
      return say('The desktop asked about this shortcut, and nobody answered. To be asked again, remove it here and choose it once more.');
    default:
      return null;
  }
}

function shortcutNote({ state, trigger }: PageView['shortcut']): string | null {
  if (state === 'waiting') return say('The desktop has not answered yet. It may be asking you in a window of its own.');
  if (state !== 'held' || trigger === null) return null;
  return trigger === ''
    ? say('The desktop does not say which keys this shortcut has; it may have none. Look in its own settings.')
    : say('The desktop decides on these keys: change them in its own settings.');
}

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

export function valueAt(document: unknown, path: readonly string[]): unknown {
  let value = document;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

export function defaultsOf(document: DocumentName): Readonly<Record<string, unknown>> {
  return documents[document].schema.parse({});
}
