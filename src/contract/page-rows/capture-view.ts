/** Whether copies are captured, as the window says it. */
export interface CaptureView {
  /**
   * `limited`: copies are captured, but not all of them can be kept, or earlier filter rules apply. `waiting`: they are captured, and wait in memory
   * for the journal. `ignoring`: all but the next copy.
   */
  readonly state: 'watching' | 'ignoring' | 'limited' | 'waiting' | 'paused' | 'private' | 'blind';
  /** `Watching the clipboard`, or what is wrong, in a few words. */
  readonly text: string;
  /** What to do about it, and what happens to copies meanwhile; empty while the clipboard is watched. */
  readonly mend: string;
  /** Whether restarting the monitor may help. */
  readonly restartHelps?: true;
  /** It is past, or nothing is lost by it: what keeps files from being saved, or settings from applying, is worse. */
  readonly isLesser?: true;
  /** It is past, and the user may dismiss it: what `dismiss-condition` names. */
  readonly dismissId?: string;
  /** It ends by itself, mostly within a second. */
  readonly isSoonOver?: true;
  readonly captured: number;
  /** Copies that were lost before they could be read or kept. */
  readonly missed: number;
}
