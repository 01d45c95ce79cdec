/** The reason that `hub status` shows for the monitor. Pure: the sentences, and which of them applies. */

import { type RoomVerdict, whyOf } from '../../domain/capture/disk-room.ts';
import type { Pause } from '../../domain/capture/pause-time.ts';
import { told } from '../../domain/language/say.ts';
import { type Clock, untilLabel } from '../../domain/view/shown-time.ts';
import type { JournalHindrance } from '../../journal/writing/write-failure.ts';
import type { OpenFailure } from '../../platform/clipboard/index.ts';

/** The state of the monitor. */
export interface MonitorState {
  /** The filter is valid, or an earlier valid version of it applies. */
  readonly isFilterKnown: boolean;
  /** Why no clipboard is watched; null while one is. */
  readonly lack: OpenFailure | null;
  readonly room: RoomVerdict;
  /** Why the journal cannot be written to; null while it can. */
  readonly hindrance: JournalHindrance | null;
  /** How many missed copies wait to be counted in it. */
  readonly uncounted: number;
  /** What is not captured now; null if every copy is. */
  readonly pause: Pause | null;
  /** The last copy was skipped, because it is unknown whether a rule matches its program. */
  readonly isOwnerUnknown: boolean;
  /** It was removed or replaced while this monitor was running. */
  readonly isJournalAnother: boolean;
  /** Why the clipboard that is watched is the X clipboard of a Wayland session; null if it is not. */
  readonly instead: XInstead | null;
}

/** `silent-compositor`: it does not answer, and is watched once it does. */
export type XInstead = 'xwayland' | 'silent-compositor';

const whyUnwatched: Readonly<Record<OpenFailure, string>> = {
  'no-display': told('no display: neither WAYLAND_DISPLAY nor DISPLAY is set, or the display does not answer'),
  wayland: told('this Wayland compositor does not show its clipboard to programs such as Hub, and there is no Xwayland'),
  'no-xfixes': told('the X server has no XFixes extension'),
  denied: told('macOS does not allow Hub to read the clipboard; allow it in System Settings, Privacy & Security, Paste from Other Apps'),
  unsupported: told('Hub cannot watch the clipboard of this system yet'),
};
const whyHindered: Readonly<Record<JournalHindrance, string>> = {
  'disk-full': told(
    'the journal cannot be written to now: the disk is full; small copies are held in memory, contents over 128 KiB are not kept',
  ),
  'not-now': told(
    'the journal cannot be written to now (its disk is slow or reports an error, or another program has locked it); copies are held in memory',
  ),
  damaged: told('the journal is damaged: Hub puts it aside and starts a new one; copies are held until then'),
};
const whyUnfiltered = told(
  "nothing is captured: content-filter.json can't be read or is not valid, and no earlier version is known; fix or remove it (settings_host says what is wrong)",
);
const whySkipped = told(
  'the last copy was skipped: content-filter.json excludes some programs or windows, and which program copied could not be determined',
);
const whyInstead: Readonly<Record<XInstead, string>> = {
  xwayland: told(
    'this Wayland compositor does not show its clipboard to programs such as Hub, which watches the one of Xwayland instead: it gets the copies, but not which program they are from',
  ),
  'silent-compositor': told(
    'the Wayland compositor of this session does not answer; Hub watches the clipboard of X until it does, and may miss what Wayland programs copy',
  ),
};
const whyAnother = told(
  'the journal (data/hub.db) was removed or replaced while Hub was running; the history has only the copies in the file that is there now',
);

function whyPaused({ what, untilMs, isPrivate }: Pause, clock: Clock): string {
  if (isPrivate)
    return told('private mode is on: no copy is kept, and the window, the picker and the tray show none; turn it off with: hub resume');
  const end = untilMs === null ? null : untilLabel(untilMs, clock);
  if (what === 'everything')
    return end === null
      ? told('capture is paused; resume it with: hub resume')
      : told('capture is paused until {end}; resume it with: hub resume', { end });
  return end === null
    ? told('the next copy is ignored; to capture it after all: hub resume')
    : told('the next copy is ignored if it is made before {end}; to capture it after all: hub resume', { end });
}

/**
 * What is missing, and a note beside it. What costs a copy comes first. A pause is what the user wanted, so nothing is missing then, but it is shown
 * all the same.
 */
export function conditionOf(
  { isFilterKnown, lack, room, hindrance, uncounted, pause, isOwnerUnknown, isJournalAnother, instead }: MonitorState,
  clock: Clock,
): {
  readonly reason: string | null;
  readonly note: string | null;
} {
  const note =
    pause !== null
      ? whyPaused(pause, clock)
      : isOwnerUnknown
        ? whySkipped
        : isJournalAnother
          ? whyAnother
          : instead === null
            ? null
            : whyInstead[instead];
  if (hindrance !== null) return { reason: withUncounted(whyHindered[hindrance], uncounted), note };
  if (!isFilterKnown) return { reason: whyUnfiltered, note };
  return { reason: lack === null ? whyOf(room) : whyUnwatched[lack], note };
}

/** `uncountedIn` reads it. */
function withUncounted(reason: string, count: number): string {
  return count === 0 ? reason : told('{reason}; {count} missed meanwhile', { reason, count });
}
