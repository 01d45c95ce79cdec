/** The desktop that the command is called on, for a Hub that was started on another one. */
import { askDesktop } from '../../client/ask-pipes.ts';
import { type DesktopEnvironment, desktopIn } from '../../contract/desktop/desktop-environment.ts';
import { say, sayHeard } from '../../domain/language/say.ts';
import { isPipeFailure, reportPipeFailure } from '../pipe-failure.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';
import { oneLine } from '../table.ts';

/** Displays may hang, and there may be other offers before this one: eight seconds in all (`src/processes/supervisor/desktop/hub-desktop.ts`). */
const answeredWithinMs = 10_000;
const longestLine = 500;

/** Null if there is none. Other systems have one desktop, which stays the same. */
export function thisDesktop({ env }: Pick<Surface, 'env'>): DesktopEnvironment | null {
  return process.platform === 'linux' ? desktopIn(env) : null;
}

/** Hands this desktop to the running Hub. What is to be said to the user, or null. */
export async function handOverDesktop(surface: Surface): Promise<string | null> {
  const environment = thisDesktop(surface);
  if (environment === null) return null;
  const asked = await askDesktop(surface.places, { environment, isAsked: false }, { timeoutMs: answeredWithinMs });
  return asked.ok && asked.value.detail !== undefined ? oneLine(sayHeard(asked.value.detail), longestLine) : null;
}

/** `hub restart --desktop`: moves the running Hub to this desktop, wherever it is. */
export async function moveToDesktop(surface: Surface, { json }: { readonly json?: boolean }): Promise<ExitStatus> {
  const environment = thisDesktop(surface);
  if (environment === null)
    return failedBecause(surface, say('there is no desktop here: neither DISPLAY nor WAYLAND_DISPLAY names a display'), 'no_desktop');
  const asked = await askDesktop(surface.places, { environment, isAsked: true }, { timeoutMs: answeredWithinMs });
  if (!asked.ok && isPipeFailure(asked.reason)) return reportPipeFailure(surface, asked.reason);
  if (!asked.ok && asked.reason === 'stopping')
    return failedBecause(surface, say('Hub is stopping; start it again with: hub start'), 'stopping');
  if (!asked.ok) return failedBecause(surface, say('Hub is occupied with its displays; try again in a moment'), asked.reason);
  const { verdict, detail } = asked.value;
  const sentence = detail === undefined ? '' : oneLine(sayHeard(detail), longestLine);
  if (verdict !== 'moves') return failedBecause(surface, sentence, verdict);
  if (json === true) printJson(surface, { ok: true });
  else surface.print(sentence);
  return 0;
}
