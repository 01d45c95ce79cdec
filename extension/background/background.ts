/**
 * The parts of the background and how they are connected: the queue on the disk, the connection to Hub that sends it, what the user asks for, and what
 * the popup shows. The browser ends the background whenever it likes; everything that matters is on the disk, and it starts again with the next event.
 */
import { browser } from 'wxt/browser';
import type { Answer, Save, View } from '../messages.ts';
import { openBadge } from './badge.ts';
import { isNeeded } from './connection-rules.ts';
import { keepHubsExcluded, keepReplaced, keepSettings, keepToken, readSettings, readToken, replacedAtMs } from './kept.ts';
import { type Link, newId, openLink } from './link.ts';
import { openOutbox } from './outbox.ts';
import { applyPageScripts, everyPage } from './page-scripts.ts';
import { askForToken, browserName } from './pairing.ts';
import { openSaves } from './saves.ts';
import { openSaving, type Saving } from './saving.ts';
import { openTabReports, type TabReports } from './tab-reports.ts';

/** So many saves are shown in the popup. */
const mostShown = 20;
/** At most so often a change is shown. */
const shownEveryMs = 40;
/** For so long the connection stays for a receipt. */
const receiptWithinMs = 60_000;
/** While saves wait and Hub is away, the browser starts the background again this often. */
const alarm = { name: 'try-again', everyMinutes: 1 } as const;

export interface Background extends Omit<Saving, 'unstored' | 'reading'>, Pick<TabReports, 'copiedIn'> {
  open(id: string): Promise<Answer>;
  pair(code: string): Promise<Answer>;
  unpair(): Promise<Answer>;
  test(): Promise<Answer>;
  applySettings(): Promise<Answer>;
  /** The user has taken back permissions: what needed them is switched off. */
  permissionsRemoved(): Promise<void>;
  /** Shows each change to this viewer, until the function that it returns is called. */
  watch(show: (view: View) => void): () => void;
  /** An event of the browser: looks whether anything is to be done. */
  wake(): void;
}

