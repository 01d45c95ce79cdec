/** The system's dialog in which the user chooses a folder. It is another program: it never holds up the process that asks for it. */
import type { DetailedLog } from '../../base/log.ts';
import type { Outcome } from '../../base/outcome.ts';

/** `unavailable`: the system has no such dialog. `not-utf-8`: the path of the chosen folder is not a text. `failed`: the dialog ended otherwise. */
export type ChooseFailure = 'unavailable' | 'not-utf-8' | 'failed';

/** The absolute path of the chosen folder; null if the user closed the dialog without choosing. */
export type ChosenFolder = Outcome<string | null, ChooseFailure>;

export interface ChooserSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: DetailedLog;
}

export interface FolderChooser {
  /** Whether there is a dialog now. Never rejects. */
  isAvailable(): Promise<boolean>;
  /** Opens the dialog, and closes it when `signal` is aborted: that counts as closed by the user. Never rejects. */
  choose(title: string, signal: AbortSignal): Promise<ChosenFolder>;
}
