/** Runs of the retention policy in a journal of a test or a benchmark, as the core and the command do them. */
import assert from 'node:assert/strict';
import { done, failed, type Outcome } from '../../../src/base/outcome.ts';
import { documents } from '../../../src/contract/documents.ts';
import { activePolicy } from '../../../src/domain/retention/rules.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import { proveEnd } from '../../../src/journal/retention/continue-chain.ts';
import { setHolds } from '../../../src/journal/retention/holds-in-force.ts';
import { beginRun, type RunFailure, type RunOrder, type RunPlace, runStep, unlessBroken } from '../../../src/journal/retention/run.ts';

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

/** Stores the holds, proves the records, and begins. */
export function provenRun(journal: Journal, order: RunOrder): Outcome<RunPlace, RunFailure> {
  setHolds(journal, order.holds);
  const end = unlessBroken(() => done(proveEnd(journal, order.folder)));
  return end.ok ? beginRun(journal, order, end.value) : failed(end.reason);
}

export function begunRun(journal: Journal, order: RunOrder): RunPlace {
  const begun = provenRun(journal, order);
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
