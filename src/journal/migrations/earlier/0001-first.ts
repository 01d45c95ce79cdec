/** The first schema of the journal. A migration never changes once it has landed; later changes get a migration of their own. */
export const first = `
CREATE TABLE captures (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  origin TEXT NOT NULL,
  copied_at INTEGER NOT NULL,
  source_type TEXT NOT NULL,
  source_name TEXT NOT NULL,
  source_path TEXT NOT NULL,
  app_name TEXT,
  app_executable TEXT,
  app_pid INTEGER,
  window_title TEXT,
  given_name TEXT,
  digest TEXT NOT NULL
) STRICT;

CREATE TABLE fragments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  capture_id INTEGER NOT NULL REFERENCES captures (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'captured',
  reason TEXT,
  type_id TEXT,
  type_group TEXT,
  extension TEXT,
  media_type TEXT,
  confidence REAL,
  embedded_filename TEXT,
  width INTEGER,
  height INTEGER,
  wants_save INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL DEFAULT 0,
  saved_path TEXT,
  duplicate INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX fragments_of_capture ON fragments (capture_id);
CREATE INDEX fragments_unjudged ON fragments (id) WHERE state = 'captured';
CREATE INDEX fragments_to_save ON fragments (next_attempt_at) WHERE wants_save = 1;

-- Position 0 is the representation that is saved and shown. Content over 128 KiB is a file named by its digest.
CREATE TABLE representations (
  fragment_id INTEGER NOT NULL REFERENCES fragments (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  media_type TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  inline BLOB,
  PRIMARY KEY (fragment_id, position)
) STRICT;
CREATE INDEX representations_of_digest ON representations (sha256);

-- What the clipboard holds now: a capture, or nothing that Hub may know.
CREATE TABLE present (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  capture_id INTEGER REFERENCES captures (id) ON DELETE SET NULL,
  copied_at INTEGER NOT NULL
) STRICT;
INSERT INTO present VALUES (1, NULL, 0);

-- A receipt for each content that a WorkSpace holds. It outlives the fragment, and carries no content.
CREATE TABLE receipts (
  workspace TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  path TEXT NOT NULL,
  saved_at INTEGER NOT NULL,
  PRIMARY KEY (workspace, sha256)
) STRICT, WITHOUT ROWID;

CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE search USING fts5 (body, names, content = '', contentless_delete = 1, tokenize = 'trigram');
CREATE TRIGGER search_forgets AFTER DELETE ON fragments BEGIN
  DELETE FROM search WHERE rowid = old.id;
END;
`;
