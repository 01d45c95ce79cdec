/**
 * What both HTTP servers answer if a request fails: RFC 9457, `application/problem+json`. `problems` is the table of all of them. A problem says what
 * was wrong in Hub's own words: it never contains a value of the request, a path of the machine, a version or a stack.
 */
import * as z from 'zod';

export const problemMediaType = 'application/problem+json';

export const problem = z.object({
  type: z.string().describe('`urn:hub:problem:` and the reason: one word that does not change, for programs'),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string().describe('one sentence, for people'),
});
export type Problem = z.infer<typeof problem>;

export const problems = {
  'missing-host': { status: 400, title: 'No single Host', detail: 'A request has exactly one Host header, and it is not empty.' },
  'repeated-header': { status: 400, title: 'Repeated header', detail: 'A header that may appear only once appears twice.' },
  'malformed-request': { status: 400, title: 'Malformed request', detail: 'The request is not valid HTTP/1.1 (RFC 9112).' },
  'unexpected-body': { status: 400, title: 'Unexpected body', detail: 'This request takes no body.' },
  'unexpected-upgrade': { status: 400, title: 'Unexpected upgrade', detail: 'This route does not change protocols.' },
  'not-utf8': { status: 400, title: 'Not UTF-8', detail: 'The body is not valid UTF-8.' },
  'malformed-json': { status: 400, title: 'Malformed JSON', detail: 'The body is not valid JSON (RFC 8259).' },
  'json-too-deep': { status: 400, title: 'JSON too deep', detail: 'Objects and arrays may be nested up to 32 levels deep.' },
  'repeated-key': { status: 400, title: 'Repeated key', detail: 'An object of the body has a key twice, or one named __proto__.' },
  'too-many-keys': { status: 400, title: 'Too many keys', detail: 'An object may have up to 1,000 keys.' },
  'invalid-request': {
    status: 400,
    title: 'Invalid request',
    detail: 'A field is missing, or has a value that this route does not accept.',
  },
  'wrong-token': {
    status: 401,
    title: 'Wrong token',
    detail:
      'The token of this extension is not known, or not any more: pair it again. It is the second protocol of the connection, and never part of the address.',
  },
  'foreign-host': { status: 403, title: 'Foreign Host', detail: 'The Host header does not name this server.' },
  'foreign-origin': {
    status: 403,
    title: 'Foreign origin',
    detail: 'The request comes from a web page or an extension that is not paired with Hub.',
  },
  'cross-site': { status: 403, title: 'Cross-site request', detail: 'This request was sent by a page of another site.' },
  'browser-request': {
    status: 403,
    title: 'Not for browsers',
    detail:
      'Browser extensions can read what a browser shows, so this address is for programs only: use `hub history`, the window of Hub, or curl.',
  },
  'wrong-code': {
    status: 403,
    title: 'Wrong code',
    detail: 'This code does not pair, or not any more. For another one: hub pair',
  },
  'sandboxed-program': {
    status: 403,
    title: 'Sandboxed program',
    detail: 'The program that connected runs in a sandbox (Flatpak, Snap or another), and sandboxed programs may not use Hub.',
  },
  'foreign-user': {
    status: 403,
    title: 'Foreign user',
    detail: 'The program that connected belongs to another user, or its user could not be determined.',
  },
  'unknown-route': { status: 404, title: 'Unknown route', detail: 'There is no route with this method and exactly this path.' },
  'not-found': { status: 404, title: 'Not found', detail: 'The requested item does not exist.' },
  'too-slow': { status: 408, title: 'Request timeout', detail: 'The request did not arrive in time.' },
  'not-kept': { status: 409, title: 'Not kept', detail: 'The content filter did not keep this copy, and it cannot be kept now.' },
  'on-hold': { status: 409, title: 'On hold', detail: 'This copy is on a legal hold, so it is not deleted.' },
  gone: {
    status: 410,
    title: 'Gone',
    detail: 'Hub did not keep this copy, and it is not on the clipboard any more, so its content is gone.',
  },
  'body-too-large': { status: 413, title: 'Body too large', detail: 'The body is larger than the limit.' },
  'not-json': { status: 415, title: 'Not JSON', detail: 'The body must be JSON in UTF-8, with the content type application/json.' },
  'encoded-body': { status: 415, title: 'Encoded body', detail: 'The body may not be compressed.' },
  'unmet-expectation': { status: 417, title: 'Unmet expectation', detail: 'The only expectation that is supported is 100-continue.' },
  'upgrade-required': { status: 426, title: 'Upgrade required', detail: 'This address is for WebSockets (RFC 6455) alone.' },
  'too-many-requests': { status: 429, title: 'Too many requests', detail: 'Wait, then try again.' },
  'extraction-not-found': { status: 404, title: 'No such file', detail: 'There is no file with this path.' },
  'extraction-not-a-file': { status: 422, title: 'Not a file', detail: 'This path is a folder, a device or a pipe.' },
  'extraction-endless-link': { status: 422, title: 'Endless link', detail: 'This path is a symbolic link that leads back to itself.' },
  'extraction-not-permitted': { status: 403, title: 'Not readable', detail: 'The user of Hub may not read this file.' },
  'extraction-unsupported': { status: 422, title: 'Unsupported format', detail: 'No text can be extracted from files of this format.' },
  'extraction-recognition-off': {
    status: 422,
    title: 'Recognition is off',
    detail: 'The text in a picture has to be recognized, which this request rules out with "recognition":"never".',
  },
  'extraction-old-format': {
    status: 422,
    title: 'Old format',
    detail: 'The DOC and PPT formats (Word and PowerPoint up to 2003) are not supported.',
  },
  'extraction-encrypted': { status: 422, title: 'Encrypted', detail: 'The document is protected by a password.' },
  'extraction-damaged': { status: 422, title: 'Damaged', detail: 'The document is damaged or incomplete.' },
  'extraction-too-large': {
    status: 422,
    title: 'Document too large',
    detail: 'The document, or what is packed in it, is larger than what Hub reads.',
  },
  'extraction-too-many-pixels': {
    status: 422,
    title: 'Picture too large',
    detail: 'The picture has more pixels than Hub reads, or is longer than 65,535 pixels in one direction.',
  },
  'extraction-too-deep': {
    status: 422,
    title: 'Document too deep',
    detail: 'The parts of the document are too many, or nested too deeply.',
  },
  'extraction-too-slow': { status: 422, title: 'Reading took too long', detail: 'Reading the document took longer than the time limit.' },
  'extraction-too-much-memory': {
    status: 422,
    title: 'Reading took too much memory',
    detail: 'Reading the document took more memory than it may.',
  },
  'extraction-no-language': { status: 422, title: 'No such language', detail: 'The data to recognize this language is not installed.' },
  'extraction-cancelled': {
    status: 503,
    title: 'Cancelled',
    detail: 'Nobody waits for the text any more, the copy was deleted, or Hub is stopping.',
  },
  'extraction-crashed': { status: 422, title: 'Crashed', detail: 'The process that read the document crashed.' },
  'headers-too-large': { status: 431, title: 'Headers too large', detail: 'The request line and headers are larger than the limit.' },
  internal: {
    status: 500,
    title: 'Internal error',
    detail: 'The request failed because of an error in Hub; see the log for details.',
  },
  unavailable: { status: 503, title: 'Not available now', detail: 'The server is stopping or too busy.' },
  'disk-full': { status: 507, title: 'Disk full', detail: 'The disk is too full to save this.' },
} as const satisfies Record<string, Omit<Problem, 'type'>>;

export type ProblemReason = keyof typeof problems;

/** The body for a reason. `detail` replaces the sentence of the table; it is Hub's own words, never the request's. */
export function problemOf(reason: ProblemReason, detail?: string): Problem {
  const row = problems[reason];
  return { type: `urn:hub:problem:${reason}`, title: row.title, status: row.status, detail: detail ?? row.detail };
}
