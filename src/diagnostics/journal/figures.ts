/**
 * Figures of the journal: counts and sizes, never content. A process of its own reads them (`figures-program.ts`), because SQLite's answers can't be
 * interrupted and a damaged or locked journal may let a reader wait; it opens the journal read-only and can be killed.
 */
import path from 'node:path';
import * as z from 'zod';
import { runBounded } from '../../base/bounded-program.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { fragmentKinds, fragmentStates } from '../../contract/fragment-words.ts';
import { counterNames, fragmentReasons, goneReasons, missedReasons } from '../../contract/journal.ts';
import { damagedStatus } from '../../journal/damage/find-damage.ts';
import type { Places } from '../../platform/locations.ts';

const count = z.int().nonnegative();
const countsOf = <const Words extends readonly [string, ...string[]]>(words: Words) => z.partialRecord(z.enum(words), count);

/** What a journal of an earlier form does not have is null. */
export const journalFigures = z.object({
  form: count.describe('PRAGMA user_version'),
  pages: count,
  pageBytes: count,
  freePages: count,
  fragmentsByState: countsOf(fragmentStates).nullable(),
  fragmentsByKind: countsOf(fragmentKinds).nullable(),
  copies: countsOf(counterNames).nullable(),
  missed: countsOf([...missedReasons, ...goneReasons]).nullable(),
  heldUpSaves: countsOf(fragmentReasons).nullable(),
  waitingForJudge: count.nullable(),
  waitingForSave: count.nullable(),
  deletionsToUndo: count.nullable(),
  unindexedBlocks: count.nullable(),
  blobBytes: count.nullable(),
});
export type JournalFigures = z.infer<typeof journalFigures>;

export const blobFigures = z.object({ checked: count, missing: count, isAll: z.boolean() });
export type BlobFigures = z.infer<typeof blobFigures>;

export type FiguresFailure = 'no-journal' | 'no-answer' | 'damaged' | 'unreadable';

const program = path.join(import.meta.dirname, 'figures-program.ts');
const damageProgram = path.join(import.meta.dirname, '../../journal/damage/find-damage-program.ts');
const mostOutputBytes = 65_536;

/** Never rejects. */
export function readJournalFigures(places: Places, timeoutMs: number): Promise<Outcome<JournalFigures, FiguresFailure>> {
  return askProgram(['figures', places.journal], journalFigures, timeoutMs);
}

/** Whether the contents that the journal names are there. Never rejects. */
export function readBlobFigures(places: Places, timeoutMs: number): Promise<Outcome<BlobFigures, FiguresFailure>> {
  return askProgram(['blobs', places.journal, places.blobs], blobFigures, timeoutMs);
}

/** Whether SQLite finds it damaged; `unreadable`: nothing is known about it. Never rejects. */
export async function isJournalDamaged(file: string, withinMs: number): Promise<'whole' | 'damaged' | 'no-answer' | 'unreadable'> {
  const looked = await runBounded({
    words: [process.execPath, damageProgram, file],
    env: {},
    input: Buffer.alloc(0),
    timeoutMs: withinMs,
    mostOutputBytes: 1_024,
  });
  if (!looked.ok) return looked.reason === 'too-late' ? 'no-answer' : 'unreadable';
  if (looked.value.status === damagedStatus) return 'damaged';
  return looked.value.status === 0 ? 'whole' : 'unreadable';
}

interface Form<Value> {
  safeParse(answer: unknown): { readonly success: true; readonly data: Value } | { readonly success: false };
}

async function askProgram<Value>(words: readonly string[], form: Form<Value>, timeoutMs: number): Promise<Outcome<Value, FiguresFailure>> {
  const ended = await runBounded({
    words: [process.execPath, program, ...words],
    env: {},
    input: Buffer.alloc(0),
    timeoutMs,
    mostOutputBytes,
  });
  if (!ended.ok) return failed(ended.reason === 'too-late' ? 'no-answer' : 'unreadable');
  const { status, output } = ended.value;
  if (status === damagedStatus) return failed('damaged');
  const answer = status === 0 ? form.safeParse(parsedOr(null, output)) : null;
  return answer?.success ? done(answer.data) : failed('unreadable');
}

function parsedOr(otherwise: unknown, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return otherwise;
  }
}
