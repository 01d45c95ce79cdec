/** An index of characters and pairs, for words that are too short for the trigram index. Existing fragments are indexed gradually. */
export const pairs = `
CREATE VIRTUAL TABLE pairs USING fts5 (words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
CREATE TRIGGER pairs_forget AFTER DELETE ON fragments BEGIN
  DELETE FROM pairs WHERE rowid = old.id;
END;

-- The fragments below this number are not in it yet.
CREATE TABLE without_pairs (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), below INTEGER NOT NULL) STRICT;
INSERT INTO without_pairs SELECT 1, coalesce(max(id) + 1, 0) FROM fragments;
`;
