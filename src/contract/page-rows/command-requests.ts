/** What the page asks for a saved command: see `src/contract/shell-page.ts`. */
import * as z from 'zod';
import { longestProgram } from './command-settings.ts';

const named = { place: z.int().min(0).max(1_000), name: z.string().max(100) } as const;

export const commandRequests = [
  /** Give a fragment to a saved command; `command` is its id. If it may not run yet, the view has a question about it. */
  z.object({
    kind: z.literal('run-command'),
    command: z.string().min(1).max(100),
    fragmentId: z.string().regex(/^[1-9]\d{0,14}$/),
  }),
  z.object({ kind: z.literal('answer-question'), id: z.int(), isYes: z.boolean() }),
  /** Change a command, or add one; `sent`: by which the page recognizes it. */
  z.object({
    kind: z.literal('save-command'),
    of: z.object(named).nullable(),
    form: z.object({
      name: z.string().min(1).max(100),
      program: z.string().min(1).max(longestProgram),
      kinds: z.array(z.string().max(32)).max(32),
      output: z.enum(['none', 'clipboard', 'notice']),
      shortcut: z.string().max(64),
      seconds: z.number(),
    }),
    sent: z.int(),
  }),
  z.object({ kind: z.literal('remove-command'), ...named }),
  /** Ask again before it runs. */
  z.object({ kind: z.literal('forbid-command'), ...named }),
] as const;
