/**
 * The end of a process that has asked a disk which does not answer. Neither the end of its program nor `process.exit` is one: both wait for the
 * threads that have asked, for ever if need be. There is nothing left to be done in order by then.
 */

/** A process that has closed all that it opened ends at once, unless a disk keeps it. */
const lingersMs = 300;

/** Ends this process at once, whatever it waits for. */
export function endNow(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** For when all is closed: the process ends by itself, and is ended where a disk keeps it from that. */
export function endEvenWithoutDisk(): void {
  const look = (): void => {
    if (waitsForDisk()) endNow();
  };
  setTimeout(look, lingersMs).unref();
}

/** For a process that writes its log later: exits with this code after the moment that its last lines need, whatever a disk keeps it from. */
export function exitEvenWithoutDisk(code: number): void {
  setTimeout(() => {
    if (waitsForDisk()) endNow();
    else process.exit(code);
  }, lingersMs);
}

function waitsForDisk(): boolean {
  return process.getActiveResourcesInfo().some((resource) => resource.startsWith('FSReq'));
}
