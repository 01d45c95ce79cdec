/** Whether Hub captures copies, as the window says it: in a few words, with what to do about it. */

import type { CaptureView } from '../../contract/page-rows/capture-view.ts';
import type { ComponentStatus } from '../../contract/supervisor.ts';
import type { Pause } from '../capture/pause-time.ts';
import { say, sayHeard } from '../language/say.ts';
import { oneLine } from '../view/shown-text.ts';
import { type Clock, untilLabel } from '../view/shown-time.ts';
import { contentFilterFile } from './document-condition.ts';
import { isDiskFull, isPartNotStarted, missedIn, partNotStartedBegins } from './part-not-started.ts';

type Condition = Pick<CaptureView, 'state' | 'text' | 'mend' | 'restartHelps' | 'isLesser' | 'dismissId' | 'isSoonOver'>;

export interface CaptureState {
  readonly pause: Pause | null;
  readonly components: readonly ComponentStatus[];
  /** The conditions that the user has dismissed, by their ids. */
  readonly dismissed?: readonly string[];
}

const needsStart = (): string => say('Hub needs to be started again');

function mendOfPart(): string {
  return say(
    'A part of it can no longer be started, perhaps because Hub was updated, moved or removed while it was running. Copies wait until then: quit Hub and start it again.',
  );
}

/** The monitor's reasons are sentences for a terminal; a window has room for a name and a paragraph. A reason that is in none of the rows is shown as it came. `restart`: another monitor may help; `lesser`: nothing is lost yet. */
const known: readonly (readonly [
  reason: RegExp,
  text: () => string,
  mend: () => string,
  means: 'restart' | 'lesser' | Condition['state'],
])[] = [
  [
    /^the journal cannot be written to now: the disk is full/i,
    () => say('Copies are not on disk yet'),
    () =>
      say(
        'The disk that holds Hub’s home is full. Free some space on it; the copies are then stored. Until then, large ones are not kept.',
      ),
    'waiting',
  ],
  [
    /^the journal cannot be written to/i,
    () => say('Copies are not on disk yet'),
    () =>
      say(
        'Hub cannot write to its journal: its disk is slow or reports an error, or another program has locked it. Check the disk that holds Hub’s home, or close that program; the copies are then stored.',
      ),
    'waiting', // a restarted monitor would not help
  ],
  [
    /^the journal is damaged/i,
    () => say('The journal is damaged'),
    () =>
      say(
        'Hub puts it aside and starts a new one; copies made meanwhile are held and then stored. If this does not change, quit Hub and start it again.',
      ),
    'waiting', // the supervisor repairs it
  ],
  // Of the other components too.
  [partNotStartedBegins, needsStart, mendOfPart, 'waiting'],
  [
    /contents over 128 KiB are not kept/,
    () => say('Large copies are not kept'),
    () =>
      say(
        'Small ones still are. The disk or the journal is full: free some space, delete what you don’t need, or raise journal.max_megabytes in hub.json.',
      ),
    'limited', // it is checked periodically
  ],
  [
    /at the limit only small contents are kept/,
    () => say('The journal is nearly full'),
    () =>
      say(
        'Everything is still kept. Delete what you don’t need, or raise journal.max_megabytes in hub.json, before large copies are left out.',
      ),
    'lesser',
  ],
  [
    /\bcontent-filter\.json\b/,
    () => say('Nothing is captured'),
    () => say('content-filter.json is not valid, so your rules are not known. Fix it or remove it; hub.log names the line.'),
    'blind', // it is read whenever it changes
  ],
  [
    /\bno Xwayland$/,
    () => say('This session is not watched'),
    () => say('Its Wayland compositor does not show its clipboard to programs such as Hub. To see what helps, run: hub doctor display'),
    'restart',
  ],
  [
    /\bdisplay\b/i,
    () => say('The display is lost'),
    () => say('Hub checks for it at least every half minute. If it does not come back, start Hub from a terminal on this desktop.'),
    'restart',
  ],
];

