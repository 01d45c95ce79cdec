/**
 * The part of the npm package `@homebridge/dbus-native` (0.7) that Hub uses and its own types leave out: a connection, below its bus. After its
 * index.js, lib/message.js and lib/handshake.js.
 */
import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';

declare module '@homebridge/dbus-native' {
  /** One message. A variant is `[signature, value]` when it is sent and `[[type], [value]]` when it came; a dictionary is a list of pairs. */
  export interface PackageMessage {
    /** 1 a call, 2 its return, 3 its error, 4 a signal. */
    readonly type: number;
    readonly serial: number;
    /** 1: no reply is wanted. */
    readonly flags?: number;
    readonly path?: string;
    readonly interface?: string;
    readonly member?: string;
    readonly errorName?: string;
    readonly replySerial?: number;
    readonly destination?: string;
    readonly sender?: string;
    readonly signature?: string;
    readonly body?: readonly unknown[];
  }

  export interface PackageConnection extends EventEmitter<{ connect: []; message: [PackageMessage]; error: [Error]; end: [] }> {
    /** Throws when the body is not of its signature. */
    message(message: PackageMessage): void;
  }

  export function createConnection(options: {
    readonly stream: Duplex;
    readonly authMethods: readonly string[];
    /** A list of bytes comes as a Buffer. */
    readonly ayBuffer: boolean;
  }): PackageConnection;
}
