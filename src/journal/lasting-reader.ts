/** A reader for a process that outlives the journal: where the file is removed or replaced, it reads on in the one that is there then. */
import { type JournalPlace, type JournalReader, openJournalReader } from './journal.ts';

export interface LastingReader extends JournalReader {
  /** Reads in the file that is there now, which is made where there is none. Throws as `openJournalReader` does, and then nothing has changed. */
  renew(): void;
}

/** Throws as `openJournalReader` does. */
export function openLastingReader(place: JournalPlace): LastingReader {
  let reader = openJournalReader(place);
  return {
    blobs: place.blobs,
    statement: (sql) => reader.statement(sql),
    leftOut: (id) => reader.leftOut(id),
    get damaged() {
      return reader.damaged;
    },
    isGone: () => reader.isGone(),
    makeWay: () => reader.makeWay(),
    renew: () => {
      const next = openJournalReader(place);
      reader[Symbol.dispose]();
      reader = next;
    },
    [Symbol.dispose]: () => reader[Symbol.dispose](),
  };
}
