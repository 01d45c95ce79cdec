/** A journal that was put aside because it is damaged, and a new one in its place that its copies are carried over into. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { allWaiting } from '../../../src/domain/retention/lost-copies.ts';
import { recordCapture } from '../../../src/journal/captures/captures.ts';
import { carryOn, isAnythingLeft } from '../../../src/journal/damage/carrying/carry-on.ts';
import { writeLoss } from '../../../src/journal/damage/loss-file.ts';
import { journalsAmong } from '../../../src/journal/damage/names-aside.ts';
import { type Journal, type JournalPlace, openJournal } from '../../../src/journal/journal.ts';
import { createdJournal, testJournal, textCapture } from '../temporary-journal.ts';

/** Its name. */
export const name = 'hub.db.bad-2026-03-01T09-05-07-042Z';

/** It was put aside with its blobs, with the first pages of these tables and indexes damaged. */
export function journalAside(t: TestContext, fill: (old: Journal, place: JournalPlace) => void, damaged: readonly string[] = []) {
  const place = createdJournal(t);
  const from: JournalPlace = { file: path.join(path.dirname(place.file), name), blobs: `${place.blobs}${name.slice('hub.db'.length)}` };
  const roots = ((old) => {
    using _old = old;
    fill(old, place);
    old.tryEmptyLog();
    const root = old.statement('SELECT rootpage FROM sqlite_schema WHERE name = ?');
    return damaged.map((one) => Number(root.get(one)?.rootpage));
  })(openJournal(place));
  renameSync(place.file, from.file);
  renameSync(place.blobs, from.blobs);
  mkdirSync(place.blobs);
  for (const part of ['-wal', '-shm']) rmSync(`${place.file}${part}`, { force: true });
  const bytes = readFileSync(from.file);
  for (const root of roots) bytes.fill(0, (root - 1) * 4_096, root * 4_096);
  writeFileSync(from.file, bytes);
  writeLoss(from.file, allWaiting);
  const journal = testJournal(t, place);
  const on = (isOver = () => false, pause = async () => {}, hasRoom = async () => true) =>
    carryOn({ place, journal, isOver, pause, hasRoom });
  return { place, from, journal, on };
}

/** Fills it with this many copies, one of which is long. */
export const texts =
  (copies: number, long = 0) =>
  (old: Journal) => {
    for (let n = 1; n <= copies; n += 1) recordCapture(old, textCapture(`copy ${n} ${'x'.repeat(n === long ? 100_000 : 50)}`));
  };

/** How many copies there are. */
export const count = (journal: Journal): number => Number(journal.statement('SELECT count(*) AS n FROM fragments').get()?.n);

/** Is over after it was asked this many times. */
export const after = (times: number) => () => times-- <= 0;

/** Whether anything is left to be carried over, of those that are there. */
export const isLeft = (place: JournalPlace, journal: Journal): boolean =>
  isAnythingLeft(place, journal, journalsAmong(readdirSync(path.dirname(place.file)), place.file));
