/** Failures of setup, in words for the person at the terminal. */

/** What an error code of npm or of the file system means to a person, and what to do about it. */
/** @type {readonly (readonly [code: RegExp, advice: string])[]} */
const explanations = [
  [
    /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|FETCH_ERROR)\b/,
    'cannot reach the npm registry; check the network connection.',
  ],
  [/\b(ENOSPC|EDQUOT)\b/, 'the disk is full; free about 500 MB.'],
  [/\b(EACCES|EPERM|EROFS)\b/, 'cannot write to this checkout or to the npm cache; check who owns them.'],
  [/\b(EINTEGRITY)\b/, 'a downloaded package does not match its digest in package-lock.json.'],
  [
    /\b(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+)\b/,
    'this machine does not trust the certificate of the npm registry; see "cafile" in: npm help config.',
  ],
];

/** The exit statuses of a setup that failed; 2 also for an unknown option, 130 is what a shell reports after Ctrl-C. */
export const exitStatus = { failed: 1, unknownPurpose: 2, systemPackagesMissing: 3, interrupted: 130 };

/** An expected failure, whose message is all that the person needs to see. */
export class SetupError extends Error {
  /**
   * @param {string} message
   * @param {number} status the exit status
   */
  constructor(message, status = exitStatus.failed) {
    super(message);
    this.status = status;
  }
}

/**
 * Explains the first known error code in `text`, and what to do about it; null if it contains none.
 * @param {string} text
 */
export function explainErrorCode(text) {
  for (const [code, advice] of explanations) {
    const found = code.exec(text);
    if (found !== null) return `${advice} Then run the same command again. (${found[1]})`;
  }
  return null;
}
