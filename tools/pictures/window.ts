/**
 * `docs/pictures/window*.png`: the real window on a private desktop, at twice its size: each state of its panel, each theme, the rail open and closed, and
 * other things that it sometimes shows. Its content is copied by a program that pretends to be a browser.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Desktop } from '../../test/harness/desktop/desktop.ts';
import { gradientPng } from '../../test/harness/gradient-png.ts';
import { TestHub } from '../../test/harness/hub.ts';
import { ClipboardOwner } from '../../test/harness/owners/clipboard-owner.ts';
import { until } from '../../test/harness/until.ts';

const folder = path.join(import.meta.dirname, '../../docs/pictures');

interface Look {
  readonly name: string;
  readonly panel?: number;
  readonly theme?: 'light' | 'dark' | 'high-contrast';
  readonly isDarkSystem?: true;
  readonly railIsOpen?: boolean;
  /** The user's actions before the picture is taken. */
  readonly byHand?: (scene: Scene) => Promise<unknown>;
}

interface Scene {
  readonly desktop: Desktop;
  readonly hub: TestHub;
  readonly window: number;
}

/** The pictures are twice the window's size. */
const scale = 2;
/**
 * A fixed pause, because no single event means that lists, thumbnails, a menu and a notice are all there, and the page reports its first paint before
 * them. The person who redraws the pictures checks them.
 */
const settlesAfterMs = 1_500;

/** Before anything was copied. */
const empty: Look = { name: 'window-empty' };

const looks: readonly Look[] = [
  { name: 'window' },
  ...[0, 1, 2].map((panel) => ({ name: `window-panel-${panel}`, panel })),
  // Hides the path of the program that copied, because it is a path on this machine.
  { name: 'window-panel-4', panel: 4, byHand: ({ desktop, window }) => desktop.click(window, 137 * scale, 671 * scale) },
  { name: 'window-rail', railIsOpen: true },
  { name: 'window-dark', theme: 'dark' },
  { name: 'window-dark-rail', theme: 'dark', railIsOpen: true },
  { name: 'window-high-contrast-light', theme: 'high-contrast' },
  { name: 'window-high-contrast-dark', theme: 'high-contrast', isDarkSystem: true },
  { name: 'window-history', byHand: inRail(111) },
  { name: 'window-workspaces', byHand: inRail(151) },
  { name: 'window-diagnostics', byHand: inRail(191) },
  { name: 'window-settings', byHand: inRail(551) },
  { name: 'window-search', byHand: search },
  { name: 'window-profile', byHand: ({ desktop, window }) => desktop.click(window, 583 * scale, 24 * scale) },
  { name: 'window-notice', byHand: saveNow },
  { name: 'window-picker', byHand: ({ hub }) => hub.command(['action', 'open-picker']) },
  { name: 'window-picker-dark', theme: 'dark', byHand: ({ hub }) => hub.command(['action', 'open-picker']) },
  { name: 'window-quick-chat', byHand: ({ hub }) => hub.command(['action', 'quick-settings-chat']) },
  { name: 'window-quick-text-extraction', theme: 'dark', byHand: ({ hub }) => hub.command(['action', 'quick-settings-text-extraction']) },
  { name: 'window-quick-structured-text', byHand: ({ hub }) => hub.command(['action', 'quick-settings-structured-text']) },
  // This look is the last one, because the change is permanent.
  { name: 'window-paused', byHand: ({ hub }) => hub.command(['action', 'pause-capture']) },
];

/** The section whose button is at this height: a start begins with the copies. */
function inRail(y: number): NonNullable<Look['byHand']> {
  return ({ desktop, window }) => desktop.click(window, 24 * scale, y * scale);
}

async function search({ desktop }: Pick<Scene, 'desktop'>): Promise<void> {
  await desktop.key('ctrl+k');
  await desktop.type('s');
}

async function saveNow({ desktop }: Pick<Scene, 'desktop'>): Promise<void> {
  await desktop.key('ctrl+k');
  await desktop.type('save now');
  await pause(settlesAfterMs); // until the search results are there
  await desktop.key('Return');
}

