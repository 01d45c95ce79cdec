/** For how long nobody has used the keyboard or the mouse, from the MIT-SCREEN-SAVER extension of an X server. */
import type { XScreenSaver } from 'x11';
import { tooLate, within } from '../../base/deadline.ts';
import { openDisplay } from './open-display.ts';

const answersWithinMs = 3_000;

export interface Desktop {
  readonly display: string | undefined;
  /** With Wayland, an X server sees only the input to its own windows. */
  readonly isWayland: boolean;
  readonly authorityFile?: string | undefined;
}

/** In ms; null if nobody knows: no X server, none that has the extension, or no answer in time. Each call has a connection of its own. */
export async function tryReadIdleMs({ display, isWayland, authorityFile }: Desktop): Promise<number | null> {
  if (display === undefined || display === '' || isWayland) return null;
  const opened = await openDisplay(display, answersWithinMs, authorityFile);
  if (opened === null) return null;
  const { client, screen } = opened;
  const told = Promise.withResolvers<number | null>();
  const unknown = (): void => told.resolve(null);
  client.once('end', unknown).on('error', unknown);
  client.require('screen-saver', (error, saver?: XScreenSaver) => {
    if (error || saver === undefined) return unknown();
    saver.QueryInfo(screen[0]?.root ?? 0, (failure, info) => {
      told.resolve(failure ? null : info.idle);
      return true;
    });
    client.pack_stream.flush();
  });
  const idleMs = await within(answersWithinMs, told.promise);
  client.stream.destroy();
  return idleMs === tooLate ? null : idleMs;
}
