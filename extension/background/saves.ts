/**
 * What the user asked to save, on the browser's disk (IndexedDB): the queue for Hub, in order, and what became of the last ones. A save is here before the
 * user is told that it waits, and its content is removed only once Hub has acknowledged it. So it outlives a Hub that is away, the end of the background, and
 * the end of the browser.
 */
import type { IDBPDatabase, IDBPTransaction } from 'idb';
import type { AddTrouble, Save, SaveState } from '../messages.ts';
import { latestAgainMs } from './connection-rules.ts';
import { openDatabase, type SaveMessage, type Schema, type Stored } from './saves-database.ts';

export type { SaveMessage } from './saves-database.ts';

/** Most saves that wait for Hub. One more is refused. */
export const mostQueued = 10_000;
/** So many saves are remembered after they have left the queue. */
export const mostRemembered = 50;

/** What the list of saves tells of one beside its message. */
export type About = Pick<Save, 'what' | 'title' | 'host' | 'missing' | 'needed'>;

export interface Queued {
  readonly key: number;
  readonly message: SaveMessage;
  /** How often a connection has ended while it was under way. */
  readonly losses: number;
}

export interface Saves extends Disposable {
  /**
   * Resolves once the save is on the disk. `instead`: the id of an earlier one that needed what has been allowed, and is taken up by this one. In the same commit,
   * one that was not saved is forgotten, and of any other one what it needed: nothing is taken up twice.
   */
  add(message: SaveMessage, about: About, instead?: string): Promise<AddTrouble | null>;
  /** The first one that may be sent now; or when one may be, in milliseconds since 1970; or null: the queue is empty. */
  next(nowMs: number): Promise<Queued | { readonly notBeforeMs: number } | null>;
  /** Hub has it, or will never take it. */
  leaveQueue(key: number, state: Extract<SaveState, 'received' | 'refused'>, reason?: string): Promise<void>;
  /** Hub could not take it now, by its own answer or because the connection ended. `notBeforeMs` gets how often that happened to it; 0: it is still the first. */
  sendLater(key: number, why: 'refused' | 'lost', notBeforeMs: (times: number) => number): Promise<void>;
  /** What did not come into the queue is remembered as long as what has left it. */
  note(save: Save): Promise<void>;
  find(id: string): Promise<Save | null>;
  /** What became of a save that Hub has. Null: it is not known, or that was known already. */
  settle(id: string, outcome: Partial<Save> & Pick<Save, 'state'>): Promise<Save | null>;
  queued(): Promise<number>;
  /** The newest first. */
  recent(most: number): Promise<readonly Save[]>;
}

/** The commit is on the disk, and not only on its way there, when it is reported. */
const durable = { durability: 'strict' } as const;

export function openSaves(): Saves {
  const database = openDatabase();
  return {
    add: async (message, about, instead) => await database.use(async (opened) => await add(opened, message, about, instead)),
    next: async (nowMs) => await database.use(async (opened) => await next(opened, nowMs)),
    leaveQueue: async (key, state, reason) =>
      await database.use(async (opened) => {
        // If this commit is lost, the save is sent again with the same id, which Hub knows.
        const writing = opened.transaction(['saves', 'queue'], 'readwrite');
        const saves = writing.objectStore('saves');
        const stored = await saves.get(key);
        await writing.objectStore('queue').delete(key);
        if (stored !== undefined) {
          const { notBeforeMs: _, ...left } = stored;
          // Its receipt may be here already, if Hub had it from an earlier connection.
          const news = stored.state === 'queued' ? { state, ...(reason === undefined ? {} : { reason }) } : {};
          await saves.put({ ...left, ...news, leftAtMs: Date.now() }, key);
        }
        await forget(writing);
        await writing.done;
      }),
    sendLater: async (key, why, notBeforeMs) =>
      await database.use(async (opened) => {
        const writing = opened.transaction('saves', 'readwrite');
        const stored = await writing.store.get(key);
        if (stored !== undefined) {
          const tries = stored.tries + (why === 'refused' ? 1 : 0);
          const losses = (stored.losses ?? 0) + (why === 'lost' ? 1 : 0);
          await writing.store.put({ ...stored, tries, losses, notBeforeMs: notBeforeMs(why === 'lost' ? losses : tries) }, key);
        }
        await writing.done;
      }),
    note: async (save) =>
      await database.use(async (opened) => {
        const writing = opened.transaction(['saves', 'queue'], 'readwrite');
        await writing.objectStore('saves').add({ ...save, tries: 0, leftAtMs: Date.now() });
        await forget(writing);
        await writing.done;
      }),
    find: async (id) => await database.use(async (opened) => (await opened.getFromIndex('saves', 'id', id)) ?? null),
    settle: async (id, outcome) =>
      await database.use(async (opened) => {
        const writing = opened.transaction('saves', 'readwrite');
        const key = await writing.store.index('id').getKey(id);
        const stored = key === undefined ? undefined : await writing.store.get(key);
        if (stored === undefined || (stored.state === outcome.state && stored.name === outcome.name)) return null;
        await writing.store.put({ ...stored, ...outcome }, key);
        await writing.done;
        return { ...stored, ...outcome };
      }),
    queued: async () => await database.use(async (opened) => await opened.count('queue')),
    recent: async (most) => await database.use(async (opened) => await recent(opened, most)),
    [Symbol.dispose]: () => database.close(),
  };
}

