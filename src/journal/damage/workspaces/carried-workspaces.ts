/**
 * The WorkSpaces of a journal that was put aside, for whoever is about to delete a folder: files that were saved into one of them must not be deleted
 * because nobody knows of it any more. They come over by themselves: of the receipts, which are many, not all may.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { keepUsed, workspacesOfReceipts } from '../../fragments/receipts.ts';
import { lostWorkspace } from '../../fragments/waiting-saves.ts';
import type { Journal, JournalReader } from '../../journal.ts';
import { textOf, wholeNumber } from '../../row-values.ts';
import { isUnreadable } from '../damage.ts';
import { openDamaged } from '../file-header.ts';
import { journalsAmong } from '../names-aside.ts';

/** The processes that need the new journal are waiting. */
const withinMs = 500;
/** Nobody has that many, and a damaged page may have any number. */
const mostPaths = 10_000;

/** Either of them has all: one is read from the table, and the other from its index. */
const ofTable = ['SELECT path FROM workspaces NOT INDEXED', 'SELECT path FROM workspaces ORDER BY path'];
/** These have one index, which is the table. */
const ofReceipts = [workspacesOfReceipts];

/**
 * Adds those that are missing in this journal, and writes down whether there are no others. Never throws: what is not written down is not known. False if another one
 * should go on, because there was no time for all, or the journal takes no more. `mayGoOn`: for half a second, unless given.
 */
export function carryWorkspaces(from: string, journal: Journal, mayGoOn: () => boolean = timeLeft()): boolean {
  let isCut = false;
  const hasTime = (): boolean => {
    isCut ||= !mayGoOn();
    return !isCut;
  };
  try {
    using old = openDamaged(from);
    const known = readPaths(old, ofTable, hasTime);
    const used = readPaths(old, ofReceipts, hasTime);
    const isWhole = known.isWhole && used.isWhole;
    const highest =
      wholeNumber(journal.statement('SELECT max(workspace) AS highest FROM fragments WHERE workspace < ?').get(lostWorkspace)?.highest) ??
      0;
    journal.transaction(() => {
      for (const one of known.paths.union(used.paths)) journal.statement(insertion).run(one, highest);
      for (const one of used.paths) keepUsed(journal, one);
      if (isWhole) journal.statement('INSERT OR REPLACE INTO counters (name, value) VALUES (?, 1)').run(counter(path.basename(from)));
    });
    return !isCut;
  } catch (error) {
    return isUnreadable(error);
  }
}

function timeLeft(): () => boolean {
  const endMs = performance.now() + withinMs;
  return () => performance.now() < endMs;
}

/** Not by a number that a copy is to be saved for: its WorkSpace may not have come over, and it must not get another one. No copy comes over with such a number. */
const insertion = `INSERT INTO workspaces (id, path)
  SELECT max(coalesce((SELECT max(id) FROM workspaces), 0), ?2) + 1, ?1
  WHERE NOT EXISTS (SELECT 1 FROM workspaces WHERE path = ?1)`;

interface ReadPaths {
  readonly paths: ReadonlySet<string>;
  /** Whether there are no others. */
  readonly isWhole: boolean;
}

/** By the first of these statements that can be read to its end, and what the others told before. */
function readPaths(old: DatabaseSync, either: readonly string[], hasTime: () => boolean): ReadPaths {
  const paths = new Set<string>();
  const isWhole = either.some((sql) => tryAdd(paths, () => old.prepare(sql).iterate(), hasTime));
  return { paths, isWhole };
}

/** False if there may be others. */
function tryAdd(paths: Set<string>, rows: () => Iterable<Readonly<Record<string, unknown>>>, hasTime: () => boolean): boolean {
  try {
    for (const { path: value } of rows()) {
      const found = textOf(value);
      if (found === null || paths.size >= mostPaths || !hasTime()) return false;
      paths.add(found);
    }
    return true;
  } catch {
    return false;
  }
}

/** The newest journal beside this one of which the WorkSpaces may not all have come over; null if they are all known. Throws the system's error. */
export function withUnknownWorkspaces(journal: JournalReader | null, file: string): string | null {
  const folder = path.dirname(file);
  const aside = existsSync(folder) ? journalsAmong(readdirSync(folder), file) : [];
  const isKnown = (name: string): boolean =>
    journal !== null && journal.statement('SELECT 1 FROM counters WHERE name = ?').get(counter(name)) !== undefined;
  return aside.find((one) => !isKnown(one.file))?.file ?? null;
}

function counter(file: string): string {
  return `WorkSpaces carried over from ${file}`;
}