export async function startBackground(): Promise<Background> {
  const saves = openSaves();
  const badge = openBadge();
  const viewers = new Set<(view: View) => void>();
  const awaited = new Map<string, number>();

  const link: Link = openLink({
    access: async () => {
      const token = await readToken();
      return token === null ? null : { token, port: (await readSettings()).port };
    },
    isNeeded: async () => {
      const sinceMs = Date.now() - receiptWithinMs;
      for (const [id, atMs] of awaited) if (atMs < sinceMs) awaited.delete(id);
      const { tellsTabs } = await readSettings();
      const [queued, isPaired] = [await saves.queued(), (await readToken()) !== null];
      return isNeeded({ isPaired, viewers: viewers.size, tellsTabs, queued, awaited: awaited.size });
    },
    onState: (state) => {
      if (state === 'connected') {
        outbox.resume();
        tabs.tellAfresh();
      }
      changed();
    },
    onExcluded: (hosts) => void keepHubsExcluded(hosts),
    onUpdate: () => {
      outbox.resume();
      tabs.tellAfresh();
    },
    onReceipt: async ({ receipt, outcome, name, folder, reason, text }) => {
      awaited.delete(receipt);
      const place = { ...(name === undefined ? {} : { name }), ...(folder === undefined ? {} : { folder }) };
      const save = await saves.settle(receipt, { state: outcome, text, ...place, ...(reason === undefined ? {} : { reason }) });
      if (save !== null) badge.settled(save);
      changed();
      // The link has first to know that it is stored.
      setTimeout(() => void link.review());
    },
    replacedAtMs,
    keepReplaced,
    // Firefox ends a background that calls none of the browser's functions for 30 s, whatever its connections do.
    stayAlive: () => void browser.runtime.getPlatformInfo(),
  });
  const outbox = openOutbox({
    saves,
    link,
    onChange: () => changed(),
    onRefused: () => badge.refused(),
  });
  const tabs = openTabReports({ link });
  tabs.follow((await readSettings()).tellsTabs);

  /** A disk that gives nothing now must not hide the reason why something was not saved. */
  const stored = async (): Promise<Pick<View, 'queued' | 'recent'>> => {
    try {
      return { queued: await saves.queued(), recent: newestFirst(await saves.recent(mostShown), saving.unstored) };
    } catch {
      return { queued: 0, recent: saving.unstored };
    }
  };
  const view = async (): Promise<View> => {
    const { queued, recent } = await stored();
    return {
      link: link.state,
      port: (await readSettings()).port,
      hub: link.hub,
      // What a Hub said that is not connected now is of no account.
      isPaused: link.state === 'connected' && outbox.isPaused,
      queued,
      recent: [...saving.reading, ...recent],
    };
  };
  const tellChange = async (): Promise<void> => {
    if (viewers.size > 0) {
      const shown = await view();
      for (const show of viewers) show(shown);
    }
    badge.queued((await stored()).queued, link.state === 'connected' && !outbox.isPaused);
    await setAlarm();
  };
  /** Thousands of saves may leave the queue in a row: what is shown follows at the pace of an eye. */
  let isTelling = false;
  const changed = (): void => {
    if (isTelling) return;
    isTelling = true;
    setTimeout(() => {
      isTelling = false;
      // What can't be read now is shown with the next change.
      tellChange().catch(() => {});
    }, shownEveryMs);
  };
  const setAlarm = async (): Promise<void> => {
    const isPending = (await saves.queued()) > 0 || (await readSettings()).tellsTabs;
    if (!isPending) await browser.alarms.clear(alarm.name);
    else if ((await browser.alarms.get(alarm.name)) === undefined)
      await browser.alarms.create(alarm.name, { periodInMinutes: alarm.everyMinutes });
  };

  const saving = openSaving({
    saves,
    badge,
    onChange: () => changed(),
    onQueued: async ({ id, atMs }) => {
      awaited.set(id, atMs);
      // It is stored: what fails now is tried again with the next event.
      await setAlarm().catch(() => {});
      await link.review('now');
      outbox.flush();
    },
  });

  const applySettings = async (): Promise<Answer> => {
    const settings = await readSettings();
    await applyPageScripts(settings);
    tabs.follow(settings.tellsTabs);
    await setAlarm();
    await link.restart();
    return { ok: true };
  };

  return {
    save: saving.save,
    saveCode: saving.saveCode,
    takeUp: saving.takeUp,
    allowed: saving.allowed,
    pageFile: saving.pageFile,
    copiedIn: tabs.copiedIn,
    open: async (of) => {
      const reply = await link.send({ id: newId(), kind: 'open', of });
      if (reply.kind === 'ack') return { ok: true };
      return { ok: false, trouble: reply.kind === 'nack' ? 'gone' : 'not-connected' };
    },
    pair: async (code) => {
      const { userAgent } = navigator;
      const brands = 'userAgentData' in navigator ? (navigator.userAgentData as { brands: readonly { brand: string }[] }).brands : [];
      const found = await askForToken(code, browserName(userAgent, brands), (await readSettings()).port);
      if (typeof found === 'string') return { ok: false, trouble: found };
      await keepToken(found.token);
      await link.restart();
      await link.attempt();
      return { ok: true };
    },
    unpair: async () => {
      await keepToken(null);
      await link.restart();
      return { ok: true };
    },
    test: async () => {
      await link.attempt();
      const tripMs = await link.roundTrip();
      return tripMs === null ? { ok: false, trouble: 'not-connected' } : { ok: true, roundTripMs: tripMs };
    },
    applySettings,
    permissionsRemoved: async () => {
      const { tellsTabs, codeButtons } = await readSettings();
      const [mayTell, mayShow] = await Promise.all([
        browser.permissions.contains({ permissions: ['tabs'] }),
        browser.permissions.contains({ origins: [everyPage] }),
      ]);
      if ((!tellsTabs || mayTell) && (!codeButtons || mayShow)) return;
      await keepSettings({ ...(mayTell ? {} : { tellsTabs: false }), ...(mayShow ? {} : { codeButtons: false }) });
      await applySettings();
    },
    watch: (show) => {
      viewers.add(show);
      view().then(show, () => {});
      void link.review('now');
      return () => {
        viewers.delete(show);
        void link.review();
      };
    },
    wake: () => {
      changed();
      void link.review();
    },
  };
}

function newestFirst(stored: readonly Save[], unstored: readonly Save[]): readonly Save[] {
  return unstored.length === 0 ? stored : [...unstored, ...stored].toSorted((one, other) => other.atMs - one.atMs).slice(0, mostShown);
}
