/** The memory of the extension's background while it tells Hub of each tab that comes to the front, in Chromium and in Firefox: it must not grow with them. */
import { startExtensionRig } from '../../test/extension/extension-rig.ts';
import { startFirefoxRig } from '../../test/extension/firefox-rig.ts';
import { noFirefox } from '../../test/harness/desktop/hub-extension-firefox.ts';
import { until } from '../../test/harness/until.ts';
import { mebibyte } from '../measuring/process-memory.ts';
import type { Report } from '../measuring/report.ts';

/** What the first switches load and compile is no growth. */
const warmUpShare = 1;
/** Firefox counts with it what it allocates itself in the process of extensions. */
const mostGrowth = { Chromium: 0.25, Firefox: 0.5 } as const;
/** One reading in a dozen is 1.6 MiB too high, while Firefox collects its garbage: the least of several counts. */
const readings = 3;
const toldWithinMs = 20_000;

interface Rig extends AsyncDisposable {
  /** Brings the one or the other page to the front. */
  bringToFront(page: 0 | 1): Promise<void>;
  memoryBytes(): Promise<number>;
  /** How many reports of a page arrived. */
  told(): number;
  /** The address in the last one; empty if no page was in front. */
  lastTold(): string;
}

export async function measureTabSwitches(report: Report, switches: number): Promise<void> {
  const rigs = { Chromium: chromiumRig, ...(noFirefox === false ? { Firefox: firefoxRig } : {}) };
  const rows: (readonly (string | number)[])[] = [];
  for (const [browser, start] of Object.entries(rigs)) {
    await using rig = await start();
    const warmUp = Math.round(switches * warmUpShare);
    await switchTabs(rig, warmUp);
    const before = (await rig.memoryBytes()) / mebibyte;
    const told = rig.told();
    await switchTabs(rig, switches);
    const after = (await rig.memoryBytes()) / mebibyte;
    rows.push([browser, warmUp, before.toFixed(2), after.toFixed(2), (after - before).toFixed(2), rig.told() - told]);
    const limit = mostGrowth[browser as keyof typeof mostGrowth];
    report.target({ what: `growth of the background in ${browser}`, figure: after - before, limit, better: 'lower', unit: 'MiB' });
  }
  report.table(
    `The memory of the background in MiB, before and after ${switches} switches between two tabs (Chromium: its JavaScript; Firefox: all that is allocated in the process of extensions)`,
    ['', 'switches before', 'before', 'after', 'growth', 'pages told'],
    rows,
  );
}

const paths = ['/gates', '/other'] as const;

/** Each one is told before the next, or it would be left out: Hub hears of at most four a second. */
async function switchTabs(rig: Rig, switches: number): Promise<void> {
  for (let index = 0; index < switches; index += 1) {
    const page = index % 2 === 0 ? 0 : 1;
    await rig.bringToFront(page);
    await until('report of the page', () => rig.lastTold().endsWith(paths[page]) || undefined, toldWithinMs);
  }
}

async function chromiumRig(): Promise<Rig> {
  const rig = await startExtensionRig({ isAllowedAll: true });
  const options = await rig.hub.open('options.html');
  await options.click('#tell-tabs');
  await options.locator('.status[data-link="connected"]').waitFor();
  const pages = [await rig.visit(paths[0]), await rig.visit(paths[1])] as const;
  const tabs = () => rig.listener.heard.filter((message) => message.kind === 'tab');
  const told = (): number => tabs().length;
  await until('first report', () => told() > 0 || undefined, toldWithinMs);
  await options.close();
  return {
    bringToFront: async (page) => await pages[page].bringToFront(),
    memoryBytes: async () => await rig.hub.backgroundHeapBytes(),
    told,
    lastTold: () => tabs().at(-1)?.page?.url ?? '',
    [Symbol.asyncDispose]: async () => await rig[Symbol.asyncDispose](),
  };
}

async function firefoxRig(): Promise<Rig> {
  const rig = await startFirefoxRig();
  await rig.tellTabs();
  const pages = [await rig.visit(paths[0]), await rig.visit(paths[1])] as const;
  const tabs = () => rig.listener.heard.filter((message) => message.kind === 'tab');
  const told = (): number => tabs().length;
  await until('first report', () => told() > 0 || undefined, toldWithinMs);
  return {
    bringToFront: async (page) => await pages[page].front(),
    memoryBytes: async () => {
      let least = Number.POSITIVE_INFINITY;
      for (let reading = 0; reading < readings; reading += 1) least = Math.min(least, (await rig.firefox.extensionsMemory()).heapBytes);
      return least;
    },
    told,
    lastTold: () => tabs().at(-1)?.page?.url ?? '',
    [Symbol.asyncDispose]: async () => await rig[Symbol.asyncDispose](),
  };
}
