/** `config/workspaces.json`: the WorkSpace catalog and the active selection. */
import * as z from 'zod';

const pathForm = 'an absolute path, or one that starts with ~';
const workspacePath = z
  .string()
  .max(4_096)
  .regex(/^(?:~$|~[\\/]|\/|[A-Za-z]:[\\/]|\\\\)[^\p{Control}]*$/u, pathForm)
  .meta({ patternErrorMessage: pathForm });

const workspace = z.looseObject({
  id: z.string().min(1).max(64).describe('What `activeId` and `hub workspace` call it. If two have the same, the first one counts.'),
  name: z.string().max(200).describe('What people call it.'),
  path: workspacePath.describe('Its folder: an absolute path, or `~`, or one that starts with `~/`.'),
});

export const workspacesDocument = z.looseObject({
  workspaces: z.array(workspace).max(1_000).default([]).describe('The catalog.'),
  activeId: z
    .string()
    .max(64)
    .nullable()
    .default(null)
    .describe('The `id` of the active WorkSpace. `null`, or one that is not in the catalog: `~/WorkSpace`.'),
});
export type WorkspacesDocument = z.infer<typeof workspacesDocument>;
