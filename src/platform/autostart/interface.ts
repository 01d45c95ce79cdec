/**
 * Whether the desktop starts Hub when its user logs in. What is on the disk decides, and nothing else: a file that somebody deleted is an autostart that
 * is off.
 */
import type { DiskReason } from '../../base/files/disk-error.ts';
import type { Outcome } from '../../base/outcome.ts';

/**
 * `unsupported`: this system has no autostart. `taken`: there is one of this name that Hub did not write. `not-a-link`: a word of the command can't be
 * expressed there. `refused`: the system did not accept it. `for-everybody`: the administrator has Hub start for all users, which one of them can't change.
 */
export type AutostartFailure = 'unsupported' | 'taken' | 'not-a-link' | 'refused' | 'for-everybody' | DiskReason;

/** The entry of the desktop, or what stands for one on another system. */
export interface AutostartEntry {
  /** Where it stands: a file, or a value of the registry. Empty if this system has no autostart. */
  readonly place: string;
  /** Whether asking costs next to nothing, so that it can be asked again and again. */
  readonly isCheap: boolean;
  /** Never rejects; what can't be read is off. */
  isOn(): Promise<boolean>;
  /** Never rejects. */
  set(isOn: boolean): Promise<Outcome<null, AutostartFailure>>;
}

/** What starts Hub at login. `unit`: the unit of the package for systemd. */
export interface AutostartWay {
  readonly kind: 'entry' | 'unit';
  readonly place: string;
}

/** All ways together: one is enough to start Hub, and switching off takes them all. Switching on writes the entry. */
export interface Autostart extends AutostartEntry {
  /** Empty if nothing starts Hub. Never rejects. */
  ways(): Promise<readonly AutostartWay[]>;
}
