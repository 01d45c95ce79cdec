/**
 * The names under which programs are shown, as the journal has them: the one place where a condition on a program (`app:` in a search, `application` of a legal hold) meets
 * a copy, which has the class of a window and an executable. The core stores the entries of the desktop here.
 */
import { sha256 } from '../base/evidence/record-chain.ts';
import type { InstalledProgram } from '../domain/programs/desktop-entry.ts';
import { knownPrograms, programsOf, ShownNames } from '../domain/programs/named-programs.ts';
import type { Journal, JournalReader } from './journal.ts';
import { textOf } from './row-values.ts';

/** Stores what is installed, beside what was. */
export function nameProgramsBy(journal: Journal, installed: readonly InstalledProgram[]): void {
  const text = JSON.stringify(knownPrograms(installed, programsOf(storedText(journal))));
  const digest = sha256(text);
  if (storedDigest(journal) === digest) return;
  journal.transaction(() =>
    journal.statement('INSERT OR REPLACE INTO program_names (id, programs, digest) VALUES (1, ?, ?)').run(text, digest),
  );
}

/** Whether a program has this text in its class, the file name of its executable, or a name under which it is shown. Both folded. `app`: `class\nfile name`. */
export function isOfProgram(journal: JournalReader, app: string, text: string): boolean {
  return app.includes(text) || shownNames(journal).of(app).includes(text);
}

/** The last ones that were read: they are asked for with each copy that is compared. */
let read: { readonly digest: string; readonly names: ShownNames } = { digest: '', names: new ShownNames([]) };

/** What the desktop calls programs; nothing before anybody stored it. */
export function shownNames(journal: JournalReader): ShownNames {
  const digest = storedDigest(journal);
  if (read.digest !== digest) read = { digest, names: new ShownNames(digest === '' ? [] : programsOf(storedText(journal))) };
  return read.names;
}

function storedDigest(journal: JournalReader): string {
  return textOf(journal.statement('SELECT digest FROM program_names WHERE id = 1').get()?.digest) ?? '';
}

function storedText(journal: JournalReader): string {
  return textOf(journal.statement('SELECT programs FROM program_names WHERE id = 1').get()?.programs) ?? '';
}
