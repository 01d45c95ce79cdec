/** The rules of the retention policy as they are compared with copies. Pure. */
import type { RetainedKind, RetentionPolicy, RetentionRule } from '../../contract/documents/retention-policy.ts';
import type { SearchQuery } from '../search/query.ts';
import { timeSpan } from '../search/query-times.ts';

/** `query`: which copies it is about; empty: all. Copies that were made before `sinceMs` (Unix time) are too old. Null: no limit. */
export interface ActiveRule {
  readonly id: string;
  readonly query: SearchQuery;
  readonly sinceMs: number | null;
  readonly maxCount: number | null;
  readonly maxBytes: number | null;
}

export interface ActivePolicy {
  readonly rules: readonly ActiveRule[];
  readonly deletesPinned: boolean;
}

const byteUnit = 1_000_000;

/** The policy at a time. While the clock is not believed (`nowMs` is null), no limit of age applies. */
export function activePolicy({ rules, delete_pinned }: RetentionPolicy, nowMs: number | null): ActivePolicy {
  return { rules: rules.map((rule) => activeRule(rule, nowMs)), deletesPinned: delete_pinned };
}

function activeRule(
  { id, kinds, max_age: maxAge, max_count: maxCount, max_megabytes: megabytes }: RetentionRule,
  nowMs: number | null,
): ActiveRule {
  const sinceMs = maxAge === null || nowMs === null ? null : (timeSpan(maxAge, nowMs)?.from ?? null);
  return { id, query: queryOf(kinds), sinceMs, maxCount, maxBytes: megabytes === null ? null : megabytes * byteUnit };
}

function queryOf(kinds: RetentionRule['kinds']): SearchQuery {
  if (kinds === null) return [];
  return [
    {
      isNegated: false,
      any: kinds.map((kind) => (isFragmentKind(kind) ? { is: 'kind', kind: kindOf(kind) } : { is: 'content-kind', kind })),
    },
  ];
}

const fragmentKindOf = { text: 'text', picture: 'image', document: 'document', files: 'files' } as const;

function isFragmentKind(kind: RetainedKind): kind is keyof typeof fragmentKindOf {
  return Object.hasOwn(fragmentKindOf, kind);
}

function kindOf(kind: keyof typeof fragmentKindOf) {
  return fragmentKindOf[kind];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** When a run began, and whether nothing says that it ended. */
export interface LastRun {
  readonly beganAtMs: number;
  readonly isOpen: boolean;
}

/** When the next run by schedule is due (Unix time in ms): now, or later; null while the policy is off. `last`: null before the first run. */
export function scheduledRunMs(policy: RetentionPolicy, last: LastRun | null, nowMs: number): number | null {
  if (!policy.enabled || policy.rules.length === 0) return null;
  // A clock that was set back must not put the next run off by years.
  if (last === null || last.isOpen || last.beganAtMs > nowMs) return nowMs;
  return Math.max(nowMs, last.beganAtMs + runsEveryMs(policy));
}

/** From one run to the next: a day, or an hour if a rule deletes what is younger than a day. */
export function runsEveryMs({ rules }: RetentionPolicy): number {
  const ages = rules.flatMap(({ max_age: maxAge }) => (maxAge === null ? [] : [-(timeSpan(maxAge, 0)?.from ?? -dayMs)]));
  return ages.some((ageMs) => ageMs < dayMs) ? hourMs : dayMs;
}
