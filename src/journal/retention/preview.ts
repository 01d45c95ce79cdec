/** What a run would do now. Changes nothing. */
import type { ActivePolicy } from '../../domain/retention/rules.ts';
import type { JournalReader } from '../journal.ts';
import { nextCandidates, type RulePlace, ruleStart } from './candidates.ts';

/** Of one rule: how many copies it would delete, how many bytes their contents have, and how many each hold keeps. */
export interface RulePreview {
  readonly rule: string;
  readonly deleted: number;
  readonly bytes: number;
  readonly onHold: Readonly<Record<string, number>>;
}

/** `copies`: the numbers of all that would be deleted. */
export interface RunPreview {
  readonly rules: readonly RulePreview[];
  readonly copies: ReadonlySet<number>;
}

const atOnce = 500;

/** Yields now and then, so that its caller can let others work; the last value is the result. */
export function* previewRun(journal: JournalReader, policy: ActivePolicy): Generator<null, RunPreview> {
  const gone = new Set<number>();
  const previews: RulePreview[] = [];
  for (const [at, { id }] of policy.rules.entries()) {
    let [deleted, bytes] = [0, 0];
    const onHold: Record<string, number> = {};
    for (let place: RulePlace | null = ruleStart(at); place !== null; ) {
      const page = nextCandidates(journal, policy, place, { most: atOnce, isGone: (each) => gone.has(each) });
      for (const each of page.doomed) gone.add(each.id);
      deleted += page.doomed.length;
      bytes += page.doomed.reduce((sum, each) => sum + each.bytes, 0);
      for (const { hold } of page.onHold) onHold[hold ?? ''] = (onHold[hold ?? ''] ?? 0) + 1;
      place = page.after;
      yield null;
    }
    previews.push({ rule: id, deleted, bytes, onHold });
  }
  return { rules: previews, copies: gone };
}
