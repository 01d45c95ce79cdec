/**
 * Files that were moved to the trash with their deleted copies, for as long as the deletion can be undone: where each was (`path`, in `workspace`) and where
 * it is (`name` in the folder `trash`). A row goes with its fragment.
 */
export const trashedFiles = `
CREATE TABLE trashed_files (
  fragment_id INTEGER PRIMARY KEY REFERENCES fragments (id) ON DELETE CASCADE,
  workspace TEXT NOT NULL,
  path TEXT NOT NULL,
  trash TEXT NOT NULL,
  name TEXT NOT NULL
) STRICT;
`;
