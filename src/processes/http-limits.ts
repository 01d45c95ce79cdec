/** What a client of the HTTP servers may spend. The contract's figures; tests pass smaller ones. */
export const httpLimits = {
  headersMs: 5_000,
  requestMs: 15_000,
  /** How often the two above are looked at, and so how late they may be. */
  checkMs: 1_000,
  keepAliveMs: 5_000,
  /** A client that takes nothing of its answer for so long is let go. */
  stillMs: 30_000,
  headerBytes: 8 * 1024,
  bodyBytes: 8 * 1024 * 1024,
  /** Of all bodies that are read or handled at a time; those of up to `smallBodyBytes` have room in any case. */
  heldBodyBytes: 64 * 1024 * 1024,
  smallBodyBytes: 64 * 1024,
  connections: 64,
  /** Requests of one connection that have no answer yet: a client may send the next before it has one (RFC 9112 §9.3.2). */
  waitingRequests: 64,
  /** Handlers at work on something that changes or judges, on all connections; what they do goes on when the connection that asked is gone. */
  workingHandlers: 256,
  /** Event streams stay, so they may not take the whole house; nor may they together with files, which a client may take as slowly as it likes. */
  eventStreams: 48,
  lastingAnswers: 60,
  eventKeepAliveMs: 15_000,
  eventStalledMs: 15_000,
  fileStalledMs: 15_000,
  /** Files that one connection has asked for beside the one that is sent to it. */
  waitingFiles: 8,
  lingerMs: 500,
  lingerBytes: 16 * 1024 * 1024,
} as const;
export type HttpLimits = { readonly [Name in keyof typeof httpLimits]: number };
