/** The legal holds in the core: what the document says is stored in the journal at once, where everything that deletes finds it. */
import type { LegalHolds } from '../../../contract/documents/legal-hold.ts';
import type { JournalWriter } from '../../../journal/writing/writer.ts';
import type { Component } from '../../component.ts';
import { openHubDocument } from '../../documents.ts';

export interface LiveHolds extends Disposable {
  /** What is saved by now is in force for every write after this one. */
  look(): void;
  /** So many copies were to be deleted, and stay because of the holds. */
  refused(copies: number): void;
  /** Whether it is known which copies are on hold. */
  readonly isKnown: boolean;
}

/** The first write of the core: before it, nothing may be deleted. */
export function openLegalHolds(component: Pick<Component, 'places' | 'log'>, writer: JournalWriter): LiveHolds {
  let stored: LegalHolds | null | undefined;
  let document: ReturnType<typeof openHubDocument<'legal-hold'>> | null = null;
  let named: ReadonlySet<string> | null = null;
  /** The ids are the user's words: only how many there are is logged. */
  const logged = (holds: LegalHolds | null): void => {
    if (holds === null) return;
    const [before, now] = [named, new Set(holds.holds.map(({ id }) => id))];
    named = now;
    if (before === null && now.size === 0) return;
    const [added, ended] = [now.difference(before ?? new Set()).size, (before ?? new Set()).difference(now).size];
    component.log.info('legal holds are in force', { holds: now.size, added, ended });
  };
  const store = (): void => {
    if (document === null) return;
    const holds = document.standing === 'unknown' ? null : document.value;
    if (holds === stored) return;
    stored = holds;
    void writer.write('setHolds', holds).then((written) => {
      if (written.ok) return logged(holds);
      stored = undefined;
      component.log.warn('holds not stored', { because: written.reason });
    });
  };
  const opened = openHubDocument('legal-hold', component, store, store);
  document = opened;
  store();
  return {
    look: () => {
      opened.look();
      store();
    },
    refused: (copies) => component.log.info('copies on hold are not deleted', { copies }),
    get isKnown() {
      return opened.fault === null;
    },
    [Symbol.dispose]: () => opened[Symbol.dispose](),
  };
}
