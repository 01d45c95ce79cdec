/**
 * The tray icon and its menu (§4.2): a left click shows the window, a right click opens the menu: the last copies, and verbs, which go to the router
 * like all others.
 */

import type { Log } from '../../../base/log.ts';
import { systemTimeZone } from '../../../base/timestamp.ts';
import { type ActionVerb, actionVerb } from '../../../contract/action-verbs.ts';
import { hidesCopies, type Pause } from '../../../domain/capture/pause-time.ts';
import { captureCondition, isWatched } from '../../../domain/conditions/capture-condition.ts';
import { say, withinSentence } from '../../../domain/language/say.ts';
import { verbRow } from '../../../domain/verb-titles.ts';
import { missedCopies } from '../../../domain/view/diagnostics/missed-copies.ts';
import type { ShellState } from '../../../domain/view/page-view.ts';
import { cutText, directionIsolated } from '../../../domain/view/shown-text.ts';
import type { Tray, TrayMenuItem } from '../../../platform/tray/index.ts';

export interface TrayControlParts {
  readonly tray: Tray;
  readonly log: Log;
  readonly act: (verb: ActionVerb) => void;
  /** Puts a fragment of the history on the clipboard. */
  readonly copy: (fragmentId: string) => void;
}

export class TrayControl {
  readonly #parts: TrayControlParts;
  #shown = '';

  constructor(parts: TrayControlParts) {
    this.#parts = parts;
    const { tray } = parts;
    tray.events.on('activate', () => parts.act('restore'));
    tray.events.on('chosen', (id) => this.#chosen(id));
    tray.events.on('state', (state) => parts.log.info('tray', { is: state }));
  }

  /** Shows the current state; an unchanged state is not sent again. */
  show(state: ShellState): void {
    const { tray } = this.#parts;
    const { pause, theme } = state;
    const capture = captureCondition(state, clock());
    const condition = withinSentence(capture.text);
    const { unseen: missed } = missedCopies({ missed: state.copies.missed, seen: state.seenMissed, section: state.section });
    const toolTip =
      missed === 0 ? say('Hub: {condition}', { condition }) : say('Hub: {condition}; {missed, number} missed', { condition, missed });
    const menu = [...copyItems(hidesCopies(pause) ? [] : (state.recent ?? [])), ...menuOf(pause)];
    const key = JSON.stringify([theme, capture.state, toolTip, menu]);
    if (key === this.#shown) return;
    this.#shown = key;
    tray.updateTheme(theme);
    tray.setCapture(isWatched(capture) ? 'watching' : 'paused');
    tray.setMenu(menu);
    tray.setToolTip(toolTip);
  }

  #chosen(id: string): void {
    const verb = actionVerb.safeParse(id);
    if (verb.success) this.#parts.act(verb.data);
    else if (id.startsWith(copyPrefix)) this.#parts.copy(id.slice(copyPrefix.length));
  }
}

const clock = () => ({ nowMs: Date.now(), timeZone: systemTimeZone() });

const copyPrefix = 'copy-';
const mostCopies = 10;
/** In characters: a menu is as wide as its widest item. */
const longestTitle = 48;

const separator = (id: string): TrayMenuItem => ({ id, label: '', enabled: false, kind: 'separator' });

/** The last copies, each with its kind, and a line below them. A secret is named by its kind, as in lists; what the filter left out is not here. */
export function copyItems(recent: NonNullable<ShellState['recent']>): readonly TrayMenuItem[] {
  const copies = recent.filter(({ canCopy }) => canCopy).slice(0, mostCopies);
  const items = copies.map(({ id, title, badge }): TrayMenuItem => {
    const shown = cutText(title, longestTitle);
    return {
      id: `${copyPrefix}${id}`,
      label: badge === '' ? shown : `${directionIsolated(shown)} · ${badge}`,
      enabled: true,
      kind: 'item',
    };
  });
  return items.length === 0 ? [] : [...items, separator('after-copies')];
}

/** In the order of the rail's menu. */
const quickSettings = ['quick-settings-chat', 'quick-settings-structured-text', 'quick-settings-text-extraction'] as const;

/** Each item is a verb. */
export function menuOf(pause: Pause | null): readonly TrayMenuItem[] {
  const isPaused = pause?.what === 'everything';
  const isPrivate = hidesCopies(pause);
  const item = (verb: ActionVerb): TrayMenuItem => ({ id: verb, label: verbRow(verb).title, enabled: true, kind: 'item' });
  /** Checked while it is in force; choosing it again ends it. */
  const check = (verb: ActionVerb, checked: boolean): TrayMenuItem => ({
    ...item(checked ? 'resume-capture' : verb),
    label: verbRow(verb).title,
    kind: 'check',
    checked,
  });
  return [
    item('restore'),
    item('open-picker'),
    separator('after-restore'),
    check('private-mode', isPrivate),
    ...(isPrivate ? [] : [check('pause-capture', isPaused)]),
    ...(isPaused ? [] : [item('pause-for-an-hour'), check('ignore-next-copy', pause !== null)]),
    separator('before-save'),
    item('save-now'),
    item('extract-clipboard-text'),
    item('send-to-chat'),
    separator('before-open'),
    item('open-workspace'),
    item('open-settings'),
    ...quickSettings.map(item),
    separator('before-exit'),
    item('exit'),
  ];
}