const elsewhere = () => say('Copies are not captured in the meantime. If this does not change, restart it; see Diagnostics.');

/** The time is for the end of a pause. */
export function captureCondition({ pause, components, dismissed = [] }: CaptureState, clock: Clock): Condition {
  if (pause?.what === 'everything') return paused(pause, clock);
  // No status has arrived yet.
  if (components.length === 0) return without('watching', say('Starting'), '');
  const monitor = components.find(({ id }) => id === 'clipboard');
  const ofMonitor = monitor === undefined ? null : monitorFault(monitor);
  const earlierRules = underEarlierRules(components);
  // What costs a copy comes first, then what may keep one that was not to be kept.
  if (ofMonitor !== null && (ofMonitor.isLesser === undefined || earlierRules === null)) return ofMonitor;
  return (
    withUnjudgedCopies(components) ??
    earlierRules ??
    withoutEarlierCopies(components, dismissed) ??
    withAnotherJournal(monitor?.reason) ??
    ignoringNext(pause, clock) ??
    withUnstartedPart(components) ??
    without('watching', say('Watching the clipboard'), '')
  );
}

/** Null while it watches, and every copy can be kept. */
function monitorFault({ state, reason }: ComponentStatus): Condition | null {
  if (state === 'running') return null;
  if (state === 'degraded') return degraded(reason ?? say('the clipboard is not watched'));
  if (state === 'starting') return soonOver(say('The clipboard monitor is starting'));
  if (state === 'stopping') return soonOver(say('The clipboard monitor is stopping'), say('Until it runs again, copies are not captured.'));
  if (state === 'backoff') return blind(say('The clipboard monitor is starting'), say('Copies will be captured in a moment.'));
  return blind(say('The clipboard monitor is not running'), elsewhere());
}

/** What stores the copies that a degraded monitor holds in memory, for a terminal; null if its reason names none. A restart would lose them. */
export function mendOfHeld(reason: string): string | null {
  if (!/copies are held in memory\b/.test(reason)) return null;
  return isDiskFull(reason)
    ? say(
        'free some space on the disk that holds Hub’s home; do not restart or stop Hub before that, or the copies in memory are lost; to see whether they are stored: hub status',
      )
    : say(
        'check the disk that holds Hub’s home, and close the program that has locked the journal; do not restart or stop Hub before that, or the copies in memory may be lost; to see whether they are stored: hub status',
      );
}

/** How many copies were missed while the journal cannot be written to, and are counted in it afterwards: the monitor says it with its reason. */
export function uncountedIn(components: readonly Pick<ComponentStatus, 'id' | 'reason'>[]): number {
  const { reason } = components.find(({ id }) => id === 'clipboard') ?? {};
  return missedIn(reason ?? null);
}

/** Whether a degraded monitor lacks a display: no restart gets it another one, and `hub start` on another display does (`hub-desktop.ts`). */
export function lacksDisplay(reason: string): boolean {
  return /^no display\b/.test(reason);
}

function paused({ untilMs, isPrivate }: Pause, clock: Clock): Condition {
  if (isPrivate)
    return without(
      'private',
      say('Private mode is on'),
      say('What you copy now is not kept, and no copies are shown, until you turn it off.'),
    );
  if (untilMs === null) return without('paused', say('Capture is paused'), say('What you copy now is not kept.'));
  return without(
    'paused',
    say('Capture is paused until {time}', { time: untilLabel(untilMs, clock) }),
    say('What you copy until then is not kept, nor shown later.'),
  );
}

function ignoringNext(pause: Pause | null, clock: Clock): Condition | null {
  if (pause === null) return null;
  const usual = say('It is not read; the ones after it are captured as usual.');
  const end =
    pause.untilMs === null
      ? []
      : [say('If nothing is copied before {time}, the next copy after that is captured.', { time: untilLabel(pause.untilMs, clock) })];
  return { ...without('ignoring', say('The next copy is ignored'), [usual, ...end].join(' ')), isLesser: true };
}

