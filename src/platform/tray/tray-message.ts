/** The meaning of a message to the tray, on any system. */
import type { EventEmitter } from 'node:events';
import type { TrayEvents, TrayMenuItem, TrayMessage } from './interface.ts';

type TrayMeaning = { readonly kind: 'activate' | 'menu' | 'nothing' } | { readonly kind: 'chosen'; readonly id: string };

/** WM_LBUTTONUP, NIN_SELECT and NIN_KEYSELECT; WM_RBUTTONUP and WM_CONTEXTMENU (winuser.h, shellapi.h). */
const windowsActivate = [0x0202, 0x0400, 0x0401];
const windowsMenu = [0x0205, 0x007b];

/** A choice counts only while its item exists and is enabled: a host may show an old menu. */
export function meaningOf(message: TrayMessage, menu: readonly TrayMenuItem[]): TrayMeaning {
  if (message.kind === 'activate' || message.kind === 'menu') return { kind: message.kind };
  if (message.kind === 'windows') return { kind: windowsMeaning(message.event) };
  if (message.kind !== 'choose') return { kind: 'nothing' };
  const item = menu.find(({ id }) => id === message.id);
  return item?.enabled && item.kind !== 'separator' ? { kind: 'chosen', id: item.id } : { kind: 'nothing' };
}

/** Reports the meaning; false if there is none. */
export function emitMeaning(events: EventEmitter<TrayEvents>, meaning: TrayMeaning): boolean {
  if (meaning.kind === 'nothing') return false;
  if (meaning.kind === 'chosen') events.emit('chosen', meaning.id);
  else events.emit(meaning.kind);
  return true;
}

function windowsMeaning(event: number): 'activate' | 'menu' | 'nothing' {
  if (windowsActivate.includes(event)) return 'activate';
  return windowsMenu.includes(event) ? 'menu' : 'nothing';
}
