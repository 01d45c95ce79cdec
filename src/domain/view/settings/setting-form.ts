/** The form of the tables of settings. */
import type { DocumentName } from '../../../contract/documents.ts';

/** How it is edited, without its value. */
export type SettingForm =
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly choices: readonly { readonly value: string; readonly name: string; readonly detail?: string }[] }
  | {
      readonly kind: 'number';
      readonly least: number;
      readonly most: number;
      /** A function where the field may well have a 1. */
      readonly unit: string | ((value: number) => string);
      readonly empty: string | null;
    }
  | { readonly kind: 'shortcut' }
  | { readonly kind: 'time' }
  | { readonly kind: 'days' }
  /** Those that pictures can be read in here. */
  | { readonly kind: 'languages' }
  | { readonly kind: 'list'; readonly adds: string; readonly offers?: 'applications' | readonly string[]; readonly isOfFolders?: true };

export interface Setting {
  readonly path: readonly [string, ...string[]];
  readonly title: string;
  readonly help: string;
  readonly form: SettingForm;
  /** Shown only while this is true of the values of its document: otherwise it has no effect. */
  readonly appliesIf?: (settingAt: (...path: readonly [string, ...string[]]) => unknown) => boolean;
}

export interface SettingTableGroup {
  readonly id: string;
  readonly title: string;
  readonly document: DocumentName;
  readonly settings: readonly Setting[];
}
