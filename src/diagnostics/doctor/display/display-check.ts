/** Whether there is a display whose clipboard Hub can watch: a Wayland compositor that shows its own, or an X server. */
import { say } from '../../../domain/language/say.ts';
import { waylandSocket } from '../../../platform/clipboard/display-place.ts';
import { showsClipboard } from '../../../platform/clipboard/wayland/data-control.ts';
import { askCompositor } from '../../../platform/wayland/ask-compositor.ts';
import { readSession, type SessionFacts } from '../../machine/session.ts';
import { type CheckFacts, type CheckFinding, failure, fine, note } from '../check.ts';
import { type Installer, installCommand, installerOn, isInstalled } from '../system-packages.ts';

/** A busy machine may take this long. */
const answersWithinMs = 1_500;

export interface FoundDisplay {
  readonly session: Pick<SessionFacts, 'hasX11' | 'hasWayland' | 'desktops' | 'screen'>;
  /** What `DISPLAY` and `WAYLAND_DISPLAY` are. */
  readonly display: string;
  readonly compositor: string;
  /** The folder in which it has its socket is known. */
  readonly hasPlace: boolean;
  /** What the compositor announces; null if it does not answer, or there is none. */
  readonly announced: ReadonlySet<string> | null;
  /** The running Hub watches a clipboard. */
  readonly captures: boolean;
  readonly installer: Installer;
  /** The program is installed. */
  readonly hasXwayland: boolean;
}

/** What `hub doctor` says of the display. */
export async function lookAtDisplay({ env, status }: CheckFacts): Promise<readonly CheckFinding[]> {
  if (process.platform !== 'linux') return [];
  const socket = waylandSocket({ waylandDisplay: env.WAYLAND_DISPLAY, runtimeFolder: env.XDG_RUNTIME_DIR });
  const [session, announced, installer, hasXwayland] = await Promise.all([
    readSession(env),
    // Other checks may keep this process from hearing a first answer in time.
    socket === null ? null : (async () => (await askCompositor(socket, answersWithinMs)) ?? askCompositor(socket, answersWithinMs))(),
    installerOn(env.PATH),
    isInstalled('Xwayland', env.PATH),
  ]);
  const captures = status.ok && status.value.components.some(({ id, state }) => id === 'clipboard' && state === 'running');
  const [display, compositor] = [env.DISPLAY ?? '', env.WAYLAND_DISPLAY ?? ''];
  return [judgeDisplay({ session, display, compositor, hasPlace: socket !== null, announced, captures, installer, hasXwayland })];
}

/** A compositor is asked before the X server, as the monitor does. */
export function judgeDisplay(found: FoundDisplay): CheckFinding {
  const { session, announced, captures, installer, hasXwayland } = found;
  const isReached = session.screen !== null || announced !== null;
  const hasNone = !session.hasX11 && !session.hasWayland;
  if (captures && !isReached && hasNone) return note('none-here', say('this terminal has none, but the running Hub has one'));
  if (captures && !isReached && session.hasWayland && !found.hasPlace)
    return note(
      'no-runtime-folder',
      say('XDG_RUNTIME_DIR is not set in this terminal, so its display cannot be found; the running Hub has one'),
    );
  if (captures && !isReached) {
    const name = session.hasWayland ? found.compositor : found.display;
    return note(
      'silent-here',
      say('{name}, the display of this terminal, does not answer; the running Hub uses another one that does', { name }),
    );
  }
  if (hasNone) {
    const mend = say('start Hub in a desktop session, where DISPLAY or WAYLAND_DISPLAY is set');
    return failure('none', say('there is none: without one, Hub sees no copies'), mend);
  }
  if (!session.hasWayland) return session.screen === null ? unreachable(found) : fine(partsOf(found, 'X11'), 'x11');
  if (announced === null) return silent(found);
  if (showsClipboard(announced)) return fine(partsOf(found, 'Wayland'), 'wayland');
  if (session.screen !== null) return fine(partsOf(found, say('X11, within Wayland')), 'xwayland');
  return failure(
    'no-xwayland',
    say('this Wayland compositor does not show its clipboard to programs such as Hub, and there is no Xwayland'),
    hasXwayland
      ? say('switch Xwayland on in the compositor’s configuration (weston.ini: xwayland=true in [core]), and log out and in again')
      : say('{command}; then log out and in again', { command: installCommand(installer, ['xwayland']) }),
  );
}

function unreachable({ display }: FoundDisplay): CheckFinding {
  return failure(
    'unreachable',
    say('{name} does not answer', { name: display }),
    say('set DISPLAY to the value that it has in a terminal on your desktop: echo $DISPLAY'),
  );
}

function silent({ session, compositor, hasPlace }: FoundDisplay): CheckFinding {
  if (!hasPlace && session.screen === null)
    return failure(
      'no-runtime-folder',
      say('XDG_RUNTIME_DIR is not set, so the Wayland compositor cannot be found'),
      say('set XDG_RUNTIME_DIR to the value that it has in a terminal on your desktop: echo $XDG_RUNTIME_DIR'),
    );
  const mend = say('set WAYLAND_DISPLAY to the value that it has in a terminal on your desktop, or log out and in again');
  return session.screen === null
    ? failure('compositor-silent', say('{name} does not answer', { name: compositor }), mend)
    : note(
        'compositor-silent',
        say('the Wayland compositor {name} does not answer: a Hub that is started here uses X', { name: compositor }),
        mend,
      );
}

function partsOf({ session: { desktops, screen } }: FoundDisplay, kind: string): string {
  const { windowManager = null, textDpi = null } = screen ?? {};
  return [kind, ...desktops, ...(windowManager === null ? [] : [windowManager]), ...(textDpi === null ? [] : [`${textDpi} dpi`])].join(
    ', ',
  );
}
