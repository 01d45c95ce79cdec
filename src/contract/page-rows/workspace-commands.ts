/** What the page asks for WorkSpaces and folders: see `src/contract/shell-page.ts`. */
import * as z from 'zod';

const id = z.string().max(64);

export const workspaceCommands = [
  z.object({ kind: z.literal('select-workspace'), id }),
  /** Add a folder to the WorkSpaces (`sent`: by which the page recognizes it); rename one or remove it from the list, which changes no folder. */
  z.object({ kind: z.literal('add-workspace'), path: z.string().min(1).max(4_096), sent: z.int().optional() }),
  z.object({ kind: z.literal('rename-workspace'), id, name: z.string().min(1).max(200) }),
  z.object({ kind: z.literal('remove-workspace'), id }),
  /** Let the user choose a folder and add it: to the list of WorkSpaces (`workspaces`), or to the setting with this id. */
  z.object({ kind: z.literal('choose-folder'), list: z.string().max(128) }),
  z.object({ kind: z.literal('stop-choosing') }),
] as const;

export interface WorkspaceRow {
  readonly id: string;
  readonly name: string;
  /** With `~` for the user's home. */
  readonly path: string;
  readonly exists: boolean;
  readonly isActive: boolean;
}
