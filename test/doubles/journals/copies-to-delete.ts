/** A journal with copies to be deleted by the command, and who is asked. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { runCommand } from '../../../src/cli/program.ts';
import { recordCapture } from '../../../src/journal/captures/captures.ts';
import { recordJudgement } from '../../../src/journal/fragments/fragment-states.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import { annotate } from '../../../src/journal/keeping/annotations.ts';
import type { Places } from '../../../src/platform/locations.ts';
import { type Peers, startPeers } from '../bridge-peers.ts';
import { type RememberingSurface, rememberingSurface } from '../recorded-surface.ts';
import { testJournal, textCapture } from '../temporary-journal.ts';

export interface CopiesToDelete extends RememberingSurface {
  readonly journal: Journal;
  readonly run: (...words: string[]) => Promise<number>;
  readonly left: () => readonly number[];
  readonly hub: Peers;
  readonly questions: readonly string[];
}

/** Copies 1 to 10, of which each even one contains `even`, and the last three were made just now. Copy 4 is pinned. */
export function copiesToDelete(t: TestContext, answer?: boolean, whileAsked: (places: Places) => void = () => {}): CopiesToDelete {
  const hub = startPeers(t);
  const { places } = hub;
  mkdirSync(path.dirname(places.journal), { recursive: true });
  mkdirSync(places.blobs, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  const nothing = { detection: null, embeddedFilename: null, pictureSize: null, verdict: { kind: 'keep', because: 'too_short' } } as const;
  for (let n = 1; n <= 10; n += 1) {
    const body = `${n % 2 === 0 ? 'even' : 'odd'} ${n}`;
    const copiedAtMs = n > 7 ? Date.now() : 1_000 * n;
    const [id = 0] = recordCapture(journal, textCapture(body, { copiedAtMs })).fragmentIds;
    recordJudgement(journal, id, nothing);
  }
  annotate(journal, 4, { pinned: true });
  const remembered = rememberingSurface(places);
  const questions: string[] = [];
  const surface = {
    ...remembered.surface,
    canAsk: answer !== undefined,
    confirm: async (question: string) => {
      questions.push(question);
      whileAsked(places);
      return answer === true;
    },
  };
  const left = (): readonly number[] =>
    journal
      .statement('SELECT id FROM fragments ORDER BY id')
      .all()
      .map(({ id }) => Number(id));
  return { journal, ...remembered, left, hub, questions, run: (...words) => runCommand(words, surface, 'hub') };
}
