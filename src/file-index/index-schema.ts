/** The tables of the index. There are no migrations: an index of another form is made anew. */

/** Goes into `PRAGMA user_version`. Change it with the tables. */
export const indexForm = 3;

/**
 * `folders.path` and `files.name` are escaped where `escaped` is 1 (disk-path.ts). `missing`: not seen by the refresh under way; it may have been
 * renamed, and leaves the index at its end. `modified_at` is in ms with fractions. `fragment`: what Hub saved there, by its number in the journal.
 */
export const indexSchema = `
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE workspaces (
  id INTEGER PRIMARY KEY,
  catalog_id TEXT NOT NULL,
  path TEXT NOT NULL UNIQUE,
  device INTEGER,
  refreshed_at INTEGER,
  condition TEXT
) STRICT;

CREATE TABLE folders (
  id INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL,
  parent INTEGER,
  path TEXT NOT NULL,
  escaped INTEGER NOT NULL,
  UNIQUE (workspace, path, escaped)
) STRICT;
CREATE INDEX folders_of_folder ON folders (parent);

CREATE TABLE files (
  id INTEGER PRIMARY KEY,
  folder INTEGER NOT NULL,
  name TEXT NOT NULL,
  escaped INTEGER NOT NULL,
  device INTEGER NOT NULL,
  inode INTEGER NOT NULL,
  size INTEGER NOT NULL,
  modified_at REAL NOT NULL,
  type_id TEXT,
  type_group TEXT,
  text_bytes INTEGER NOT NULL,
  first_seen INTEGER NOT NULL,
  fragment INTEGER,
  missing INTEGER NOT NULL DEFAULT 0,
  UNIQUE (folder, name, escaped)
) STRICT;
CREATE INDEX files_by_inode ON files (inode);
CREATE INDEX files_missing ON files (id) WHERE missing = 1;

CREATE TABLE earlier_paths (file INTEGER NOT NULL, path TEXT NOT NULL, until INTEGER NOT NULL) STRICT;
CREATE INDEX earlier_paths_of_file ON earlier_paths (file);

-- What crashed the indexer: after two crashes it is left out until it changes.
CREATE TABLE crashes (path TEXT PRIMARY KEY, size INTEGER NOT NULL, modified_at REAL NOT NULL, times INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE texts USING fts5 (names, body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
-- Each character and pair of adjacent ones, for words that are too short for the index above.
CREATE VIRTUAL TABLE pairs USING fts5 (terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
`;
