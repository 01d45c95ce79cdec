/**
 * The process behind `ClipboardOwner`: a separate implementation of a clipboard owner (ICCCM 2), which shares only the connection with Hub's code, so that
 * each side of the protocol is tested against a different implementation. Arguments: the display, and the selection. It ends with its standard input.
 */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Atoms } from '../../../src/platform/x11/atoms.ts';
import { connectX, type XConnection } from '../../../src/platform/x11/connection.ts';
import { type Atom, eventMask, type PropertyEvent, type SelectionRequestEvent, type XId } from '../../../src/platform/x11/protocol.ts';
import { bytesOf, type OwnedTargets, type OwnerCommand, type OwnerManner, type OwnerReply } from './clipboard-owner.ts';

const defaultChunkBytes = 192 * 1024;
const names = [
  'CLIPBOARD',
  'PRIMARY',
  'TARGETS',
  'INCR',
  'ATOM',
  'INTEGER',
  'UTF8_STRING',
  'STRING',
  'WM_NAME',
  'WM_CLASS',
  '_NET_WM_NAME',
  '_NET_WM_PID',
  '_NET_ACTIVE_WINDOW',
  'WINDOW',
  'CARDINAL',
  'CLIPBOARD_MANAGER',
  'SAVE_TARGETS',
];

interface Answer {
  readonly name: string;
  readonly manner: OwnerManner;
  readonly bytes: Buffer;
  readonly isListedLater: boolean;
  busyMs: number;
  refusals: number;
}

type Answers = Map<Atom, Answer>;

interface Transfer {
  readonly requestor: XId;
  readonly property: Atom;
  readonly type: Atom;
  readonly bytes: Buffer;
  /** Sends one chunk, and then nothing. */
  readonly stalls: boolean;
  sent: number;
}

/** ICCCM 2.6.1: what was copied, or what is selected. */
const selection = process.argv[3] ?? 'CLIPBOARD';

class Program {
  readonly #connection: XConnection;
  readonly #atoms: Atoms;
  readonly #window: XId;
  readonly #requests: Record<string, number> = {};
  readonly #transfers = new Set<Transfer>();
  #answers: Answers = new Map();
  #renewal: { readonly target: Atom; readonly answers: Answers } | null = null;
  #lists = 0;
  #chunkBytes = defaultChunkBytes;
  #listedTimes = 1;

  constructor(connection: XConnection, atoms: Atoms) {
    this.#connection = connection;
    this.#atoms = atoms;
    this.#window = connection.createWindow(eventMask.property);
    connection.events.on('selectionRequest', (event) => this.#onRequest(event));
    connection.events.on('property', (event) => this.#onProperty(event));
  }

  async obey(command: OwnerCommand): Promise<OwnerReply> {
    if (command.op === 'own') await this.#own(command);
    else if (command.op === 'burst') await this.#burst(command);
    else if (command.op === 'clear') await this.#take(0);
    else if (command.op === 'save-and-clear') await this.#saveAndClear();
    else if (command.op === 'window') await this.#showWindow(command.title, command.className);
    return command.op === 'requests' ? { requests: this.#requests, halfway: this.#transfers.size } : {};
  }

  async #own({ targets, chunkBytes = defaultChunkBytes, listedTimes = 1, renewal }: OwnerCommand & { op: 'own' }): Promise<void> {
    const answers = await this.#answersWith(targets);
    const renewed = renewal && { target: (await this.#atoms.add(renewal.target)) ?? 0, answers: await this.#answersWith(renewal.targets) };
    this.#answers = answers;
    this.#renewal = renewed ?? null;
    this.#lists = 0;
    this.#chunkBytes = chunkBytes;
    this.#listedTimes = listedTimes;
    await this.#take(this.#window);
  }

  async #answersWith(targets: OwnedTargets): Promise<Answers> {
    const answers: Answers = new Map();
    for (const [name, { content = {}, manner = 'answer', isListedLater = false, busyMs = 0, refusesFirst = 0 }] of Object.entries(
      targets,
    )) {
      const atom = await this.#atoms.add(name);
      if (atom !== null) answers.set(atom, { name, manner, bytes: bytesOf(content), isListedLater, busyMs, refusals: refusesFirst });
    }
    return answers;
  }

  async #burst({ label, times, everyMs }: { label: string; times: number; everyMs: number }): Promise<void> {
    for (let turn = 1; turn <= times; turn += 1) {
      this.#answers = new Map([
        [
          this.#atoms.of('UTF8_STRING'),
          { name: 'UTF8_STRING', manner: 'answer', bytes: Buffer.from(`${label}-${turn}`), isListedLater: false, busyMs: 0, refusals: 0 },
        ],
      ]);
      await this.#take(this.#window);
      if (everyMs > 0) await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }

  /** Resolves when the server has accepted the new owner. */
  async #take(window: XId): Promise<void> {
    this.#connection.setSelectionOwner(window, this.#atoms.of(selection), 0);
    await this.#connection.getSelectionOwner(this.#atoms.of(selection));
  }

