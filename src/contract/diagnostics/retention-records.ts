/**
 * The records of what retention deleted, one a line in `data/retention/` (`src/base/evidence/record-chain.ts` links them). They have numbers, digests and
 * the names of rules and holds, and never a content, a title or a name of a file. Times are RFC 3339, in UTC.
 */
import * as z from 'zod';
import { mostRules, retainedKinds } from '../documents/retention-policy.ts';

const number = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const word = z.string().max(40);
const linked = { n: number, previous: digest, at: z.iso.datetime() };
const ofRun = { ...linked, run: number };

/** A rule as it was, also of a form that the policy may not have any more; without `kinds`, it was about all copies. */
const rule = z.looseObject({
  id: word,
  kinds: z.array(z.enum(retainedKinds)).default([]),
  max_age: word.nullable().default(null),
  max_count: number.nullable().default(null),
  max_megabytes: number.nullable().default(null),
});

/** Runs of numbers, both ends included. */
const ranges = z.array(z.tuple([number, number]));

export const retentionRecord = z.discriminatedUnion('kind', [
  /** The chain goes on although the journal, or the files of the chain, are other ones. `length` and `head`: of the chain before; `gone`: how many records were gone before that. */
  z.strictObject({
    ...linked,
    kind: z.literal('continued'),
    because: z.enum(['new-journal', 'records-gone']),
    length: number,
    head: digest,
    gone: number.optional(),
  }),
  /** `policy`, `holds`: the SHA-256 of the documents in force; null without a file. `key`: which key the digests of contents are made with. */
  z.strictObject({
    ...ofRun,
    kind: z.literal('begin'),
    by: z.enum(['schedule', 'command']),
    policy: digest.nullable(),
    holds: digest.nullable(),
    deletesPinned: z.boolean(),
    rules: z.array(rule).max(mostRules),
    onHold: z.array(word),
    key: digest,
  }),
  /** What is about to be deleted: numbers, each with the digest of its content (HMAC-SHA-256 of its SHA-256). */
  z.strictObject({ ...ofRun, kind: z.literal('intent'), rule: word, copies: z.array(z.tuple([number, digest])) }),
  /** All of the record `intent` is deleted, except for `left`. */
  z.strictObject({
    ...ofRun,
    kind: z.literal('done'),
    intent: number,
    deleted: number,
    left: z.array(z.tuple([number, z.enum(['gone', 'on-hold', 'in-use'])])),
  }),
  /** What the rule would have deleted, had it not been for the hold. */
  z.strictObject({ ...ofRun, kind: z.literal('on-hold'), rule: word, hold: word, copies: ranges }),
  /** The run ended in its middle. Nothing of the record `intent` was deleted; null if there is no such record. */
  z.strictObject({ ...ofRun, kind: z.literal('interrupted'), intent: number.nullable(), deleted: number }),
  z.strictObject({ ...ofRun, kind: z.literal('end'), deleted: number }),
]);
export type RetentionRecord = z.infer<typeof retentionRecord>;
/** A record without its place in the chain. */
export type RecordBody = RetentionRecord extends infer Each ? (Each extends RetentionRecord ? Omit<Each, 'n' | 'previous'> : never) : never;
