/** `config/retention-policy.json`: which copies are deleted because of their age, their number or their size. Without rules nothing is. */
import * as z from 'zod';
import { contentKinds } from '../fragment-words.ts';
import { differentIds, exactEntry } from './exact-entry.ts';

/** Named in evidence, which others may read: no place for anything private. */
export const evidenceName = (what: string) =>
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'only lower-case letters, digits and hyphens')
    .meta({ patternErrorMessage: 'only lower-case letters, digits and hyphens' })
    .describe(`The name of the ${what}. It is part of the evidence, so it should say nothing private.`);

const age = /^[1-9]\d{0,4}(?:min|h|d|w|mo|y)$/;
const ageForm = 'a time such as 30min, 1h, 90d, 2w, 6mo or 1y';

/** `text`: texts of any kind. The others are the words of `kind:` in searches. */
export const retainedKinds = ['text', ...contentKinds] as const;
export type RetainedKind = (typeof retainedKinds)[number];

const rule = exactEntry(
  {
    id: evidenceName('rule'),
    kinds: z
      .array(z.enum(retainedKinds))
      .min(1, 'a list of at least one kind, or null for all copies')
      .max(retainedKinds.length)
      .nullable()
      .default(null)
      .describe('Which copies the rule is about, by what they are, as `kind:` in searches; `null`: all copies.'),
    max_age: z
      .string()
      .regex(age, ageForm)
      .meta({ patternErrorMessage: ageForm })
      .nullable()
      .default(null)
      .describe('How long such a copy stays after it was last copied, such as `90d` or `1h`; `null`: any time.'),
    max_count: z
      .int()
      .min(0)
      .max(100_000_000)
      .nullable()
      .default(null)
      .describe('How many of the newest of them stay; `null`: any number.'),
    max_megabytes: z
      .int()
      .min(1)
      .max(100_000_000)
      .nullable()
      .default(null)
      .describe('How many MB the contents of the newest of them may have together; `null`: any size.'),
  },
  'only the keys id, kinds, max_age, max_count and max_megabytes',
).refine(
  ({ max_age, max_count, max_megabytes }) => max_age !== null || max_count !== null || max_megabytes !== null,
  'at least one of max_age, max_count and max_megabytes',
);
export type RetentionRule = z.infer<typeof rule>;

export const mostRules = 100;

export const retentionPolicyDocument = z.looseObject({
  enabled: z
    .boolean()
    .default(false)
    .describe('Whether Hub deletes by the rules by itself, once a day. `hub retention run` does so at any time.'),
  delete_pinned: z.boolean().default(false).describe('Whether pinned copies are deleted like others; otherwise they stay.'),
  rules: z
    .array(rule)
    .max(mostRules)
    .superRefine(differentIds)
    .default([])
    .describe('The rules. Each is about the copies that the rules before it have left.'),
});
export type RetentionPolicy = z.infer<typeof retentionPolicyDocument>;
