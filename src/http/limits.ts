/** The limits for clients of the HTTP servers, as in the contract; tests use smaller ones. */
export const httpLimits = {
  headersMs: 5_000,
  /** Also for a request that waits behind an earlier answer on its connection: no browser and no client of ours sends one there. */
  requestMs: 15_000,
  /** How often the two above are checked, and so how late they may take effect. */
  checkMs: 1_000,
  keepAliveMs: 5_000,
  /** A client that reads nothing of its answer for this long is disconnected. */
  stillMs: 30_000,
  headerBytes: 8 * 1024,
  bodyBytes: 8 * 1024 * 1024,
  /** For all bodies that are being read or handled; those of up to `smallBodyBytes` are always accepted. */
  heldBodyBytes: 64 * 1024 * 1024,
  smallBodyBytes: 64 * 1024,
  connections: 64,
  /** Requests of one connection whose answers it has not taken: a client may send the next before it has one (RFC 9112 §9.3.2). */
  waitingRequests: 64,
  /** Handlers of requests that change or judge something, on all connections; they continue when their connection is gone. */
  workingHandlers: 256,
  /** Event streams last, so they may not take all connections, nor may they together with files, which a client may read as slowly as it likes. */
  eventStreams: 48,
  lastingAnswers: 60,
  eventKeepAliveMs: 15_000,
  eventStalledMs: 15_000,
  fileStalledMs: 15_000,
  lingerMs: 500,
  lingerBytes: 16 * 1024 * 1024,
} as const;
export type HttpLimits = { readonly [Name in keyof typeof httpLimits]: number };
