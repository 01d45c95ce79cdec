/** Runs of the retention policy in a journal of a test or a benchmark, as the core and the command do them. */
import assert from 'node:assert/strict';
import { documents } from '../../../src/contract/documents.ts';
import { activePolicy } from '../../../src/domain/retention/rules.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import { beginRun, type RunOrder, type RunPlace, runStep } from '../../../src/journal/retention/run.ts';

export interface GivenDocuments {
  readonly policy?: object;
  readonly holds?: object;
}

/** A run by these documents at this time; what they leave out has its default. */
export function runOrder(folder: string, nowMs: number, { policy = {}, holds = {} }: GivenDocuments): RunOrder {
  const parsed = documents['retention-policy'].schema.parse(policy);
  return {
    folder,
    by: 'command',
    nowMs,
    policy: activePolicy(parsed, nowMs),
    rules: parsed.rules,
    policyDigest: null,
    holds: documents['legal-hold'].schema.parse(holds),
    holdsDigest: null,
  };
}

export function begunRun(journal: Journal, order: RunOrder): RunPlace {
  const begun = beginRun(journal, order);
  return begun.ok ? begun.value : assert.fail(begun.reason);
}

/** From beginning to end; how many copies were deleted, and how many are on hold. */
export function wholeRun(journal: Journal, order: RunOrder): { readonly deleted: number; readonly onHold: number } {
  let [deleted, onHold] = [0, 0];
  for (let place: RunPlace | null = begunRun(journal, order); place !== null; ) {
    const step = runStep(journal, order, place, order.nowMs);
    if (!step.ok) assert.fail(step.reason);
    deleted += step.value.deleted;
    onHold += step.value.onHold;
    place = step.value.place;
  }
  return { deleted, onHold };
}
