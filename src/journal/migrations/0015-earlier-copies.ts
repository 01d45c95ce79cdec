/**
 * A content that is copied again is one fragment: the newest one, which takes over the times and numbers of the earlier ones (keeping/merge-copies.ts).
 * Copies of earlier versions are merged when their content is copied again.
 */
const highest = 4_000_000_000_000_000;
const lastNumber = `(SELECT coalesce(max(number), 0) % ${highest} FROM changes WHERE number BETWEEN 1 AND ${highest})`;

export const earlierCopies = `
-- How often it was copied, and when first; NULL: when its capture was.
ALTER TABLE fragments ADD COLUMN copies INTEGER NOT NULL DEFAULT 1;
ALTER TABLE fragments ADD COLUMN first_copied_at INTEGER;

-- The last of its earlier copies. number: that of the fragment that it was; NULL for a repeat, which never was one.
CREATE TABLE earlier_copies (
  id INTEGER PRIMARY KEY,
  fragment_id INTEGER NOT NULL REFERENCES fragments (id) ON DELETE CASCADE,
  number INTEGER,
  copied_at INTEGER NOT NULL,
  source_type TEXT NOT NULL,
  source_name TEXT NOT NULL,
  source_path TEXT NOT NULL,
  app_name TEXT,
  app_executable TEXT
) STRICT;
CREATE INDEX earlier_copies_of_fragment ON earlier_copies (fragment_id, copied_at);
CREATE UNIQUE INDEX earlier_numbers ON earlier_copies (number) WHERE number IS NOT NULL;

CREATE TRIGGER copies_change AFTER UPDATE OF copies ON fragments BEGIN
  INSERT OR REPLACE INTO changes (number, fragment_id, is_gone) VALUES (${lastNumber} + 1, new.id, 0);
END;
`;
