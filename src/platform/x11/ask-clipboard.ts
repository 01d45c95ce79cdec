/** Asks the owner of the clipboard for the list of its formats, and for nothing of its content. */
import { tooLate, within } from '../../base/deadline.ts';
import { Atoms } from './atoms.ts';
import { connectX, type XConnection } from './connection.ts';
import { currentTime, none, type SelectionAnswerEvent } from './protocol.ts';

/** `empty`: nobody owns it. `silent`: its owner does not answer, as a program that hangs. `no-display`: no X server answers. */
export type ClipboardAnswer = 'answers' | 'refuses' | 'silent' | 'empty' | 'no-display';

export interface AskedClipboard {
  readonly answer: ClipboardAnswer;
  /** Another program keeps copies when their owners end (CLIPBOARD_MANAGER); null if none does. */
  readonly managerPid: number | null;
}

const answersWithinMs = 1_500;

/** Never rejects. */
export async function askClipboard(display: string, authorityFile?: string): Promise<AskedClipboard> {
  const opened = await connectX(display, authorityFile);
  if (!opened.ok) return { answer: 'no-display', managerPid: null };
  await using connection = opened.value;
  const atoms = await Atoms.intern(connection, ['CLIPBOARD', 'CLIPBOARD_MANAGER', 'TARGETS', 'HUB_DOCTOR']);
  if (atoms === null) return { answer: 'no-display', managerPid: null };
  const manager = await connection.getSelectionOwner(atoms.of('CLIPBOARD_MANAGER'));
  const managerPid = manager === null || manager === none ? null : await connection.pidOf(manager);
  const owner = await connection.getSelectionOwner(atoms.of('CLIPBOARD'));
  return { answer: owner === none ? 'empty' : await formatsOf(connection, atoms), managerPid };
}

async function formatsOf(connection: XConnection, atoms: Atoms): Promise<ClipboardAnswer> {
  const window = connection.createWindow(0);
  const answer = Promise.withResolvers<ClipboardAnswer>();
  connection.events.on('selectionAnswer', ({ requestor, property }: SelectionAnswerEvent) => {
    if (requestor === window) answer.resolve(property === none ? 'refuses' : 'answers');
  });
  connection.convertSelection({
    requestor: window,
    selection: atoms.of('CLIPBOARD'),
    target: atoms.of('TARGETS'),
    property: atoms.of('HUB_DOCTOR'),
    time: currentTime,
  });
  void connection.lost.then(() => answer.resolve('no-display'));
  const answered = await within(answersWithinMs, answer.promise);
  return answered === tooLate ? 'silent' : answered;
}
