/** Judging over a journal of the test, with a judge that does what a content says (`endingJudge`). */
import type { TestContext } from 'node:test';
import { cacheDocument } from '../../src/contract/documents/cache.ts';
import { type ContentFilter, contentFilterDocument } from '../../src/contract/documents/content-filter.ts';
import { hubDocument, type SaveRules } from '../../src/contract/documents/hub.ts';
import type { SaveRate } from '../../src/domain/saving/save-rate.ts';
import { recordCapture } from '../../src/journal/captures/captures.ts';
import { readFragment } from '../../src/journal/fragments/fragments.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { JudgeThread } from '../../src/processes/core/judging/judge-thread.ts';
import { Judging } from '../../src/processes/core/judging/judge-waiting.ts';
import { until } from '../harness/until.ts';
import { rememberingLog } from './fake-component.ts';
import { endingJudge } from './scripted-judges.ts';
import { directWriter, textCapture } from './temporary-journal.ts';

export interface JudgingRig {
  readonly judging: Judging;
  readonly logged: string[];
  readonly rules: { filter: ContentFilter | null };
  /** Resolves when this many more were judged. */
  readonly judged: (count: number) => Promise<void>;
}

/** `judge`: its program, instead of one that does what a content says, and who is told when it can't be started. */
export function judgingRig(
  t: TestContext,
  journal: Journal,
  saveRate?: SaveRate,
  judge: { readonly program?: URL; readonly fails?: (fails: boolean) => void } = {},
): JudgingRig {
  const limits = cacheDocument.parse({});
  const rules: { filter: ContentFilter | null; saveRules: SaveRules } = {
    filter: contentFilterDocument.parse({}),
    saveRules: hubDocument.parse({}).save,
  };
  const logged: string[] = [];
  const log = rememberingLog((line) => logged.push(line));
  const thread = new JudgeThread({ log, cacheLimits: () => limits, program: judge.program ?? endingJudge(), deadlineMs: 100 });
  let count = 0;
  let expected = 0;
  const judging = new Judging({
    journal,
    writer: directWriter(journal),
    log,
    thread,
    rules: () => rules,
    ...(saveRate === undefined ? {} : { saveRate }),
    ...(judge.fails === undefined ? {} : { judgeFails: judge.fails }),
    judged: () => {
      count += 1;
    },
  });
  t.after(async () => {
    await judging[Symbol.asyncDispose]();
    await thread[Symbol.asyncDispose]();
  });
  const judged = async (more: number): Promise<void> => {
    expected += more;
    await until('judgement', () => count >= expected);
  };
  return { judging, logged, rules, judged };
}

/** The id of a text fragment, recorded as copied then. */
export const recordText = (journal: Journal, text: string, copiedAtMs = 1_000): number =>
  recordCapture(journal, textCapture(text, { copiedAtMs })).fragmentIds[0] ?? 0;

/** A fragment as state, reason, attempts and type. */
export const judgedFacts = (journal: Journal, id: number): readonly unknown[] => {
  const { state, reason, judgeAttempts, detection } = readFragment(journal, id) ?? {};
  return [state, reason, judgeAttempts, detection?.typeId];
};
