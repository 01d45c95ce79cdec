/**
 * Whether files were saved into a WorkSpace, as nobody knows it from a copy that was only meant for it. Those of earlier versions count as used: of a used one
 * nothing is created that may be on a drive that is not connected.
 */
export const usedWorkspaces = `
ALTER TABLE workspaces ADD COLUMN used INTEGER NOT NULL DEFAULT 1;
`;
