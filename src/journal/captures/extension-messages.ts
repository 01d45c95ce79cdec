/** What extensions of browsers save: each message makes one capture, however often it is sent. */
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type { NewCapture } from '../../contract/journal.ts';
import type { Journal } from '../journal.ts';
import { type NeverWritten, writeFailure } from '../writing/write-failure.ts';
import { insertCapture } from './captures.ts';
import { recordedAs } from './recorded-messages.ts';
import { discardContents } from './temporary-contents.ts';

export interface ExtensionSave {
  readonly pairing: string;
  /** Of the extension. */
  readonly origin: string;
  /** The message's own id. */
  readonly message: string;
  readonly capture: NewCapture;
}

/** How many messages are recognized when they are sent again. An extension's queue has fewer. */
const mostRemembered = 20_000;

/**
 * Records it, once; the value is its fragment. Doing so again changes nothing, and so does a message that was recorded for an earlier pairing of the same
 * extension: its acknowledgement may not have been heard when that pairing ended. Throws if the journal accepts nothing now.
 */
export function recordExtensionSave(journal: Journal, { pairing, origin, message, capture }: ExtensionSave): Outcome<number, NeverWritten> {
  try {
    const fragmentId = journal.durableTransaction(() => {
      const before = recordedAs(journal, { pairing, message }) ?? takeOver(journal, { pairing, origin, message });
      if (before !== null) return before;
      const [made = 0] = insertCapture(journal, capture).fragmentIds;
      journal.statement('INSERT INTO extension_messages (pairing, message, fragment_id) VALUES (?, ?, ?)').run(pairing, message, made);
      journal.statement(`DELETE FROM extension_messages WHERE id <= (SELECT max(id) FROM extension_messages) - ${mostRemembered}`).run();
      return made;
    });
    discardContents(capture);
    return done(fragmentId);
  } catch (error) {
    const failure = writeFailure(error);
    if (failure === 'not-now' || failure === 'damaged') throw error;
    return failed(failure);
  }
}

/** The sender of these messages knows what became of them. */
export function messagesTold(journal: Journal, pairing: string, messages: readonly string[]): void {
  journal.transaction(() => {
    for (const message of messages)
      journal.statement('UPDATE extension_messages SET told = 1 WHERE pairing = ? AND message = ?').run(pairing, message);
  });
}

/**
 * A pairing has ended: nobody is told any more what became of its messages. They stay known by the origin of its extension, which sends again what was not
 * acknowledged once it is paired again.
 */
export function leaveMessages(journal: Journal, pairing: string, origin: string): void {
  journal.transaction(() =>
    journal.statement('UPDATE OR REPLACE extension_messages SET pairing = ?, told = 1 WHERE pairing = ?').run(origin, pairing),
  );
}

/** The number of a fragment that an ended pairing of this origin left, and which is now of this pairing; null if there is none. */
function takeOver(journal: Journal, { pairing, origin, message }: Omit<ExtensionSave, 'capture'>): number | null {
  const left = recordedAs(journal, { pairing: origin, message });
  if (left !== null)
    journal
      .statement('UPDATE extension_messages SET pairing = ?, told = 0 WHERE pairing = ? AND message = ?')
      .run(pairing, origin, message);
  return left;
}
