/** Opening a display with the package x11, whose errors at this moment come in several ways, one of which nobody can catch. */
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { createClient, type XDisplay } from 'x11';
import { deferred } from '../../base/deadline.ts';
import { errorCode } from '../../base/log.ts';

/** Its TCP port is the last one. For a greater number the package throws where nobody can catch it, once the display's socket is missing. */
const greatestDisplay = 65_535 - 6_000;

/**
 * The display, ready for requests; null when nobody answers there, or does not let us in. Never rejects. `authorityFile` is the value of
 * `XAUTHORITY`, which the package reads itself.
 */
export function openDisplay(display: string, authorityFile?: string): Promise<XDisplay | null> {
  if (Number(/:(\d+)/.exec(display)?.[1]) > greatestDisplay) return Promise.resolve(null);
  const opened = deferred<XDisplay | null>();
  try {
    // biome-ignore lint/style/noProcessEnv: the package looks there itself, whatever its caller was told.
    const named = authorityFile || process.env.XAUTHORITY;
    const auth = authorityFiles(named).some(isForbidden) ? { auth: { name: '', data: '' } } : {};
    const client = createClient({ display, shm: false, bufferRequests: { flushOnReply: false }, ...auth }, (error, ready) =>
      opened.resolve(error ? null : (ready ?? null)),
    );
    client.on('error', () => opened.resolve(null));
  } catch {
    opened.resolve(null); // a display's name that the package can't parse
  }
  return opened.promise;
}

/** Those that the package may read: the one that was named, else those of the home folder. */
function authorityFiles(named: string | undefined): readonly string[] {
  return named ? [named] : ['.Xauthority', 'Xauthority'].map((name) => path.join(homedir(), name));
}

/** A file that is there and may not be read: the package throws where nobody can catch it. A missing one it takes as none. */
function isForbidden(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return statSync(file).isDirectory();
  } catch (error) {
    return errorCode(error) !== 'ENOENT';
  }
}
