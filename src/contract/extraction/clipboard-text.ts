/** What becomes of the verb `extract-clipboard-text`: counts and words, and nothing of the text itself. */
import * as z from 'zod';
import { extractionFailures, fragmentKinds } from '../fragment-words.ts';

/**
 * Why no text was put on the clipboard. `nothing`: there is nothing on it; `private`: it is marked as secret, excluded by rules, or was kept against them:
 * it is never read; `paused`: capture is paused; `was-paused`: it was copied during a pause that is over; `unread`: it was not read for another reason; `plain`: it is a text already; `no-text`: there is
 * none in it; `secret`: its text looks like a secret, or rules exclude it; `too-long`: it has more characters than the preferences allow; `time-over`: it took
 * longer than they allow; `waited`: for that long, another document was being read; `busy`: another one is being read; `content-missing`: its content is gone; `not-kept`: the journal did not take the text.
 */
export const textNotTaken = [
  'nothing',
  'private',
  'paused',
  'was-paused',
  'unread',
  'plain',
  'no-text',
  'secret',
  'too-long',
  'time-over',
  'waited',
  'busy',
  'content-missing',
  'not-kept',
  ...extractionFailures,
] as const;
export type TextNotTaken = (typeof textNotTaken)[number];

/** `elsewhere`: something else was copied meanwhile, so that stays; `no-clipboard`: there was none, or it did not answer. The text is in the history. */
export const textWent = ['clipboard', 'elsewhere', 'no-clipboard'] as const;

const unread = z.object({ count: z.int().min(1), because: z.array(z.enum(textNotTaken)).max(textNotTaken.length) });

export const textTaken = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    from: z.enum(fragmentKinds),
    went: z.enum(textWent),
    /** UTF-16 units. */
    characters: z.int().min(1),
    /** Of several copied files, how many have none. */
    without: z.int().min(0),
    /** How many more could not be read, and the different reasons. */
    unread: unread.optional(),
    /** How many copied files there were. */
    files: z.int().min(1).optional(),
  }),
  z.object({
    ok: z.literal(false),
    because: z.enum(textNotTaken),
    /** Of several files: why each of them could not be read. */
    unread: unread.optional(),
    /** The time limit that ran out. */
    timeLimitSeconds: z.int().optional(),
  }),
]);
export type TextTaken = z.infer<typeof textTaken>;
