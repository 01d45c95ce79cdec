/** What the extension keeps in the browser's storage: the pairing and the settings. Both are checked when they are read. */

import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import type { ExcludedHosts } from '../page/excluded.ts';

/** The port of Hub's web listener unless `HUB_WEB_PORT` says otherwise. */
export const usualPort = 5_000;

const pairingSchema = z.object({ token: z.string().check(z.regex(/^[\w.~-]{16,512}$/)) });
const settingsSchema = z.object({
  port: z._default(z.int().check(z.minimum(1), z.maximum(65_535)), usualPort),
  /** Whether Hub is told of the active tab, so that a copy has the page that it comes from. */
  tellsTabs: z._default(z.boolean(), false),
  codeButtons: z._default(z.boolean(), false),
  /** Nothing is read from these hosts and the hosts below them. */
  excludedHosts: z._default(z.array(z.string()), []),
});

export type Settings = z.infer<typeof settingsSchema>;

export const usualSettings: Settings = { port: usualPort, tellsTabs: false, codeButtons: false, excludedHosts: [] };

/** The token of the pairing; null: not paired. */
export async function readToken(): Promise<string | null> {
  const { pairing } = await browser.storage.local.get('pairing');
  const read = pairingSchema.safeParse(pairing);
  return read.success ? read.data.token : null;
}

/** Whether this may be kept as a token: it has to fit into a header that names protocols. */
export function isToken(token: unknown): token is string {
  return pairingSchema.safeParse({ token }).success;
}

/** The hosts of which Hub wants nothing, as it told at the last connection. */
export async function keepHubsExcluded(hosts: readonly string[]): Promise<void> {
  await browser.storage.local.set({ hubsExcluded: hosts });
}

/** The hosts from which nothing is read. */
export async function excludedHosts(): Promise<ExcludedHosts> {
  const { hubsExcluded } = await browser.storage.local.get('hubsExcluded');
  const read = z.array(z.string()).safeParse(hubsExcluded ?? []);
  // Those that can't be read must not become none: then everything is excluded.
  return { own: (await readSettings()).excludedHosts, hubs: read.success ? read.data : ['*'] };
}

const wishSchema = z.object({ id: z.string(), atMs: z.number() });
/** A question of the browser that was left open for longer was not about this any more. */
const wishWithinMs = 600_000;

/** What the user wants saved as soon as the browser's question for its hosts is answered: that may close the popup. Gone with the end of the browser. */
export async function keepWish(id: string): Promise<void> {
  await browser.storage.session.set({ wish: { id, atMs: Date.now() } });
}

/** The wish, once. */
export async function takeWish(): Promise<string | null> {
  const { wish } = await browser.storage.session.get('wish');
  await browser.storage.session.remove('wish');
  const read = wishSchema.safeParse(wish);
  return read.success && Date.now() - read.data.atMs < wishWithinMs ? read.data.id : null;
}

/** Null ends the pairing. */
export async function keepToken(token: string | null): Promise<void> {
  if (token === null) await browser.storage.local.remove('pairing');
  else await browser.storage.local.set({ pairing: { token } });
}

export async function readSettings(): Promise<Settings> {
  const { settings } = await browser.storage.local.get('settings');
  const read = settingsSchema.safeParse(settings ?? {});
  // Excluded hosts that can't be read must not become none: then everything is excluded.
  return read.success ? read.data : { ...usualSettings, excludedHosts: ['*'] };
}

export async function keepSettings(change: Partial<Settings>): Promise<void> {
  const settings = { ...(await readSettings()), ...change };
  await browser.storage.local.set({ settings });
}
