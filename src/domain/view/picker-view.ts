/** The picker, with the program that it pastes into by its own name. Pure. */
import type { PickerView } from '../../contract/page-rows/picker.ts';
import type { InstalledProgram } from '../programs/desktop-entry.ts';
import { programTitle } from '../programs/installed-programs.ts';

/** `into` is the class of that window; some windows of a program are only known by what runs it. */
export interface OpenedPicker extends PickerView {
  readonly executable?: string | null;
}

interface Known {
  readonly programs?: readonly InstalledProgram[] | null;
  readonly language: string;
}

/** As the page shows it. */
export function pickerView(picker: OpenedPicker | null, { programs, language }: Known): PickerView | null {
  if (picker === null) return null;
  const { executable = null, ...shown } = picker;
  return { ...shown, into: programTitle(programs ?? [], { name: picker.into, executable }, language) };
}
