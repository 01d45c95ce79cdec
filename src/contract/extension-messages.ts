/**
 * The messages between the browser extension and the web listener (§4.1), one JSON object a WebSocket text frame. Both ends check what they receive by
 * these schemas, and the extension is built from this file.
 *
 * The extension's messages have an `id` of its own making. Each is answered by `ack`, once the journal has it, or by `nack`. A message that is sent again
 * with the same `id` is answered again and recorded once. What is saved is followed by a `receipt`, when the save worker is done with it. Receipts come again
 * with each connection until a beat names them.
 *
 * Before it sends the token to whoever listens at the port, the extension asks `POST /api/prove` for a proof that this is Hub (`proofWords`).
 *
 * A connection with a token that is not known is refused with 401, and one of an origin that is not paired with 403, which a browser's WebSocket shows as it
 * shows that nobody listens. `POST /api/pair` with `{}` tells them apart: it is answered 400 to every extension, and is no try at a code.
 */
import * as z from 'zod/mini';

/** The first protocol that a connection offers in `Sec-WebSocket-Protocol`; the second one is the token. */
export const extensionProtocol = 'hub.v1';

/**
 * The proof that a listener knows a token, without either of them telling it. With `key` the SHA-256 of the token and `+` between bytes, the pairing is asked for
 * as the first 8 bytes of SHA-256(`proofWords.pairing` + key), in hexadecimal, and the answer to a nonce of 32 bytes is HMAC-SHA-256(key,
 * `proofWords.proof` + nonce). Nonce and proof are in Base64 without its end (RFC 4648 §5).
 */
export const proofWords = { pairing: 'hub pairing', proof: 'hub proof' } as const;

/** In bytes, of a frame: the largest file as Base64, and what describes it. The listener ends a connection with a longer one (1009). */
export const longestFrame = 48 * 1024 * 1024;
export const extensionLimits = {
  /** UTF-16 units. */
  title: 1_000,
  url: 8_192,
  name: 255,
  /** Of a text, in UTF-16 units. Its frame has to fit too: as JSON, a control character has six bytes. */
  text: 8 * 1024 * 1024,
  /** Of a file, in bytes. */
  fileBytes: 32 * 1024 * 1024,
  /** That a beat names. */
  receipts: 200,
} as const;

/** A background that sends this often is not ended for idleness: Chromium ends one after 30 s without traffic. */
export const beatsEveryMs = 20_000;

/**
 * Why the listener closed a connection, besides the codes of RFC 6455. `revoked`: the user has ended the pairing; `replaced`: the same extension has
 * connected again; `full`: other extensions are connected; `silent`: no beat arrived in time.
 */
export const closeCodes = { revoked: 4_001, replaced: 4_002, full: 4_003, silent: 4_004 } as const;

