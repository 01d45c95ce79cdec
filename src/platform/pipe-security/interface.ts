/**
 * Who may use a pipe that is not a file. On Unix the socket's folder decides. On Windows a pipe's name is visible to everyone, and Node creates it
 * with the default rights, which let everyone read. So the server closes it to others before it serves anyone, and a client checks its owner before
 * it sends anything.
 */
export interface PipeSecurity {
  /** Admits only this user, and nobody over the network. Call once it listens. False if that failed, or reading it back did. */
  protect(pipe: string): boolean;
  /** Whether the process that serves it belongs to this user. True also if nobody serves it: then nothing can be sent. */
  isOurs(pipe: string): boolean;
}
