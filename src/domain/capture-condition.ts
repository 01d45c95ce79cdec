/** Whether copies are seen, as the window says it: in a few words, and with what can be done about it. */
import type { PageView } from '../contract/shell-page.ts';
import type { ComponentStatus } from '../contract/supervisor.ts';
import { oneLine } from './shown-text.ts';

type Condition = Pick<PageView['capture'], 'state' | 'text' | 'mend' | 'restartHelps'>;

export interface CaptureState {
  readonly isPaused: boolean;
  readonly components: readonly ComponentStatus[];
}

/** The monitor's reasons are sentences for a terminal; a window has room for a name and a paragraph. A reason that is in none of the rows is shown as it came. */
const known: readonly (readonly [reason: RegExp, text: string, mend: string, helps: 'restart' | null])[] = [
  [
    /^the journal /i,
    'Copies wait in memory',
    'The journal takes nothing: its disk is full or slow, or another program holds it. Make room on the disk that has Hub’s home, or end that program; what was copied is kept then.',
    null, // it takes no more from another monitor
  ],
  [
    /\bcontent-filter\.json\b/,
    'Nothing is captured',
    'content-filter.json is not valid, and nobody knows what your rules are. Mend it or remove it; hub.log has the line.',
    null, // it is read whenever it changes
  ],
  [
    /\bwayland\b/i,
    'This session is not watched',
    'It is a Wayland session, and Hub watches X11 so far. Copies are seen in an X11 session; what was copied before stays here.',
    'restart',
  ],
  [
    /\bdisplay\b/i,
    'The display is lost',
    'Hub looks for it by itself, at most half a minute apart. If it stays away, start Hub from a terminal of this desktop.',
    'restart',
  ],
];

const elsewhere = 'Copies are not seen meanwhile. If it stays like this, try it again; Diagnostics says more.';

export function captureCondition({ isPaused, components }: CaptureState): Condition {
  if (isPaused) return without('paused', 'Capture is paused', 'What you copy now is not kept.');
  // Nobody has said yet how things stand.
  if (components.length === 0) return without('watching', 'Starting', '');
  const monitor = components.find(({ id }) => id === 'clipboard');
  if (monitor === undefined || monitor.state === 'running') return without('watching', 'Watching the clipboard', '');
  if (monitor.state === 'degraded') return degraded(monitor.reason ?? 'the clipboard is not watched');
  if (monitor.state === 'starting' || monitor.state === 'backoff')
    return blind('The clipboard monitor starts', 'Copies are seen in a moment.');
  return blind('The clipboard monitor does not run', elsewhere);
}

function degraded(reason: string): Condition {
  const row = known.find(([pattern]) => pattern.test(reason));
  if (row !== undefined) return row[3] === null ? without('blind', row[1], row[2]) : blind(row[1], row[2]);
  return blind(oneLine(reason.slice(0, 1).toUpperCase() + reason.slice(1), 200), elsewhere);
}

function blind(text: string, mend: string): Condition {
  return { state: 'blind', text, mend, restartHelps: true };
}

function without(state: Condition['state'], text: string, mend: string): Condition {
  return { state, text, mend };
}
