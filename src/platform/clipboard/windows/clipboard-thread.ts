/**
 * The thread that has the clipboard. It waits in GetMessageW for changes, which Windows posts to its window, and for orders, which the rest of the process
 * posts there too; so it costs nothing while nobody copies, and its event loop never runs. It must never wait for a program that has the clipboard open:
 * it tries again.
 */
import { parentPort, receiveMessageOnPort } from 'node:worker_threads';
import { errorCode } from '../../../base/log.ts';
import { nativeLibrary } from '../../windows/native.ts';
import { ordersMessage } from '../../windows/orders-message.ts';
import type { Description, OfferOutcome, ReadContent, ReadOutcome, ThreadOrder, ThreadReport } from '../kept/thread-messages.ts';
import { ChangeCount } from './change-count.ts';
import { contentOf } from './contents.ts';
import { type Job, JobQueue } from './job-queue.ts';
import { ReadAhead } from './read-ahead.ts';
import { type RawContent, SystemClipboard } from './system-clipboard.ts';

type ReadOrder = Extract<ThreadOrder, { do: 'read' }>;
type OfferOrder = Extract<ThreadOrder, { do: 'offer' }>;
type Raw = readonly RawContent[] | 'concealed';

/** WM_CLIPBOARDUPDATE and WM_TIMER; MSG has 48 bytes, the number of its message behind the window's handle. */
const [updateMessage, timerMessage] = [0x031d, 0x0113];
const messageBytes = 48;
const numberAt = 8;
const removed = 1;
const messagesOnly = -3;
const timer = 1;
/** The shortest that a timer of Windows knows. */
const againAfterMs = 10;
/** Programs have the clipboard open for moments, so it is tried a few times at once. */
const triesAtOnce = 4;
const offerWithinMs = 2_000;

const user32 = nativeLibrary('user32');
const { Sleep } = nativeLibrary('kernel32');
const window = user32.CreateWindowExW(0, 'STATIC', 'Hub', 0, 0, 0, 0, 0, messagesOnly, null, null, null);
const clipboard = new SystemClipboard(window);
const count = new ChangeCount();
const ahead = new ReadAhead<ReadOrder, Raw>((raw) =>
  typeof raw === 'string' ? 0 : raw.reduce((sum, { bytes }) => sum + (typeof bytes === 'string' ? 0 : bytes.length), 0),
);
const jobs = new JobQueue((error) => say({ is: 'fault', code: errorCode(error) }));
let isWatching = false;
let isEnding = false;

function say(report: ThreadReport, moved: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(report, [...moved]);
}

function onUpdate(): void {
  const message = Buffer.alloc(messageBytes);
  let announcements = 1;
  while (user32.PeekMessageW(message, window, updateMessage, updateMessage, removed)) announcements += 1;
  const order = ahead.orderAt(performance.now());
  const read = order === null ? null : clipboard.whileOpen(() => readAhead(order));
  const now = read?.now ?? describeSettled();
  // Another program is copying: what it replaces is missed, and its own copy is announced when it is complete.
  const { isNew, missed } = count.heard({ announcements, sequence: now?.sequence ?? null, isOurs: now?.isOurs === true });
  if (now !== null && isNew && isWatching && read !== null && read.raw !== null) {
    ahead.keep(now.sequence, read.raw);
    count.wasRead(now.sequence, read.sequence);
  }
  if (isWatching && (isNew || missed > 0)) say({ is: 'changed', isInitial: false, missed, now: isNew ? now : null });
}

/** A program that copies empties the clipboard first, which is not told as emptied: null if it is empty and open, so that more is to come. */
function describeSettled(): Description | null {
  const now = clipboard.describe();
  return now.formats?.length === 0 ? clipboard.whileOpen(() => clipboard.describe()) : now;
}

/** Only while the clipboard is open, so that what is read is what is described. `sequence`: after it was read. */
function readAhead(order: ReadOrder): { readonly now: Description; readonly raw: Raw | null; readonly sequence: number } {
  const now = clipboard.describe();
  const raw = now.isOurs || count.isKnown(now.sequence) ? null : (clipboard.read(order) ?? 'concealed');
  return { now, raw, sequence: clipboard.sequence };
}

function onOrders(): void {
  if (parentPort === null) return;
  for (let next = receiveMessageOnPort(parentPort); next !== undefined; next = receiveMessageOnPort(parentPort))
    carryOut(next.message as ThreadOrder);
}

