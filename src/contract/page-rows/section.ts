/** The sections of the window, which its left rail and its search open. */
import * as z from 'zod';

export const section = z.enum(['now', 'history', 'workspaces', 'diagnostics', 'settings']);
export type Section = z.infer<typeof section>;
