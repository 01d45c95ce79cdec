/**
 * Whose process is at the other end of a loopback TCP connection, and what kind of program is it? TCP itself does not say: any program of the
 * machine can connect to a port of 127.0.0.1. The operating system knows, and is asked here. It answers about an open connection only, and
 * never about its content.
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
 * `same-user`: a program of this user, neither a browser nor in a sandbox as far as the system tells.
 * `browser`: a browser of this user, whose extensions ask by it too. `sandboxed`: a program of this user that others have shut in.
 * `unknown`: the system was asked and does not know the connection or its program, or its other end is closed already: do not trust it.
 * `unsupported`: this system is not asked at all.
 */
export type PeerVerdict = 'same-user' | 'browser' | 'sandboxed' | 'root' | 'other' | 'unknown' | 'unsupported';

export interface PeerUser {
  /** Never rejects. Takes milliseconds, more where there are thousands of processes: ask once a connection. */
  judge(connection: PeerConnection): Promise<PeerVerdict>;
}
