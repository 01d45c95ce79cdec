/** What a copy costs in a history of some length: recording and judging it, each in its transaction, and its part of indexing its block. */
import { createHash } from 'node:crypto';
import { recordCapture } from '../../src/journal/captures/captures.ts';
import { recordJudgement } from '../../src/journal/fragments/fragment-states.ts';
import { countAttempt } from '../../src/journal/fragments/judging-attempts.ts';
import { type JournalPlace, openJournal } from '../../src/journal/journal.ts';
import { indexBlocksStep } from '../../src/journal/search/index-blocks.ts';
import type { FilledCopy } from '../measuring/filled-journal.ts';
import { median } from '../measuring/percentiles.ts';

const copies = 960;

export interface CopyCost {
  readonly recorded: number;
  readonly indexed: number;
  readonly total: number;
}

/** In ms. */
export function copyCostMs(place: JournalPlace, copyOf: (id: number) => FilledCopy, size: number): CopyCost {
  using journal = openJournal(place);
  const recordedMs: number[] = [];
  let indexedMs = 0;
  for (let copy = 1; copy <= copies; copy += 1) {
    const { kind, text, mediaType, copiedAtMs, detection, app, source } = copyOf(size - copy);
    const inline = Buffer.from(`${text} once more ${copy}`);
    const content = { bytes: inline.length, sha256: createHash('sha256').update(inline).digest('hex'), inline };
    const startMs = performance.now();
    const { fragmentIds } = recordCapture(journal, {
      origin: 'clipboard',
      copiedAtMs: copiedAtMs + 1_000 * copy,
      source: { ...source, app: { ...app, pid: 7 } },
      givenName: null,
      fragments: [{ kind, representations: [{ mediaType, content }] }],
    });
    const id = fragmentIds[0] ?? 0;
    countAttempt(journal, id);
    const judged = { detection: { ...detection, confidence: 0.9 }, embeddedFilename: null, pictureSize: null } as const;
    recordJudgement(journal, id, { ...judged, verdict: { kind: 'keep', because: 'policy_off' } });
    const atMs = performance.now();
    recordedMs.push(atMs - startMs);
    while (indexBlocksStep(journal, 8) === 'more');
    indexedMs += performance.now() - atMs;
  }
  const [recorded, indexed] = [median(recordedMs), indexedMs / copies];
  return { recorded, indexed, total: recorded + indexed };
}
