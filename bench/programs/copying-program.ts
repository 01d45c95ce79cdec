/**
 * A program that copies text, for timing: as little as possible happens between its timestamp and the request that makes it the clipboard's owner.
 * Argument: the display.
 */
import { machineClockMs } from '../../src/base/machine-clock.ts';
import { Atoms } from '../../src/platform/x11/atoms.ts';
import { connectX } from '../../src/platform/x11/connection.ts';
import { eventMask } from '../../src/platform/x11/protocol.ts';
import { answerCommands } from './program.ts';

export interface CopyCommand {
  readonly text: string;
}

/** When the owner was about to request the clipboard: on the machine's clock, and as Unix time. */
export interface CopyReply {
  readonly clockMs: number;
  readonly unixMs: number;
}

const opened = await connectX(process.argv[2] ?? '');
if (!opened.ok) throw new Error(opened.reason);
const connection = opened.value;
const atoms = await Atoms.intern(connection, ['CLIPBOARD', 'TARGETS', 'ATOM', 'UTF8_STRING']);
if (atoms === null) throw new Error('the display is gone');
const [clipboard, targets, atom, utf8] = ['CLIPBOARD', 'TARGETS', 'ATOM', 'UTF8_STRING'].map((name) => atoms.of(name)) as [
  number,
  number,
  number,
  number,
];
const window = connection.createWindow(eventMask.property);
let content = Buffer.alloc(0);

connection.events.on('selectionRequest', (event) => {
  const { requestor, property, target } = event;
  if (target === targets) connection.changeProperty(requestor, property, atom, 32, [targets, utf8]);
  else if (target === utf8) connection.changeProperty(requestor, property, utf8, 8, content);
  connection.answerSelection(event, target === targets || target === utf8 ? property : 0);
});
void connection.lost.then(() => process.exit(0));

await answerCommands<CopyCommand, CopyReply>(({ text }) => {
  content = Buffer.from(text);
  const reply = { clockMs: machineClockMs(), unixMs: Date.now() };
  connection.setSelectionOwner(window, clipboard, 0);
  return reply;
});
process.exit(0);
