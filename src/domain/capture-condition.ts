/** Whether copies are seen, as the window says it: in a few words, and with what can be done about it. */
import type { PageView } from '../contract/shell-page.ts';
import type { ComponentStatus } from '../contract/supervisor.ts';
import { oneLine } from './shown-text.ts';

type Condition = Pick<PageView['capture'], 'state' | 'text' | 'mend'>;

export interface CaptureState {
  readonly isPaused: boolean;
  readonly components: readonly ComponentStatus[];
}

/** The monitor's reasons are sentences for a terminal; a window has room for a name and a paragraph. A reason that is in none of the rows is shown as it came. */
const known: readonly (readonly [reason: RegExp, text: string, mend: string])[] = [
  [
    /^the journal /i,
    'Copies wait in memory',
    'The journal takes nothing: make room on the disk that has Hub’s home. What was copied is kept once there is some.',
  ],
  [
    /\bwayland\b/i,
    'This session is not watched',
    'It is a Wayland session, and Hub watches X11 so far. Copies are seen in an X11 session; what was copied before stays here.',
  ],
  [
    /\bdisplay\b/i,
    'The display is lost',
    'Hub looks for it by itself, at most half a minute apart. If it stays away, start Hub from a terminal of this desktop.',
  ],
];

const elsewhere = 'Copies are not seen meanwhile. If it stays like this, try it again; Diagnostics says more.';

export function captureCondition({ isPaused, components }: CaptureState): Condition {
  if (isPaused) return { state: 'paused', text: 'Capture is paused', mend: 'What you copy now is not kept.' };
  // Nobody has said yet how things stand.
  if (components.length === 0) return { state: 'watching', text: 'Starting', mend: '' };
  const monitor = components.find(({ id }) => id === 'clipboard');
  if (monitor === undefined || monitor.state === 'running') return { state: 'watching', text: 'Watching the clipboard', mend: '' };
  if (monitor.state === 'degraded') return degraded(monitor.reason ?? 'the clipboard is not watched');
  if (monitor.state === 'starting' || monitor.state === 'backoff')
    return { state: 'blind', text: 'The clipboard monitor starts', mend: 'Copies are seen in a moment.' };
  return { state: 'blind', text: 'The clipboard monitor does not run', mend: elsewhere };
}

function degraded(reason: string): Condition {
  const row = known.find(([pattern]) => pattern.test(reason));
  if (row !== undefined) return { state: 'blind', text: row[1], mend: row[2] };
  return { state: 'blind', text: oneLine(reason.slice(0, 1).toUpperCase() + reason.slice(1), 200), mend: elsewhere };
}
