/**
 * The events of the X server about a window, which may belong to any program: changes of its properties and size, whether it is shown, and its end.
 * On a connection of its own, so that no other event mask for the same window is mixed with this one. Titles are properties: only their atoms are
 * reported.
 */
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { connectX, type XConnection } from '../x11/connection.ts';
import { eventMask, type XId } from '../x11/protocol.ts';
import type { HearMessage, OpenWindowMessagesFailure, WindowMessages } from './interface.ts';
import { MessageReporter } from './message-monitor.ts';

/** Codes of the events (X protocol, "Event Formats"). */
const destroyNotify = 17;
const unmapNotify = 18;
const mapNotify = 19;
const configureNotify = 22;
const propertyNotify = 28;

/** An X id has 29 bits; WM_NAME is one of the atoms that every server knows. */
const greatestId = 0x1fff_ffffn;
const windowName = 39;

/** Listens to the window. Resolves when the server has accepted the event mask. */
export async function openOnX11(
  system: { readonly display: string; readonly authorityFile: string | undefined },
  handle: bigint,
  heard: HearMessage,
): Promise<Outcome<WindowMessages, OpenWindowMessagesFailure>> {
  if (handle <= 0n || handle > greatestId) return failed('no-window');
  const opened = await connectX(system.display, system.authorityFile);
  if (!opened.ok) return opened;
  const connection = opened.value;
  const hearing = listen(connection, handle, heard);
  // The server handles requests in order: an answer to this one proves that it has accepted the event mask.
  const answer = await connection.getProperty(Number(handle), windowName, 0, 0);
  if (answer === null || hearing.isOver) {
    const reason = connection.isLost ? 'no-display' : 'no-window';
    await connection.close();
    return failed(reason);
  }
  const close = async (): Promise<void> => {
    hearing.end('closed');
    await connection.close();
  };
  return done({ ended: hearing.ended, close, [Symbol.asyncDispose]: close });
}

function listen(connection: XConnection, windowHandle: bigint, heard: HearMessage): MessageReporter {
  const window: XId = Number(windowHandle);
  const hearing = new MessageReporter(heard);
  const tell = (message: number, wParam: number, lParam: number): void =>
    hearing.tell({ windowHandle, message, wParam: BigInt(wParam), lParam: BigInt(lParam) });
  const isGone = (): void => {
    hearing.end('window-gone');
    void connection.close();
  };
  connection.events.on('property', ({ wid, atom, state }) => {
    if (wid === window) tell(propertyNotify, atom, state);
  });
  connection.events.on('unmap', ({ wid }) => {
    if (wid === window) tell(unmapNotify, 0, 0);
  });
  connection.events.on('map', ({ wid }) => {
    if (wid === window) tell(mapNotify, 0, 0);
  });
  connection.events.on('configure', ({ wid, width, height }) => {
    // As Windows packs it for WM_SIZE; `*`, because `<<` would make a height beyond 15 bits negative.
    if (wid === window) tell(configureNotify, 0, width + height * 0x1_0000);
  });
  connection.events.on('destroy', ({ wid }) => {
    if (wid !== window) return;
    tell(destroyNotify, 0, 0);
    isGone();
  });
  void connection.lost.then(() => hearing.end('display-lost'));
  connection.watchWindow(window, eventMask.property | eventMask.structure, isGone);
  return hearing;
}
