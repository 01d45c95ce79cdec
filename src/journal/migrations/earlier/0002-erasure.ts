/** Deleted content must also disappear from the files: counts the deletions that may still have traces in the search index or the log. */
export const erasure = `
CREATE TABLE erasure (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  in_index INTEGER NOT NULL,
  in_log INTEGER NOT NULL
) STRICT;
INSERT INTO erasure VALUES (1, 1, 1);

CREATE TRIGGER deleted_is_to_erase AFTER DELETE ON fragments BEGIN
  UPDATE erasure SET in_index = in_index + 1, in_log = in_log + 1;
END;
CREATE TRIGGER dropped_is_to_erase AFTER UPDATE OF inline ON representations BEGIN
  UPDATE erasure SET in_log = in_log + 1;
END;
`;
