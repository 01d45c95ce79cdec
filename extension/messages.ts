/**
 * What the parts of the extension say to each other: the popup and the options to the background, and the background to them. All of them are the extension's
 * own, except the button at a code block, whose page may have taken over its process: what comes from there is checked (`codeBlock`).
 */
import * as z from 'zod/mini';
import { extensionLimits } from '../src/contract/extension-messages.ts';
import type { LinkState } from './background/connection-rules.ts';
import type { WhyNotRead } from './background/may-save.ts';
import type { PageTrouble } from './page/tasks.ts';

/** What a user can save. `code`: a block of code, by its button. */
export type What = 'article' | 'selection' | 'page' | 'picture' | 'link' | 'code';

/**
 * `queued`: waits for Hub. `received`: Hub has it, and has not told yet what became of it. The others are Hub's receipt; `refused`: Hub did not take it.
 */
export type SaveState = 'queued' | 'received' | 'saved' | 'kept' | 'filtered' | 'waiting' | 'failed' | 'refused';

export interface Save {
  readonly id: string;
  readonly atMs: number;
  readonly what: What;
  /** Of the page. */
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
}

/** Why the queue did not take a save. */
export type AddTrouble = 'queue-full' | 'disk-full';

/** Why something was not saved, or not even queued. `not-stored`: the browser's own disk failed. `host-needed`: the site does not give it to other sites, so the user has to allow its host. */
export type SaveTrouble = 'not-paired' | WhyNotRead | PageTrouble | AddTrouble | 'page-closed-to-extensions' | 'host-needed' | 'not-stored';

/** A save that did not come into the queue. */
export interface Trouble {
  readonly atMs: number;
  readonly what: What;
  readonly trouble: SaveTrouble;
  /** With `host-needed`: what to ask for (a match pattern), and what to save then. */
  readonly needed?: { readonly origin: string; readonly tabId: number; readonly address: string };
}

/** What popup and options show. */
export interface View {
  readonly link: LinkState;
  readonly port: number;
  /** Hub's name and version, while connected. */
  readonly hub: { readonly name: string; readonly version: string } | null;
  readonly queued: number;
  /** The newest first. */
  readonly recent: readonly Save[];
  /** The last save that did not come into the queue, until the next one. */
  readonly trouble: Trouble | null;
}

/** The name of the port by which a popup or the options receive a `View` after each change. */
export const viewPort = 'view';

export type PairTrouble = 'code-malformed' | 'code-wrong' | 'unavailable' | 'not-running' | 'not-hub';

export type Request =
  | { readonly ask: 'save'; readonly what: 'article' | 'selection' | 'page'; readonly tabId: number }
  /** Again what needed a host that the user has allowed meanwhile. */
  | { readonly ask: 'save-target'; readonly what: 'picture' | 'link'; readonly tabId: number; readonly address: string }
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
