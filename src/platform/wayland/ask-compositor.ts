/**
 * Whether programs can open windows on a compositor: it answers, and announces what every toolkit needs for a window. That its socket accepts a connection
 * says little: the kernel accepts it for a compositor that has not begun yet, or that hangs. Without koffi, because no descriptors are needed.
 */
import { connect } from 'node:net';
import { ArgumentReader, encodeRequest, MessageReader, type WireMessage } from './wire.ts';

/** For wl_display: its requests, and the ids that we give to the registry and to the callback. */
const display = { id: 1, sync: 0, getRegistry: 1 } as const;
const [registry, callback] = [2, 3];
/** wl_registry.global, wl_callback.done. */
const [global, done] = [0, 0];
/** GTK closes the display that has no xdg_wm_base. */
const needed: readonly string[] = ['wl_compositor', 'wl_shm', 'xdg_wm_base'];
/** A compositor announces about fifty globals, in 2 KiB. */
const mostBytes = 256 * 1_024;

/** Resolves to whether it answers so within this time. Never rejects. */
export function hasWindows(socketPath: string, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const [reader, missing] = [new MessageReader(), new Set(needed)];
    let bytes = 0;
    const socket = connect(socketPath);
    const end = (isThere: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isThere);
    };
    const timer = setTimeout(() => end(false), withinMs);
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
    socket.once('connect', () => {
      socket.write(encodeRequest(display.id, display.getRegistry, [registry]));
      socket.write(encodeRequest(display.id, display.sync, [callback]));
    });
    socket.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > mostBytes) return end(false);
      reader.add(piece);
      const answer = answerIn(reader, missing);
      if (answer !== null) end(answer);
    });
  });
}

/** Takes out of `missing` what is announced; null until the compositor has announced all. */
function answerIn(reader: MessageReader, missing: Set<string>): boolean | null {
  try {
    for (let message = reader.next(); message !== null; message = reader.next()) {
      if (message.object === callback && message.opcode === done) return missing.size === 0;
      if (message.object === display.id) return false;
      if (message.object === registry && message.opcode === global) missing.delete(interfaceOf(message));
    }
    return null;
  } catch {
    // It sends what no compositor sends.
    return false;
  }
}

function interfaceOf({ body }: WireMessage): string {
  const args = new ArgumentReader(body);
  args.number();
  return args.string();
}
