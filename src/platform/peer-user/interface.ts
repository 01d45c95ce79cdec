/**
 * Whose process is at the other end of a loopback TCP connection, and what kind of program is it? TCP itself does not say: any program of the machine
 * can connect to a port of 127.0.0.1. The operating system knows. It answers only about an open connection, and never about its content.
 */

/** The connection as our end sees it. */
export interface PeerConnection {
  /** IPv4 in dotted form, perhaps mapped into IPv6 (`::ffff:127.0.0.1`), as `socket.remoteAddress` and `localAddress` give it. */
  readonly peerAddress: string;
  readonly peerPort: number;
  readonly ownAddress: string;
  readonly ownPort: number;
}

/**
 * `same-user`: a program of this user, neither a browser nor in a sandbox as far as the system knows. `browser`: a browser of this user, whose
 * extensions send requests through it too. `sandboxed`: a program of this user that runs in a sandbox. `unknown`: the system does not know the
 * connection or its program, or its other end is closed already: do not trust it. `unsupported`: this system can't be asked.
 */
export type PeerVerdict = 'same-user' | 'browser' | 'sandboxed' | 'root' | 'other' | 'unknown' | 'unsupported';

export interface PeerUser {
  /** Never rejects. Takes milliseconds, more if there are thousands of processes: call it once per connection. */
  judge(connection: PeerConnection): Promise<PeerVerdict>;
  /** The file of the program at the other end; null if that can't be determined. Never rejects, and takes as long. */
  programOf(connection: PeerConnection): Promise<string | null>;
}
