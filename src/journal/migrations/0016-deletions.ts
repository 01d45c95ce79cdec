/**
 * Deletions that can be undone: until `ends_at` (Unix time in ms) its fragments have the state `deleted`, which every reader leaves out, and the state
 * that they had before is here. Then they are erased.
 */
export const deletions = `
CREATE TABLE deletions (id INTEGER PRIMARY KEY AUTOINCREMENT, ends_at INTEGER NOT NULL) STRICT;
CREATE TABLE deleted_fragments (
  fragment_id INTEGER PRIMARY KEY REFERENCES fragments (id) ON DELETE CASCADE,
  deletion_id INTEGER NOT NULL REFERENCES deletions (id) ON DELETE CASCADE,
  state TEXT NOT NULL,
  wants_save INTEGER NOT NULL
) STRICT;
CREATE INDEX fragments_of_deletion ON deleted_fragments (deletion_id);
`;
