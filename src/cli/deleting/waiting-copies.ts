/** Copies of a damaged journal that wait to be carried over, and its file: what a command that deletes does about them, and says. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { say } from '../../domain/language/say.ts';
import { deleteWaiting, joinDeletion, type WhatWaits, type WrittenDown } from '../../journal/damage/carrying/deleted-meanwhile.ts';
import { waitingBelow } from '../../journal/damage/carrying/waiting-journals.ts';
import { journalsAmong } from '../../journal/damage/names-aside.ts';
import { lastNumber } from '../../journal/given-numbers.ts';
import { type Journal, type JournalReader, openJournalReader } from '../../journal/journal.ts';
import { fragmentNamed } from '../history/fragment-ids.ts';
import type { Surface } from '../surface.ts';

/** The number below which copies wait: beyond any of them, where nobody has looked at them yet; 0 if none does. */
export function waitsBelow({ places }: Surface, journal: JournalReader): number {
  return waitingBelow({ file: places.journal, blobs: places.blobs }, journal);
}

/** Whether this is no number of a copy in the history, and may be that of one that waits. False if that can't be read now. */
export function mayWait(surface: Surface, id: string): boolean {
  const { journal: file, blobs } = surface.places;
  if (!/^\d{1,15}$/.test(id) || !existsSync(file)) return false;
  try {
    using journal = openJournalReader({ file, blobs });
    return Number(id) < waitsBelow(surface, journal) && fragmentNamed(journal, id) === null;
  } catch {
    return false;
  }
}

/** A deletion of the copies that wait. */
export interface WaitingDeletion {
  readonly written: WrittenDown;
  /** That it belongs to this deletion in the journal, if there is one. */
  readonly join: (deletion: number | null) => void;
}

/** Writes it down, if any of them can be among these. */
export function writeDown({ places }: Surface, journal: Journal, what: WhatWaits, isForGood: boolean): WaitingDeletion {
  const nowMs = Date.now();
  const written = deleteWaiting(journal, { what, place: { file: places.journal, blobs: places.blobs }, nowMs, isForGood });
  return {
    written,
    join: (deletion) => {
      if (written === 'written' && deletion !== null) joinDeletion(journal, nowMs, deletion);
    },
  };
}

/** Tells copies that came over since now, with numbers below this one, from those that are made meanwhile: while it is not known which numbers wait, also these may have such a number. */
export function comingFromNow(journal: JournalReader, below: number): (id: number) => boolean {
  const [last, nowMs] = [lastNumber(journal, 'fragments'), Date.now()];
  const isEarlier = 'SELECT 1 FROM fragments JOIN captures ON captures.id = capture_id WHERE fragments.id = ? AND copied_at < ?';
  return (id) => id < below && (id <= last || journal.statement(isEarlier).get(id, nowMs) !== undefined);
}

/** The names of the damaged journals that were put aside: they have what they had, whatever is deleted. */
export function journalsKept({ places }: Surface): readonly string[] {
  const folder = path.dirname(places.journal);
  return journalsAmong(existsSync(folder) ? readdirSync(folder) : [], places.journal).map(({ file }) => file);
}

/** What a person is told after a deletion; empty without a damaged journal. */
export function keptInWords(surface: Surface): string {
  const [file] = journalsKept(surface);
  if (file === undefined) return '';
  return say('A damaged journal that was put aside may still have what is deleted: data/{file}; see: hub doctor journal', { file });
}
