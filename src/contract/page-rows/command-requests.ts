/** What the page asks for a saved command: see `src/contract/shell-page.ts`. */
import * as z from 'zod';

export const commandRequests = [
  /** Give a fragment to a saved command; `command` is its id. If it may not run yet, the view has a question about it. */
  z.object({
    kind: z.literal('run-command'),
    command: z.string().min(1).max(100),
    fragmentId: z.string().regex(/^[1-9]\d{0,14}$/),
  }),
  z.object({ kind: z.literal('answer-question'), id: z.int(), isYes: z.boolean() }),
] as const;
