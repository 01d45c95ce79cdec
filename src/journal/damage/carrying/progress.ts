/**
 * How far the copies of a damaged journal were carried over into this one. It is in this one, so that it changes together with the copies: after a crash it goes
 * on where it was, and what was deleted since does not come back.
 */
import type { Journal, JournalReader } from '../../journal.ts';
import { wholeNumber } from '../../row-values.ts';
import { isDamage, isFailedRead } from '../damage.ts';

export interface Progress {
  /** How many copies were carried over. */
  readonly copies: number;
  /** How many of them lack something, or may lack it, because a row of theirs or one beside it is lost. */
  readonly incomplete: number;
  /** The ids below this one were not looked at yet. */
  readonly below: number;
  /** How often it was begun since it last got on. */
  readonly begun: number;
}

type Kind = keyof Progress;

/** The names of these counters of the journal. */
const names: Readonly<Record<Kind, string>> = {
  copies: 'carried over from',
  incomplete: 'carried over in part from',
  below: 'still to be carried over from',
  begun: 'begun to be carried over from',
};
const kinds = Object.keys(names) as Kind[];
/** In place of `below`, within a step. */
const underWay = 0;
/** A journal that an earlier Hub put aside: nothing is left to be carried over. */
const unless: Progress = { copies: 0, incomplete: 0, below: 1, begun: 0 };

/** From the journal that has this name now; null if nothing was carried over from it into this one, or one before it. */
export function readProgress(journal: JournalReader, file: string): Progress | null {
  const values = kinds.map((kind) => {
    const row = journal.statement('SELECT value FROM counters WHERE name = ?').get(`${names[kind]} ${file}`);
    return [kind, wholeNumber(row?.value)] as const;
  });
  if (values[0]?.[1] == null) return null;
  return { ...unless, ...Object.fromEntries(values.filter(([, value]) => value !== null)) };
}

/** Call it in a transaction. */
export function writeProgress(journal: Journal, file: string, progress: Progress): void {
  const store = journal.statement('INSERT OR REPLACE INTO counters (name, value) VALUES (?, ?)');
  for (const kind of kinds) store.run(`${names[kind]} ${file}`, progress[kind]);
}

/** Whether not all came over that the journal which has this name now knew besides its copies, of deletions, of missed copies, and counts: there was no time for it, or it can't be read. Nothing brings it over later. */
export function isCut(journal: JournalReader, file: string): boolean {
  return journal.statement('SELECT 1 FROM counters WHERE name = ?').get(cutName(file)) !== undefined;
}

/** Writes down that it is so. Call it in a transaction. */
export function writeCut(journal: Journal, file: string): void {
  journal.statement('INSERT OR REPLACE INTO counters (name, value) VALUES (?, 1)').run(cutName(file));
}

function cutName(file: string): string {
  return `cut short from ${file}`;
}

/** After this many attempts that ended without an answer, there is none. */
const mostAttempts = 3;
/** What a network drive or a virus scanner does to all attempts of some minutes is one. */
const attemptEveryMs = 3_600_000;

/** Whether one more attempt at the journal that has this name now may be made; it is counted. `nowMs`: Unix time. */
export function mayTry(journal: Journal, attempt: Attempt, file: string, nowMs = Date.now()): boolean {
  return countAttempt(journal, attempt, file, nowMs) <= mostAttempts;
}

/** Whether the attempt at it that has failed was the last one. */
export function hasFailed(journal: Journal, attempt: Attempt, file: string, nowMs = Date.now()): boolean {
  return countAttempt(journal, attempt, file, nowMs) >= mostAttempts;
}

export type Attempt = 'find out what was lost with' | 'open' | 'read what was lost with' | 'read the schema of';

/** How many attempts were counted, and when the last one was (Unix time). */
export interface Attempts {
  readonly count: number;
  readonly lastMs: number;
}

const noAttempts: Attempts = { count: 0, lastMs: 0 };

function namesOf(attempt: Attempt, file: string): readonly [attempts: string, last: string] {
  return [`attempts to ${attempt} ${file}`, `last attempt to ${attempt} ${file}`];
}

export function attemptsAt(journal: JournalReader, attempt: Attempt, file: string): Attempts {
  const [count, lastMs] = namesOf(attempt, file).map(
    (name) => wholeNumber(journal.statement('SELECT value FROM counters WHERE name = ?').get(name)?.value) ?? 0,
  );
  return { count: count ?? 0, lastMs: lastMs ?? 0 };
}

/** Makes these the attempts that were counted: what ended those after them was no fault of the file. */
export function resetAttempts(journal: Journal, attempt: Attempt, file: string, attempts: Attempts): void {
  journal.transaction(() => store(journal, namesOf(attempt, file), attempts));
}

function store(journal: Journal, [attempts, last]: ReturnType<typeof namesOf>, { count, lastMs }: Attempts): void {
  const write = journal.statement('INSERT OR REPLACE INTO counters (name, value) VALUES (?, ?)');
  write.run(attempts, count);
  write.run(last, lastMs);
}

/** After one that had an answer: only those that fail one after the other say something of the file. */
export function forgetAttempts(journal: Journal, attempt: Attempt, file: string): void {
  if (attemptsAt(journal, attempt, file).count > 0) resetAttempts(journal, attempt, file, noAttempts);
}

/** The number of attempts with this one: one an hour, whatever number is made. */
function countAttempt(journal: Journal, attempt: Attempt, file: string, nowMs: number): number {
  return journal.transaction(() => {
    const { count, lastMs } = attemptsAt(journal, attempt, file);
    // Also if the clock was set back since.
    if (Math.abs(nowMs - lastMs) < attemptEveryMs) return count;
    store(journal, namesOf(attempt, file), { count: count + 1, lastMs: nowMs });
    return count + 1;
  });
}

/** Of an error that kept the journal that has this name now from being opened: whether it would at any other time, too. What the disk did not give may come at another one. */
export function isHopeless(error: unknown, journal: Journal, file: string): boolean {
  try {
    return isDamage(error) || (isFailedRead(error) && hasFailed(journal, 'open', file));
  } catch {
    return false; // the new journal can't be written to now
  }
}

/** What was carried over so far is on the disk when it returns, as is how far that is. Throws SQLite's error. */
export function syncProgress(journal: Journal, file: string): void {
  journal.durableTransaction(() => {
    const progress = readProgress(journal, file);
    if (progress !== null) writeProgress(journal, file, progress);
  });
}

/**
 * Does a step of carrying over, which gets the progress before it and returns the one after it, and writes that down, in one transaction. Throws if another process has
 * got on meanwhile (`from`: how far it was; null if it was not begun), and if something ended the transaction within the step, as a full disk does.
 */
export function getOn(journal: Journal, file: string, from: number | null, step: (progress: Progress | null) => Progress): void {
  journal.transaction(() => {
    const progress = readProgress(journal, file);
    if ((progress?.below ?? null) !== from) throw new Error('another process carries this journal over');
    writeProgress(journal, file, { ...(progress ?? unless), below: underWay });
    const next = step(progress);
    if (readProgress(journal, file)?.below !== underWay) throw new Error('the transaction has ended');
    writeProgress(journal, file, next);
  });
}
