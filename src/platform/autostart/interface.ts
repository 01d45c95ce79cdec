/**
 * Whether the desktop starts Hub when its user logs in. What is on the disk decides, and nothing else: a file that somebody deleted is an autostart that
 * is off.
 */
import type { DiskReason } from '../../base/files/disk-error.ts';
import type { Outcome } from '../../base/outcome.ts';

/**
 * `unsupported`: this system has no autostart. `taken`: there is one of this name that Hub did not write. `not-a-link`: a word of the command can't be
 * expressed there. `refused`: the system did not accept it.
 */
export type AutostartFailure = 'unsupported' | 'taken' | 'not-a-link' | 'refused' | DiskReason;

export interface Autostart {
  /** Where it stands: a file, or a value of the registry. Empty if this system has no autostart. */
  readonly place: string;
  /** Whether asking costs next to nothing, so that it can be asked again and again. */
  readonly isCheap: boolean;
  /** Never rejects; what can't be read is off. */
  isOn(): Promise<boolean>;
  /** Never rejects. */
  set(isOn: boolean): Promise<Outcome<null, AutostartFailure>>;
}
