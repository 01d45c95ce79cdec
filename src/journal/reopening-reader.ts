/** A reader for a process that outlives the journal: if the file is removed or replaced, it continues with the new one. */
import { errorCode, type Log } from '../base/log.ts';
import { type JournalPlace, type JournalReader, openJournalReader } from './journal.ts';

export interface ReopeningReader extends JournalReader {
  /** Opens the file that is there now, and creates it if there is none. Throws as `openJournalReader` does, and then keeps the previous file. */
  renew(): void;
}

/** Throws as `openJournalReader` does. */
export function openReopeningReader(place: JournalPlace): ReopeningReader {
  let reader = openJournalReader(place);
  return {
    blobs: place.blobs,
    statement: (sql) => reader.statement(sql),
    snapshot: (work) => reader.snapshot(work),
    reportDamagedRow: (id) => reader.reportDamagedRow(id),
    get damaged() {
      return reader.damaged;
    },
    get opened() {
      return reader.opened;
    },
    isGone: () => reader.isGone(),
    removeLog: () => reader.removeLog(),
    renew: () => {
      const next = openJournalReader(place);
      reader[Symbol.dispose]();
      reader = next;
    },
    [Symbol.dispose]: () => reader[Symbol.dispose](),
  };
}

/** Null if the journal can't be read now. */
export function tryRead<Value>(journal: JournalReader, log: Log, read: (journal: JournalReader) => Value): Value | null {
  try {
    return read(journal);
  } catch (error) {
    log.error('journal not read', { code: errorCode(error) });
    return null;
  }
}
