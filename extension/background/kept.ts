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
/** Excluded hosts that can't be read must not become none: then everything is excluded. */
const unreadable: Settings = { ...usualSettings, excludedHosts: ['*'] };

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

/** When another browser with the same pairing has taken the place of this one, in milliseconds since 1970; null: none has. Gone with the end of the browser. */
export async function keepReplaced(atMs: number | null): Promise<void> {
  if (atMs === null) await browser.storage.session.remove('replacedAtMs');
  else await browser.storage.session.set({ replacedAtMs: atMs });
}

export async function replacedAtMs(): Promise<number | null> {
  const { replacedAtMs: atMs } = await browser.storage.session.get('replacedAtMs');
  return typeof atMs === 'number' ? atMs : null;
}

/** Null ends the pairing. */
export async function keepToken(token: string | null): Promise<void> {
  if (token === null) await browser.storage.local.remove('pairing');
  else await browser.storage.local.set({ pairing: { token } });
}

const settingNames = Object.keys(usualSettings) as readonly (keyof Settings)[];

/** Each setting has a key of its own: the options and the background change them at once, and neither may put back what the other has changed. */
function keyOf(name: keyof Settings): string {
  return `settings.${name}`;
}

export async function readSettings(): Promise<Settings> {
  const { settings: earlier = {}, ...own } = await browser.storage.local.get(['settings', ...settingNames.map(keyOf)]);
  const changed = settingNames.flatMap((name) => (keyOf(name) in own ? [[name, own[keyOf(name)]] as const] : []));
  // Earlier versions kept all of them under one key.
  const before = settingsSchema.safeParse(earlier);
  const read = settingsSchema.safeParse({ ...(before.success ? before.data : unreadable), ...Object.fromEntries(changed) });
  return read.success ? read.data : unreadable;
}

export async function keepSettings(change: Partial<Settings>): Promise<void> {
  await browser.storage.local.set(
    Object.fromEntries(Object.entries(change).map(([name, value]) => [keyOf(name as keyof Settings), value])),
  );
}
