/** `data/allowed-commands.json`: SHA-256 digests of the saved commands that the user allowed to run. */
import * as z from 'zod';

/** The oldest ones are forgotten first, and asked about again. */
export const mostAllowedCommands = 1_000;

export const allowedCommands = z.object({ digests: z.array(z.string().length(64)).max(mostAllowedCommands).default([]) });
