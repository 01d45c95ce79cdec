/**
 * The legal holds, as the journal has them: whatever deletes asks here, in the same transaction, so that no caller can forget them. Whoever reads the
 * document stores it here: the supervisor before any component has the journal open, the core at its start and at each change, a command before it deletes.
 */
import { sha256 } from '../../base/evidence/record-chain.ts';
import type { LegalHolds } from '../../contract/documents/legal-hold.ts';
import { type Hold, holdsOf } from '../../domain/retention/holds.ts';
import { lastNumber, passOverNumbers } from '../given-numbers.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { textOf } from '../row-values.ts';
import { holdOn } from './holds.ts';

/** The word for holds that can't be read: then everything is on hold, because nobody knows what is. */
const unreadable = 'unreadable';

/** A copy that is not deleted. `hold`: the id of the hold; null: the holds can't be read. */
export interface OnHold {
  readonly id: number;
  readonly hold: string | null;
}

/**
 * Stores the holds that are in force from now on; null: they can't be read. From then on no copy gets a number that a hold names: in a journal that begins
 * anew, or from a backup, it would be on hold in the place of another one.
 */
export function setHolds(journal: Journal, holds: LegalHolds | null): void {
  passOver(journal, holds);
  const text = textOfHolds(holds);
  const digest = sha256(text);
  const isStored = storedDigest(journal) === digest && (holds === null || holdsInForce(journal) !== null);
  if (isStored) return;
  journal.durableTransaction(() =>
    journal.statement('INSERT OR REPLACE INTO legal_holds (id, holds, digest) VALUES (1, ?, ?)').run(text, digest),
  );
}

/** Of a document that changes more often than this nobody knows what it will say: everything is on hold, until it is stored again. */
const mostReads = 5;

/**
 * Stores the holds as their document has them, for a process that has just read it. Another one may have read a later version meanwhile, and stored that: then this
 * one is stored again, or copies on a new hold could be deleted. `read` is called at least twice.
 */
export function storeHolds(journal: Journal, read: () => LegalHolds | null): void {
  for (let reads = 1; reads <= mostReads; reads += 1) {
    const holds = read();
    setHolds(journal, holds);
    if (textOfHolds(read()) === textOfHolds(holds)) return;
  }
  setHolds(journal, null);
}

/** A higher number is a mistake: nobody has made so many copies. */
const highestNumber = 10_000_000;

function passOver(journal: Journal, holds: LegalHolds | null): void {
  let highest = 0;
  for (const { copies } of holds?.holds ?? [])
    for (const number of copies) if (number <= highestNumber) highest = Math.max(highest, number);
  if (highest > lastNumber(journal, 'fragments')) journal.durableTransaction(() => passOverNumbers(journal, 'fragments', highest));
}

/** Whether these are the holds in force. */
export function areInForce(journal: JournalReader, holds: LegalHolds): boolean {
  const digest = storedDigest(journal);
  return digest === null ? holds.holds.length === 0 : digest === sha256(textOfHolds(holds));
}

function textOfHolds(holds: LegalHolds | null): string {
  return holds === null ? unreadable : JSON.stringify({ holds: holds.holds });
}

/** None before anybody stored any. Null: they can't be read. */
export function holdsInForce(journal: JournalReader): readonly Hold[] | null {
  const digest = storedDigest(journal);
  if (digest === null) return [];
  if (parsed.digest !== digest) parsed = { digest, holds: storedHolds(journal, digest) };
  return parsed.holds;
}

/** Why this fragment is not to be deleted; null if it may be. */
export function onHold(journal: JournalReader, id: number): OnHold | null {
  const holds = holdsInForce(journal);
  if (holds === null) return { id, hold: null };
  const hold = holdOn(journal, holds, id);
  return hold === null ? null : { id, hold };
}

/** The last ones that were parsed: they are asked for with each copy that is deleted. */
let parsed: { readonly digest: string; readonly holds: readonly Hold[] | null } = { digest: '', holds: [] };

function storedDigest(journal: JournalReader): string | null {
  const row = journal.statement('SELECT digest FROM legal_holds WHERE id = 1').get();
  return row === undefined ? null : (textOf(row.digest) ?? 'damaged');
}

function storedHolds(journal: JournalReader, digest: string): readonly Hold[] | null {
  const text = textOf(journal.statement('SELECT holds FROM legal_holds WHERE id = 1').get()?.holds) ?? '';
  if (text === unreadable || sha256(text) !== digest) return null;
  try {
    return holdsOf(JSON.parse(text) as LegalHolds);
  } catch {
    return null; // of another version of Hub
  }
}
