/** When a copy was missed, the name of its program if it was known, and why: a word of `missedReasons`. Only the last ones are kept. */
export const missedCopies = `
CREATE TABLE missed_copies (
  id INTEGER PRIMARY KEY,
  missed_at INTEGER NOT NULL,
  program TEXT,
  because TEXT NOT NULL
) STRICT;
`;
