/** A reader for a process that outlives the journal: if the file is removed or replaced, it continues with the new one. */
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
