/** What bounds a refresh, whatever is in a WorkSpace. */
export interface RefreshLimits {
  /** Of the text of one file, in bytes. */
  readonly fileText: number;
  /** Of the text of one WorkSpace. */
  readonly workspaceText: number;
  readonly folderEntries: number;
  readonly workspaceFiles: number;
}

export const usualLimits: RefreshLimits = {
  fileText: 1_048_576,
  workspaceText: 2_147_483_648,
  folderEntries: 200_000,
  workspaceFiles: 1_000_000,
};
