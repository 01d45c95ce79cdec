/** The saved commands as the settings show and change them. No zod: the page has this file. */
import type { CommandOutput } from '../documents/commands.ts';
import type { SettingsGroup } from '../documents/shown-settings.ts';

/** What a user may type in the window, in UTF-16 units. A longer command is written in the document. */
export const longestProgram = 4_000;

/** A command as its form has it. The words of the program are lines. */
export interface CommandForm {
  readonly name: string;
  readonly program: string;
  readonly kinds: readonly string[];
  readonly output: CommandOutput;
  readonly shortcut: string;
  readonly seconds: number;
}

/** One of the document. */
export interface CommandRow extends CommandForm {
  /** Its place in the document; with its name, that by which it is changed. */
  readonly place: number;
  /** The program and its arguments in one line; what nobody would see in them is written out. */
  readonly words: string;
  /** What it is for, what becomes of its output, its keys: in words. */
  readonly detail: string;
  readonly isAllowed: boolean;
  /** Why it, or its shortcut, does nothing; empty if both do. */
  readonly trouble: string;
  /** A word with a line break in it, or a command longer than the form takes: it is changed in the document. */
  readonly isForDocument: boolean;
}

export interface CommandSettings {
  readonly rows: readonly CommandRow[];
  readonly trouble: SettingsGroup['trouble'];
  /** Keys that Hub itself uses, and why they can't be chosen. */
  readonly reserved: readonly { readonly keys: string; readonly why: string }[];
  readonly kinds: readonly { readonly value: string; readonly name: string }[];
  readonly outputs: readonly { readonly value: CommandOutput; readonly name: string }[];
  /** `sent` of the last `save-command` that was accepted; 0 without one. */
  readonly accepted: number;
}
