/** Terms of the X protocol that both X facilities use: events by number, masks, properties. */

/** The extension that presses keys. */
export type { XTest } from 'x11';

export type XId = number;
export type Atom = number;

export const none = 0;
export const currentTime = 0;
export const anyPropertyType = 0;

/** Event masks (X protocol, SETofEVENT). */
export const eventMask = { structure: 0x2_0000, substructure: 0x8_0000, focus: 0x20_0000, property: 0x40_0000 } as const;

/** Of a focus event: somebody has grabbed the keyboard, or let it go; the focus itself is where it was. */
export const focusMode = { grabbed: 1, letGo: 2 } as const;

/** X protocol, GrabKey and GrabKeyboard: whether the pointer, or the keyboard, waits in the server until we let it go on. */
export const grabMode = { frozen: 0, goesOn: 1 } as const;
/** GrabKeyboard answers this if the keyboard is ours. */
export const grabbed = 0;
/** AllowEvents: a keyboard that a grab of ours has frozen goes on. */
export const asyncKeyboard = 3;
/** The types of a key's events. */
export const keyPressed = 2;
export const keyLetGo = 3;

/** A server's time in milliseconds, which wraps after 49 days. */
export type ServerTime = number;

/** True when `time` is before `reference` on the server's wrapping clock. */
export function isBefore(time: ServerTime, reference: ServerTime): boolean {
  return ((time - reference) | 0) < 0;
}

/** One piece of a property: `bytesAfter` is what was left behind it. */
export interface Property {
  readonly type: Atom;
  readonly format: number;
  readonly bytesAfter: number;
  readonly data: Buffer;
}

/** `seq`: our last request that the server had processed when the event occurred. */
interface Sequenced {
  readonly seq: number;
}

export interface DestroyEvent extends Sequenced {
  readonly wid: XId;
}

/** A key that was grabbed was pressed or let go. */
export interface KeyEvent extends Sequenced {
  readonly type: number;
  readonly name: string;
  readonly keycode: number;
  readonly time: ServerTime;
  /** The window that has the grab, or to which the event was sent. */
  readonly wid: XId;
  /** The state before: modifiers, buttons, and the layout in force. */
  readonly buttons: number;
}

/** A window gets or loses the keyboard; also for as long as a grab lasts. */
export interface FocusEvent extends Sequenced {
  readonly wid: XId;
  readonly mode: number;
}

/** A window of ours, or one that we watch, is shown or no longer shown. */
export interface ShownEvent extends Sequenced {
  readonly wid: XId;
}

/** ConfigureNotify: its size, in pixels, without its border. */
export interface ConfigureEvent extends Sequenced {
  readonly wid: XId;
  readonly width: number;
  readonly height: number;
}

export interface PropertyEvent extends Sequenced {
  readonly wid: XId;
  readonly atom: Atom;
  readonly time: ServerTime;
  /** 0: the property has a new value; 1: it was deleted. */
  readonly state: number;
}

export interface SelectionClearEvent extends Sequenced {
  readonly owner: XId;
  /** 0: a client asked for it; 1 and 2: the owner's window, or its connection, is gone. */
  readonly subtype: number;
  readonly selection: Atom;
  readonly time: ServerTime;
}

export interface SelectionRequestEvent extends Sequenced {
  readonly owner: XId;
  readonly requestor: XId;
  readonly selection: Atom;
  readonly target: Atom;
  readonly property: Atom;
  readonly time: ServerTime;
}

export interface SelectionAnswerEvent extends Sequenced {
  readonly requestor: XId;
  readonly selection: Atom;
  readonly target: Atom;
  /** 0 if the owner refused. */
  readonly property: Atom;
}

/** A message of a program, of format 32. */
export interface MessageEvent extends Sequenced {
  readonly wid: XId;
  readonly message_type: Atom;
  readonly data: readonly number[];
}

/** XFixes SelectionNotify: the selection has another owner, or none (`owner` 0). */
export interface OwnerChangeEvent extends Sequenced {
  /** The window for which the event was requested. */
  readonly window: XId;
  readonly owner: XId;
  /** 0: a client asked for it; 1 and 2: the window of the owner, or its connection, is gone. */
  readonly subtype: number;
  readonly selection: Atom;
  readonly timestamp: ServerTime;
  /** When the last owner took it; whoever takes it later has a later time. */
  readonly selectionTimestamp: ServerTime;
}

export interface XEvents {
  keyPress: [KeyEvent];
  keyRelease: [KeyEvent];
  focusIn: [FocusEvent];
  focusOut: [FocusEvent];
  /** Somebody changed the keyboard's layout. */
  mapping: [Sequenced];
  destroy: [DestroyEvent];
  unmap: [ShownEvent];
  map: [ShownEvent];
  configure: [ConfigureEvent];
  property: [PropertyEvent];
  selectionClear: [SelectionClearEvent];
  selectionRequest: [SelectionRequestEvent];
  selectionAnswer: [SelectionAnswerEvent];
  message: [MessageEvent];
  ownerChange: [OwnerChangeEvent];
}

/** Numbers of the core events; XFixes has its own, assigned by the server. The package has the same name for two of them, so only numbers decide. */
export const coreEvents: readonly (readonly [number, keyof XEvents])[] = [
  [2, 'keyPress'],
  [3, 'keyRelease'],
  [9, 'focusIn'],
  [10, 'focusOut'],
  [17, 'destroy'],
  [18, 'unmap'],
  [19, 'map'],
  [22, 'configure'],
  [28, 'property'],
  [29, 'selectionClear'],
  [30, 'selectionRequest'],
  [31, 'selectionAnswer'],
  [33, 'message'],
  [34, 'mapping'],
];

/** The client that created a resource: its id is its client's base plus bits under `resourceMask` that the client chose. */
export function clientOf(one: XId, resourceMask: number): number {
  return one & ~resourceMask;
}

/** True if one client created both. */
export function sameClient(one: XId, other: XId, resourceMask: number): boolean {
  return clientOf(one, resourceMask) === clientOf(other, resourceMask);
}
