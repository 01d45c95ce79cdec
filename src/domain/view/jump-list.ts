/** The tasks of the taskbar (§4.2): what a right click on Hub's button offers. One list for all systems; each writes it in its own form. */
import type { ActionVerb } from '../../contract/action-verbs.ts';
import { verbRow } from '../verb-titles.ts';

/** A shell link. */
export interface JumpTask {
  readonly id: ActionVerb;
  readonly exePath: string;
  readonly workingDirectory: string;
  /** Separate words, as the program receives them; the system's form adds the quoting. */
  readonly arguments: readonly string[];
  /** Set in the program's environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly title: string;
  readonly toolTip: string;
  readonly iconPath: string;
}

/** How the command `hub` is started: its program, the words before the command's own, and the variables that identify its Hub. */
export interface Launcher {
  readonly exePath: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly workingDirectory: string;
  readonly iconPath: string;
}

/** The verbs that are worth a task: first what the button is for (§1.4), then the most common ones. */
const offered: readonly ActionVerb[] = [
  'restore',
  'save-now',
  'extract-clipboard-text',
  'open-workspace',
  'pause-capture',
  'pause-for-an-hour',
  'ignore-next-copy',
  'resume-capture',
  'open-logs',
  'exit',
];

/** The tasks; each is `hub action VERB`. */
export function jumpTasks(launcher: Launcher): readonly JumpTask[] {
  return offered.map((id) => {
    const { title, detail } = verbRow(id);
    return { ...launcher, id, arguments: [...launcher.arguments, 'action', id], title, toolTip: detail };
  });
}
