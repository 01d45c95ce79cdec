/**
 * What was deleted while copies of a damaged journal waited to be carried over (journal/damage/carrying/deleted-meanwhile.ts): one copy, or those with numbers
 * below `below` that a search finds, in the damaged journal that has the name `file` now. Until `ends_at` (Unix time in ms) it can be undone. `is_done`: the copy was not carried over because of it.
 */
export const waitingDeletions = `
CREATE TABLE waiting_deletions (
  id INTEGER PRIMARY KEY,
  file TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  deletion_id INTEGER,
  fragment_id INTEGER,
  below INTEGER,
  query TEXT,
  since INTEGER,
  deletes_pinned INTEGER NOT NULL DEFAULT 0,
  is_done INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX waiting_deletions_of_fragment ON waiting_deletions (fragment_id);
CREATE INDEX waiting_deletions_open ON waiting_deletions (ends_at) WHERE is_done = 0;
`;
