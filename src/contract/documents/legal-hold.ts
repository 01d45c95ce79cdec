/** `config/legal-hold.json`: which copies must not be deleted, whoever or whatever wants to. */
import * as z from 'zod';
import { differentIds, exactEntry } from './exact-entry.ts';
import { evidenceName } from './retention-policy.ts';

const fragmentNumber = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits')
  .meta({ patternErrorMessage: '64 hexadecimal digits' });
const momentForm = 'a day such as 2026-03-31, or a time such as 2026-03-31T18:00';
const moment = (meaning: string) =>
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/, momentForm)
    .meta({ patternErrorMessage: momentForm })
    .nullable()
    .default(null)
    .describe(meaning);

const hold = exactEntry(
  {
    id: evidenceName('hold'),
    note: z.string().max(500).default('').describe('What it is for; shown to you, and not part of the records of what was deleted.'),
    copies: z
      .array(fragmentNumber)
      .max(10_000)
      .default([])
      .describe('Copies by their numbers, also those that were merged into a later copy.'),
    contents: exactEntry(
      {
        key: digest.describe('Which key in `data/retention/` the digests are made with.'),
        digests: z
          .record(z.string().regex(/^[1-9]\d{0,15}$/), digest)
          .describe('The digest of what each of `copies` contains, by its number.'),
      },
      'only the keys key and digests',
    )
      .nullable()
      .default(null)
      .describe(
        'Written by `hub retention hold add --copy`: what the copies contain. Whatever has that content is on hold, and a number with another content is not.',
      ),
    from: moment('Copied since this day or time, in the time zone of the system; `null`: at any time before `until`.'),
    until: moment('Copied until this day (all of it) or time, the second one if clocks show it twice; `null`: at any time after `from`.'),
    application: z
      .string()
      .trim()
      .max(200)
      .default('')
      .describe('Copied in this application: a part of its name, or of the name of its program; empty: in any.'),
    query: z
      .string()
      .trim()
      .max(500)
      .default('')
      .describe('What a search for this finds, in the language of searches, without conditions of time; empty: everything.'),
  },
  'only the keys id, note, copies, contents, from, until, application and query',
).refine(
  ({ copies, from, until, application, query }) =>
    copies.length > 0 || from !== null || until !== null || application !== '' || query !== '',
  'at least one of copies, from, until, application and query',
);
export type LegalHold = z.infer<typeof hold>;

export const mostHolds = 200;

export const legalHoldDocument = z.looseObject({
  holds: z
    .array(hold)
    .max(mostHolds)
    .superRefine(differentIds)
    .default([])
    .describe(
      'The holds. A file without this key is not valid, and ends no hold; an empty list ends all. A copy is on hold if one of them has its number, or if all other conditions of that hold are true of it; copies that come later too.',
    ),
});
export type LegalHolds = z.infer<typeof legalHoldDocument>;
