/**
 * What the user asked to save, on the browser's disk (IndexedDB): the queue for Hub, in order, and what became of the last ones. A save is here before the
 * user is told that it waits, and its content is removed only once Hub has acknowledged it. So it outlives a Hub that is away, the end of the background, and
 * the end of the browser.
 */
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import type { ExtensionMessage } from '../../src/contract/extension-messages.ts';
import type { AddTrouble, Save, SaveState } from '../messages.ts';

/** Most saves that wait for Hub. One more is refused. */
export const mostQueued = 10_000;
/** So many saves are remembered after they have left the queue. */
export const mostRemembered = 50;

export type SaveMessage = Extract<ExtensionMessage, { kind: 'selection' | 'page' | 'file' }>;

interface Stored extends Save {
  readonly tries: number;
  /** Not to be sent before; milliseconds since 1970. */
  readonly notBeforeMs: number;
}

interface Schema extends DBSchema {
  /** By their order. */
  saves: { key: number; value: Stored; indexes: { id: string } };
  /** The messages that Hub does not have yet, by the key of their save. */
  queue: { key: number; value: SaveMessage };
}

export interface Queued {
  readonly key: number;
  readonly message: SaveMessage;
}

export interface Saves extends Disposable {
  /** Resolves once the save is on the disk. */
  add(message: SaveMessage, about: Pick<Save, 'what' | 'title' | 'host'>): Promise<AddTrouble | null>;
  /** The first one that may be sent now; or when one may be, in milliseconds since 1970; or null: the queue is empty. */
  next(nowMs: number): Promise<Queued | { readonly notBeforeMs: number } | null>;
  /** Hub has it, or will never take it. */
  leaveQueue(key: number, state: Extract<SaveState, 'received' | 'refused'>, reason?: string): Promise<void>;
  /** Hub could not take it now. Resolves to how often that happened to it. */
  sendLater(key: number, notBeforeMs: (tries: number) => number): Promise<number>;
  /** What became of a save that Hub has. Null: it is not known, or that was known already. */
  settle(id: string, outcome: Partial<Save> & Pick<Save, 'state'>): Promise<Save | null>;
  queued(): Promise<number>;
  /** The newest first. */
  recent(most: number): Promise<readonly Save[]>;
}

const name = 'hub';
/** The commit is on the disk, and not only on its way there, when it is reported. */
const durable = { durability: 'strict' } as const;

export async function openSaves(): Promise<Saves> {
  const database = await openDB<Schema>(name, 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore('saves', { autoIncrement: true }).createIndex('id', 'id', { unique: true });
      fresh.createObjectStore('queue');
    },
  });
  return {
    add: async (message, about) => await add(database, message, about),
    next: async (nowMs) => await next(database, nowMs),
    leaveQueue: async (key, state, reason) => {
      // If this commit is lost, the save is sent again with the same id, which Hub knows.
      const writing = database.transaction(['saves', 'queue'], 'readwrite');
      const saves = writing.objectStore('saves');
      const stored = await saves.get(key);
      await writing.objectStore('queue').delete(key);
      // Its receipt may be here already, if Hub had it from an earlier connection.
      if (stored?.state === 'queued') await saves.put({ ...stored, state, ...(reason === undefined ? {} : { reason }) }, key);
      await forget(writing);
      await writing.done;
    },
    sendLater: async (key, notBeforeMs) => {
      const writing = database.transaction('saves', 'readwrite');
      const stored = await writing.store.get(key);
      const tries = (stored?.tries ?? 0) + 1;
      if (stored !== undefined) await writing.store.put({ ...stored, tries, notBeforeMs: notBeforeMs(tries) }, key);
      await writing.done;
      return tries;
    },
    settle: async (id, outcome) => {
      const writing = database.transaction('saves', 'readwrite');
      const key = await writing.store.index('id').getKey(id);
      const stored = key === undefined ? undefined : await writing.store.get(key);
      if (stored === undefined || (stored.state === outcome.state && stored.name === outcome.name)) return null;
      await writing.store.put({ ...stored, ...outcome }, key);
      await writing.done;
      return { ...stored, ...outcome };
    },
    queued: async () => await database.count('queue'),
    recent: async (most) => await recent(database, most),
    [Symbol.dispose]: () => database.close(),
  };
}

async function add(
  database: IDBPDatabase<Schema>,
  message: SaveMessage,
  about: Pick<Save, 'what' | 'title' | 'host'>,
): Promise<AddTrouble | null> {
  try {
    const writing = database.transaction(['saves', 'queue'], 'readwrite', durable);
    if ((await writing.objectStore('queue').count()) >= mostQueued) return 'queue-full';
    const { id, atMs } = message;
    const key = await writing.objectStore('saves').add({ id, atMs, ...about, state: 'queued', tries: 0, notBeforeMs: 0 });
    await writing.objectStore('queue').add(message, key);
    await writing.done;
    return null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'disk-full';
    throw error;
  }
}

async function next(database: IDBPDatabase<Schema>, nowMs: number): Promise<Queued | { readonly notBeforeMs: number } | null> {
  const reading = database.transaction(['saves', 'queue']);
  let soonestMs = Number.POSITIVE_INFINITY;
  for (let cursor = await reading.objectStore('queue').openKeyCursor(); cursor !== null; cursor = await cursor.continue()) {
    const key = cursor.key;
    const { notBeforeMs = 0 } = (await reading.objectStore('saves').get(key)) ?? {};
    if (notBeforeMs > nowMs) {
      soonestMs = Math.min(soonestMs, notBeforeMs);
      continue;
    }
    const message = await reading.objectStore('queue').get(key);
    if (message !== undefined) return { key, message };
  }
  return soonestMs === Number.POSITIVE_INFINITY ? null : { notBeforeMs: soonestMs };
}

async function recent(database: IDBPDatabase<Schema>, most: number): Promise<readonly Save[]> {
  const found: Save[] = [];
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

/** Forgets the oldest of those that are no longer in the queue. */
async function forget(writing: IDBPTransaction<Schema, ['saves', 'queue'], 'readwrite'>): Promise<void> {
  const saves = writing.objectStore('saves');
  const queue = writing.objectStore('queue');
  let tooMany = (await saves.count()) - (await queue.count()) - mostRemembered;
  let cursor = tooMany > 0 ? await saves.openCursor() : null;
  for (; cursor !== null && tooMany > 0; cursor = await cursor.continue()) {
    if ((await queue.getKey(cursor.key)) !== undefined) continue;
    await cursor.delete();
    tooMany -= 1;
  }
}
