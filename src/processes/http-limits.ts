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
  connections: 64,
  /** Event streams stay, so they may not take the whole house. */
  eventStreams: 48,
  eventKeepAliveMs: 15_000,
  eventStalledMs: 15_000,
  fileStalledMs: 15_000,
  /** Files that one connection has asked for beside the one that is sent to it. */
  waitingFiles: 8,
  lingerMs: 500,
  lingerBytes: 16 * 1024 * 1024,
} as const;
export type HttpLimits = { readonly [Name in keyof typeof httpLimits]: number };
