/**
 * What the parts of the extension say to each other: the popup and the options to the background, and the background to them. All of them are the extension's
 * own, except the scripts in pages, which may have taken over their process: what comes from there is checked (`codeBlock`, `pageFile`, `copied`).
 */
import * as z from 'zod/mini';
import { extensionLimits } from '../src/contract/extension-messages.ts';
import type { LinkState } from './background/connection-rules.ts';
import type { WhyNotRead } from './background/may-save.ts';
import type { Missing, PageTrouble } from './page/tasks.ts';

/** What a user can save. `code`: a block of code, by its button. */
export type What = 'article' | 'selection' | 'page' | 'picture' | 'link' | 'code';

/**
 * `reading`: its page is being read. `queued`: waits for Hub. `received`: Hub has it, and has not told yet what became of it. `refused`: Hub did not take it. `not-saved`: it did not come into the
 * queue. The others are Hub's receipt.
 */
export type SaveState = 'reading' | 'queued' | 'received' | 'saved' | 'kept' | 'filtered' | 'waiting' | 'failed' | 'refused' | 'not-saved';

export interface Save {
  readonly id: string;
  readonly atMs: number;
  readonly what: What;
  /** Of the page; empty where that may not be known. */
  readonly title: string;
  readonly host: string;
  readonly state: SaveState;
  /** Where Hub has saved it, in the WorkSpace. */
  readonly name?: string;
  readonly folder?: string;
  /** Hub's own words about it. */
  readonly text?: string;
  /** Why Hub refused it. */
  readonly reason?: string;
  /** With `not-saved`: why, and what the browser told of it. */
  readonly trouble?: SaveTrouble;
  readonly detail?: string;
  /** What a whole page is without. */
  readonly missing?: Missing;
  readonly needed?: Needed;
}

/** What the user may allow (match patterns of hosts), and what is saved then: the file at the address, or the page that is still in its tab. */
export interface Needed {
  readonly origins: readonly string[];
  readonly page: { readonly url: string; readonly title: string };
  readonly tabId?: number;
  readonly address?: string;
}

/** Why the queue did not take a save. */
export type AddTrouble = 'queue-full' | 'disk-full';

/**
 * Why something did not come into the queue. `not-stored`: the browser's own disk failed. `host-needed`: the site does not give it to other sites, so the user has to
 * allow its host; `page-needs-host`: no script may be put into the tab, but what it shows may be a file;
 * `frame-needs-host`: the user selects in a frame of another site, which has to be allowed. `page-gone`: the tab shows something else by now.
 */
export type SaveTrouble =
  | 'not-paired'
  | WhyNotRead
  | PageTrouble
  | AddTrouble
  | 'page-closed-to-extensions'
  | 'page-needs-host'
  | 'frame-needs-host'
  | 'page-gone'
  | 'host-needed'
  | 'not-stored';

/** What popup and options show. */
export interface View {
  readonly link: LinkState;
  readonly port: number;
  /** Hub's name and version, while connected. */
  readonly hub: { readonly name: string; readonly version: string } | null;
  readonly queued: number;
  /** Hub takes nothing until its user resumes capture. */
  readonly isPaused: boolean;
  /** The newest first. */
  readonly recent: readonly Save[];
}

/** The name of the port by which a popup or the options receive a `View` after each change. */
export const viewPort = 'view';

export type PairTrouble = 'code-malformed' | 'code-wrong' | 'unavailable' | 'not-running' | 'not-hub';

export type Request =
  | { readonly ask: 'save'; readonly what: 'article' | 'selection' | 'page'; readonly tabId: number }
  /** Save what needed hosts that the user has allowed by now. */
  | { readonly ask: 'take-up'; readonly id: string }
  | { readonly ask: 'open'; readonly id: string }
  | { readonly ask: 'pair'; readonly code: string }
  | { readonly ask: 'unpair' }
  /** Connect now, and say how long a round trip took. */
  | { readonly ask: 'test' }
  /** The settings have changed. */
  | { readonly ask: 'apply-settings' };

export type Answer =
  | { readonly ok: true; readonly roundTripMs?: number }
  | { readonly ok: false; readonly trouble?: PairTrouble | SaveTrouble | 'gone' | 'not-connected' };

/** From the button at a code block. */
export const codeBlock = z.strictObject({
  ask: z.literal('save-code'),
  text: z.string().check(z.minLength(1), z.maxLength(extensionLimits.text)),
  language: z.optional(z.string().check(z.maxLength(40))),
});
export type CodeBlock = z.infer<typeof codeBlock>;

/** From the script in a page that is being saved: a file that the page may not read itself. */
export const pageFile = z.strictObject({ ask: z.literal('page-file'), address: z.string().check(z.maxLength(extensionLimits.url)) });
export type PageFile = z.infer<typeof pageFile>;

/** From the script that sees copies: something was copied in its tab. */
export const copied = z.strictObject({ ask: z.literal('copied') });
export type Copied = z.infer<typeof copied>;