function degraded(reason: string): Condition {
  const row = known.find(([pattern]) => pattern.test(reason));
  if (row !== undefined) {
    const [, text, mend, means] = row;
    if (means === 'restart') return blind(text(), mend());
    const count = uncountedIn([{ id: 'clipboard', reason }]);
    if (count > 0) return without(means as 'waiting', text(), `${mend()} ${missedMeanwhile(count)}`);
    return means === 'lesser' ? lesser(text(), mend()) : without(means, text(), mend());
  }
  return blind(oneLine(capitalized(sayHeard(reason)), 200), elsewhere());
}

function missedMeanwhile(count: number): string {
  return say('{count, plural, one {One copy was missed meanwhile.} other {# copies were missed meanwhile.}}', { count });
}

function capitalized(sentence: string): string {
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}

/** A rule with a typo next to it excludes nothing: its author must learn that before copying. */
function underEarlierRules(components: readonly ComponentStatus[]): Condition | null {
  const { reason } = components.find(({ id, state }) => id === 'settings_host' && state === 'degraded') ?? {};
  if (!reason?.startsWith(contentFilterFile) || reason.includes('nothing is captured')) return null;
  const mend = say(
    'content-filter.json is not valid, so what you changed in it does not apply; your earlier rules do. Fix it; hub.log names the line.',
  );
  return without('limited', say('Earlier filter rules apply'), mend);
}

/** Whether Hub watches the clipboard and shows its content. */
export function isWatched({ state }: Pick<Condition, 'state'>): boolean {
  return state === 'watching' || state === 'ignoring' || state === 'limited';
}

/** Of the core, without which no copy is shown. */
function withUnjudgedCopies(components: readonly ComponentStatus[]): Condition | null {
  const { reason = null } = components.find(({ id }) => id === 'python_core') ?? {};
  return isPartNotStarted(reason) ? degraded(reason ?? '') : null;
}

/** Of what saves files, or hears browsers: copies are shown all the same. */
function withUnstartedPart(components: readonly ComponentStatus[]): Condition | null {
  return components.some(({ reason }) => isPartNotStarted(reason)) ? lesser(needsStart(), mendOfPart()) : null;
}

/** The history is empty, or shorter than before: anyone who looks for a copy must learn why it is missing (`src/journal/damage/put-aside.ts`). */
function withoutEarlierCopies(components: readonly ComponentStatus[], dismissed: readonly string[]): Condition | null {
  const { reason } = components.find(({ id }) => id === 'python_core') ?? {};
  // It names the file, and what became of the copies: anything new is another sentence.
  if (!reason?.startsWith('the journal was damaged and put aside') || dismissed.includes(reason)) return null;
  const note = oneLine(capitalized(sayHeard(reason)), 250);
  return { ...lesser(say('The journal was damaged'), say('{note}. The file is in Hub’s home.', { note })), dismissId: reason };
}

/** The monitor notes it until it starts again (`monitor-condition.ts`). */
function withAnotherJournal(note: string | null | undefined): Condition | null {
  if (!note?.startsWith('the journal (data/hub.db) was removed or replaced')) return null;
  const mend = say(
    'That happened while Hub was running. The history has only the copies in the file that is there now; this note ends when Hub starts again.',
  );
  return lesser(say('The journal was removed or replaced'), mend);
}

function blind(text: string, mend: string): Condition {
  return { state: 'blind', text, mend, restartHelps: true };
}

/** Copies are kept: other faults are worse. */
function lesser(text: string, mend: string): Condition {
  return { ...without('limited', text, mend), isLesser: true };
}

/** While it is restarted, which somebody may have asked for. */
function soonOver(text: string, mend = say('Copies will be captured in a moment.')): Condition {
  return { ...without('blind', text, mend), isSoonOver: true };
}

function without(state: Condition['state'], text: string, mend: string): Condition {
  return { state, text, mend };
}
