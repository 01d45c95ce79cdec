/**
 * The process behind `ClipboardOwner` on Wayland: it copies by data control, and misbehaves if asked to. Arguments: the socket of the compositor, and the
 * selection. It ends with its standard input. It shares the connection with Hub's code; what it answers with is its own.
 */
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { noDetails } from '../../../src/base/log.ts';
import { DataControl } from '../../../src/platform/clipboard/wayland/data-control.ts';
import { WaylandConnection } from '../../../src/platform/wayland/connection.ts';
import { WaylandGlobals } from '../../../src/platform/wayland/globals.ts';
import { bytesOf, type OwnedTarget, type OwnedTargets, type OwnerCommand, type OwnerReply } from './clipboard-owner.ts';

const kind = process.argv[3] === 'PRIMARY' ? 'primary' : 'clipboard';
const opened = WaylandConnection.connect(process.argv[2] ?? '', noDetails);
if (!opened.ok) throw new Error(opened.reason);
const connection = opened.value;
const globals = await WaylandGlobals.read(connection);
const control = globals && (await DataControl.open(connection, globals));
if (control === null) throw new Error('no data control');
void connection.lost.then(() => process.exit(0));

const requests: Record<string, number> = {};
/** Descriptors of silent answers: closing one would be an answer. */
const held: number[] = [];
let halfway = 0;
let end: () => void = () => {};

function give(format: string, { content = {}, manner = 'answer' }: OwnedTarget, into: number): void {
  requests[format] = (requests[format] ?? 0) + 1;
  if (manner === 'die') process.exit(0);
  if (manner === 'silent') return void held.push(into);
  if (manner === 'refuse') return connection.system.close(into);
  const bytes = bytesOf(content);
  if (manner === 'stall') {
    halfway += 1;
    held.push(into);
    writeSync(into, bytes.subarray(0, 1_000));
    return;
  }
  if (manner === 'at-once') {
    writeSync(into, bytes);
    return connection.system.close(into);
  }
  const pipe = new Socket({ fd: into, readable: false, writable: true });
  pipe.on('error', () => {});
  pipe.end(bytes);
}

async function own(targets: OwnedTargets): Promise<void> {
  const before = end;
  const set = control?.set(kind, {
    formats: Object.keys(targets),
    send: (format, into) => give(format, targets[format] ?? { manner: 'refuse' }, into),
    cancelled: () => {},
  });
  end = set ?? end;
  before();
  await connection.sync();
}

async function obey(command: OwnerCommand): Promise<OwnerReply> {
  if (command.op === 'own') await own(command.targets);
  else if (command.op === 'clear') end();
  else if (command.op === 'window') throw new Error('no window on Wayland');
  else if (command.op === 'burst')
    for (let turn = 1; turn <= command.times; turn += 1) {
      await own({ 'text/plain;charset=utf-8': { content: { text: `${command.label}-${turn}` } } });
      if (command.everyMs > 0) await pause(command.everyMs);
    }
  await connection.sync();
  return command.op === 'requests' ? { requests, halfway } : {};
}

process.stdout.write('{}\n');
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await obey(JSON.parse(line) as OwnerCommand))}\n`);
}
process.exit(0);
