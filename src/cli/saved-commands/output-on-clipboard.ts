/** Makes the output of a command a copy of the history, and puts it on the clipboard. The content filter applies to it, as to every copy. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { insertCapture } from '../../journal/captures/captures.ts';
import { currentNumber } from '../../journal/fragments/earlier-copies.ts';
import { readFragment } from '../../journal/fragments/fragments.ts';
import type { Journal } from '../../journal/journal.ts';
import { sourceNamed } from '../import/import-item.ts';

/** The core looks at the journal every 1.2 s. */
const judgedWithinMs = 8_000;
const looksEveryMs = 50;

/** Adds it to the history; `name` is that of the command. Returns its number. */
export function addOutput(journal: Journal, output: Uint8Array, name: string): number {
  const content = { bytes: output.length, sha256: createHash('sha256').update(output).digest('hex'), inline: output };
  const representations = [{ mediaType: 'text/plain', content }];
  const { fragmentIds } = journal.durableTransaction(() =>
    insertCapture(journal, {
      origin: 'command',
      copiedAtMs: Date.now(),
      source: sourceNamed(`Hub: ${name}`),
      givenName: null,
      fragments: [{ kind: 'text', representations }],
    }),
  );
  return fragmentIds[0] ?? 0;
}

/** The number that it has once it is judged, or why it can't be put on the clipboard. */
export async function judgedOutput(journal: Journal, id: number): Promise<number | 'filtered' | 'not-judged'> {
  const endMs = performance.now() + judgedWithinMs;
  do {
    const number = currentNumber(journal, id);
    const state = readFragment(journal, number)?.state;
    if (state === 'filtered') return 'filtered';
    if (state !== undefined && state !== 'captured') return number;
    await pause(looksEveryMs);
  } while (performance.now() < endMs);
  return 'not-judged';
}
