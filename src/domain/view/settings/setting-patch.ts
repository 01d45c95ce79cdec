/** A change of a setting as a change of its document, and the change that undoes it. */

import type { SettingChange } from '../../../contract/documents/shown-settings.ts';
import { type DocumentName, quickSettingsNames } from '../../../contract/documents.ts';
import { faultSentence } from '../../configuration/fault-sentences.ts';
import { say, sayHeard } from '../../language/say.ts';
import { quickTable } from './quick-table.ts';
import { settingTable } from './setting-table.ts';
import { type DocumentRead, defaultsOf, settingId, textsOf, valueAt } from './settings-groups.ts';

/** Merge patches (RFC 7396). A key that is set to its default is removed instead, so that the document has only what the user chose. */
export interface SettingPatch {
  readonly patch: Readonly<Record<string, unknown>>;
  /** For the document as it is then: entries that somebody else has added to a list meanwhile stay. */
  readonly undo: (now: DocumentRead['value']) => Readonly<Record<string, unknown>>;
}

/** A setting by its id; null if there is none. */
export function settingOf(
  id: string,
): { readonly document: DocumentName; readonly path: readonly string[]; readonly title: string } | null {
  const quick = quickSettingsNames.flatMap((name) => quickTable(name, { assistants: [] }));
  for (const group of [...settingTable(), ...quick])
    for (const setting of group.settings) if (settingId(group, setting) === id) return { document: group.document, ...setting };
  return null;
}

/** The patch for the document as it is now; null if the change changes nothing. Whether the value is valid is for the settings host to say. */
export function settingPatch(
  { document, path }: NonNullable<ReturnType<typeof settingOf>>,
  change: SettingChange,
  read: DocumentRead['value'],
): SettingPatch | null {
  const before = valueAt(read, path);
  const usual = valueAt(defaultsOf(document), path);
  const after = changed(before, usual, change);
  if (isSame(before, after)) return null;
  const patchTo = (value: unknown): SettingPatch['patch'] => nested(path, isSame(value, usual) ? null : value);
  return { patch: patchTo(after), undo: (now) => patchTo(undone(valueAt(now, path), before, change)) };
}

/** A document may have an entry in another form than it was added in (`.exe` for `exe`): then the list is as it was before. */
function undone(now: unknown, before: unknown, change: SettingChange): unknown {
  const entries = textsOf(now);
  if (change.how === 'remove') return [...entries, change.entry];
  const added = change.how === 'add' ? change.entry : null;
  return added !== null && entries.includes(added) ? entries.filter((entry) => entry !== added) : before;
}

/** Why a value was refused, from the detail of the refusal. Hub's own sentences say what it has to be; those of the schema are no words for people. */
export function whyNotValid(detail: string): string {
  const [place = ''] = detail.split(': ', 1);
  const field = place.split('.').at(-1);
  const form = detail.replace(/^[^:]*: /, '');
  const sentence = faultSentence(form);
  if (sentence !== null) return sentence;
  if (!/^an? /.test(form)) return say('The value is not valid.');
  const expected = sayHeard(form);
  if (field === 'name') return say('The name has to be {expected}.', { expected });
  return field === 'address' ? say('The address has to be {expected}.', { expected }) : say('It has to be {expected}.', { expected });
}

function changed(before: unknown, usual: unknown, change: SettingChange): unknown {
  switch (change.how) {
    case 'set':
      return change.value;
    case 'reset':
      return usual;
    case 'add': {
      const { entry } = change;
      const entries = textsOf(before);
      return entry.trim() === '' || entries.includes(entry) ? before : [...entries, entry];
    }
    case 'remove':
      return textsOf(before).filter((entry) => entry !== change.entry);
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function nested(path: readonly string[], value: unknown): Readonly<Record<string, unknown>> {
  return path.reduceRight<unknown>((inside, key) => ({ [key]: inside }), value) as Readonly<Record<string, unknown>>;
}
