/** The messages of extensions that are recorded (extension-messages.ts): which fragment each became, and who has yet to be told of it. */
import { currentNumber } from '../fragments/earlier-copies.ts';
import type { JournalReader } from '../journal.ts';
import { textOf, wholeNumber } from '../row-values.ts';

interface SentMessage {
  readonly pairing: string;
  /** Its own id. */
  readonly message: string;
}

/** The number that the fragment of a message had at first; null if there is no such message. */
export function recordedAs(journal: JournalReader, { pairing, message }: SentMessage): number | null {
  return wholeNumber(
    journal.statement('SELECT fragment_id FROM extension_messages WHERE pairing = ? AND message = ?').get(pairing, message)?.fragment_id,
  );
}

/** The fragment that a message was saved as, by its present number; null if there is no such message. */
export function fragmentOfMessage(journal: JournalReader, which: SentMessage): number | null {
  const number = recordedAs(journal, which);
  return number === null ? null : currentNumber(journal, number);
}

/** The messages of a pairing whose outcome it has not been told, oldest first. */
export function untoldMessages(journal: JournalReader, pairing: string, most: number): readonly string[] {
  return journal
    .statement('SELECT message FROM extension_messages WHERE pairing = ? AND told = 0 ORDER BY id LIMIT ?')
    .all(pairing, most)
    .flatMap((row) => textOf(row.message) ?? []);
}
