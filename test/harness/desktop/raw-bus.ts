/** The protocol of a message bus, written by hand: a client that sends messages that no library would send, and a bus that answers with any bytes. */
import { once } from 'node:events';
import net from 'node:net';
import { until } from '../until.ts';

const driver = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };

export interface RawMessage {
  readonly destination?: string;
  readonly path?: string;
  readonly interface?: string;
  readonly member?: string;
  readonly replySerial?: number;
  readonly signature?: string;
  readonly body?: Buffer;
  readonly bigEndian?: boolean;
  /** Header fields to add unchanged; each begins with its code. */
  readonly moreFields?: readonly Buffer[];
}

/** The types of messages. */
export const rawKind = { call: 1, answer: 2, error: 3, signal: 4 };

/** Connects a client to the bus. It answers nothing. */
export async function connectRaw(socketPath: string) {
  const socket = net.connect(socketPath);
  const received: Buffer[] = [];
  let serial = 0;
  const send = (message: RawMessage, kind = rawKind.call) => {
    serial += 1;
    socket.write(rawMessage(serial, kind, message));
  };
  socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(process.getuid?.())).toString('hex')}\r\n`);
  await once(socket, 'data');
  socket.on('data', (data: Buffer) => received.push(data));
  socket.on('error', () => {});
  socket.write('BEGIN\r\n');
  send({ ...driver, member: 'Hello' });
  const name = await until('name on the bus', () => /:\d+\.\d+/.exec(Buffer.concat(received).toString('latin1'))?.[0]);
  /** Resolves when the bus has read everything that was sent, because it answers in order, or has closed the connection. */
  const sent = async () => {
    const before = received.length;
    send({ ...driver, member: 'GetId' });
    await until('answer of the bus', () => socket.closed || received.length > before);
  };
  const dispose = async () => {
    if (!socket.closed) await once(socket.destroy(), 'close');
  };
  return { name, send, sent, [Symbol.asyncDispose]: dispose };
}

/** A bus that admits every client, answers its first message with these bytes, and then closes the connection if `thenEnd` is set. */
export async function startFakeBus(answer: () => Buffer, thenEnd = false) {
  buses += 1;
  const socketPath = `\0hub-fake-bus-${process.pid}-${buses}`;
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write('OK 0123456789abcdef\r\n'));
    let isAnswered = false;
    socket.on('data', (data: Buffer) => {
      if (isAnswered || !data.includes('Hello')) return;
      isAnswered = true;
      if (thenEnd) socket.end(answer());
      else socket.write(answer());
    });
  });
  server.listen(socketPath);
  await once(server, 'listening');
  const env = { DBUS_SESSION_BUS_ADDRESS: `unix:abstract=${socketPath.slice(1)}` };
  return { env, [Symbol.asyncDispose]: async () => void (await once(server.close(), 'close')) };
}

let buses = 0;

export function rawMessage(serial: number, kind: number, message: RawMessage): Buffer {
  const { bigEndian = false, body = Buffer.alloc(0) } = message;
  const text = (code: number, type: string, value: string | undefined) =>
    value === undefined ? [] : [Buffer.concat([Buffer.from([code, 1, type.charCodeAt(0), 0]), rawText(value, bigEndian)])];
  const fields = [
    ...text(1, 'o', message.path),
    ...text(2, 's', message.interface),
    ...text(3, 's', message.member),
    ...(message.replySerial === undefined
      ? []
      : [Buffer.concat([Buffer.from([5, 1, 0x75, 0]), rawNumber(message.replySerial, bigEndian)])]),
    ...text(6, 's', message.destination),
    ...(message.signature === undefined ? [] : [Buffer.concat([Buffer.from([8, 1, 0x67, 0]), rawSignature(message.signature)])]),
    ...(message.moreFields ?? []),
  ];
  const list = fields.reduce((all, field) => Buffer.concat([paddedTo(all, 8), field]), Buffer.alloc(0));
  const head = Buffer.concat([
    Buffer.from([bigEndian ? 0x42 : 0x6c, kind, 0, 1]),
    ...[body.length, serial, list.length].map((value) => rawNumber(value, bigEndian)),
  ]);
  return Buffer.concat([head, paddedTo(list, 8), body]);
}

export function rawNumber(value: number, bigEndian = false): Buffer {
  const bytes = Buffer.alloc(4);
  if (bigEndian) bytes.writeUInt32BE(value);
  else bytes.writeUInt32LE(value);
  return bytes;
}

export function rawText(value: string, bigEndian = false): Buffer {
  return Buffer.concat([rawNumber(Buffer.byteLength(value), bigEndian), Buffer.from(`${value}\0`)]);
}

export function rawSignature(signature: string): Buffer {
  return Buffer.from([signature.length, ...Buffer.from(signature), 0]);
}

export function paddedTo(buffer: Buffer, to: number): Buffer {
  return Buffer.concat([buffer, Buffer.alloc((to - (buffer.length % to)) % to)]);
}