function carryOut(order: ThreadOrder): void {
  if (order.do === 'watch') {
    isWatching = true;
    const now = clipboard.describe();
    count.began(now.sequence);
    return say({ is: 'changed', isInitial: true, missed: 0, now });
  }
  if (order.do === 'unwatch') {
    isWatching = false;
    return ahead.allowed(null, performance.now());
  }
  if (order.do === 'drop') {
    ahead.take(order.sequence);
    return ahead.allowed(null, performance.now());
  }
  if (order.do === 'end') {
    isEnding = true;
    return;
  }
  if (order.do === 'describe') return say({ is: 'described', id: order.id, now: clipboard.describe() });
  jobs.add(order.do === 'read' ? readJob(order) : offerJob(order));
  for (let tries = 0; tries < triesAtOnce && !jobs.isEmpty; tries += 1) {
    if (tries > 0) Sleep(1);
    runJobs();
  }
  if (!jobs.isEmpty) user32.SetTimer(window, timer, againAfterMs, null);
}

/** Until the next tick of the timer, if another program has the clipboard open. */
function runJobs(): void {
  if (jobs.run()) user32.KillTimer(window, timer);
}

function readJob(order: ReadOrder): Job {
  const tell = (outcome: ReadOutcome, moved: readonly ArrayBuffer[] = []): true => {
    say({ is: 'read', id: order.id, outcome }, moved);
    return true;
  };
  ahead.allowed(order.thenAhead ? order : null, performance.now());
  const tellRead = (raw: Raw | 'replaced'): true => {
    if (typeof raw === 'string') return tell({ is: raw });
    const { contents, sourceUrl } = converted(raw);
    const moved = contents.flatMap(({ bytes }) => (typeof bytes === 'string' ? [] : [bytes.buffer as ArrayBuffer]));
    return tell({ is: 'contents', contents, sourceUrl }, moved);
  };
  return {
    untilMs: performance.now() + order.limits.silenceMs,
    attempt: () => {
      const kept = ahead.take(order.sequence);
      if (kept !== undefined) return tellRead(kept);
      if (clipboard.sequence !== order.sequence) return tellRead('replaced');
      const read = clipboard.whileOpen((): Raw | 'replaced' => {
        if (clipboard.sequence !== order.sequence) return 'replaced';
        const raw = clipboard.read(order);
        count.wasRead(order.sequence, clipboard.sequence);
        return raw ?? 'concealed';
      });
      return read === null ? false : tellRead(read);
    },
    giveUp: () => tell({ is: 'busy' }),
  };
}

function offerJob(order: OfferOrder): Job {
  const tell = (outcome: OfferOutcome): true => {
    say({ is: 'offered', id: order.id, outcome });
    return true;
  };
  return {
    untilMs: performance.now() + offerWithinMs,
    attempt: () => {
      const outcome = clipboard.whileOpen((): OfferOutcome => {
        if (order.over === 'nothing' && !clipboard.isFree) return 'not-owner';
        return clipboard.write(order) ? 'done' : 'refused';
      });
      if (outcome === null) return false;
      if (outcome !== 'not-owner') count.offered(clipboard.sequence);
      return tell(outcome);
    },
    giveUp: () => tell('busy'),
  };
}

/** After the clipboard is closed: this takes time with large contents. */
function converted(raw: readonly RawContent[]): { readonly contents: readonly ReadContent[]; readonly sourceUrl: string | null } {
  let sourceUrl: string | null = null;
  const contents = raw.map(({ mediaType, form, bytes }): ReadContent => {
    const isBitmap = form === 'bitmap';
    if (typeof bytes === 'string' || isBitmap) return { mediaType, isBitmap, bytes };
    const { content, sourceUrl: page } = contentOf(form, bytes);
    sourceUrl ??= page;
    return { mediaType, isBitmap, bytes: ownMemory(content) };
  });
  return { contents, sourceUrl };
}

/** Memory is moved as a whole, and must not be shared with anything else. */
function ownMemory(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

function take(number: number): void {
  if (number === updateMessage) onUpdate();
  else if (number === ordersMessage) onOrders();
  else if (number === timerMessage) runJobs();
}

/** An exception is a bug, and costs one message: the clipboard is still watched. */
function takeGuarded(number: number): void {
  try {
    take(number);
  } catch (error) {
    say({ is: 'fault', code: errorCode(error) });
  }
}

function run(): void {
  const message = Buffer.alloc(messageBytes);
  while (!isEnding && user32.GetMessageW(message, 0, 0, 0) > 0) takeGuarded(message.readUInt32LE(numberAt));
}

if (BigInt(window) === 0n || !user32.AddClipboardFormatListener(window)) say({ is: 'ready', fails: 'no-display' });
else {
  say({ is: 'ready', fails: null, window: Number(window) });
  run();
  user32.RemoveClipboardFormatListener(window);
}
user32.DestroyWindow(window);
parentPort?.close();
