/**
 * Who may use a pipe that is no file. On Unix a socket's folder answers that. On Windows a pipe's name is for everybody to see, and Node
 * makes it with the usual rights, which let everybody read; so the server closes it before it serves anybody, and a client asks whose it is
 * before it sends anything.
 */
export interface PipeSecurity {
  /** Admits this user alone, and nobody over the network. Call once it listens. False when it could not be done, and read back. */
  protect(pipe: string): boolean;
  /** Whether the process that serves it is this user's. True too where nobody serves it: then nothing can be sent. */
  isOurs(pipe: string): boolean;
}
