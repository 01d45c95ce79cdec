/** The database of the saves. The browser may close it at any time, such as when its user deletes the data of sites: then the next use opens it again. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ExtensionMessage } from '../../src/contract/extension-messages.ts';
import type { Save } from '../messages.ts';

export type SaveMessage = Extract<ExtensionMessage, { kind: 'selection' | 'page' | 'file' }>;

export interface Stored extends Save {
  /** How often Hub could not take it. */
  readonly tries: number;
  /** How often a connection ended while it was under way. */
  readonly losses?: number;
  /** While it is in the queue: not to be sent before, in milliseconds since 1970; 0: it may be sent. */
  readonly notBeforeMs?: number;
  /** Since it has left the queue: when, in milliseconds since 1970. */
  readonly leftAtMs?: number;
}

export interface Schema extends DBSchema {
  /** By their order. An index has only those that have what it is of: `notBeforeMs` the ones in the queue, `leftAtMs` the others. */
  saves: { key: number; value: Stored; indexes: { id: string; notBeforeMs: number; leftAtMs: number } };
  /** The messages that Hub does not have yet, by the key of their save. */
  queue: { key: number; value: SaveMessage };
}

export interface Database {
  /** Runs `work` with the database; once more if it turns out to be closed, or if the browser closes it meanwhile. */
  use<Result>(work: (database: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result>;
  close(): void;
}

const name = 'hub';
/** A browser that is deleting the database may answer late, or never. */
const opensWithinMs = 10_000;

interface Connection {
  readonly database: IDBPDatabase<Schema>;
  /** What is under way in it: once the browser has closed it, the answers may never come. */
  readonly underWay: Set<(error: DOMException) => void>;
}

export function openDatabase(): Database {
  let opening: Promise<Connection> | null = null;
  const opened = (): Promise<Connection> => {
    if (opening !== null) return opening;
    const mine = inTime(
      open(() => {
        if (opening === mine) opening = null;
      }),
    );
    opening = mine;
    mine.catch(() => {
      if (opening === mine) opening = null;
    });
    return mine;
  };
  return {
    use: async (work) => {
      const mine = opened();
      try {
        return await workIn(await mine, work);
      } catch (error) {
        if (!isClosed(error)) throw error;
        // Another one may have opened it again already.
        if (opening === mine) opening = null;
        return await workIn(await opened(), work);
      }
    },
    close: () => void opening?.then(({ database }) => database.close()).catch(() => {}),
  };
}

/** Closed before the work began, or while it was under way; or not opened in time. */
function isClosed(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'TimeoutError');
}

async function workIn<Result>(
  { database, underWay }: Connection,
  work: (database: IDBPDatabase<Schema>) => Promise<Result>,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  underWay.add(reject);
  try {
    work(database).then(resolve, reject);
    return await promise;
  } finally {
    underWay.delete(reject);
  }
}

/** One that is there too late is closed again. */
async function inTime(connection: Promise<Connection>): Promise<Connection> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DOMException('the database was not opened in time', 'TimeoutError')), opensWithinMs);
  try {
    return await Promise.race([connection, promise]);
  } catch (error) {
    void connection.then(({ database }) => database.close()).catch(() => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function open(closed: () => void): Promise<Connection> {
  const underWay: Connection['underWay'] = new Set();
  const database = await openDB<Schema>(name, 2, {
    upgrade: async (changed, before, _after, upgrade) => {
      if (before < 1) {
        changed.createObjectStore('saves', { autoIncrement: true }).createIndex('id', 'id', { unique: true });
        changed.createObjectStore('queue');
      }
      const saves = upgrade.objectStore('saves');
      saves.createIndex('notBeforeMs', 'notBeforeMs');
      saves.createIndex('leftAtMs', 'leftAtMs');
      // In the first version those that had left the queue had a time for it too.
      for (let cursor = await saves.openCursor(); cursor !== null; cursor = await cursor.continue()) {
        if ((await upgrade.objectStore('queue').getKey(cursor.key)) !== undefined) continue;
        const { notBeforeMs: _, ...left } = cursor.value;
        await cursor.update({ ...left, leftAtMs: left.atMs });
      }
    },
    blocking: () => {
      closed();
      database.close();
    },
    terminated: () => {
      closed();
      for (const end of underWay) end(new DOMException('the browser has closed the database', 'InvalidStateError'));
    },
  });
  return { database, underWay };
}