async function add(database: IDBPDatabase<Schema>, message: SaveMessage, about: About, instead?: string): Promise<AddTrouble | null> {
  const writing = database.transaction(['saves', 'queue'], 'readwrite', durable);
  // Told by what is awaited below.
  writing.done.catch(() => {});
  try {
    const { id, atMs } = message;
    // The browser closed the database after it had stored it, and before it said so: this is the second time.
    if ((await writing.objectStore('saves').index('id').getKey(id)) !== undefined) return null;
    if ((await writing.objectStore('queue').count()) >= mostQueued) return 'queue-full';
    const key = await writing.objectStore('saves').add({ id, atMs, ...about, state: 'queued', tries: 0, notBeforeMs: 0 });
    await writing.objectStore('queue').add(message, key);
    if (instead !== undefined) await takeUp(writing, instead);
    await writing.done;
    return null;
  } catch (error) {
    abort(writing);
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'disk-full';
    throw error;
  }
}

/** Without this, what was asked of it before a fault would still be committed. */
function abort(writing: IDBPTransaction<Schema, ['saves', 'queue'], 'readwrite'>): void {
  try {
    writing.abort();
  } catch {
    // it is over already
  }
}

async function takeUp(writing: IDBPTransaction<Schema, ['saves', 'queue'], 'readwrite'>, id: string): Promise<void> {
  const saves = writing.objectStore('saves');
  const key = await saves.index('id').getKey(id);
  const stored = key === undefined ? undefined : await saves.get(key);
  if (key === undefined || stored === undefined) return;
  const { needed: _, ...rest } = stored;
  if (stored.state === 'not-saved') await saves.delete(key);
  else await saves.put(rest, key);
}

/** All steps are by the index of those that wait, however many these are. */
async function next(database: IDBPDatabase<Schema>, nowMs: number): Promise<Queued | { readonly notBeforeMs: number } | null> {
  // None is to wait for so long: the clock was ahead when that was written down, or has been set back since.
  const isTooFarAhead = IDBKeyRange.lowerBound(nowMs + latestAgainMs, true);
  for (const itsTimeCame of [IDBKeyRange.bound(0, nowMs, true), isTooFarAhead])
    if ((await database.getKeyFromIndex('saves', 'notBeforeMs', itsTimeCame)) !== undefined) await backInPlace(database, itsTimeCame);
  const reading = database.transaction(['saves', 'queue']);
  const waiting = reading.objectStore('saves').index('notBeforeMs');
  for (let cursor = await waiting.openCursor(IDBKeyRange.only(0)); cursor !== null; cursor = await cursor.continue()) {
    const key = cursor.primaryKey;
    const { losses = 0 } = cursor.value;
    const message = await reading.objectStore('queue').get(key);
    if (message !== undefined) return { key, message, losses };
  }
  const soonest = await waiting.openKeyCursor(IDBKeyRange.lowerBound(0, true));
  return soonest === null ? null : { notBeforeMs: soonest.key };
}

/** Those whose time has come are where they were in the order. */
async function backInPlace(database: IDBPDatabase<Schema>, range: IDBKeyRange): Promise<void> {
  const writing = database.transaction('saves', 'readwrite');
  for (const key of await writing.store.index('notBeforeMs').getAllKeys(range)) {
    const stored = await writing.store.get(key);
    if (stored !== undefined) await writing.store.put({ ...stored, notBeforeMs: 0 }, key);
  }
  await writing.done;
}

async function recent(database: IDBPDatabase<Schema>, most: number): Promise<readonly Save[]> {
  const found: Stored[] = [];
  const reading = database.transaction('saves');
  for (
    let cursor = await reading.store.openCursor(null, 'prev');
    cursor !== null && found.length < most;
    cursor = await cursor.continue()
  ) {
    found.push(cursor.value);
  }
  return found;
}

/** Forgets those that left the queue first. */
async function forget(writing: IDBPTransaction<Schema, ['saves', 'queue'], 'readwrite'>): Promise<void> {
  const left = writing.objectStore('saves').index('leftAtMs');
  let tooMany = (await left.count()) - mostRemembered;
  for (let cursor = tooMany > 0 ? await left.openCursor() : null; cursor !== null && tooMany > 0; cursor = await cursor.continue()) {
    await cursor.delete();
    tooMany -= 1;
  }
}
