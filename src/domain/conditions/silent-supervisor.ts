/** What the window says of its components beside their rows: a supervisor that does not answer restarts nothing, and what the window knows of them gets old; and which version they have. */
import type { PageView } from '../../contract/shell-page.ts';
import type { ComponentStatus } from '../../contract/supervisor.ts';
import { say, sayHeard, told } from '../language/say.ts';
import { settingsTrouble } from './document-condition.ts';

const silent = told('it does not answer; if this does not change: hub stop --force, then hub start');

/** The components as they were last, with that in the row of the supervisor, until it answers again. */
export function withSilentSupervisor(components: readonly ComponentStatus[]): readonly ComponentStatus[] {
  return components.map((row) => (row.id === 'supervisor' ? { ...row, state: 'degraded', reason: silent } : row));
}

/** What the window says of its components beside their rows. */
export function componentTroubles(components: readonly ComponentStatus[]): Pick<PageView, 'supervisorTrouble' | 'settingsTrouble'> {
  return { supervisorTrouble: supervisorTrouble(components), settingsTrouble: settingsTrouble(components) };
}

function supervisorTrouble(components: readonly ComponentStatus[]): PageView['supervisorTrouble'] {
  const isSilent = components.some(({ id, state, reason }) => id === 'supervisor' && state === 'degraded' && reason === silent);
  if (!isSilent) return null;
  return { text: say('Hub’s supervisor does not answer'), mend: say('{sentence}.', { sentence: sentenceOf(sayHeard(silent)) }) };
}

function sentenceOf(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

export interface KnownVersion {
  /** What the program's files say now; null or missing while that is not known. */
  readonly installedVersion?: string | null;
  /** The conditions that the user does not want to see any more, by their ids. */
  readonly dismissed?: readonly string[];
}

/** An update of the package leaves the running Hub, which has this `version`, as it is: the window says, quietly, that there is another one now. */
export function newerVersion({ installedVersion, dismissed = [] }: KnownVersion, version: string): Pick<PageView, 'update'> {
  const installed = installedVersion ?? version;
  const id = `version ${installed}`;
  if (installed === version || dismissed.includes(id)) return { update: null };
  const text = say('This is still version {version}. To use the installed one, quit Hub and start it again.', { version });
  return { update: { id, title: say('Hub {version} is installed', { version: installed }), text } };
}
