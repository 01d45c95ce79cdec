/** The settings as the window shows them. Both ends are ours: see `src/contract/shell-page.ts`. */
import * as z from 'zod';
import type { DocumentName } from '../documents.ts';

/** How a setting is changed. `value` is what is in force, or would be if the document were used. */
export type SettingControl =
  | { readonly kind: 'switch'; readonly value: boolean }
  | {
      readonly kind: 'choice';
      readonly value: string;
      readonly choices: readonly { readonly value: string; readonly name: string; readonly detail?: string }[];
    }
  | {
      readonly kind: 'number';
      readonly value: number | null;
      readonly least: number;
      readonly most: number;
      /** For example `MB`. */
      readonly unit: string;
      /** What an empty field means; null if there has to be a number. */
      readonly empty: string | null;
    }
  | {
      readonly kind: 'shortcut';
      readonly value: string;
      /** The keys that open the picker, where the desktop gave others or calls them otherwise. */
      readonly shown: string;
      /** Keys that Hub itself uses for something else, and why they can't be chosen. */
      readonly reserved: readonly { readonly keys: string; readonly why: string }[];
      /** Why it opens nothing now; null if it does. */
      readonly trouble: string | null;
      /** What the user should know of it; null if nothing. */
      readonly note: string | null;
    }
  | { readonly kind: 'time'; readonly value: string }
  | { readonly kind: 'days'; readonly value: readonly string[] }
  | {
      readonly kind: 'checks';
      readonly value: readonly string[];
      readonly choices: readonly { readonly value: string; readonly name: string }[];
      /** What is checked where nothing else is. */
      readonly whenNone: string;
      /** Null where nothing can be added. */
      readonly adds: LanguageOffers | null;
    }
  | {
      readonly kind: 'list';
      readonly value: readonly string[];
      /** What to add, as the name of the field. */
      readonly adds: string;
      /** Values that the user may want to add, the likeliest first; none of them is in the list. */
      readonly offers: readonly string[];
      /** What entries and offers are called, where that is not what the document has: `LibreOffice Calc` for `libreoffice-calc`. */
      readonly names: readonly (readonly [entry: string, name: string])[];
      /** Its entries may be paths of folders, which can be chosen. */
      readonly isOfFolders: boolean;
    };

/** Languages that can be installed. */
export interface LanguageOffers {
  /** The language of the user first, if it is one of them. */
  readonly offers: readonly { readonly value: string; readonly name: string }[];
  /** How far one is that is being installed; null if none is. */
  readonly progress: string | null;
}

export interface SettingRow {
  readonly id: string;
  readonly title: string;
  /** What it does, in one line. */
  readonly help: string;
  /** It differs from its default. */
  readonly isChanged: boolean;
  readonly control: SettingControl;
}

export interface SettingsGroup {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly SettingRow[];
  /** Why the document of this group is not used, and what to do; nothing in it can be changed here until it is. */
  readonly trouble: { readonly document: DocumentName; readonly text: string; readonly mend: string } | null;
}

/** Whether the system lets the user choose a folder, and for which list its dialog is open. */
export interface FolderChooserState {
  readonly isThere: boolean;
  readonly openFor: string | null;
}

/** A new value of a setting. A list is changed entry by entry, so that no command is long and no other entry is lost. */
export const settingChange = z.discriminatedUnion('how', [
  z.object({
    how: z.literal('set'),
    value: z.union([z.boolean(), z.number(), z.null(), z.string().max(260), z.array(z.string().max(8)).max(16)]),
  }),
  z.object({ how: z.enum(['add', 'remove']), entry: z.string().min(1).max(260) }),
  /** Its default. */
  z.object({ how: z.literal('reset') }),
]);
export type SettingChange = z.infer<typeof settingChange>;
