/** The taskbar's tasks (§4.2): what a right click on Hub's button offers. One list for all systems; each writes it in its own form. */
import type { ActionVerb } from '../contract/actions.ts';
import { verbRow } from './verbs.ts';

/** A link of the shell. */
export interface JumpTask {
  readonly id: ActionVerb;
  readonly exePath: string;
  readonly workingDirectory: string;
  /** One by one, as the program gets them; quoting is the system's. */
  readonly arguments: readonly string[];
  /** Set for the program, beside what it is started with. */
  readonly environment: Readonly<Record<string, string>>;
  readonly title: string;
  readonly toolTip: string;
  readonly iconPath: string;
}

/** How the command `hub` is started: its program, what stands before the command's own words, and what tells which Hub it is for. */
export interface Launcher {
  readonly exePath: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly workingDirectory: string;
  readonly iconPath: string;
}

/** What is worth a place there: what the button is for (§1.4), then the most used first. */
const offered: readonly ActionVerb[] = [
  'restore',
  'save-now',
  'extract-clipboard-text',
  'open-workspace',
  'pause-capture',
  'resume-capture',
  'open-logs',
  'exit',
];

/** The tasks for the verbs that this version has; each is `hub action VERB`. */
export function jumpTasks(launcher: Launcher, available: ReadonlySet<ActionVerb>): readonly JumpTask[] {
  return offered
    .filter((verb) => available.has(verb))
    .map((id) => {
      const { title, detail } = verbRow(id);
      return { ...launcher, id, arguments: [...launcher.arguments, 'action', id], title, toolTip: detail };
    });
}
