/** The scripts that are in every page that the user does not exclude, once the user has switched them on and allowed them. */
import { browser } from 'wxt/browser';
import type { Settings } from './kept.ts';

export const everyPage = '*://*/*';

/**
 * `copies` tells that something was copied in a page, not what. It asks for nothing of its own: it is only there where the user has both wanted the source of copies
 * and allowed all sites for the buttons.
 */
const scripts = [
  { id: 'code-button', runAt: 'document_idle', allFrames: false, isWanted: ({ codeButtons }: Settings) => codeButtons },
  {
    id: 'copies',
    // Before the scripts of the page, which may end an event.
    runAt: 'document_start',
    allFrames: true,
    isWanted: ({ codeButtons, tellsTabs }: Settings) => codeButtons && tellsTabs,
  },
] as const;

/** Registers the scripts that are wanted, and removes the others; pages that are open keep what they have. */
export async function applyPageScripts(settings: Settings): Promise<void> {
  const { excludedHosts } = settings;
  const mayBe = !excludedHosts.includes('*') && (await browser.permissions.contains({ origins: [everyPage] }));
  const registered = await browser.scripting.getRegisteredContentScripts({ ids: scripts.map(({ id }) => id) });
  if (registered.length > 0) await browser.scripting.unregisterContentScripts({ ids: registered.map(({ id }) => id) });
  const wanted = scripts.filter(({ isWanted }) => mayBe && isWanted(settings));
  if (wanted.length === 0) return;
  const excludeMatches = excludedHosts.map((host) => (/^[\d.]+$|^\[/.test(host) ? `*://${host}/*` : `*://*.${host}/*`));
  await browser.scripting.registerContentScripts(
    wanted.map(({ id, runAt, allFrames }) => ({
      id,
      js: [`content-scripts/${id}.js`],
      matches: [everyPage],
      excludeMatches,
      runAt,
      allFrames,
      persistAcrossSessions: true,
    })),
  );
}
