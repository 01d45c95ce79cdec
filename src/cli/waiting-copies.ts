/** Copies of a damaged journal that wait to be carried over, and its file: what a command that deletes does about them, and says. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { say } from '../domain/language/say.ts';
import { waitingBelow } from '../journal/damage/carrying/carry-over.ts';
import { deleteWaiting, joinDeletion, type WhatWaits } from '../journal/damage/carrying/deleted-meanwhile.ts';
import { journalsAmong } from '../journal/damage/names-aside.ts';
import { type Journal, type JournalReader, openJournalReader } from '../journal/journal.ts';
import { fragmentNamed } from './history/fragment-ids.ts';
import type { Surface } from './surface.ts';

/** The number below which copies wait; 0 if none does. */
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

/** A deletion that is written down for the copies that wait. */
export interface WrittenDown {
  /** False if no more deletions of them are taken. */
  readonly isTaken: boolean;
  /** That it belongs to this deletion in the journal, if there is one. */
  readonly join: (deletion: number | null) => void;
}

/** Writes it down, if any of them can be among these. */
export function writeDown(journal: Journal, what: WhatWaits, below: number, isForGood: boolean): WrittenDown {
  if (below === 0 || ('numbers' in what && what.numbers.length === 0)) return { isTaken: true, join: () => {} };
  const nowMs = Date.now();
  return {
    isTaken: deleteWaiting(journal, { what, below, nowMs, isForGood }),
    join: (deletion) => {
      if (deletion !== null) joinDeletion(journal, nowMs, deletion);
    },
  };
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
