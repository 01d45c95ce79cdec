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
  /** Runs `work` with the database; once more if it turns out to be closed, which it does before anything is done. */
  use<Result>(work: (database: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result>;
  close(): void;
}

const name = 'hub';

export function openDatabase(): Database {
  let opening: Promise<IDBPDatabase<Schema>> | null = null;
  const opened = (): Promise<IDBPDatabase<Schema>> => {
    if (opening !== null) return opening;
    const mine = open(() => {
      if (opening === mine) opening = null;
    });
    opening = mine;
    mine.catch(() => {
      if (opening === mine) opening = null;
    });
    return mine;
  };
  return {
    use: async (work) => {
      try {
        return await work(await opened());
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
        opening = null;
        return await work(await opened());
      }
    },
    close: () => void opening?.then((database) => database.close()).catch(() => {}),
  };
}

async function open(closed: () => void): Promise<IDBPDatabase<Schema>> {
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
    terminated: closed,
  });
  return database;
}
