/** What the programs are called that copies come from: as in the window, by the entries that they have on the desktop. */
import type { Fragment } from '../../contract/source-snapshot.ts';
import { spokenLanguage } from '../../domain/language/say.ts';
import { desktopEntry } from '../../domain/programs/desktop-entry.ts';
import { knownProgram } from '../../domain/programs/installed-programs.ts';
import { sourceName } from '../../domain/view/fragment-row.ts';
import { readDesktopEntries } from '../../platform/programs/desktop-entries.ts';
import type { Surface } from '../surface.ts';

type Source = Pick<Fragment['source'], 'name'> & {
  readonly app: Pick<Fragment['source']['app'], 'name' | 'executable'> & Partial<Pick<Fragment['source']['app'], 'windowTitle'>>;
};

/** The name of the program of a source; if there is none, the name of the source. */
export type ProgramNames = (source: Source) => string;

/** As they were recorded: the class of a window, or the name of an executable. */
export const recordedNames: ProgramNames = ({ name, app }) => (app.name ? sourceName(app.name, name) : sourceName(name, ''));

/** On systems without desktop entries, as they were recorded. Never rejects. */
export async function namesOnDesktop({ env }: Pick<Surface, 'env'>): Promise<ProgramNames> {
  const programs = (await readDesktopEntries(env)).flatMap(({ id, text }) => desktopEntry(text, id) ?? []);
  const language = spokenLanguage();
  return (source) => knownProgram(programs, source.app, language)?.name ?? recordedNames(source);
}