const code = `# walk_sizes.py
import os

def sizes(root):
    for base, dirs, names in os.walk(root):
        yield base, sum(os.path.getsize(os.path.join(base, n)) for n in names)
`;

export const lookNames: readonly string[] = [empty, ...looks].map(({ name }) => name);

/** All looks, or one. */
export async function drawWindow(only?: string): Promise<void> {
  const isWanted = ({ name }: Look): boolean => only === undefined || name === only;
  await using desktop = await Desktop.start('1800x2100');
  const env = { ...desktop.place, GDK_SCALE: '2', HUB_HUBWINDOW_DEBUG_PROFILE_BLOCK: '' };
  await using hub = new TestHub(env, { withWindow: true, savePolicy: 'default' });
  hub.env.HOME = hub.root;
  if (isWanted(empty)) await draw(desktop, hub, empty);
  else await hub.start();
  await using owner = await ClipboardOwner.start(desktop.display);
  // From here on, the desktop does not report the active window by itself, so the windows of the copies count as active.
  await until('active window', async () => (await desktop.windows('Hub'))[0] === (await desktop.active()));
  await copyThings(hub, owner);
  for (const look of looks.filter(isWanted)) await draw(desktop, hub, look);
}

/** Restarts Hub with this look, and takes its picture. */
async function draw(desktop: Desktop, hub: TestHub, look: Look): Promise<void> {
  await hub.stop();
  remember(hub, look);
  hub.env.GTK_THEME = look.isDarkSystem === true ? 'Adwaita:dark' : 'Adwaita';
  await hub.start();
  const window = await until('window', async () => (await desktop.windows('Hub'))[0]);
  await pause(settlesAfterMs); // the lists, and what else comes after the first picture
  await look.byHand?.({ desktop, hub, window });
  await pause(settlesAfterMs);
  await desktop.picture(window, path.join(folder, `${look.name}.png`));
  process.stdout.write(`docs/pictures/${look.name}.png\n`);
}

/** Writes the window's state as the window itself would have stored it. */
function remember(hub: TestHub, { panel = 3, theme = 'light', isDarkSystem, railIsOpen = false }: Look): void {
  const file = path.join(hub.places.home, 'data', 'window.json');
  mkdirSync(path.dirname(file), { recursive: true });
  const size = { width: 608, height: panel > 3 ? 940 : 600 };
  writeFileSync(
    file,
    JSON.stringify({ place: { x: 40, y: 40 }, size, railIsOpen, panel, theme, systemTheme: isDarkSystem ? 'dark' : 'light' }),
  );
}

async function copyThings(hub: TestHub, owner: ClipboardOwner): Promise<void> {
  const text = (content: string) => ({ content: { text: content } });
  const copies: readonly (readonly [title: string, program: string, targets: Parameters<ClipboardOwner['own']>[0]])[] = [
    ['Inbox - Mail', 'Mail', { UTF8_STRING: text('The quarterly figures are in the second sheet, please check them before Friday.') }],
    ['package.json - hub - Code', 'Code', { UTF8_STRING: text('{"name":"hub","private":true,"scripts":{"start":"node setup.mjs run"}}') }],
    ['Screenshots - Files', 'Files', { 'image/png': { content: { base64: gradientPng(1920, 1080).toString('base64') } } }],
    [
      'Tide tables - Firefox',
      'Firefox',
      { UTF8_STRING: text('SELECT station, height FROM tides\nWHERE day = current_date\nORDER BY height DESC;') },
    ],
    [
      'Directory walking — Python 3 documentation',
      'Firefox',
      { UTF8_STRING: text(code), 'chromium/x-source-url': text('https://docs.python.org/3/library/os.html#os.walk') },
    ],
  ];
  for (const [index, [title, className, targets]] of copies.entries()) {
    await owner.showWindow({ title, className });
    await owner.own(targets);
    await hub.health(({ copies: { captured } }) => captured > index);
  }
  await hub.source(({ clipboardFragments: [first] }) => first?.state === 'saved');
}
