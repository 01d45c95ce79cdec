/**
 * Is the process with this pid still the one that we started? Pids are reused, so a pid alone proves nothing, and no process may be killed because of
 * one. The operating system knows when a process was started. Works for any process of this user.
 */
export interface ProcessIdentity {
  /**
   * A text that no two processes of this machine share, whatever their pids and whenever they lived, across restarts of the machine. It stays the
   * same for the life of a process. Null if there is no such process (a zombie counts as none), or nothing can be read about it: then nothing may be
   * done to it. Never throws. May take milliseconds (macOS runs a program).
   */
  startOf(pid: number): string | null;
  /**
   * Whether the process was started with `NAME=value` in its environment; absent if a system does not support this. Null if it can't be read. Never
   * throws, and never reveals a value.
   */
  wasGiven?(pid: number, name: string, value: string): boolean | null;
}
