/**
 * The same as `copying-program.ts` on Wayland, by data control: one copy, or many at exact times. Argument: the socket of the compositor.
 */

import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { noDetails } from '../../src/base/log.ts';
import { machineClockMs } from '../../src/base/machine-clock.ts';
import { DataControl } from '../../src/platform/clipboard/wayland/data-control.ts';
import { WaylandConnection } from '../../src/platform/wayland/connection.ts';
import { WaylandGlobals } from '../../src/platform/wayland/globals.ts';
import type { CopyReply } from './copying-program.ts';
import { until } from './exact-time.ts';
import { answerCommands } from './program.ts';

export type WaylandCopyCommand = { readonly text: string } | { readonly texts: readonly string[]; readonly gapMs: number };

export interface WaylandCopyReply extends CopyReply {
  /** When each copy was made, on this process's clock. */
  readonly copiedAtMs: readonly number[];
}

const opened = WaylandConnection.connect(process.argv[2] ?? '', noDetails);
if (!opened.ok) throw new Error(opened.reason);
const connection = opened.value;
const globals = await WaylandGlobals.read(connection);
const control = globals && (await DataControl.open(connection, globals));
if (control === null) throw new Error('no data control');
void connection.lost.then(() => process.exit(0));
let end: () => void = () => {};

function copy(text: string): void {
  const before = end;
  const send = (_format: string, into: number): void => {
    const pipe = new Socket({ fd: into, readable: false, writable: true });
    pipe.on('error', () => {});
    pipe.end(text);
  };
  end = control?.set('clipboard', { formats: ['text/plain;charset=utf-8'], send, cancelled: () => {} }) ?? end;
  before();
}

await answerCommands<WaylandCopyCommand, WaylandCopyReply>(async (command) => {
  const reply = { clockMs: machineClockMs(), unixMs: Date.now() };
  if ('text' in command) {
    copy(command.text);
    return { ...reply, copiedAtMs: [] };
  }
  const copiedAtMs: number[] = [];
  const startedAtMs = performance.now();
  for (const [index, text] of command.texts.entries()) {
    await until(startedAtMs + index * command.gapMs);
    copiedAtMs.push(performance.now());
    copy(text);
    await turn();
  }
  return { ...reply, copiedAtMs };
});
process.exit(0);
