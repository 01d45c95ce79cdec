/** Whether a compositor hands its clipboard to a program without a window, for a check. Nothing of a copy is requested: it may be given out only once. */
import { tooLate, within } from '../../../base/deadline.ts';
import { noDetails } from '../../../base/log.ts';
import { WaylandConnection } from '../../wayland/connection.ts';
import { WaylandGlobals } from '../../wayland/globals.ts';
import { DataControl } from './data-control.ts';

/** `shown`: it has announced a copy with its formats. `hidden`: it shows its clipboard to nobody. Null: it does not answer in time. */
export async function askWaylandClipboard(socketPath: string, withinMs: number): Promise<'empty' | 'shown' | 'hidden' | null> {
  const opened = WaylandConnection.connect(socketPath, noDetails, { answersMs: withinMs });
  if (!opened.ok) return null;
  try {
    const answer = await within(withinMs, ask(opened.value));
    return answer === tooLate ? null : answer;
  } finally {
    opened.value.close();
  }
}

async function ask(connection: WaylandConnection): Promise<'empty' | 'shown' | 'hidden' | null> {
  const globals = await WaylandGlobals.read(connection);
  if (globals === null) return null;
  const control = await DataControl.open(connection, globals);
  if (control === null) return connection.isLost ? null : 'hidden';
  return control.current('clipboard') === null ? 'empty' : 'shown';
}
