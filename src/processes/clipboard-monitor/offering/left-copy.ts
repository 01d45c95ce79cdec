/**
 * What was on the clipboard when its display ended, for the monitor of another desktop that Hub moves to. It is a number in a file of the run folder; the copy
 * itself is in the journal, and whoever deletes it there has deleted it.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { JournalFragment } from '../../../contract/journal.ts';
import { fragmentsOfCapture, readFragment, readPresent } from '../../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../../journal/journal.ts';

/** The time tells the copy from one with its number in another journal. */
const leftCopy = z.object({ captureId: z.int().positive(), copiedAtMs: z.number() });

/** Remembers what is on the clipboard, or with `mayComeBack` false that nothing is to come back. Throws for a disk that takes nothing. */
export function rememberLeft(file: string, journal: JournalReader, mayComeBack: boolean): void {
  const [first] = mayComeBack ? readPresent(journal).fragments : [];
  if (first === undefined) return rmSync(file, { force: true });
  const { captureId, copiedAtMs } = first;
  writeFileSync(file, JSON.stringify({ captureId, copiedAtMs } satisfies z.infer<typeof leftCopy>), { mode: 0o600 });
}

/** The fragments of it that are left. None if the display did not end with it on the clipboard, or it was deleted since. */
export function readLeft(file: string, journal: JournalReader): readonly JournalFragment[] {
  if (readPresent(journal).absence !== 'unwatched') return [];
  const left = leftCopy.safeParse(tryParse(file)).data;
  if (left === undefined) return [];
  const fragments = fragmentsOfCapture(journal, left.captureId).flatMap((id) => readFragment(journal, id) ?? []);
  return fragments[0]?.copiedAtMs === left.copiedAtMs ? fragments : [];
}

function tryParse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
