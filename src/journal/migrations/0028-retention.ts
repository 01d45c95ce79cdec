/**
 * The end of the records of what retention deleted (`data/retention/`): how many there are, the hash of the last, and the file that it is in. `pending`: the
 * record that is decided and may not be in its file yet. The last run: its number, when it began (Unix time in ms), whether it goes on, and how many
 * copies it has deleted. There is one row, or none before the first run. `legal_holds`: the holds in force, as the document has them (JSON), in one row; `digest`: the SHA-256 of that, by which readers notice a change.
 */
export const retention = `
CREATE TABLE retention (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  length INTEGER NOT NULL,
  head TEXT NOT NULL,
  segment INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  pending TEXT,
  run INTEGER NOT NULL,
  began_at INTEGER NOT NULL,
  is_open INTEGER NOT NULL,
  intent INTEGER,
  deleted INTEGER NOT NULL
) STRICT;
CREATE TABLE legal_holds (id INTEGER PRIMARY KEY CHECK (id = 1), holds TEXT NOT NULL, digest TEXT NOT NULL) STRICT;
`;
