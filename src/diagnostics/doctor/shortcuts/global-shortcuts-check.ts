/** Whether the desktop lets Hub have its shortcuts: another program may have the keys, the keyboard may lack one, or the desktop may give no program any. */
import { readFile } from 'node:fs/promises';
import { chosenShortcuts } from '../../../configuration/chosen-shortcuts.ts';
import { parseShortcut, type Shortcut } from '../../../contract/documents/shortcut.ts';
import { say } from '../../../domain/language/say.ts';
import { shownShortcut } from '../../../domain/language/shown-shortcut.ts';
import { openBus } from '../../../platform/dbus/bus.ts';
import { askShortcut, type ShortcutAnswer } from '../../../platform/keyboard/x11/ask-shortcut.ts';
import { hasCompositor } from '../../../platform/window/wayland-socket.ts';
import { readSession } from '../../machine/session.ts';
import { type Check, type CheckFacts, type CheckFinding, failure, fine, note } from '../check.ts';

/** Hub's own, with the keys of the documents that they are in. */
const kinds = [
  { use: 'picker', holder: 'HUB_KEYS_PICKER', setting: 'hub picker.shortcut' },
  { use: 'text', holder: 'HUB_KEYS_TEXT', setting: 'text-extraction shortcut' },
] as const;

export interface FoundShortcut {
  readonly keys: string;
  /** The document and the key that have it. */
  readonly setting: string;
  readonly answer: ShortcutAnswer;
  /** What the processes of the answer are called. */
  readonly programs: ReadonlyMap<number, string>;
}

export function judgeGlobalShortcut({ keys, setting, answer, programs }: FoundShortcut): readonly CheckFinding[] {
  const shown = shownShortcut(keys);
  const others = say('choose other keys: hub config set {setting} KEYS', { setting });
  switch (answer.is) {
    case 'no-display':
      return [];
    case 'hub':
      return [fine(say('{keys} is Hub’s', { keys: shown }), 'held')];
    case 'free':
      if (!answer.isHubThere) return [fine(say('{keys} is free', { keys: shown }), 'free')];
      return [
        note(
          'not-held',
          say('{keys} is free, but Hub does not have it: it tries again every half minute', { keys: shown }),
          say('if it stays like this: hub restart hub'),
        ),
      ];
    case 'no-such-key':
      return [failure('no-such-key', say('the current keyboard layout has no key for {keys}', { keys: shown }), others)];
    case 'taken':
      return [failure('taken', takenBy(shown, answer.by, programs), others)];
  }
}

/** By one of several, where the display does not tell which. */
function takenBy(keys: string, by: readonly number[], programs: ReadonlyMap<number, string>): string {
  const named = by.map((pid) => say('{program}, process {pid}', { program: programs.get(pid) ?? '?', pid }));
  const [first] = named;
  if (first === undefined) return say('another program has taken {keys}', { keys });
  if (named.length === 1) return say('another program has taken {keys}: {program}', { keys, program: first });
  return say('another program has taken {keys}, one of these: {programs}', { keys, programs: named.join('; ') });
}

async function lookAtGlobalShortcuts({ env, places }: CheckFacts): Promise<readonly CheckFinding[]> {
  if (process.platform !== 'linux') return [];
  const { own } = chosenShortcuts(places);
  const wanted = kinds.flatMap(({ use, ...kind }) => (own[use] === '' ? [] : [{ ...kind, text: own[use], keys: parseShortcut(own[use]) }]));
  if (wanted.length === 0) return [];
  if (await hasCompositor(env)) return [await lookAtPortal(env, own.picker)];
  const { DISPLAY: display, XAUTHORITY: authorityFile } = env;
  if (!display) return [];
  const found: CheckFinding[] = [];
  for (const { keys, text, holder, setting } of wanted) {
    // The check of the documents says what is no shortcut.
    if (keys === null) continue;
    const answer = await askShortcut({ display, authorityFile, keys, holder });
    const pids = answer.is === 'taken' ? answer.by : [];
    const programs = new Map(await Promise.all(pids.map(async (pid) => [pid, await nameOf(pid)] as const)));
    found.push(...judgeGlobalShortcut({ keys: text, setting, answer, programs }));
  }
  return found;
}

async function nameOf(pid: number): Promise<string> {
  return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '?')).trim();
}

const portal = {
  destination: 'org.freedesktop.portal.Desktop',
  path: '/org/freedesktop/portal/desktop',
  interface: 'org.freedesktop.portal.GlobalShortcuts',
} as const;

/** On Wayland the desktop gives a program its shortcuts, by the portal or not at all. */
async function lookAtPortal(env: CheckFacts['env'], picker: string): Promise<CheckFinding> {
  const opened = await openBus('session', env);
  const version = opened.ok ? await opened.value.property(portal, 'version') : null;
  if (opened.ok) opened.value.close();
  if (version?.ok === true) return fine(say('the desktop assigns them; its settings say which keys they have'), 'portal');
  return withoutPortal((await readSession(env)).desktops, picker);
}

/**
 * Nothing is wrong with such a desktop: it runs a command for its user's keys, and Hub has commands.
 *
 * @param picker the keys that are chosen for it; empty without any.
 */
export function withoutPortal(desktops: readonly string[], picker: string): CheckFinding {
  const keys = parseShortcut(picker || 'Ctrl+Shift+V');
  const line =
    keys === null || !sameName.test(keys.key)
      ? null
      : (desktops.map((desktop) => bindingOf[desktop]?.(keys)).find((each) => each !== undefined) ?? null);
  return note(
    'unavailable',
    say('this desktop does not let programs register shortcuts'),
    line === null
      ? say('in its settings, assign a shortcut to this command: hub action open-picker')
      : say('add this line to its configuration: {line}', { line }),
  );
}

const opensPicker = 'hub action open-picker';
/** These are the same words in Hub and as names of keysyms. */
const sameName = /^(?:[A-Z0-9]|F\d{1,2})$/;

/** By the words of `XDG_CURRENT_DESKTOP`: sway(5) "bindsym", and Hyprland's `bind`. */
const bindingOf: Readonly<Record<string, (keys: Shortcut) => string>> = {
  sway: ({ modifiers, key }) => `bindsym ${[...named(modifiers, 'Mod4'), keysymOf(key)].join('+')} exec ${opensPicker}`,
  Hyprland: ({ modifiers, key }) => `bind = ${named(modifiers, 'Super').join(' ').toUpperCase()}, ${keysymOf(key)}, exec, ${opensPicker}`,
};

function named(modifiers: Shortcut['modifiers'], superKey: string): readonly string[] {
  return modifiers.map((modifier) => (modifier === 'Super' ? superKey : modifier));
}

function keysymOf(key: string): string {
  return key.length === 1 ? key.toLowerCase() : key;
}

export const globalShortcutsCheck: Check = {
  id: 'global-shortcuts',
  title: () => say('Desktop-wide shortcuts'),
  // On Wayland it asks the desktop's portal.
  asksDisplay: (env) => !env.WAYLAND_DISPLAY,
  run: lookAtGlobalShortcuts,
};
