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
/** In which what is there is read. */
const momentMs = 100;

/** Resolves to whether it answers so within this time. Never rejects. */
export async function hasWindows(socketPath: string, withinMs: number): Promise<boolean> {
  const announced = await askCompositor(socketPath, withinMs);
  return announced !== null && needed.every((name) => announced.has(name));
}

/** The interfaces that it announces; null if it does not answer within this time, or sends what no compositor sends. Never rejects. */
export function askCompositor(socketPath: string, withinMs: number): Promise<ReadonlySet<string> | null> {
  return new Promise((resolve) => {
    const [reader, announced] = [new MessageReader(), new Set<string>()];
    let bytes = 0;
    const socket = connect(socketPath);
    const end = (isWhole: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isWhole ? announced : null);
    };
    // This process may be the late one, and the answer wait to be read.
    let timer = setTimeout(() => {
      timer = setTimeout(() => end(false), momentMs);
    }, withinMs);
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
      const isWhole = takeAnnounced(reader, announced);
      if (isWhole !== null) end(isWhole);
    });
  });
}

/** Adds what is announced; null until the compositor has announced all, false if it sends what none sends. */
function takeAnnounced(reader: MessageReader, announced: Set<string>): boolean | null {
  try {
    for (let message = reader.next(); message !== null; message = reader.next()) {
      if (message.object === callback && message.opcode === done) return true;
      if (message.object === display.id) return false;
      if (message.object === registry && message.opcode === global) announced.add(interfaceOf(message));
    }
    return null;
  } catch {
    return false;
  }
}

function interfaceOf({ body }: WireMessage): string {
  const args = new ArgumentReader(body);
  args.number();
  return args.string();
}
