/** The watch without a system: its thread is a double that says what it is asked, and answers as it is told. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';

import { setImmediate as turn } from 'node:timers/promises';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { ContentSpool } from '../../../base/files/spooled-content.ts';
import { noDetails } from '../../../base/log.ts';
import type { ClipboardWatchOptions, CopyEvent, IdentifyOwner } from '../interface.ts';
import { KeptWatch } from './kept-watch.ts';
import type { Description, ReadOutcome, ThreadOrder } from './thread-messages.ts';
import type { ClipboardThread } from './thread-owner.ts';

const editor = { pid: 7, executable: 'C:\\editor.exe', title: 'notes' };
const text: Description = {
  ...{ sequence: 5, atMs: 1_000, isOurs: false, isLeft: false },
  ...{ formats: ['CF_UNICODETEXT', 'CF_DIB'], owner: editor, active: editor },
};
const identifyOwner: IdentifyOwner = ({ owner }) => ({
  identity: { name: owner.executable, executable: owner.executable, pid: owner.pid, windowTitle: null },
  isKnown: owner.executable !== null,
});
const contents = (...all: readonly (readonly [string, 'content' | 'bitmap', Buffer | 'too-large' | 'refused'])[]): ReadOutcome => ({
  is: 'contents',
  contents: all.map(([mediaType, form, bytes]) => ({ mediaType, isBitmap: form === 'bitmap', bytes })),
  sourceUrl: null,
});

function open(outcome: ReadOutcome, options: Partial<ClipboardWatchOptions> = {}) {
  const orders: ThreadOrder['do'][] = [];
  const events: CopyEvent[] = [];
  const thread = {
    order: (order: ThreadOrder) => void orders.push(order.do),
    ask: async (order: Pick<ThreadOrder, 'do'>) => {
      orders.push(order.do);
      return order.do === 'describe' ? { is: 'described', id: 1, now: text } : { is: 'read', id: 1, outcome };
    },
  } as unknown as Pick<ClipboardThread, 'ask' | 'order'>;
  const watch = new KeptWatch({
    thread,
    log: noDetails,
    formats: { isReadable: (formats) => formats.includes('CF_UNICODETEXT'), writeBitmap: async () => false },
    options: {
      identifyOwner,
      judge: () => 'read',
      newContent: () => new ContentSpool({ folder: '/nowhere' }),
      onEvent: (event) => void events.push(event),
      onLost: () => {},
      onFault: (error) => {
        throw error;
      },
      ...options,
    },
  });
  const copied = async (now: Partial<Description> = {}, missed = 0, isInitial = false): Promise<CopyEvent | undefined> => {
    const before = events.length;
    watch.changed({ is: 'changed', isInitial, missed, now: { ...text, ...now } });
    for (let turns = 0; turns < 50 && events.length === before; turns += 1) await turn();
    return events.at(-1);
  };
  return { watch, orders, events, copied };
}

const because = (event: CopyEvent | undefined): string | undefined =>
  event !== undefined && 'because' in event ? event.because : event?.kind;

test('a copy is read only after it was allowed, and what is refused is dropped unread', async () => {
  const refused = open(contents(), { judge: () => ({ refuse: 'excluded' }) });
  assert.equal(because(await refused.copied()), 'excluded');
  assert.deepEqual(refused.orders, ['drop']);
  const unwanted = open(contents(), { isWanted: () => false });
  await unwanted.copied();
  assert.deepEqual([unwanted.orders, unwanted.events], [['drop'], []]);
  const concealed = open(contents());
  assert.equal(because(await concealed.copied({ formats: ['CF_UNICODETEXT', 'Clipboard Viewer Ignore'] })), 'concealed');
  assert.deepEqual(concealed.orders, []);
});

test('a rule never sees a program that is only a guess', async () => {
  const seen: unknown[] = [];
  const { copied } = open(contents(['text/plain', 'content', Buffer.from('a')]), {
    judge: ({ owner, isOwnerComplete }) => {
      seen.push(owner.name, isOwnerComplete);
      return 'read';
    },
  });
  await copied({ owner: null });
  await copied();
  assert.deepEqual(seen, [null, false, editor.executable, true]);
});

test('a copy has what could be kept, and names what could not', async () => {
  const { copied } = open(contents(['text/plain', 'content', Buffer.from('a')], ['image/png', 'bitmap', Buffer.from('no bitmap')]));
  const event = await copied();
  assert.ok(event?.kind === 'copy');
  assert.deepEqual([event.copy.representations.map(({ mediaType }) => mediaType), event.copy.missing], [['text/plain'], ['image/png']]);
  assert.deepEqual([event.copy.ordinal, event.copy.copiedAtMs, event.copy.client], [1, 1_000, 7]);
});

test('each end of a copy without content is told as what it is', async () => {
  for (const [outcome, end] of [
    [{ is: 'replaced' }, 'replaced'],
    [{ is: 'busy' }, 'owner-silent'],
    [{ is: 'concealed' }, 'concealed'],
    [contents(['text/plain', 'content', 'too-large'], ['image/png', 'bitmap', 'refused']), 'too-large'],
    [contents(['text/plain', 'content', 'refused']), 'owner-refused'],
    [contents(['image/png', 'bitmap', Buffer.from('no bitmap')]), 'nothing-usable'],
    [contents(['text/plain', 'content', Buffer.alloc(0)]), 'cleared'],
  ] as const)
    assert.equal(because(await open(outcome).copied()), end);
  assert.equal(because(await open(contents()).copied({ formats: ['Locale'] })), 'nothing-usable');
  assert.equal(because(await open(contents()).copied({ formats: null })), 'too-large');
});

test('copies that nobody saw are counted before the one that is there', async () => {
  const { copied, events } = open(contents(['text/plain', 'content', Buffer.from('a')]));
  await copied({}, 2);
  for (let turns = 0; turns < 50 && events.length < 3; turns += 1) await turn();
  assert.deepEqual(
    events.map((event) => (event.kind === 'copy' ? event.copy.ordinal : 'ordinal' in event && event.ordinal)),
    [1, 2, 3],
  );
});

test('an offer of ours is no event; an empty clipboard, or what a Hub left there, is cleared', async () => {
  const { copied, events } = open(contents());
  await copied({ isOurs: true });
  assert.deepEqual(events, []);
  assert.deepEqual(await copied({ formats: [] }), { kind: 'cleared', atMs: 1_000, by: 'request' });
  assert.deepEqual(await copied({ isLeft: true, owner: null }, 0, true), { kind: 'cleared', atMs: 1_000, by: 'end', isInitial: true });
});

test('after its end a watch tells nothing, not even what it was reading', async () => {
  const { watch, copied, events, orders } = open(contents(['text/plain', 'content', Buffer.from('a')]));
  watch.changed({ is: 'changed', isInitial: false, missed: 0, now: text });
  watch.stop();
  await copied();
  assert.deepEqual([events, orders], [[], ['read', 'unwatch']]);
  assert.equal(await watch.readAgain(() => true), null);
});

/** A disk that takes a while for the last step of each content. */
class SlowSpool extends ContentSpool {
  readonly finishing = Promise.withResolvers<void>();
  readonly finished = Promise.withResolvers<void>();

  override async finish(): ReturnType<ContentSpool['finish']> {
    const content = await super.finish();
    this.finishing.resolve();
    await this.finished.promise;
    return content;
  }
}

test('what was being stored when the watch was stopped is deleted, and kept when the thread has ended, which is told after it', async (t) => {
  for (const isLost of [false, true]) {
    const folder = temporaryHome(t);
    const spool = new SlowSpool({ folder });
    const told: string[] = [];
    const { watch, events } = open(contents(['text/plain', 'content', Buffer.alloc(200_000)]), {
      newContent: () => spool,
      onLost: () => void told.push(`lost after ${events.length}`),
    });
    watch.changed({ is: 'changed', isInitial: false, missed: 0, now: text });
    await spool.finishing.promise;
    assert.equal(readdirSync(folder).length, 1);
    if (!isLost) watch.stop();
    const over = isLost ? watch.lost() : watch.ended;
    spool.finished.resolve();
    await over;
    assert.deepEqual([told, events.length, readdirSync(folder).length], isLost ? [['lost after 1'], 1, 1] : [[], 0, 0]);
  }
});
