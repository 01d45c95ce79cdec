/**
 * Is the process with this number still the one that we knew? Numbers are used again, so a number alone proves nothing, and nobody may be
 * killed for one. The operating system knows when a process was started, and is asked here. It answers about any process of this user.
 */
export interface ProcessIdentity {
  /**
   * A text that no two processes of this machine share, whatever their number and whenever they lived, a restart of the machine included.
   * The same for the whole life of a process. Null when there is no such process (one that ended and was not waited for is none), or when
   * nothing can be read of it: then nothing may be done to it. Never throws. It may take milliseconds (macOS runs a program).
   */
  startOf(pid: number): string | null;
  /**
   * Whether the process was started with `NAME=value` in its environment; absent where a system does not tell. Null when it can't be read.
   * Never throws, and never gives a value away.
   */
  wasGiven?(pid: number, name: string, value: string): boolean | null;
}
