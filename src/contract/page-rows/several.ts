/** The page's command for several fragments of a list: see `src/contract/shell-page.ts`. */
import * as z from 'zod';
import { mostSelected } from '../fragment-words.ts';

/** What is done with one is done with each, in the order shown; `tags` are added. */
export const severalCommand = z.object({
  kind: z.literal('do-with-several'),
  deed: z.enum(['copy', 'save', 'delete', 'delete-with-files', 'pin', 'unpin', 'tag']),
  fragmentIds: z
    .array(z.string().regex(/^[1-9]\d{0,14}$/))
    .min(1)
    .max(mostSelected),
  tags: z.array(z.string().max(200)).max(50).optional(),
});