/** The form of a message's `id`. */
export const messageIdForm = /^[0-9a-zA-Z-]{8,64}$/;
const id = z.string().check(z.regex(messageIdForm));
/** Milliseconds since 1970. */
const atMs = z.int().check(z.minimum(0));
const text = z.string().check(
  z.maxLength(extensionLimits.text),
  z.refine((value) => value.isWellFormed(), 'has a lone surrogate'),
);
/** The page: its address, of `http:` or `https:` and without user and password, and its title. */
const page = {
  url: z.string().check(z.maxLength(extensionLimits.url), z.regex(/^https?:\/\/[^\s/@]+(?:\/|\?|#|$)/i)),
  title: z.string().check(z.maxLength(extensionLimits.title)),
};

/** The round trip that proves a connection, and keeps it. `receipts`: those that the extension has, by the ids of their messages; they do not come again. */
const beat = z.strictObject({
  id,
  kind: z.literal('beat'),
  receipts: z.optional(z.array(id).check(z.maxLength(extensionLimits.receipts))),
});
/**
 * The tab that is active in the window that has the focus; null: none that may be told of, such as one of a private window. The listener forgets it with the
 * connection, so it is sent after each welcome too.
 */
const tab = z.strictObject({ id, kind: z.literal('tab'), atMs, page: z.nullable(z.strictObject(page)) });
/** Something was copied in this page. Hub's own extension sends it only where the user has allowed a script in every page; a `tab` tells the same of most copies. */
const copy = z.strictObject({ id, kind: z.literal('copy'), atMs, ...page });
/** Text to save: what was selected, as Markdown; or a block of code, with its language if the page names it. */
const selection = z.strictObject({
  id,
  kind: z.literal('selection'),
  atMs,
  ...page,
  text,
  form: z.enum(['markdown', 'code']),
  language: z.optional(z.string().check(z.maxLength(40))),
});
/** The readable part of a page, as Markdown with its front matter, which has byline and date too. */
const article = z.strictObject({
  id,
  kind: z.literal('page'),
  atMs,
  ...page,
  text,
  byline: z.optional(z.string().check(z.maxLength(extensionLimits.title))),
  published: z.optional(z.string().check(z.maxLength(100))),
});
/** A file to save: a picture, the target of a link, a whole page. */
const file = z.strictObject({
  id,
  kind: z.literal('file'),
  atMs,
  ...page,
  name: z.string().check(z.minLength(1), z.maxLength(extensionLimits.name)),
  mediaType: z.string().check(z.maxLength(200)),
  /** Base64 (RFC 4648 §4). */
  content: z.string().check(z.maxLength(Math.ceil(extensionLimits.fileBytes / 3) * 4)),
});
/** Shows what an earlier message was saved as. */
const open = z.strictObject({ id, kind: z.literal('open'), of: id });

export const extensionMessage = z.discriminatedUnion('kind', [beat, tab, copy, selection, article, file, open]);
export type ExtensionMessage = z.infer<typeof extensionMessage>;

/** Whether the frame of a message is short enough for the listener. */
export function fitsFrame(message: ExtensionMessage): boolean {
  const frame = JSON.stringify(message);
  const mostBytesOfUnit = 3;
  return frame.length * mostBytesOfUnit <= longestFrame || new TextEncoder().encode(frame).byteLength <= longestFrame;
}

/**
 * Why a message was refused. `invalid`: not of these schemas; `too-large`; `excluded`: by the user's own rules; `secret`: the content filter left it out;
 * `paused`: the user has paused capture; `busy`: later, it may be sent again; `failed`: it could not be recorded, and may be sent again;
 * `gone`: there is nothing to open, or no longer.
 */
export const nackReasons = ['invalid', 'too-large', 'excluded', 'secret', 'paused', 'busy', 'failed', 'gone'] as const;

export const listenerMessage = z.union([
  /** The first one of a connection. */
  z.strictObject({
    welcome: z.strictObject({
      version: z.string(),
      /** Of the pairing. */
      name: z.string(),
      /** Nothing is to be read from these hosts (`isExcludedHost`). Absent: the rules can't be read now, and those that were told last stay in force. */
      excludedHosts: z.optional(z.array(z.string())),
    }),
  }),
  /** What the welcome said of hosts is another now, or a pause is over. The listener may have forgotten the tab: it is to be sent again. */
  z.strictObject({ update: z.strictObject({ excludedHosts: z.optional(z.array(z.string())) }) }),
  z.strictObject({ ack: id }),
  /** `id` is null where the message had none that could be read. */
  z.strictObject({ nack: z.nullable(id), reason: z.enum(nackReasons) }),
  /**
   * What became of a saved message: `saved` as `name` in `folder` (of the WorkSpace); `kept` in the history without a file; `filtered` as a secret; `waiting` for
   * its WorkSpace; `failed`. `reason` is why, of `fragmentReasons`; `text` says it in the language of Hub.
   */
  z.strictObject({
    receipt: id,
    outcome: z.enum(['saved', 'kept', 'filtered', 'waiting', 'failed']),
    name: z.optional(z.string()),
    folder: z.optional(z.string()),
    reason: z.optional(z.string().check(z.maxLength(60))),
    text: z.string(),
  }),
]);
export type ListenerMessage = z.infer<typeof listenerMessage>;