  async #saveAndClear(): Promise<void> {
    const [manager, target] = [this.#atoms.of('CLIPBOARD_MANAGER'), this.#atoms.of('SAVE_TARGETS')];
    const answered = once(this.#connection.events, 'selectionAnswer');
    this.#connection.convertSelection({ requestor: this.#window, selection: manager, target, property: target, time: 0 });
    await answered;
    await this.#take(0);
  }

  async #showWindow(title: string, className: string): Promise<void> {
    const { root } = this.#connection;
    const window = this.#connection.createWindow(0);
    const text = (name: string, type: string, value: string) =>
      this.#connection.changeProperty(window, this.#atoms.of(name), this.#atoms.of(type), 8, Buffer.from(value));
    text('_NET_WM_NAME', 'UTF8_STRING', title);
    text('WM_CLASS', 'STRING', `${className.toLowerCase()}\0${className}\0`);
    this.#connection.changeProperty(root, this.#atoms.of('_NET_ACTIVE_WINDOW'), this.#atoms.of('WINDOW'), 32, [window]);
    await this.#connection.parentOf(window);
  }

  #onRequest(event: SelectionRequestEvent): void {
    if (this.#renewal?.target === event.target) {
      this.#answers = this.#renewal.answers;
      this.#renewal = null;
      this.#lists = 0;
      this.#connection.setSelectionOwner(this.#window, this.#atoms.of(selection), 0);
    }
    const isList = event.target === this.#atoms.of('TARGETS');
    const answer = this.#answers.get(event.target);
    const name = isList ? 'TARGETS' : (answer?.name ?? 'unknown');
    this.#requests[name] = (this.#requests[name] ?? 0) + 1;
    if (answer !== undefined && answer.busyMs > 0) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, answer.busyMs);
      answer.busyMs = 0;
    }
    const manner = answer?.manner ?? (isList ? 'answer' : 'refuse');
    if (manner === 'silent') return;
    if (manner === 'die') process.exit(0);
    if (answer !== undefined && answer.refusals > 0) {
      answer.refusals -= 1;
      this.#connection.answerSelection(event, 0);
    } else if (manner === 'refuse') this.#connection.answerSelection(event, 0);
    else if (isList) this.#list(event);
    else if (answer !== undefined) this.#give(event, answer);
  }

  #list(event: SelectionRequestEvent): void {
    this.#lists += 1;
    const listed = [...this.#answers].filter(([, { isListedLater }]) => !isListedLater || this.#lists > 1).map(([atom]) => atom);
    const once = [this.#atoms.of('TARGETS'), ...listed.filter((atom) => atom !== this.#atoms.of('TARGETS'))];
    const list = Buffer.from(Uint32Array.from(Array.from({ length: this.#listedTimes }, () => once).flat()).buffer);
    const [first, ...more] = Array.from({ length: Math.ceil(list.length / defaultChunkBytes) }, (_, index) =>
      list.subarray(index * defaultChunkBytes, (index + 1) * defaultChunkBytes),
    );
    this.#connection.changeProperty(event.requestor, event.property, this.#atoms.of('ATOM'), 32, first ?? Buffer.alloc(0));
    for (const part of more) this.#connection.changeProperty(event.requestor, event.property, this.#atoms.of('ATOM'), 32, part, 'append');
    this.#connection.answerSelection(event, event.property);
  }

  #give(event: SelectionRequestEvent, { manner, bytes }: Answer): void {
    const { requestor, property, target } = event;
    if (manner === 'answer') this.#write(requestor, property, target, bytes);
    else {
      this.#connection.watchWindow(requestor, eventMask.property);
      this.#connection.changeProperty(requestor, property, this.#atoms.of('INCR'), 32, [bytes.length]);
      this.#transfers.add({ requestor, property, type: target, bytes, stalls: manner === 'stall', sent: 0 });
    }
    this.#connection.answerSelection(event, property);
  }

  /** Sends everything in one property, however large. */
  #write(requestor: XId, property: Atom, type: Atom, bytes: Buffer): void {
    this.#connection.changeProperty(requestor, property, type, 8, bytes.subarray(0, defaultChunkBytes));
    for (let sent = defaultChunkBytes; sent < bytes.length; sent += defaultChunkBytes) {
      this.#connection.changeProperty(requestor, property, type, 8, bytes.subarray(sent, sent + defaultChunkBytes), 'append');
    }
  }

  #onProperty(event: PropertyEvent): void {
    if (event.state !== 1) return;
    for (const transfer of this.#transfers) {
      if (transfer.requestor === event.wid && transfer.property === event.atom) this.#sendChunk(transfer);
    }
  }

  #sendChunk(transfer: Transfer): void {
    if (transfer.stalls && transfer.sent > 0) return;
    const chunk = transfer.bytes.subarray(transfer.sent, transfer.sent + this.#chunkBytes);
    this.#connection.changeProperty(transfer.requestor, transfer.property, transfer.type, 8, chunk);
    transfer.sent += chunk.length;
    if (chunk.length === 0) this.#transfers.delete(transfer);
  }
}

const opened = await connectX(process.argv[2] ?? '');
if (!opened.ok) throw new Error(opened.reason);
const atoms = await Atoms.intern(opened.value, names);
if (atoms === null) throw new Error('the display is gone');
const program = new Program(opened.value, atoms);
void opened.value.lost.then(() => process.exit(0));
process.stdout.write('{}\n');
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await program.obey(JSON.parse(line) as OwnerCommand))}\n`);
}
process.exit(0);
